package dev.causeway.generated;

/** The runtime's own natives, bound by RegisterNatives before the first asynchronous call. */
final class Native {
  private Native() {}

  /**
   * Completes the C++ call that waits under {@code token}. False if no call does (any more). The
   * bytes are copied before this returns.
   */
  static native boolean reply(long token, boolean ok, byte[] bytes, int length);
}
