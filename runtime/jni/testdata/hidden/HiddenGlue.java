package hidden;

/** The glue of an application that only its own class loader knows. */
final class HiddenGlue {
  static final long FINGERPRINT = 5;

  private HiddenGlue() {}

  static HiddenGlue instance(String name) {
    return new HiddenGlue();
  }

  long twice(long value) {
    return 2 * value;
  }
}
