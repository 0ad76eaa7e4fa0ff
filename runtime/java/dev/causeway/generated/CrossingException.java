package dev.causeway.generated;

/**
 * Carries an error over the boundary; user code never sees one. {@code payload} holds four encoded
 * values: code (String), message (String or null), details (any value), stack trace (String or
 * null). An empty payload is no error but a value, see {@link NullableResult}. C++ creates
 * instances without running a constructor.
 */
public final class CrossingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Read and written by C++. */
  public byte[] payload;

  CrossingException(byte[] payload) {
    super(null, null, false, false);
    this.payload = payload;
  }

  /** The payload for any Throwable; C++ calls it for one that glue code had no chance to wrap. */
  public static byte[] describe(Throwable error) {
    return Codec.STANDARD.crossing(error).payload;
  }

  /**
   * An error came after the reply of its call: nobody waits for it, but it must not get lost. It
   * goes to the uncaught exception handler of this thread, which prints it by default. C++ calls
   * this as well.
   */
  static void uncaught(byte[] payload) {
    uncaught(Codec.STANDARD.received(new CrossingException(payload)));
  }

  static void uncaught(Throwable error) {
    try {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    } catch (Throwable failure) {
      // As the JVM does when a handler throws.
    }
  }
}
