package com.example.behaviour;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.ObjectName;

/** Threads: how many there are, many at once, virtual ones. Run by name from C++. */
final class ThreadTests {
  private ThreadTests() {}

  static String run(String name) {
    return Check.run(() -> test(name));
  }

  private static void test(String name) throws Throwable {
    switch (name) {
      case "eight":
        eight();
        break;
      case "virtual":
        virtual();
        break;
      case "hammer":
        hammer();
        break;
      default:
        throw new IllegalArgumentException(name);
    }
  }

  /** Threads that Java knows of now; those of the JVM itself do not change. */
  static long live(long unused) {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  static long isDaemon(long unused) {
    return Thread.currentThread().isDaemon() ? 1 : 0;
  }

  private static void one(int seed) {
    Guest guest = Guest.get();
    String text = HostImpl.repeat("thread " + seed + ' ', 20 + seed % 50);
    Check.equal(text, guest.echoString(text));
    Check.equal(seed + 1L, guest.increment(seed));
    Check.isTrue(guest.nest(4, text).startsWith(text), "nested text");
    Check.throwsApiError("native-error", () -> guest.fail("std"));
  }

  private static void eight() throws Throwable {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int t = 0; t < 8; t++) {
      int seed = 1000 * t;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  for (int i = 0; i < 200; i++) {
                    one(seed + i);
                  }
                } catch (Throwable e) {
                  failure.set(e);
                }
              });
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  /** Instances of a class on the heap, garbage included. */
  static int instances(String name) throws Exception {
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[] {"-all"}},
                    new String[] {String[].class.getName()});
    for (String line : histogram.split("\n")) {
      String[] words = line.trim().split("\\s+");
      if (words.length >= 4 && words[3].equals(name)) {
        return Integer.parseInt(words[1]);
      }
    }
    return 0;
  }

  private static final String CALL_BUFFER = "dev.causeway.generated.CallBuffer";

  /** Buffers belong to calls that are going on, not to threads. */
  private static void virtual() throws Throwable {
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    one(0);
    System.gc();
    int before = instances(CALL_BUFFER);
    Check.isTrue(before > 0, "the histogram does not know " + CALL_BUFFER);
    AtomicInteger finished = new AtomicInteger();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 10_000; t++) {
      int seed = t;
      Runnable body =
          () -> {
            try {
              go.await();
              String text = "virtual " + seed;
              Check.equal(text, Guest.get().echoString(text));
              Thread.yield();
              Check.isTrue(Guest.get().nest(2, text).startsWith(text), "nested text");
              finished.incrementAndGet();
            } catch (Throwable e) {
              failure.set(e);
            }
          };
      threads.add((Thread) start.invoke(null, body));
    }
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    Check.equal(10_000, finished.get());
    // The pool has 32 slots; each carrier thread has a few buffers of its own for calls from C++.
    int carriers = Math.max(16, 2 * Runtime.getRuntime().availableProcessors());
    int made = instances(CALL_BUFFER) - before;
    Check.isTrue(made <= 32 + 4 * carriers, made + " buffers were made for 10,000 threads");
  }

  static volatile boolean stop;
  static final AtomicInteger ANSWERED = new AtomicInteger();

  static void stopHammer() {
    stop = true;
  }

  /** Calls "hundred" from four threads until it is told to stop; no registration is no failure. */
  private static void hammer() throws Throwable {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  Guest guest = Guest.get("hundred");
                  while (!stop) {
                    try {
                      long result = guest.increment(1);
                      Check.isTrue(result == 101 || result == 1001, "result " + result);
                      ANSWERED.incrementAndGet();
                    } catch (ApiError e) {
                      Check.equal("unregistered", e.code());
                    }
                  }
                } catch (Throwable e) {
                  failure.set(e);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  static long answered(long unused) {
    return ANSWERED.get();
  }
}
