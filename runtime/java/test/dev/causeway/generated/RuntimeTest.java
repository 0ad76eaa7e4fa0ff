package dev.causeway.generated;

import dev.causeway.CausewayException;
import dev.causeway.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Errors, pooled buffers, pending calls and the equality of values; no native code. */
final class RuntimeTest {
  private static final Codec CODEC = Shapes.CODEC;

  private RuntimeTest() {}

  public static void main(String[] args) throws Exception {
    Check.test("errorsCrossWhole", RuntimeTest::errorsCrossWhole);
    Check.test("foreignErrors", RuntimeTest::foreignErrors);
    Check.test("errorsThatCannotBeEncoded", RuntimeTest::errorsThatCannotBeEncoded);
    Check.test("malformedErrors", RuntimeTest::malformedErrors);
    Check.test("longStackTrace", RuntimeTest::longStackTrace);
    Check.test("bufferLimits", RuntimeTest::bufferLimits);
    Check.test("poolNeverShares", RuntimeTest::poolNeverShares);
    Check.test("sentinel", RuntimeTest::sentinel);
    Check.test("pendingCalls", RuntimeTest::pendingCalls);
    Check.test("pendingCallErrors", RuntimeTest::pendingCallErrors);
    Check.test("equality", RuntimeTest::equality);
  }

  private static CausewayException cross(Throwable error) {
    return CODEC.received(CODEC.crossing(error));
  }

  private static void errorsCrossWhole() {
    Object details = Arrays.<Object>asList(1L, new Shapes.Point(1, 2), null);
    CausewayException e = cross(new CausewayException("my-code", "m\u20AC\0", details));
    Check.equal("my-code", e.code());
    Check.equal("m\u20AC\0", e.getMessage());
    Check.equal(details, e.details());
    Check.that(e.nativeStackTrace().contains("errorsCrossWhole"), e.nativeStackTrace());
    // A second crossing keeps the first trace.
    Check.that(cross(e).nativeStackTrace().contains("On the other side: "), "both traces");
    Check.equal("dev.causeway.CausewayException: my-code: m\u20AC\0", e.toString());
    Check.equal(null, cross(new CausewayException("c", null)).getMessage());
  }

  private static void foreignErrors() {
    CausewayException e = cross(new IllegalStateException("bad"));
    Check.equal("java.lang.IllegalStateException", e.code());
    Check.equal("bad", e.getMessage());
    Check.equal(null, e.details());
    byte[] payload = CrossingException.describe(new StackOverflowError());
    Check.equal(
        "java.lang.StackOverflowError",
        CODEC.received(new CrossingException(payload)).code());
    CrossingException same = CODEC.crossing(e);
    Check.that(CODEC.crossing(same) == same, "wrapped once");
  }

