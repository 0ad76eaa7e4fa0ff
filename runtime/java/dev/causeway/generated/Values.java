package dev.causeway.generated;

import dev.causeway.Nullable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Equality, hash and text of values of generated classes. Arrays count by content; NaN equals NaN
 * and -0.0 equals 0.0, alone and inside arrays and collections, as on the C++ side.
 */
public final class Values {
  private Values() {}

  public static boolean equal(double a, double b) {
    return a == b || (a != a && b != b);
  }

  public static int hash(double value) {
    return value == 0 ? 0 : Double.hashCode(value);
  }

  public static int hash(long value) {
    return Long.hashCode(value);
  }

  public static int hash(boolean value) {
    return Boolean.hashCode(value);
  }

  public static boolean equal(@Nullable Object a, @Nullable Object b) {
    if (a == b) {
      return true;
    }
    if (a == null || b == null) {
      return false;
    }
    if (a instanceof Double) {
      return b instanceof Double && equal(((Double) a).doubleValue(), ((Double) b).doubleValue());
    }
    if (a instanceof List) {
      return b instanceof List && equalLists((List<?>) a, (List<?>) b);
    }
    if (a instanceof Map) {
      return b instanceof Map && equalMaps((Map<?, ?>) a, (Map<?, ?>) b);
    }
    return a.getClass().isArray() ? equalArrays(a, b) : a.equals(b);
  }

  private static boolean equalLists(List<?> a, List<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    Iterator<?> other = b.iterator();
    for (Object element : a) {
      if (!other.hasNext() || !equal(element, other.next())) {
        return false;
      }
    }
    return !other.hasNext();
  }

  private static boolean equalMaps(Map<?, ?> a, Map<?, ?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<?, ?> entry : a.entrySet()) {
      Object key = entry.getKey();
      Object value = b.get(key);
      boolean found = value != null || b.containsKey(key);
      if (!(found ? equal(entry.getValue(), value) : hasEqualEntry(b, entry))) {
        return false;
      }
    }
    return true;
  }

  // For keys whose own equals() is not ours: arrays, -0.0.
  private static boolean hasEqualEntry(Map<?, ?> map, Map.Entry<?, ?> wanted) {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (equal(wanted.getKey(), entry.getKey()) && equal(wanted.getValue(), entry.getValue())) {
        return true;
      }
    }
    return false;
  }

  private static boolean equalArrays(Object a, Object b) {
    if (a instanceof byte[]) {
      return b instanceof byte[] && Arrays.equals((byte[]) a, (byte[]) b);
    }
    if (a instanceof int[]) {
      return b instanceof int[] && Arrays.equals((int[]) a, (int[]) b);
    }
    if (a instanceof long[]) {
      return b instanceof long[] && Arrays.equals((long[]) a, (long[]) b);
    }
    if (a instanceof double[] && b instanceof double[]) {
      double[] x = (double[]) a;
      double[] y = (double[]) b;
      boolean same = x.length == y.length;
      for (int i = 0; same && i < x.length; i++) {
        same = equal(x[i], y[i]);
      }
      return same;
    }
    if (a instanceof float[] && b instanceof float[]) {
      float[] x = (float[]) a;
      float[] y = (float[]) b;
      boolean same = x.length == y.length;
      for (int i = 0; same && i < x.length; i++) {
        same = equal((double) x[i], (double) y[i]);
      }
      return same;
    }
    return false;
  }

  public static int hash(@Nullable Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof Double) {
      return hash(((Double) value).doubleValue());
    }
    if (value instanceof List) {
      int hash = 1;
      for (Object element : (List<?>) value) {
        hash = 31 * hash + hash(element);
      }
      return hash;
    }
    if (value instanceof Map) {
      int hash = 0;
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        hash += hash(entry.getKey()) ^ hash(entry.getValue());
      }
      return hash;
    }
    return value.getClass().isArray() ? hashArray(value) : value.hashCode();
  }

  private static int hashArray(Object value) {
    if (value instanceof byte[]) {
      return Arrays.hashCode((byte[]) value);
    }
    if (value instanceof int[]) {
      return Arrays.hashCode((int[]) value);
    }
    if (value instanceof long[]) {
      return Arrays.hashCode((long[]) value);
    }
    int hash = 1;
    if (value instanceof double[]) {
      for (double element : (double[]) value) {
        hash = 31 * hash + hash(element);
      }
    } else if (value instanceof float[]) {
      for (float element : (float[]) value) {
        hash = 31 * hash + hash((double) element);
      }
    }
    return hash;
  }

  /** Text of a field for {@code toString()}. */
  public static String text(@Nullable Object value) {
    if (value instanceof byte[]) {
      return Arrays.toString((byte[]) value);
    }
    if (value instanceof int[]) {
      return Arrays.toString((int[]) value);
    }
    if (value instanceof long[]) {
      return Arrays.toString((long[]) value);
    }
    if (value instanceof float[]) {
      return Arrays.toString((float[]) value);
    }
    if (value instanceof double[]) {
      return Arrays.toString((double[]) value);
    }
    return String.valueOf(value);
  }
}
