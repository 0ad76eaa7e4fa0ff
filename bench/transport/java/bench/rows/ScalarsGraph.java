package bench.rows;

/** Scalars as a hand-written JNI binding has them: boxes for what may be null, enums as objects. */
final class ScalarsGraph {
  private ScalarsGraph() {}

  static final ScalarsGraph INSTANCE = new ScalarsGraph();

  Long echoIntOrNull(Long value) {
    return value;
  }

  bench.rows.pojo.Color echoColor(bench.rows.pojo.Color value) {
    return value;
  }

  static native Long downIntOrNull(Long value);

  static native bench.rows.pojo.Color downColor(bench.rows.pojo.Color value);
}
