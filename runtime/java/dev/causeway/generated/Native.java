package dev.causeway.generated;

/**
 * The runtime's own natives, bound by RegisterNatives before the first asynchronous call and before
 * Java can know a slot.
 */
final class Native {
  private Native() {}

  /**
   * Completes the C++ call that waits under {@code token}. False if no call does (any more). The
   * bytes are copied before this returns.
   */
  static native boolean reply(long token, boolean ok, byte[] bytes, int length);

  /** Gives back a slot that {@code bind0} of a generated class gave. */
  static native void release(long slot);
}
