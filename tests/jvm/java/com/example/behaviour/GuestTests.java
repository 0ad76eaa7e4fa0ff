package com.example.behaviour;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls from Java to C++: values, errors, nulls, strings, instances. Run by name from C++. */
final class GuestTests {
  private GuestTests() {}

  static String run(String name) {
    return Check.run(() -> test(name));
  }

  private static void test(String name) throws Throwable {
    switch (name) {
      case "values":
        values();
        break;
      case "errors":
        errors();
        break;
      case "nulls":
        nulls();
        break;
      case "unregistered":
        unregistered();
        break;
      case "unknown-enum":
        unknownEnum();
        break;
      case "instances-hundred":
        Check.equal(101L, Guest.get("hundred").increment(1));
        Check.equal(2L, Guest.get().increment(1));
        break;
      case "instances-thousand":
        Check.equal(1001L, Guest.get("hundred").increment(1));
        break;
      case "instances-gone":
        ApiError gone =
            Check.throwsApiError("unregistered", () -> Guest.get("hundred").increment(1));
        Check.contains("Guest", gone.getMessage());
        Check.contains("hundred", gone.getMessage());
        Check.equal(2L, Guest.get().increment(1));
        break;
      case "strings":
        strings();
        break;
      case "last-text-is-all-scalars":
        Check.isTrue(allScalars().equals(HostImpl.lastText), "the text came otherwise");
        break;
      case "last-text-is-replacements":
        Check.equal("a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd", HostImpl.lastText);
        break;
      case "nest":
        nest();
        break;
      case "large":
        large();
        break;
      case "small":
        Check.equal("small", Guest.get().echoString("small"));
        break;
      case "lazy":
        lazy();
        break;
      default:
        throw new IllegalArgumentException(name);
    }
  }

  private static void values() {
    Guest guest = Guest.get();
    guest.nothing();
    Check.equal(Long.MIN_VALUE, guest.increment(Long.MAX_VALUE));
    long sentinel = 0x9E3779B97F4A7C15L;
    for (Long value :
        new Long[] {null, 0L, -1L, Long.MIN_VALUE, sentinel - 1, sentinel, sentinel + 1}) {
      Check.equal(value, guest.maybeInt(value));
    }
    for (Double value : new Double[] {null, -0.0, Double.NaN, Double.MIN_VALUE}) {
      Check.equal(value, guest.maybeDouble(value));
    }
    for (long bits : new long[] {sentinel - 1, sentinel, sentinel + 1}) {
      Check.equal(Double.longBitsToDouble(bits), guest.maybeDouble(Double.longBitsToDouble(bits)));
    }
    // A value and null by turns: the exception that carried the value is gone.
    Check.equal(sentinel, guest.maybeInt(sentinel));
    Check.equal(null, guest.maybeInt(null));
    Check.equal(sentinel, guest.maybeInt(sentinel));
    Check.equal(Mood.WILD, guest.echoMood(Mood.WILD));
    Check.equal(null, guest.echoMaybeMood(null));
    Check.equal(Mood.CALM, guest.echoMaybeMood(Mood.CALM));
    Tiny tiny = new Tiny.Builder().setMood(Mood.WILD).setLevel(null).setOn(true).build();
    Check.equal(tiny, guest.echoTiny(tiny));
    Check.equal(tiny, guest.echoMaybeTiny(tiny));
    Check.equal(null, guest.echoMaybeTiny(null));
    Check.equal(null, guest.echoMaybeObject(null));
    Check.equal(null, guest.echoMaybeBytes(null));
    Check.equal(0, guest.echoMaybeBytes(new byte[0]).length);
    Check.isTrue(Arrays.equals(new byte[] {1, -1}, guest.echoBytes(new byte[] {1, -1})), "bytes");
    Check.equal(Arrays.asList(Mood.WILD, Mood.CALM),
        guest.echoMoods(Arrays.asList(Mood.WILD, Mood.CALM)));
    Check.equal(Collections.emptyList(), guest.echoStrings(Collections.<String>emptyList()));
    Map<String, Label> labels = new LinkedHashMap<>();
    labels.put("a", HostImpl.label("a", null));
    labels.put("b", HostImpl.label("b", 2L));
    Check.equal(labels, guest.echoLabels(labels));
    Object mixed = Arrays.<Object>asList(1L, 2.5, "x", null, Mood.WILD, HostImpl.label("l", 1L));
    Check.equal(mixed, guest.echoObject(mixed));
    // Three keys for java.util.Map, so three for C++.
    Map<Object, Object> zeros = new HashMap<>();
    zeros.put(Double.NaN, 1L);
    zeros.put(0.0, 2L);
    zeros.put(-0.0, 3L);
    zeros.put(Arrays.asList(0.0), 4L);
    zeros.put(Arrays.asList(-0.0), 5L);
    Map<?, ?> returned = (Map<?, ?>) guest.echoObject(zeros);
    Check.isTrue(zeros.equals(returned), "an entry was lost or changed: " + returned);
  }

