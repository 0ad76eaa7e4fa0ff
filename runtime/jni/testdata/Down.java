package testglue;

import dev.causeway.CausewayException;
import dev.causeway.Reply;
import dev.causeway.generated.CallBuffer;
import dev.causeway.generated.Codec;
import dev.causeway.generated.CrossingException;
import dev.causeway.generated.NullableResult;
import dev.causeway.generated.PendingCalls;
import dev.causeway.generated.Reader;
import dev.causeway.generated.Writer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** What a generator would write for a FlutterApi, by hand, and the Java half of its tests. */
final class Down {
  static final long FINGERPRINT = 0x99aabbccddeeff00L;

  private Down() {}

  private static native long bind0(String instance);

  private static native long addNative(long slot, long a, long b);

  private static native long nestNative(long slot, long depth);

  private static native int echoNative(
      long slot, CallBuffer buffer, byte[] bytes, int length, int capacity);

  private static native long nullableNative(long slot, long value, long mask);

  private static native String textNative(
      long slot, String text, CallBuffer buffer, byte[] bytes, int length, int capacity);

  private static native void slotsNative(
      long slot, double a, CallBuffer buffer, byte[] bytes, int length, int capacity);

  private static native double[] doublesNative(long slot, double[] value);

  private static native void failNative(long slot, int how);

  private static native void laterNative(
      long slot, long token, CallBuffer buffer, byte[] bytes, int length, int capacity);

  private static long slotOf(String instance) {
    long slot = bind0(instance);
    if (slot == 0) {
      throw Codec.STANDARD.unregistered("Down", instance, "register one");
    }
    return slot;
  }

  static long add(String instance, long a, long b) {
    try {
      return addNative(slotOf(instance), a, b);
    } catch (CrossingException e) {
      throw Codec.STANDARD.received(e);
    }
  }

  static long nest(long depth) {
    return nestNative(slotOf(""), depth);
  }

  static Object echo(Object value) {
    CallBuffer buffer = CallBuffer.acquire();
    try {
      Writer writer = buffer.arguments(Codec.STANDARD);
      Codec.STANDARD.encode(writer, value, "value");
      int length = writer.length();
      int n = echoNative(slotOf(""), buffer, buffer.bytes, length, buffer.bytes.length);
      Reader reader = buffer.readResult(n);
      Object result = Codec.STANDARD.decode(reader, "result");
      reader.finish();
      return result;
    } catch (CrossingException e) {
      throw Codec.STANDARD.received(e);
    } finally {
      buffer.release();
    }
  }

  private static CompletableFuture<Object> later(Object value) {
    final CompletableFuture<Object> future = new CompletableFuture<>();
    long token =
        PendingCalls.add(
            new PendingCalls.Call<Object>(
                new Reply<Object>() {
                  @Override
                  public void success(Object result) {
                    future.complete(result);
                  }

                  @Override
                  public void error(Throwable error) {
                    future.completeExceptionally(error);
                  }
                },
                Codec.STANDARD) {
              @Override
              protected Object decode(Reader reader) {
                return Codec.STANDARD.decode(reader, "result");
              }
            });
    CallBuffer buffer = CallBuffer.acquire();
    try {
      Writer writer = buffer.arguments(Codec.STANDARD);
      Codec.STANDARD.encode(writer, value, "value");
      int length = writer.length();
      laterNative(slotOf(""), token, buffer, buffer.bytes, length, buffer.bytes.length);
    } catch (CrossingException e) {
      PendingCalls.fail(token, e);
    } finally {
      buffer.release();
    }
    return future;
  }

