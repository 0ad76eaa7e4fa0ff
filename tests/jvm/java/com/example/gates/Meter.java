package com.example.gates;

import java.lang.management.ManagementFactory;

/** Bytes that the calling thread has allocated so far. */
final class Meter {
  private static final com.sun.management.ThreadMXBean BEAN =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Keeps what is measured alive, so that no compiler leaves its allocation out. */
  static volatile Object sink;

  private Meter() {}

  static long now() {
    return BEAN.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** For C++. */
  static long now(long unused) {
    return now();
  }
}
