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
}
