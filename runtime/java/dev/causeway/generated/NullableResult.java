package dev.causeway.generated;

/**
 * How a nullable int or double (its raw bits) comes back as a long: null as {@link #NULL}, any other
 * value as itself. The one value that equals NULL leaves by the exception path, as a
 * CrossingException without content: one value in 2^64 pays for all others being free.
 */
public final class NullableResult {
  public static final long NULL = 0x9E3779B97F4A7C15L;

  private static final CrossingException VALUE = new CrossingException(new byte[0]);

  private NullableResult() {}

  /** What to return for a value that is present. */
  public static long present(long value) {
    if (value == NULL) {
      throw VALUE; // it has no stack trace and nothing that can be set
    }
    return value;
  }

  /** True if this is no error but the value that equals NULL. */
  public static boolean isValue(CrossingException crossing) {
    return crossing.payload != null && crossing.payload.length == 0;
  }
}
