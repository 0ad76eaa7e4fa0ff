package com.example.behaviour;

import java.lang.management.ManagementFactory;

/** Instances by name. Run by name from C++. */
final class InstanceTests {
  private static final Guest KEPT = Guest.get("kept");
  private static final HostImpl IMPLEMENTATION = new HostImpl(1);

  private InstanceTests() {}

  static String run(String name) {
    return Check.run(() -> test(name));
  }

  private static void test(String name) throws Throwable {
    switch (name) {
      case "in vain":
        inVain();
        break;
      case "churn":
        churn();
        break;
      case "kept: registered":
        Check.isTrue(Guest.get("kept") == KEPT, "one object a name");
        Check.equal(2L, KEPT.increment(1));
        break;
      case "kept: unregistered":
        Check.throwsApiError("unregistered", () -> KEPT.increment(1));
        break;
      default:
        named(name.split(" "));
    }
  }

  private static void inVain() {
    long before = 0;
    for (int i = 0; i < 110_000; i++) {
      if (i == 10_000) {
        before = usedBytes(0);
      }
      Guest guest = Guest.get("vain" + i);
      Check.throwsApiError("unregistered", () -> guest.increment(1));
    }
    long left = usedBytes(0) - before;
    Check.isTrue(left < 2_000_000, left + " bytes are left");
  }

  private static void churn() {
    int answered = 0;
    for (int i = 0; i < 20_000 || answered == 0; i++) {
      try {
        Check.equal(i + 1L, Guest.get("churn" + i % 8).increment(i));
        answered++;
      } catch (ApiError e) {
        Check.equal("unregistered", e.code());
      }
      if (i % 2000 == 0) {
        System.gc();
      }
    }
  }

  /** {name}: a call; {"register", name}, {"unregister", name}: that. */
  private static void named(String[] words) {
    if (words.length == 1) {
      Check.equal(2L, Guest.get(words[0]).increment(1));
    } else {
      Host.register(words[1], words[0].equals("register") ? IMPLEMENTATION : null);
    }
  }

  static void collect() {
    for (int i = 0; i < 3; i++) {
      System.gc();
      try {
        Thread.sleep(20); // the reference handler queues what was collected
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      Guest.get("collected"); // gives back what the collected objects used
      HostGlue.instance("collected");
    }
  }

  static long usedBytes(long unused) {
    collect();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
