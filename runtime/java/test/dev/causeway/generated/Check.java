package dev.causeway.generated;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;

/** The few assertions these tests need. A failure ends the program with its stack trace. */
final class Check {
  interface Body {
    void run() throws Exception;
  }

  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }
  }

  private Check() {}

  static void that(boolean condition, String what) {
    if (!condition) {
      throw new Failed(what);
    }
  }

  static void equal(Object expected, Object actual) {
    if (!Values.equal(expected, actual)) {
      throw new Failed("expected " + Values.text(expected) + ", got " + Values.text(actual));
    }
  }

  static <E extends Throwable> E raises(Class<E> type, Body body) {
    try {
      body.run();
    } catch (Throwable thrown) {
      if (type.isInstance(thrown)) {
        return type.cast(thrown);
      }
      throw new AssertionError("expected " + type.getName(), thrown);
    }
    throw new Failed("expected " + type.getName() + ", nothing was thrown");
  }

  static void test(String name, Body body) throws Exception {
    body.run();
    System.out.println("ok " + name);
  }

  static byte[] hex(String text) {
    byte[] bytes = new byte[text.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(String.format("%02x", b));
    }
    return text.toString();
  }

  static byte[] encode(Codec codec, Object value) {
    CallBuffer buffer = new CallBuffer();
    Writer writer = buffer.arguments(codec);
    codec.encode(writer, value, "value");
    return Arrays.copyOf(buffer.bytes, writer.length());
  }

  static Object decode(Codec codec, byte[] bytes) {
    Reader reader = new CallBuffer(bytes).read(bytes.length);
    Object value = codec.decode(reader, "value");
    reader.finish();
    return value;
  }

  /** A file of the corpus; ends the program as skipped where there is no corpus. */
  static String corpus(String name) throws Exception {
    String root = System.getenv("CAUSEWAY_CORPUS");
    Path folder =
        root != null
            ? Paths.get(root)
            : Paths.get(System.getenv("CAUSEWAY_SOURCE_DIR"), "..", "shared", "corpus");
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      System.out.println("SKIPPED: " + file + " is absent (set CAUSEWAY_CORPUS)");
      System.exit(77);
    }
    return new String(Files.readAllBytes(file), "UTF-8");
  }
}