  private static void expect(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  private static CausewayException failure(CompletableFuture<Object> future) throws Exception {
    try {
      throw new AssertionError("success: " + future.get());
    } catch (java.util.concurrent.ExecutionException e) {
      return (CausewayException) e.getCause();
    }
  }

  // ---- Called by the tests

  static void testForms() {
    expect(add("", 2, 3) == 5, "add");
    CallBuffer buffer = new CallBuffer();
    int capacity = buffer.bytes.length;
    long slot = slotOf("");
    expect(nullableNative(slot, 7, 1) == 7, "nullable 7");
    expect(nullableNative(slot, 7, 0) == NullableResult.NULL, "null");
    try {
      nullableNative(slot, NullableResult.NULL, 1);
      expect(false, "the value that stands for null came back by itself");
    } catch (CrossingException e) {
      expect(NullableResult.isValue(e), "the value that stands for null");
    }
    expect("caf\u00e9".equals(textNative(slot, "caf\u00e9", buffer, buffer.bytes, 0, capacity)),
        "text that is not ASCII comes by itself");
    expect(textNative(slot, "tea", buffer, buffer.bytes, 0, capacity) == null, "ASCII does not");
    expect("tea".equals(buffer.readResult().readString("text")), "ASCII is in the buffer");
    char[] many = new char[3 * capacity];
    Arrays.fill(many, 'x');
    String large = new String(many);
    expect(textNative(slot, large, buffer, buffer.bytes, 0, capacity) == null, "much ASCII");
    expect(large.equals(buffer.readResult().readString("text")), "much ASCII in a larger buffer");
    expect(textNative(slot, null, buffer, buffer.bytes, 0, buffer.bytes.length) == null, "null");
    expect(buffer.readResult().readNull(), "null is in the buffer");
    slotsNative(slot, 1.5, buffer, buffer.bytes, 0, capacity);
    expect(Double.longBitsToDouble(buffer.slot(0)) == 3.0 && buffer.slot(1) == -1, "slots");
    expect(Arrays.equals(doublesNative(slot, new double[] {1, 2}), new double[] {2, 4}), "doubles");
    expect(doublesNative(slot, null) == null, "null array");
    expect("h\u00e9llo \0 \ud83d\ude00".equals(echo("h\u00e9llo \0 \ud83d\ude00")), "text");
  }

  static void testLargeEcho() {
    for (int size : new int[] {0, 4000, 4096, 100_000, 1 << 20, 3_000_000, 10}) {
      byte[] data = new byte[size];
      Arrays.fill(data, (byte) size);
      expect(Arrays.equals(data, (byte[]) echo(data)), "size " + size);
    }
  }

  static void testErrors() {
    String[] codes = {"own-code", "native-error", "unknown-native-error"};
    for (int how = 0; how < codes.length; how++) {
      try {
        failNative(slotOf(""), how);
        throw new AssertionError("no exception");
      } catch (CrossingException e) {
        CausewayException error = Codec.STANDARD.received(e);
        expect(error.code().equals(codes[how]), error.code());
        if (how == 0) {
          expect("own message".equals(error.getMessage()), error.getMessage());
          expect(Arrays.asList(1L, "two").equals(error.details()), "" + error.details());
        }
      }
    }
  }

  static void testUnregistered() {
    try {
      add("nobody", 1, 2);
      throw new AssertionError("no exception");
    } catch (CausewayException e) {
      expect(e.code().equals("unregistered"), e.code());
      expect(e.getMessage().contains("\"nobody\""), e.getMessage());
    }
  }

  static void testLater() throws Exception {
    expect("value".equals(later("value").get()), "value");
    byte[] large = new byte[3_000_000];
    Arrays.fill(large, (byte) 5);
    expect(Arrays.equals(large, (byte[]) later(large).get()), "large");
    expect(failure(later("fail")).code().equals("later-code"), "fail");
    expect(failure(later("drop")).code().equals("dropped-reply"), "drop");
    expect(failure(later("throw")).code().equals("native-error"), "throw");
    expect("twice".equals(later("twice").get()), "twice");
  }

  private static long rememberedSlot;

  static long rememberSlot(long unused) {
    rememberedSlot = slotOf("");
    return 0;
  }

  /** Calls after Detach(): 1 if that is refused as it should be, with and without a known slot. */
  static long addDetached(long unused) {
    String codes = "";
    try {
      addNative(rememberedSlot, 1, 2);
    } catch (CrossingException e) {
      codes += Codec.STANDARD.received(e).code() + ' ';
    }
    try {
      bind0("other");
    } catch (CrossingException e) {
      codes += Codec.STANDARD.received(e).code();
    }
    return codes.equals("vm-detached vm-detached") ? 1 : 0;
  }

  private static CompletableFuture<Object> kept;

  static void startKept() {
    kept = later("keep");
  }

  /** How the call of startKept() ended. */
  static String keptOutcome(String unused) throws Exception {
    try {
      return "success: " + kept.get(30, java.util.concurrent.TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      return ((CausewayException) e.getCause()).code();
    } catch (java.util.concurrent.TimeoutException e) {
      return "no reply";
    }
  }

  static void testOneLater() throws Exception {
    expect("value".equals(later("value").get()), "value");
  }

  /** Threads of the tests that Java knows: they have their native thread's name. */
  static long probeThreads(long unused) {
    long count = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("causeway-probe")) {
        count++;
      }
    }
    return count;
  }

