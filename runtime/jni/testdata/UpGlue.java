package testglue;

import dev.causeway.Reply;
import dev.causeway.generated.CallBuffer;
import dev.causeway.generated.Codec;
import dev.causeway.generated.Instances;
import dev.causeway.generated.NativeReply;
import dev.causeway.generated.NullableResult;
import dev.causeway.generated.Reader;
import dev.causeway.generated.Writer;

/** What a generator would write for a HostApi whose implementation echoes, by hand. */
final class UpGlue {
  static final long FINGERPRINT = 0x1122334455667788L;

  private static final Instances<UpGlue> INSTANCES = new Instances<>(UpGlue::new);

  /** The last reply that was kept instead of sent. */
  private static volatile Reply<Object> kept;

  private final String name;

  private UpGlue(String name) {
    this.name = name;
  }

  static UpGlue instance(String name) {
    return INSTANCES.get(name);
  }

  void nothing() {}

  boolean not(boolean value) {
    return !value;
  }

  long add(long a, long b) {
    return a + b;
  }

  double half(double value) {
    return value / 2;
  }

  int index(int value) {
    return value;
  }

  long nullable(long value, long mask) {
    return (mask & 1) == 0 ? NullableResult.NULL : NullableResult.present(value);
  }

  String text(String direct, CallBuffer buffer, int length) {
    if (direct != null) {
      return direct + " direct";
    }
    Reader reader = buffer.read(length);
    return reader.readNull() ? null : reader.readString("text") + " buffer";
  }

  void slots(double a, int b, CallBuffer buffer) {
    buffer.setSlot(0, Double.doubleToRawLongBits(-a));
    buffer.setSlot(1, b);
    buffer.setSlot(2, 3);
  }

  byte[] bytes(byte[] value) {
    return value == null ? null : value.clone();
  }

  int[] ints(int[] value) {
    return value.clone();
  }

  long[] longs(long[] value) {
    return value.clone();
  }

  float[] floats(float[] value) {
    return value.clone();
  }

  double[] doubles(double[] value) {
    return value.clone();
  }

  int echo(CallBuffer buffer, int length) {
    Reader reader = buffer.read(length);
    Object value = Codec.STANDARD.decode(reader, "value");
    reader.finish();
    Writer writer = buffer.result(Codec.STANDARD);
    Codec.STANDARD.encode(writer, value, "result");
    return writer.finish();
  }

  /** A list of the given number of ints: a result larger than the argument. */
  int range(long count, CallBuffer buffer) {
    Writer writer = buffer.result(Codec.STANDARD);
    writer.writeInt64List(new long[(int) count]);
    return writer.finish();
  }

  /** The instance's name. */
  int name(CallBuffer buffer) {
    Writer writer = buffer.result(Codec.STANDARD);
    writer.writeString(name);
    return writer.finish();
  }

  /** Grows the buffer and fails. */
  int growAndFail(long count, CallBuffer buffer) {
    range(count, buffer);
    throw Codec.STANDARD.crossing(new IllegalStateException("after growth"));
  }

  void fail() {
    throw Codec.STANDARD.crossing(
        Codec.STANDARD.newError("the-code", "the message", java.util.Arrays.asList(1L, "two")));
  }

  /** What no glue does: an exception that is not wrapped. */
  void failBare() {
    throw new IllegalArgumentException("bare");
  }

  void overflow() {
    overflow();
  }

  int length(CallBuffer buffer) {
    return buffer.bytes.length;
  }

  /** Down and up again, `depth` times. */
  long nest(long depth) {
    return depth == 0 ? 0 : 1 + Down.nest(depth - 1);
  }

  void later(long token, CallBuffer buffer, int length) {
    Reader reader = buffer.read(length);
    final Object value = Codec.STANDARD.decode(reader, "value");
    final Reply<Object> reply =
        new NativeReply<Object>(token, Codec.STANDARD, "Up.later") {
          @Override
          protected void encode(Writer writer, Object result) {
            Codec.STANDARD.encode(writer, result, "result");
          }
        };
    if ("throw".equals(value)) {
      throw Codec.STANDARD.crossing(new IllegalStateException("thrown by later"));
    }
    if ("drop".equals(value)) {
      return;
    }
    if ("keep".equals(value)) {
      kept = reply;
      return;
    }
    if ("inline".equals(value)) {
      reply.success(value);
      return;
    }
    if ("inline, told".equals(value)) {
      try {
        reply.success(value);
        told = "";
      } catch (RuntimeException e) {
        told = e.toString();
      }
      return;
    }
    if ("reply, then throw".equals(value)) {
      reply.success(value);
      throw Codec.STANDARD.crossing(new IllegalStateException("too late"));
    }
    Thread thread =
        new Thread(
            () -> {
              if ("fail".equals(value)) {
                reply.error(Codec.STANDARD.newError("later-code", "later", null));
              } else {
                reply.success(value);
              }
            });
    thread.start();
  }

  private static volatile String told;

  /** What "inline, told" got when it replied. */
  static String told(String unused) {
    return told;
  }

  /** Answers the kept reply; returns "" or the code of the error that this gave. */
  static String answerKept(String value) {
    try {
      kept.success(value);
      return "";
    } catch (dev.causeway.CausewayException e) {
      return e.code();
    }
  }

  static void collectGarbage() {
    System.gc();
  }
}