  private static void errors() {
    Guest guest = Guest.get();
    ApiError own = Check.throwsApiError("own-code", () -> guest.fail("error"));
    Check.equal("own message", own.getMessage());
    Check.equal(HostImpl.label("detail", 7L), own.details());
    ApiError std = Check.throwsApiError("native-error", () -> guest.fail("std"));
    Check.contains("boom", std.getMessage());
    ApiError other = Check.throwsApiError("unknown-native-error", () -> guest.fail("int"));
    Check.isTrue(other.getMessage() != null, "no message");
    Check.throwsApiError("unknown-native-error", () -> guest.fail("text"));
    // Thrown in Java, through C++, back in Java: the code, details and stack of where it began.
    ApiError through = Check.throwsApiError("own-code", () -> guest.fail("host"));
    Check.equal("own message", through.getMessage());
    Check.equal(HostImpl.label("detail", 7L), through.details());
    Check.contains("HostImpl.fail", through.nativeStackTrace());
    // A call after each of them works: nothing stays pending.
    Check.equal(5L, guest.fail("fine!"));
    // Text that an exception of C++ has in no known encoding arrives readable.
    ApiError bytes = Check.throwsApiError("native-error", () -> guest.fail("bad-text"));
    Check.contains("\uFFFD", bytes.getMessage());
    ApiError empty = Check.throwsApiError("empty", () -> guest.fail("empty-error"));
    Check.equal(null, empty.details());
  }