  private static final class Silent extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }
  }

  private static void errorsThatCannotBeEncoded() {
    CausewayException e = cross(new CausewayException("c", "m", new Object()));
    Check.equal("c", e.code());
    Check.equal(null, e.details());
    Check.that(e.getMessage().startsWith("m (its details could not be encoded"), e.getMessage());
    List<Object> self = new ArrayList<>();
    self.add(self);
    Check.equal("c", cross(new CausewayException("c", "m", self)).code());
    CausewayException silent = cross(new Silent());
    Check.equal(Silent.class.getName(), silent.code());
    // Where they come from is known all the same.
    for (CausewayException crossed : new CausewayException[] {e, silent}) {
      Check.that(
          crossed.nativeStackTrace() != null
              && crossed.nativeStackTrace().contains("errorsThatCannotBeEncoded"),
          "the stack trace: " + crossed.nativeStackTrace());
    }
  }

  private static void malformedErrors() {
    for (byte[] payload : new byte[][] {null, {}, {0}, {7, 1, 97}, {7, 1, 97, 0, 0, 0, 0}}) {
      Check.equal("bad-message", CODEC.received(new CrossingException(payload)).code());
    }
  }

  private static void longStackTrace() {
    Throwable error = new RuntimeException("root");
    for (int i = 0; i < 2000; i++) {
      error = new RuntimeException("level " + i, error);
    }
    String trace = cross(error).nativeStackTrace();
    Check.equal(1 << 16, trace.length());
  }

  private static void bufferLimits() {
    CallBuffer buffer = CallBuffer.acquire();
    buffer.arguments(CODEC).writeUint8List(new byte[100_000]);
    int kept = buffer.bytes.length;
    buffer.release();
    Check.equal(kept, buffer.bytes.length);
    buffer = CallBuffer.acquire();
    buffer.arguments(CODEC).writeUint8List(new byte[(1 << 20) + 1]);
    Check.that(buffer.bytes.length > 1 << 20, "large during the call");
    buffer.release();
    Check.that(buffer.bytes.length <= 1 << 20, "not after it");
    buffer.arguments(CODEC).writeInt(1); // the views follow the array
    Check.equal(1L, buffer.read(9).readInt("x"));
  }

  private static void poolNeverShares() throws Exception {
    ConcurrentHashMap<CallBuffer, Thread> inUse = new ConcurrentHashMap<>();
    AtomicInteger shared = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(8);
    for (int t = 0; t < 8; t++) {
      new Thread(() -> {
        for (int i = 0; i < 50_000; i++) {
          CallBuffer a = CallBuffer.acquire();
          if (inUse.put(a, Thread.currentThread()) != null) {
            shared.incrementAndGet();
          }
          CallBuffer b = i % 3 == 0 ? CallBuffer.acquire() : null;
          if (b != null && inUse.put(b, Thread.currentThread()) != null) {
            shared.incrementAndGet();
          }
          if (b != null) {
            inUse.remove(b);
            b.release();
          }
          inUse.remove(a);
          a.release();
        }
        done.countDown();
      }).start();
    }
    done.await();
    Check.equal(0, shared.get());
  }

  private static void sentinel() {
    // docs/calling_convention.md has the number; C++ has it too.
    Check.equal(0x9E3779B97F4A7C15L, NullableResult.NULL);
    for (long value : new long[] {0, -1, NullableResult.NULL - 1, NullableResult.NULL + 1}) {
      Check.equal(value, NullableResult.present(value));
    }
    try {
      NullableResult.present(NullableResult.NULL);
      Check.that(false, "the value that stands for null crosses as an exception");
    } catch (CrossingException e) {
      Check.that(NullableResult.isValue(e), "it has no content");
      Check.that(Codec.STANDARD.crossing(e) == e, "glue lets it pass");
    }
    Check.that(!NullableResult.isValue(Codec.STANDARD.crossing(new Error())), "an error has");
  }

  private static final class Recorded implements Reply<String> {
    final List<Object> got = new ArrayList<>();

    @Override
    public void success(String value) {
      got.add(value);
    }

    @Override
    public void error(Throwable error) {
      got.add(((CausewayException) error).code());
    }
  }

  private static PendingCalls.Call<String> call(Reply<String> reply) {
    return new PendingCalls.Call<String>(reply, CODEC) {
      @Override
      protected String decode(Reader reader) {
        return reader.readString("result");
      }
    };
  }

  private static CallBuffer message(String text) {
    CallBuffer buffer = new CallBuffer();
    buffer.result(CODEC).writeString(text);
    return buffer;
  }

  private static void pendingCalls() {
    Recorded reply = new Recorded();
    long token = PendingCalls.add(call(reply));
    long other = PendingCalls.add(call(reply));
    Check.that(token != 0 && token != other, "tokens differ");
    PendingCalls.complete(token, true, message("yes"), 5);
    PendingCalls.complete(token, true, message("twice"), 7);
    PendingCalls.complete(1L << 60, true, message("unknown"), 9);
    Check.equal(Collections.singletonList("yes"), reply.got);
  }

  private static void pendingCallErrors() {
    Recorded reply = new Recorded();
    byte[] payload = CODEC.crossing(new CausewayException("dropped-reply", "d")).payload;
    PendingCalls.complete(
        PendingCalls.add(call(reply)), false, new CallBuffer(payload), payload.length);
    PendingCalls.complete(PendingCalls.add(call(reply)), true, message("cut"), 4);
    PendingCalls.complete(PendingCalls.add(call(reply)), true, message("more"), 7);
    long token = PendingCalls.add(call(reply));
    PendingCalls.fail(token, CODEC.crossing(new CausewayException("thrown", "t")));
    PendingCalls.fail(token, CODEC.crossing(new CausewayException("thrown", "t")));
    Check.equal(Arrays.asList("dropped-reply", "bad-message", "bad-message", "thrown"), reply.got);
    // An exception of the user's own reply goes to the handler of the thread.
    List<Throwable> uncaught = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((t, e) -> uncaught.add(e));
    PendingCalls.complete(
        PendingCalls.add(
            call(
                new Reply<String>() {
                  @Override
                  public void success(String value) {
                    throw new IllegalStateException(value);
                  }

                  @Override
                  public void error(Throwable error) {
                    throw new AssertionError("success was called", error);
                  }
                })),
        true, message("mine"), 6);
    Thread.currentThread().setUncaughtExceptionHandler(null);
    Check.equal(1, uncaught.size());
    Check.equal("mine", uncaught.get(0).getMessage());
  }

  private static void same(Object a, Object b) {
    Check.that(Values.equal(a, b) && Values.equal(b, a), a + " equals " + b);
    Check.equal(Values.hash(a), Values.hash(b));
  }

  private static void equality() {
    double nan = Double.longBitsToDouble(0x7FF4000000000001L);
    same(Double.NaN, nan);
    same(0.0, -0.0);
    same(new double[] {nan, -0.0}, new double[] {Double.NaN, 0});
    same(new float[] {-0f}, new float[] {0f});
    same(Arrays.<Object>asList(new byte[] {1}, -0.0), Arrays.<Object>asList(new byte[] {1}, 0.0));
    same(
        Collections.singletonMap("k", new int[] {1}),
        Collections.singletonMap("k", new int[] {1}));
    same(
        Collections.singletonMap(new long[] {1}, -0.0),
        Collections.singletonMap(new long[] {1}, 0.0));
    same(new HashMap<>(Collections.singletonMap("k", null)), Collections.singletonMap("k", null));
    Check.that(
        !Values.equal(Collections.singletonMap("k", null), Collections.singletonMap("j", null)),
        "different keys");
    Check.that(!Values.equal((Object) 1L, (Object) 1.0), "an int is no double");
    Check.that(!Values.equal(Arrays.asList(1L), Arrays.asList(1L, 2L)), "lengths");
    Check.that(!Values.equal(new int[] {1}, new long[] {1}), "kinds of arrays");
    Check.equal("[1, 2]", Values.text(new byte[] {1, 2}));
  }
}
