package dev.causeway.generated;

import java.util.Objects;

/**
 * What a generated codec does, by hand: an enum at place 0, a class of three values at place 1, a
 * class of two doubles at place 2, and a class of one value at place 126, the first that needs the
 * wrapper.
 */
final class Shapes extends Codec {
  static final Shapes CODEC = new Shapes();

  enum Mode {
    A,
    B,
    C
  }

  static final class Triple {
    final Object a;
    final Object b;
    final Object c;

    Triple(Object a, Object b, Object c) {
      this.a = a;
      this.b = b;
      this.c = c;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Triple
          && Values.equal(a, ((Triple) o).a)
          && Values.equal(b, ((Triple) o).b)
          && Values.equal(c, ((Triple) o).c);
    }

    @Override
    public int hashCode() {
      return Objects.hash(Values.hash(a), Values.hash(b), Values.hash(c));
    }
  }

  static final class Point {
    final double x;
    final double y;

    Point(double x, double y) {
      this.x = x;
      this.y = y;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Point && Values.equal(x, ((Point) o).x) && Values.equal(y, ((Point) o).y);
    }

    @Override
    public int hashCode() {
      return 31 * Values.hash(x) + Values.hash(y);
    }
  }

  static final class Far {
    final Object value;

    Far(Object value) {
      this.value = value;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Far && Values.equal(value, ((Far) o).value);
    }

    @Override
    public int hashCode() {
      return Values.hash(value);
    }
  }

  static void write(Writer w, Point p) {
    w.reserve(35);
    w.putClass(2, 2);
    w.putDouble(p.x);
    w.putDouble(p.y);
  }

  static Point readPoint(Reader r) {
    r.readClass(2, 2, "Point");
    return new Point(r.readDouble("Point.x"), r.readDouble("Point.y"));
  }

  @Override
  protected boolean encodeCustom(Writer w, Object value) {
    if (value instanceof Mode) {
      w.writeEnum(0, ((Mode) value).ordinal());
    } else if (value instanceof Triple) {
      Triple t = (Triple) value;
      w.writeClass(1, 3);
      encode(w, t.a, "Triple.a");
      encode(w, t.b, "Triple.b");
      encode(w, t.c, "Triple.c");
    } else if (value instanceof Point) {
      write(w, (Point) value);
    } else if (value instanceof Far) {
      w.writeClass(126, 1);
      encode(w, ((Far) value).value, "Far.value");
    } else {
      return false;
    }
    return true;
  }

  @Override
  protected Object decodeCustom(Reader r, int ordinal) {
    switch (ordinal) {
      case 0:
        return Mode.values()[r.readIndex(3, "Mode")];
      case 1:
        r.readFields(3, "Triple");
        return new Triple(
            decode(r, "Triple.a"), decode(r, "Triple.b"), decode(r, "Triple.c"));
      case 2:
        r.readFields(2, "Point");
        return new Point(r.readDouble("Point.x"), r.readDouble("Point.y"));
      case 126:
        r.readFields(1, "Far");
        return new Far(decode(r, "Far.value"));
      default:
        throw unknownType(r, ordinal);
    }
  }
}