  private static void nulls() {
    Guest guest = Guest.get();
    named("null-argument", "echoString", "text", () -> guest.echoString(null));
    named("null-argument", "echoLabel", "label", () -> guest.echoLabel(null));
    named("null-argument", "echoMood", "mood", () -> guest.echoMood(null));
    named("null-argument", "echoTiny", "tiny", () -> guest.echoTiny(null));
    named("null-argument", "echoBytes", "bytes", () -> guest.echoBytes(null));
    named("null-argument", "echoObject", "value", () -> guest.echoObject(null));
    named("null-argument", "echoStrings", "texts", () -> guest.echoStrings(null));
    named("null-argument", "echoLabels", "labels", () -> guest.echoLabels(null));
    named("null-argument", "echoStrings", "texts",
        () -> guest.echoStrings(Arrays.asList("a", null)));
    named("null-argument", "echoMoods", "moods",
        () -> guest.echoMoods(Collections.<Mood>singletonList(null)));
    named("null-argument", "echoLabels", "labels",
        () -> guest.echoLabels(Collections.<String, Label>singletonMap("a", null)));
    named("null-argument", "echoLabels", "labels",
        () -> guest.echoLabels(Collections.singletonMap((String) null, HostImpl.label("a", null))));
    try {
      new Label.Builder().setWeight(1L).build();
      throw new AssertionError("a Label without its name was built");
    } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
      Check.contains("name", e.getMessage());
    }
    Check.equal("after", guest.echoString("after"));
  }

  private static void named(String code, String method, String parameter, Check.Body body) {
    ApiError error = Check.throwsApiError(code, body);
    Check.contains(method, error.getMessage());
    Check.contains(parameter, error.getMessage());
  }

  private static void unregistered() {
    ApiError error = Check.throwsApiError("unregistered", () -> NobodyGuest.get().ask());
    Check.contains("NobodyGuest", error.getMessage());
    ApiError again = Check.throwsApiError("unregistered", () -> NobodyGuest.get("x").ask());
    Check.contains("NobodyGuest", again.getMessage());
    // Known to C++, but not this instance.
    ApiError other = Check.throwsApiError("unregistered", () -> Guest.get("nobody").increment(1));
    Check.contains("nobody", other.getMessage());
  }

  /** C++ has given WILD an index that its own enum does not have. */
  private static void unknownEnum() {
    Guest guest = Guest.get();
    ApiError scalar = Check.throwsApiError("unknown-enum", () -> guest.echoMood(Mood.WILD));
    Check.contains("Mood", scalar.getMessage());
    Check.contains("7", scalar.getMessage());
    Check.throwsApiError("unknown-enum", () -> guest.echoMaybeMood(Mood.WILD));
    Tiny tiny = new Tiny.Builder().setMood(Mood.WILD).setOn(true).build();
    Check.throwsApiError("unknown-enum", () -> guest.echoTiny(tiny));
    Check.throwsApiError("unknown-enum", () -> guest.echoMoods(Arrays.asList(Mood.WILD)));
    Check.throwsApiError("unknown-enum", () -> guest.echoObject(Mood.WILD));
    Check.equal(Mood.CALM, guest.echoMood(Mood.CALM));
  }

  /** Every Unicode scalar value once. */
  static String allScalars() {
    StringBuilder all = new StringBuilder();
    for (int code = 0; code <= Character.MAX_CODE_POINT; code++) {
      if (code < Character.MIN_SURROGATE || code > Character.MAX_SURROGATE) {
        all.appendCodePoint(code);
      }
    }
    return all.toString();
  }

  private static void strings() {
    Guest guest = Guest.get();
    String all = allScalars();
    Check.isTrue(all.equals(guest.echoString(all)), "all scalars changed");
    Check.equal("\0", guest.echoString("\0"));
    Check.equal("a\0b\0", guest.echoString("a\0b\0"));
    Check.equal("", guest.echoString(""));
    Check.equal("a\uFFFDb", guest.echoString("a\uD800b"));
    Check.equal("\uFFFD", guest.echoString("\uDC00"));
    Check.equal("x\uFFFD", guest.echoString("x\uD83D"));
    Check.equal("\uFFFD\uFFFD", guest.echoString("\uDE00\uD83D"));
    Check.equal("\uFFFD\uD83D\uDE00", guest.echoString("\uD83D\uD83D\uDE00"));
    Check.equal("\uFFFD", guest.echoString("\uFFFD"));
    String ascii = HostImpl.repeat("0123456789", 10);
    for (int length : new int[] {11, 100, 1000, 100_000}) {
      String text = HostImpl.repeat(ascii, length / 100 + 1).substring(0, length);
      Check.equal(text, guest.echoString(text));
      // A long character at each end of a chunk, and one lone surrogate behind ASCII.
      String wide = text.substring(1) + "\uD83D\uDE00";
      Check.equal(wide, guest.echoString(wide));
      Check.equal(text + "\uFFFD", guest.echoString(text + "\uDBFF"));
    }
    for (int length = 0; length < 40; length++) {
      for (int at = 0; at <= length; at++) {
        String text = ascii.substring(0, at) + "é" + ascii.substring(at, length);
        Check.equal(text, guest.echoString(text));
      }
    }
  }

  private static void nest() {
    String text = HostImpl.repeat("deep ", 300);
    String result = Guest.get().nest(20, text);
    Check.isTrue(result.startsWith(text + "cjcjcjcjcjcjcjcjcjcj"), "wrong way down");
    Check.isTrue(result.endsWith("JCJCJCJCJCJCJCJCJCJC"), "wrong way up");
    for (int depth = 0; depth < 8; depth++) {
      long to = depth;
      ApiError error = Check.throwsApiError("bottom", () -> Guest.get().nest(to, "throw"));
      Check.equal("thrown at the bottom", error.getMessage());
      Check.equal("fine", Guest.get().nest(0, "fine"));
    }
  }

  private static void large() {
    List<Long> values = new ArrayList<>();
    for (long i = 0; i < 400_000; i++) { // 3.6 MB
      values.add(i);
    }
    Check.isTrue(values.equals(Guest.get().echoInts(values)), "values changed");
    String text = HostImpl.repeat("0123456789abcdef", 3 << 19); // 24 MiB
    Check.isTrue(text.equals(Guest.get().echoString(text)), "text changed");
  }

  /** Arguments that call C++ while they are encoded, and lists that are not what they say. */
  private static void lazy() {
    Guest guest = Guest.get();
    List<String> lazy =
        new java.util.AbstractList<String>() {
          @Override
          public int size() {
            return 20;
          }

          @Override
          public String get(int index) {
            String text = HostImpl.repeat("t", 300 * index);
            Check.equal(text, Guest.get().echoString(text));
            return text;
          }
        };
    List<String> plain = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      plain.add(HostImpl.repeat("t", 300 * i));
    }
    Check.equal(plain, guest.echoStrings(lazy));
    for (int wrong : new int[] {-1, 0, 2, 4, Integer.MAX_VALUE}) {
      List<String> liar =
          new ArrayList<String>(Arrays.asList("a", "b", "c")) {
            private static final long serialVersionUID = 1L;

            @Override
            public int size() {
              return wrong;
            }
          };
      try {
        guest.echoStrings(liar);
        throw new AssertionError("size " + wrong + " was believed");
      } catch (ApiError e) {
        Check.isTrue(!e.code().isEmpty(), "no code");
      }
    }
    Check.equal("after", guest.echoString("after"));
  }
}
