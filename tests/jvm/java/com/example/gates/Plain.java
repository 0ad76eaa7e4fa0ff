package com.example.gates;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What plain Java pays for the objects that a call hands to its user, measured without any
 * transport. Builders are what this code uses to make objects, not part of them, and are
 * subtracted.
 */
final class Plain {
  private static int size;
  private static byte[] ascii;
  private static char[] french;

  private Plain() {}

  /** Bytes of the objects with the number {@code kind}, for collections of {@code size}. */
  static long bytes(long what) {
    int kind = (int) (what / 1_000_000);
    size = (int) (what % 1_000_000);
    ascii = Data.text(size).getBytes(StandardCharsets.US_ASCII);
    french = (Data.text(size) + "\u00e9").toCharArray();
    make(kind); // classes are loaded
    long before = Meter.now();
    Meter.sink = make(kind);
    long all = Meter.now() - before;
    return all - builders(kind);
  }

  private static Object make(int kind) {
    switch (kind) {
      case 0:
        return null;
      case 1:
        return Long.valueOf(1000 + size);
      case 2:
        return Double.valueOf(0.5);
      case 3:
        return Data.point();
      case 4:
        return Data.seven();
      case 5:
        return Data.eight();
      case 6:
        return Data.nine();
      case 7:
        return new String(ascii, 0, size, StandardCharsets.UTF_8);
      case 8:
        return new byte[size];
      case 9:
        Meter.sink = new byte[size];
        Meter.sink = new int[size];
        Meter.sink = new long[size];
        Meter.sink = new float[size];
        return new double[size];
      case 10:
        return new double[size];
      case 11:
        return Data.points(size);
      case 12:
        return map(size, 19);
      case 13:
        return object();
      case 14:
        return wide();
      case 15:
        Meter.sink = new String(ascii, 0, size, StandardCharsets.UTF_8);
        Meter.sink = Data.point();
        Meter.sink = new byte[size];
        return Data.list(size);
      case 16:
        return new Wide.Builder().build();
      case 17:
        return walk(Data.points);
      case 18:
        return walk(Data.counts.entrySet());
      case 19:
        return walk((List<?>) Data.object);
      case 20:
        walk(Data.wide.getInts());
        walk(Data.wide.getNames());
        return walk(Data.wide.getCounts().entrySet());
      case 21:
        return walk(Data.list);
      case 22:
        Meter.sink = Long.valueOf(1000 + size);
        return new Thrown(new byte[0]);
      case 23:
        return new String(french, 0, size + 1);
      default:
        throw new IllegalArgumentException("kind " + kind);
    }
  }

  /** One pass over a collection: its iterator is the collection's own. */
  private static Object walk(Iterable<?> collection) {
    for (Object element : collection) {
      Meter.sink = element;
    }
    return null;
  }

  /** As large as what carries an error over the boundary. */
  private static final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final transient byte[] payload;

    Thrown(byte[] payload) {
      super(null, null, false, false);
      this.payload = payload;
    }
  }

  private static long builders(int kind) {
    switch (kind) {
      case 3:
        return pointBuilder();
      case 4:
        return sevenBuilder();
      case 5:
        return sevenBuilder() + eightBuilder();
      case 6:
        return sevenBuilder() + eightBuilder() + nineBuilder();
      case 11:
        return size * pointBuilder();
      case 14:
      case 16:
        return wideBuilder();
      case 15:
        return pointBuilder();
      default:
        return 0;
    }
  }

  private static long pointBuilder() {
    long before = Meter.now();
    Meter.sink = new Point.Builder();
    return Meter.now() - before;
  }

  private static long sevenBuilder() {
    long before = Meter.now();
    Meter.sink = new Seven.Builder();
    return Meter.now() - before;
  }

  private static long eightBuilder() {
    long before = Meter.now();
    Meter.sink = new Eight.Builder();
    return Meter.now() - before;
  }

  private static long nineBuilder() {
    long before = Meter.now();
    Meter.sink = new Nine.Builder();
    return Meter.now() - before;
  }

  private static long wideBuilder() {
    long before = Meter.now();
    Meter.sink = new Wide.Builder();
    return Meter.now() - before;
  }

  private static final byte[] SOURCE = Data.text(64).getBytes(StandardCharsets.US_ASCII);

  private static String text(int n) {
    return new String(SOURCE, 0, n, StandardCharsets.UTF_8);
  }

  /** A map that never grows while it is filled: the least that its entries need. */
  private static Map<String, Long> map(int entries, int keyLength) {
    Map<String, Long> made = new LinkedHashMap<>((int) (entries / 0.75f) + 1);
    for (int i = 0; i < entries; i++) {
      SOURCE[0] = (byte) (i & 63); // the key differs, its size does not
      if (keyLength > 1) {
        SOURCE[1] = (byte) (i >> 6 & 63);
      }
      made.put(text(keyLength), 1000L + i);
    }
    return made;
  }

  private static Object object() {
    List<Object> made = new ArrayList<>(2);
    made.add(1000L);
    made.add(text(40));
    return made;
  }

  private static Wide wide() {
    List<String> names = new ArrayList<>(2);
    names.add(text(5));
    names.add(text(40));
    return new Wide.Builder()
        .setB1(true)
        .setB2(false)
        .setB3(true)
        .setI1(1001L)
        .setI2(1002L)
        .setI3(1003L)
        .setI4(1004L)
        .setI5(1005L)
        .setI6(1006L)
        .setI7(1007L)
        .setI8(1008L)
        .setD1(1.5)
        .setD2(2.5)
        .setD3(3.5)
        .setD4(4.5)
        .setD5(5.5)
        .setD6(6.5)
        .setD7(7.5)
        .setD8(8.5)
        .setS1(text(5))
        .setS2(text(6))
        .setS3(text(7))
        .setS4(text(40))
        .setS5(text(41))
        .setS6(text(42))
        .setShade(Shade.MIDDLE)
        .setInts(Data.list(3))
        .setNames(names)
        .setCounts(map(2, 1))
        .setData(new byte[10])
        .build();
  }
}
