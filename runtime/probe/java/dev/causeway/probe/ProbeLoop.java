package dev.causeway.probe;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/**
 * The Java half of {@code causeway-probe}: loops, one a method, so that the JIT compiler sees one
 * call site each, and what they and C++ call.
 */
public final class ProbeLoop {
  /** A class of our own: carries its peer as a handle. */
  static final class Own {
    long peer;
  }

  /** What the rows for fields, classes and calls use. */
  static class Thing {
    static long shared;
    long number;
    Object object = this;

    void nothing() {
      shared++;
    }

    int plus(int n) {
      return n;
    }

    native void nothingNative();
  }

  static final class Pattern {
    Object[] objects;
    Own[] owns;
    int[] order; // of indices; its length is a power of two
  }

  private ProbeLoop() {}

  static String collectors() {
    StringBuilder names = new StringBuilder();
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      names.append(names.length() == 0 ? "" : ", ").append(bean.getName());
    }
    return names.toString();
  }

  // What C++ calls.

  static final Thing thing = new Thing();

  private static int calls;

  /** Counts: HotSpot never compiles an empty method that only C++ calls. */
  static void nothing() {
    calls++;
  }

  static int plus(int n) {
    return n;
  }

  static Object self(Object object) {
    return object;
  }

  static void intoNative() {
    nothingNative();
  }

  // Natives.

  static native void nothingNative();

  static native int numberNative(int n);

  static native int objectNative(Object object);

  static native int hashNative(Object object, int hash);

  static native void backNative();

  static native int readText(String text);

  static native long borrow(Object object);

  static native long peek(Object object);

  static native long byHash(Object object, int hash);

  static native long byHandle(Object object, long handle);

  static native long create(Object object);

  static native long find(Object object);

  static native long createTyped(Object object);

  static native int takeBytes(byte[] bytes);

  static native int takeDirect(int size);

  // Loops.

  static int empty(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum ^= i;
    return sum;
  }

  static int callJava(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += notInlined(i);
    return sum;
  }

  /** The command line of the JVM forbids to inline it. */
  static int notInlined(int n) {
    return n;
  }

  static int identityHash(int n) {
    int sum = 0;
    final Thing object = thing;
    for (int i = 0; i < n; i++) sum ^= System.identityHashCode(object) + i;
    return sum;
  }

  static int callNothing(int n) {
    for (int i = 0; i < n; i++) nothingNative();
    return n;
  }

  static int callNothingOnObject(int n) {
    final Thing object = thing;
    for (int i = 0; i < n; i++) object.nothingNative();
    return n;
  }

  static int callNumber(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += numberNative(i);
    return sum;
  }

  static int callObject(int n) {
    int sum = 0;
    final Object object = thing;
    for (int i = 0; i < n; i++) sum += objectNative(object);
    return sum;
  }

  static int callHash(int n) {
    int sum = 0;
    final Object object = thing;
    for (int i = 0; i < n; i++) sum += hashNative(object, System.identityHashCode(object));
    return sum;
  }

  static int callBack(int n) {
    for (int i = 0; i < n; i++) backNative();
    return n;
  }

  static int callText(int n) {
    int sum = 0;
    final String text = "twelve chars";
    for (int i = 0; i < n; i++) sum += readText(text);
    return sum;
  }

  // Lookups: objects of a pattern, each through a fresh local reference.

  private static final Pattern[] patterns = new Pattern[32];
  private static Object[] objects;
  private static Own[] owns;
  private static int[] order;
  private static int at;

  static void pattern(int which, int count, int[] order) {
    Pattern pattern = new Pattern();
    pattern.objects = new Object[count];
    pattern.owns = new Own[count];
    for (int i = 0; i < count; i++) {
      pattern.objects[i] = new Object();
      pattern.owns[i] = new Own();
    }
    pattern.order = order;
    patterns[which] = pattern;
  }

  static Object objectAt(int which, int i) {
    return patterns[which].objects[i];
  }

  static Object ownAt(int which, int i) {
    return patterns[which].owns[i];
  }

  /** Objects of classes that a type map knows, in turn. */
  static void things(int which, Object[] things) {
    Pattern pattern = new Pattern();
    pattern.objects = things;
    pattern.order = new int[1024];
    for (int i = 0; i < pattern.order.length; i++) pattern.order[i] = i % things.length;
    patterns[which] = pattern;
  }

  static void select(int which) {
    objects = patterns[which].objects;
    owns = patterns[which].owns;
    order = patterns[which].order;
  }

  static int runObject(int n) {
    final Object[] objects = ProbeLoop.objects;
    final int[] order = ProbeLoop.order;
    final int mask = order.length - 1;
    int from = at;
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += objectNative(objects[order[i & mask]]);
    at = (from + n) & mask;
    return (int) sum;
  }

  static int runBorrow(int n) {
    final Object[] objects = ProbeLoop.objects;
    final int[] order = ProbeLoop.order;
    final int mask = order.length - 1;
    int from = at;
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += borrow(objects[order[i & mask]]);
    at = (from + n) & mask;
    return (int) sum;
  }

  static int runPeek(int n) {
    final Object[] objects = ProbeLoop.objects;
    final int[] order = ProbeLoop.order;
    final int mask = order.length - 1;
    int from = at;
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += peek(objects[order[i & mask]]);
    at = (from + n) & mask;
    return (int) sum;
  }

  static int runByHash(int n) {
    final Object[] objects = ProbeLoop.objects;
    final int[] order = ProbeLoop.order;
    final int mask = order.length - 1;
    int from = at;
    long sum = 0;
    for (int i = from; i < from + n; i++) {
      Object object = objects[order[i & mask]];
      sum += byHash(object, System.identityHashCode(object));
    }
    at = (from + n) & mask;
    return (int) sum;
  }

  static int runByHandle(int n) {
    final Own[] owns = ProbeLoop.owns;
    final int[] order = ProbeLoop.order;
    final int mask = order.length - 1;
    int from = at;
    long sum = 0;
    for (int i = from; i < from + n; i++) {
      Own own = owns[order[i & mask]];
      sum += byHandle(own, own.peer);
    }
    at = (from + n) & mask;
    return (int) sum;
  }

  static int runFind(int n) {
    final Object[] objects = ProbeLoop.objects;
    final int[] order = ProbeLoop.order;
    final int mask = order.length - 1;
    int from = at;
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += find(objects[order[i & mask]]);
    at = (from + n) & mask;
    return (int) sum;
  }

  static int runNew(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += objectNative(new Object());
    return sum;
  }

  static int runCreate(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += create(new Object());
    return (int) sum;
  }

  static int runCreateTyped(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += createTyped(new Object());
    return (int) sum;
  }

  // Transports.

  private static byte[] bytes = new byte[0];
  private static ByteBuffer buffer;

  static void transport(int size, ByteBuffer direct) {
    bytes = new byte[size];
    buffer = direct;
  }

  static int arrayArrived(byte[] array) {
    return array.length;
  }

  static int directArrived(int size) {
    buffer.clear();
    buffer.get(bytes, 0, size);
    return bytes[0];
  }

  static int sendArray(int n) {
    int sum = 0;
    final byte[] array = bytes;
    for (int i = 0; i < n; i++) sum += takeBytes(array);
    return sum;
  }

  static int sendDirect(int n) {
    int sum = 0;
    final byte[] array = bytes;
    final ByteBuffer direct = buffer;
    for (int i = 0; i < n; i++) {
      direct.clear();
      direct.put(array, 0, array.length);
      sum += takeDirect(array.length);
    }
    return sum;
  }
}
