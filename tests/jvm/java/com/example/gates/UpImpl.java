package com.example.gates;

import dev.causeway.Reply;
import java.util.List;
import java.util.Map;

/** Takes without looking and gives what is ready: it allocates nothing. */
final class UpImpl implements Up {
  static long received;

  static void register() {
    Up.register(new UpImpl());
    LateUp.register(() -> 42L);
  }

  static long received(long unused) {
    return received;
  }

  @Override
  public void nothing() {}

  @Override
  public long addInt(long a, long b) {
    return a + b;
  }

  @Override
  public boolean invert(boolean value) {
    return !value;
  }

  @Override
  public double half(double value) {
    return value / 2;
  }

  @Override
  public Long maybeInt(Long value) {
    return value;
  }

  @Override
  public Double maybeDouble(Double value) {
    return value;
  }

  @Override
  public Boolean maybeBool(Boolean value) {
    return value;
  }

  @Override
  public Shade nextShade(Shade shade) {
    return shade == Shade.LIGHT ? Shade.MIDDLE : Shade.DARK;
  }

  @Override
  public Shade maybeShade(Shade shade) {
    return shade;
  }

  @Override
  public void takePoint(Point point) {}

  @Override
  public Point givePoint() {
    return Data.point;
  }

  @Override
  public Point echoMaybePoint(Point point) {
    return point;
  }

  @Override
  public void takeSeven(Seven seven) {}

  @Override
  public Seven giveSeven() {
    return Data.seven;
  }

  @Override
  public void takeEight(Eight eight) {}

  @Override
  public Eight giveEight() {
    return Data.eight;
  }

  @Override
  public void takeNine(Nine nine) {}

  @Override
  public Nine giveNine() {
    return Data.nine;
  }

  @Override
  public void takeString(String text) {
    received = text.length();
  }

  @Override
  public String giveString() {
    return Data.text;
  }

  @Override
  public void takeBytes(byte[] bytes) {
    received = bytes.length;
  }

  @Override
  public byte[] giveBytes() {
    return Data.bytes;
  }

  @Override
  public void takeFive(byte[] a, int[] b, long[] c, float[] d, double[] e) {}

  @Override
  public double[] giveDoubles() {
    return Data.doubles;
  }

  @Override
  public void takePoints(List<Point> points) {
    received = points.size();
  }

  @Override
  public List<Point> givePoints() {
    return Data.points;
  }

  @Override
  public void takeCounts(Map<String, Long> counts) {
    received = counts.size();
  }

  @Override
  public Map<String, Long> giveCounts() {
    return Data.counts;
  }

  @Override
  public void takeObject(Object value) {}

  @Override
  public Object giveObject() {
    return Data.object;
  }

  @Override
  public void takeWide(Wide wide) {}

  @Override
  public Wide giveWide() {
    return Data.wide;
  }

  @Override
  public long mixed(long scalar, String first, Point point, byte[] bytes, List<Long> list) {
    return scalar;
  }

  @Override
  public void later(String text, Reply<String> reply) {
    reply.success(text);
  }
}
