package dev.causeway;

/**
 * Where the result of an asynchronous call goes, once and from any thread. A second reply throws
 * {@code already-replied}; a reply that becomes unreachable unused arrives at the caller as
 * {@code dropped-reply}.
 *
 * @param <T> type of the result; {@link Void} for a method without one
 */
public interface Reply<T> {
  /** Gives the result; null for {@code Reply<Void>} and nullable results only. */
  void success(T value);

  /** Gives an error. The code and details of a {@link CausewayException} cross with it. */
  void error(@NonNull Throwable error);
}
