package com.example.bridge;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;

/** Java that calls C++ back, and Java's own ways to learn that an object has gone. */
public final class Calls {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicLong FINALIZED = new AtomicLong();
  private static final AtomicLong CLEANED = new AtomicLong();

  private Calls() {}

  static native long called(Object half);

  /** Nothing but the argument of the call holds the half. */
  public static long callWithAFreshHalf(long unused) {
    return called(new Halves.Holder());
  }

  public static void callBack(Object half) {
    called(half);
  }

  private static final class WithFinalizer {
    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
      FINALIZED.incrementAndGet();
    }
  }

  /** Two objects that nobody holds: one tells its finalizer, one its cleaner. */
  public static void dropTwo() {
    new WithFinalizer();
    CLEANER.register(new Object(), CLEANED::incrementAndGet);
  }

  public static long finalized(long unused) {
    return FINALIZED.get();
  }

  public static long cleaned(long unused) {
    return CLEANED.get();
  }
}
