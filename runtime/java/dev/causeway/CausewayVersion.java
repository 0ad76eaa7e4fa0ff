package dev.causeway;

/** What this jar is. */
public final class CausewayVersion {
  /** Version of the project. */
  public static final String VERSION = "0.1.0";

  /** Version of the calling convention; both halves of an application must agree on it. */
  public static final int ABI = 1;

  private CausewayVersion() {}
}