  /** The code of the exception that a call in which C++ does `value` throws, "" for none. */
  static String echoCode(String value) {
    try {
      echo(value);
      return "";
    } catch (CausewayException e) {
      return e.code();
    }
  }

  // What the uncaught exception handler of a thread got.

  private static final StringBuilder UNCAUGHT = new StringBuilder();

  static void watchThread() {
    Thread.currentThread()
        .setUncaughtExceptionHandler(
            (thread, error) -> {
              synchronized (UNCAUGHT) {
                UNCAUGHT.append(error).append(';');
              }
            });
  }

  static String takeUncaught(String unused) {
    synchronized (UNCAUGHT) {
      String text = UNCAUGHT.toString();
      UNCAUGHT.setLength(0);
      return text;
    }
  }

  /** As hammer(), with what needs more than arguments: buffers, errors, replies. */
  static void heavyHammer() {
    for (long i = 0; !stop; i++) {
      String text = "text " + i;
      try {
        expect(text.equals(echo(text)), "echo");
        CALLS.incrementAndGet();
      } catch (CausewayException e) {
        expectClosed(e);
      }
    }
  }

  private static void expectClosed(CausewayException e) {
    if (!e.code().equals("unregistered") && !e.code().equals("vm-detached")) {
      WRONG.add(e);
    }
  }

  private static final java.util.Queue<Throwable> WRONG =
      new java.util.concurrent.ConcurrentLinkedQueue<>();

  static void startHeavyHammer() {
    stop = false;
    Thread thread = new Thread(Down::heavyHammer);
    thread.setUncaughtExceptionHandler((t, error) -> WRONG.add(error));
    HAMMERS.add(thread);
    thread.start();
  }

  static String takeWrong(String unused) {
    Throwable wrong = WRONG.poll();
    return wrong == null ? "" : wrong.toString();
  }

  static final AtomicLong CALLS = new AtomicLong();
  static volatile boolean stop;

  /** Calls until told to stop; an unregistered error is fine, anything else is not. */
  static long hammer() {
    long slot;
    do {
      slot = bind0("hammer");
    } while (slot == 0 && !stop);
    long calls = 0;
    while (!stop) {
      try {
        long sum = addNative(slot, calls, 1);
        expect(sum == calls + 1, "sum");
        calls++;
      } catch (CrossingException e) {
        CausewayException error = Codec.STANDARD.received(e);
        expect(error.code().equals("unregistered"), error.code());
      }
    }
    CALLS.addAndGet(calls);
    return calls;
  }

  static void startHammers(long count) {
    stop = false;
    for (long i = 0; i < count; i++) {
      Thread thread = new Thread(Down::hammer);
      HAMMERS.add(thread);
      thread.start();
    }
  }

  private static final java.util.List<Thread> HAMMERS =
      new java.util.concurrent.CopyOnWriteArrayList<>();

  static long stopHammers(long unused) throws InterruptedException {
    stop = true;
    for (Thread thread : HAMMERS) {
      thread.join();
    }
    return CALLS.get();
  }
}
