package com.example.behaviour;

import dev.causeway.CausewayException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;

/** Assertions, and how C++ runs a test that is written in Java. */
final class Check {
  private Check() {}

  interface Body {
    void run() throws Throwable;
  }

  static void equal(Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError("expected " + expected + ", got " + actual);
    }
  }

  static void isTrue(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  /** Runs `body`, which must throw this package's ApiError, and returns that. */
  static ApiError throwsApiError(String code, Body body) {
    try {
      body.run();
    } catch (ApiError e) {
      if (!code.equals(e.code())) {
        throw new AssertionError("expected code " + code + ", got " + e, e);
      }
      return e;
    } catch (CausewayException e) {
      throw new AssertionError("not an ApiError: " + e, e);
    } catch (Throwable e) {
      throw new AssertionError("not an ApiError: " + e, e);
    }
    throw new AssertionError("nothing was thrown, expected " + code);
  }

  static void contains(String part, String text) {
    if (text == null || !text.contains(part)) {
      throw new AssertionError("\"" + part + "\" is not in: " + text);
    }
  }

  /** Null if the test passes, else what went wrong. */
  static String run(Body test) {
    try {
      test.run();
      return null;
    } catch (Throwable e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      return text.toString();
    }
  }
}
