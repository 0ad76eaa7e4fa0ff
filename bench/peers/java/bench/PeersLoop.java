package bench;

import java.util.Random;

/**
 * Calls native methods with the objects of a pattern, each through a fresh local reference. One loop
 * a method, so that the JIT compiler sees one call site each.
 */
public final class PeersLoop {
  /** A class of our own: carries its peer as a handle. */
  static final class Own {
    long peer;
  }

  static Object[] objects;
  static Own[] owns;
  static int[] order; // of indices; its length is a power of two

  static native long empty(Object object);

  static native long plain(Object object);

  static native long plainA(Object object);

  static native long striped(Object object);

  static native long readWrite(Object object);

  static native long recent(Object object);

  static native long borrow(Object object);

  static native long peek(Object object);

  static native long byHash(Object object, int hash);

  static native long byHandle(Object object, long handle);

  static native long createPlain(Object object);

  static native long create(Object object);

  static void prepare(int count) {
    objects = new Object[count];
    owns = new Own[count];
    for (int i = 0; i < count; i++) {
      objects[i] = new Object();
      owns[i] = new Own();
    }
  }

  static Object objectAt(int i) {
    return objects[i];
  }

  static Object ownAt(int i) {
    return owns[i];
  }

  static void pattern(int[] indices) {
    order = indices;
  }

  /** Runs {@code n} calls of one method; the sum tells whether each found its peer. */
  static long run(int method, int n, int from) {
    final Object[] objects = PeersLoop.objects;
    final int[] order = PeersLoop.order;
    final int mask = order.length - 1;
    long sum = 0;
    switch (method) {
      case 0:
        return runEmpty(objects, order, mask, n, from);
      case 1:
        return runPlain(objects, order, mask, n, from);
      case 2:
        return runPlainA(objects, order, mask, n, from);
      case 3:
        return runStriped(objects, order, mask, n, from);
      case 4:
        return runReadWrite(objects, order, mask, n, from);
      case 5:
        return runRecent(objects, order, mask, n, from);
      case 6:
        return runBorrow(objects, order, mask, n, from);
      case 7:
        return runPeek(objects, order, mask, n, from);
      case 8:
        return runByHash(objects, order, mask, n, from);
      case 9:
        return runByHandle(owns, order, mask, n, from);
      case 10:
        for (int i = 0; i < n; i++) sum += createPlain(new Object());
        return sum;
      case 11:
        for (int i = 0; i < n; i++) sum += create(new Object());
        return sum;
      default:
        throw new IllegalArgumentException("method " + method);
    }
  }

  private static long runEmpty(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += empty(objects[order[i & mask]]);
    return sum;
  }

  private static long runPlain(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += plain(objects[order[i & mask]]);
    return sum;
  }

  private static long runPlainA(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += plainA(objects[order[i & mask]]);
    return sum;
  }

  private static long runStriped(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += striped(objects[order[i & mask]]);
    return sum;
  }

  private static long runReadWrite(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += readWrite(objects[order[i & mask]]);
    return sum;
  }

  private static long runRecent(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += recent(objects[order[i & mask]]);
    return sum;
  }

  private static long runBorrow(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += borrow(objects[order[i & mask]]);
    return sum;
  }

  private static long runPeek(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) sum += peek(objects[order[i & mask]]);
    return sum;
  }

  private static long runByHash(Object[] objects, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) {
      Object object = objects[order[i & mask]];
      sum += byHash(object, System.identityHashCode(object));
    }
    return sum;
  }

  private static long runByHandle(Own[] owns, int[] order, int mask, int n, int from) {
    long sum = 0;
    for (int i = from; i < from + n; i++) {
      Own own = owns[order[i & mask]];
      sum += byHandle(own, own.peer);
    }
    return sum;
  }

  /** Two threads at once, the second in the opposite order; nanoseconds a call of the slower. */
  static double runTwo(int method, int n) throws InterruptedException {
    final double[] spent = new double[2];
    final java.util.concurrent.CyclicBarrier start = new java.util.concurrent.CyclicBarrier(2);
    final int[] forward = order;
    Thread[] threads = new Thread[2];
    for (int t = 0; t < 2; t++) {
      final int which = t;
      threads[t] =
          new Thread(
              () -> {
                int[] mine = forward.clone();
                if (which == 1) {
                  for (int i = 0; i < mine.length; i++) mine[i] = forward[mine.length - 1 - i];
                }
                try {
                  start.await();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
                long begin = System.nanoTime();
                runWith(method, mine, n);
                spent[which] = (double) (System.nanoTime() - begin) / n;
              });
      threads[t].start();
    }
    for (Thread thread : threads) thread.join();
    return Math.max(spent[0], spent[1]);
  }

  private static long runWith(int method, int[] order, int n) {
    int mask = order.length - 1;
    switch (method) {
      case 1:
        return runPlain(objects, order, mask, n, 0);
      case 5:
        return runRecent(objects, order, mask, n, 0);
      case 6:
        return runBorrow(objects, order, mask, n, 0);
      default:
        throw new IllegalArgumentException("method " + method);
    }
  }
}
