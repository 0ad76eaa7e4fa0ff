package bench.rows;

final class ScalarsImplementation implements Scalars {
  int calls;

  @Override
  public void nothing() {
    calls++;
  }

  @Override
  public long echoInt(long value) {
    return value;
  }

  @Override
  public double echoDouble(double value) {
    return value;
  }

  @Override
  public boolean echoBool(boolean value) {
    return value;
  }

  @Override
  public Long echoIntOrNull(Long value) {
    return value;
  }

  @Override
  public Color echoColor(Color value) {
    return value;
  }
}
