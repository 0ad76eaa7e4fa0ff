package dev.causeway;

import java.io.PrintStream;
import java.io.PrintWriter;

/**
 * An error that crosses the boundary whole: code, message, details and stack trace text. Generated
 * code throws its subclass {@code ApiError}; an implementation throws one to choose what C++ sees.
 */
public class CausewayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final transient Object details;
  private String nativeStackTrace;

  public CausewayException(@NonNull String code, @Nullable String message) {
    this(code, message, null);
  }

  /** {@code details} is any value of the codec; what it cannot encode arrives as null. */
  public CausewayException(
      @NonNull String code, @Nullable String message, @Nullable Object details) {
    super(message);
    this.code = code == null ? "error" : code;
    this.details = details;
  }

  /** A short stable name of the error, such as {@code unregistered}. */
  @NonNull
  public final String code() {
    return code;
  }

  @Nullable
  public final Object details() {
    return details;
  }

  /** Stack trace text of the side that failed; null if this error did not cross or had none. */
  @Nullable
  public final String nativeStackTrace() {
    return nativeStackTrace;
  }

  /** For generated code. */
  public final void setNativeStackTrace(@Nullable String text) {
    nativeStackTrace = text;
  }

  /** With the stack trace of the other side behind it, if there is one. */
  @Override
  public void printStackTrace(PrintStream to) {
    super.printStackTrace(to);
    if (nativeStackTrace != null) {
      to.println("On the other side: " + nativeStackTrace);
    }
  }

  @Override
  public void printStackTrace(PrintWriter to) {
    super.printStackTrace(to);
    if (nativeStackTrace != null) {
      to.println("On the other side: " + nativeStackTrace);
    }
  }

  @Override
  public String toString() {
    String message = getLocalizedMessage();
    String name = getClass().getName() + ": " + code;
    return message == null ? name : name + ": " + message;
  }
}
