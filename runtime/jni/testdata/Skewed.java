package testglue;

/** Generated from another definition than its C++ half. */
final class Skewed {
  static final long FINGERPRINT = 1;

  private Skewed() {}

  static Skewed instance(String name) {
    return new Skewed();
  }
}
