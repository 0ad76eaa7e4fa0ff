package com.example.gates;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values that the gates send. Every value is made from a size by a rule that C++ states again
 * in its own words; integers lie outside of Java's cache of boxed values.
 */
final class Data {
  static Point point;
  static Seven seven;
  static Eight eight;
  static Nine nine;
  static Wide wide;
  static String text;
  static byte[] bytes;
  static int[] ints;
  static long[] longs;
  static float[] floats;
  static double[] doubles;
  static List<Point> points;
  static Map<String, Long> counts;
  static Object object;
  static List<Long> list;

  private Data() {}

  /** Makes all values; collections, text and arrays have {@code size} elements. */
  static long prepare(long size) {
    int n = (int) size;
    point = point();
    seven = seven();
    eight = eight();
    nine = nine();
    wide = n == 0 ? new Wide.Builder().build() : wide();
    text = text(n);
    bytes = new byte[n];
    ints = new int[n];
    longs = new long[n];
    floats = new float[n];
    doubles = new double[n];
    points = points(n);
    counts = counts(n);
    object = object();
    list = list(n);
    return n;
  }

  static Point point() {
    return new Point.Builder().setX(1.5).setY(2.5).build();
  }

  static Seven seven() {
    return new Seven.Builder()
        .setA(1000L)
        .setB(0.5)
        .setC(true)
        .setD(Shade.DARK)
        .setE(2000L)
        .setF(0.25)
        .setG(3000L)
        .build();
  }

  static Eight eight() {
    return new Eight.Builder().setSeven(seven()).setH(4000L).build();
  }

  static Nine nine() {
    return new Nine.Builder().setEight(eight()).setI(5000L).build();
  }

  static String text(int n) {
    char[] chars = new char[n];
    java.util.Arrays.fill(chars, 'x');
    return new String(chars);
  }

  static List<Point> points(int n) {
    List<Point> made = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      made.add(point());
    }
    return made;
  }

  /** Keys of 19 characters. */
  static String key(int i) {
    return "key" + String.format("%016d", i);
  }

  static Map<String, Long> counts(int n) {
    Map<String, Long> made = new LinkedHashMap<>();
    for (int i = 0; i < n; i++) {
      made.put(key(i), 1000L + i);
    }
    return made;
  }

  static Object object() {
    List<Object> made = new ArrayList<>(2);
    made.add(1000L);
    made.add(text(40));
    return made;
  }

  static List<Long> list(int n) {
    List<Long> made = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      made.add(1000L + i);
    }
    return made;
  }

  static Wide wide() {
    List<String> names = new ArrayList<>(2);
    names.add(text(5));
    names.add(text(40));
    Map<String, Long> two = new LinkedHashMap<>(4);
    two.put("a", 1000L);
    two.put("b", 1001L);
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
        .setInts(list(3))
        .setNames(names)
        .setCounts(two)
        .setData(new byte[10])
        .build();
  }
}
