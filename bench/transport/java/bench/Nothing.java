package bench;

import java.lang.management.ManagementFactory;

/** What a bare call reaches in either direction, and what the harness asks the JVM. */
public final class Nothing {
  private Nothing() {}

  static final Nothing INSTANCE = new Nothing();
  static byte[] taken;
  static int length;

  // Up: called with Call…MethodA on INSTANCE. Each does something: HotSpot does not even enter a
  // method without bytecodes (JavaCalls::call_helper), which would be half the price of a call.

  int calls;
  static int staticCalls;

  void call() {
    calls++;
  }

  long echoLong(long value) {
    return value;
  }

  /** A nullable value by hand: with its presence bit, null returned as a sentinel. */
  long echoNullable(long value, long mask) {
    return (mask & 1) != 0 ? value : Long.MIN_VALUE;
  }

  /** The same with the Long that a user of nullable values is given and gives. */
  long echoBoxed(long value, long mask) {
    Long boxed = (mask & 1) != 0 ? value : null;
    return boxed == null ? Long.MIN_VALUE : boxed;
  }

  double echoDouble(double value) {
    return value;
  }

  boolean echoBool(boolean value) {
    return value;
  }

  int echoInt(int value) {
    return value;
  }

  static void nothing() {
    staticCalls++;
  }

  static void takeBytes(byte[] bytes, int count) {
    taken = bytes;
    length = count;
  }

  // Down.

  public static native void downNothing();

  public static native long downLong(long value);

  public static native int downInt(int value);

  /** One region copy each. */
  public static native void downTakeBytes(byte[] bytes, int count);

  public static native void downGiveBytes(byte[] bytes, int count);

  static void loopNothing(long n) {
    for (; n > 0; n--) {
      downNothing();
    }
  }

  static final byte[] FLOOR = new byte[4 << 20];

  static void loopTakeBytes(long n) {
    for (; n > 0; n--) {
      downTakeBytes(FLOOR, length);
    }
  }

  static void loopGiveBytes(long n) {
    for (; n > 0; n--) {
      downGiveBytes(FLOOR, length);
    }
  }

  static void loopEchoBytes(long n) {
    for (; n > 0; n--) {
      downTakeBytes(FLOOR, length);
      downGiveBytes(FLOOR, length);
    }
  }

  static void setLength(int count) {
    length = count;
  }

  /**
   * Allocates as much as the heap holds several times over. Until a page of the heap has been used
   * once, using it costs a page fault, and whoever allocates first would pay for all others.
   */
  static void touchHeap() {
    long bytes = 4 * Runtime.getRuntime().maxMemory();
    for (long done = 0; done < bytes; done += 1 << 16) {
      taken = new byte[1 << 16];
    }
    taken = null;
  }

  static long compilationMillis() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }

  static String describe() {
    return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
  }
}
