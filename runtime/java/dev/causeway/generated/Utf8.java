package dev.causeway.generated;

import java.nio.ByteBuffer;

/** UTF-16 to UTF-8 without garbage, and the strict check of UTF-8 from outside. */
final class Utf8 {
  private Utf8() {}

  /** Writes {@code s} at {@code at} if it is ASCII; else writes anything there and says false. */
  static boolean putAscii(String s, byte[] to, ByteBuffer view, int at) {
    int count = s.length();
    for (int i = 0; i < count; i++) {
      char c = s.charAt(i);
      if (c >= 0x80) {
        return false;
      }
      to[at + i] = (byte) c;
    }
    return true;
  }

  /** Bytes that {@link #put} writes. */
  static long size(String s) {
    int count = s.length();
    long size = count;
    for (int i = 0; i < count; i++) {
      char c = s.charAt(i);
      if (c >= 0x800) {
        size += 2;
        if (isPair(s, i, count)) {
          i++; // four bytes for two characters
        }
      } else if (c >= 0x80) {
        size++;
      }
    }
    return size;
  }

  static void put(String s, byte[] to, int at) {
    int count = s.length();
    int p = at;
    for (int i = 0; i < count; i++) {
      char c = s.charAt(i);
      if (c < 0x80) {
        to[p++] = (byte) c;
      } else if (c < 0x800) {
        to[p++] = (byte) (0xC0 | c >> 6);
        to[p++] = (byte) (0x80 | c & 0x3F);
      } else if (isPair(s, i, count)) {
        int point = Character.toCodePoint(c, s.charAt(++i));
        to[p++] = (byte) (0xF0 | point >> 18);
        to[p++] = (byte) (0x80 | point >> 12 & 0x3F);
        to[p++] = (byte) (0x80 | point >> 6 & 0x3F);
        to[p++] = (byte) (0x80 | point & 0x3F);
      } else {
        int point = Character.isSurrogate(c) ? 0xFFFD : c;
        to[p++] = (byte) (0xE0 | point >> 12);
        to[p++] = (byte) (0x80 | point >> 6 & 0x3F);
        to[p++] = (byte) (0x80 | point & 0x3F);
      }
    }
  }

  private static boolean isPair(String s, int i, int count) {
    return Character.isHighSurrogate(s.charAt(i))
        && i + 1 < count
        && Character.isLowSurrogate(s.charAt(i + 1));
  }

  /**
   * Index of the first byte that is not part of a well-formed sequence (Unicode 15, table 3-7), or
   * -1.
   */
  static int firstBadByte(byte[] bytes, int from, int to) {
    int p = from;
    while (p < to) {
      int lead = bytes[p] & 0xFF;
      if (lead < 0x80) {
        p++;
        continue;
      }
      int more;
      int low = 0x80; // the bounds of the second byte exclude overlong forms and surrogates
      int high = 0xBF;
      if (lead >= 0xC2 && lead <= 0xDF) {
        more = 1;
      } else if (lead >= 0xE0 && lead <= 0xEF) {
        more = 2;
        low = lead == 0xE0 ? 0xA0 : 0x80;
        high = lead == 0xED ? 0x9F : 0xBF;
      } else if (lead >= 0xF0 && lead <= 0xF4) {
        more = 3;
        low = lead == 0xF0 ? 0x90 : 0x80;
        high = lead == 0xF4 ? 0x8F : 0xBF;
      } else {
        return p;
      }
      if (more >= to - p) {
        return p;
      }
      for (int i = 1; i <= more; i++) {
        int next = bytes[p + i] & 0xFF;
        if (next < low || next > high) {
          return p;
        }
        low = 0x80;
        high = 0xBF;
      }
      p += more + 1;
    }
    return -1;
  }
}
