package dev.causeway.generated;

import dev.causeway.CausewayException;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The codec on values and bytes that follow from the format, not from our own output. */
final class CodecTest {
  private static final Codec CODEC = Shapes.CODEC;

  private CodecTest() {}

  public static void main(String[] args) throws Exception {
    Check.test("sizes", CodecTest::sizes);
    Check.test("strings", CodecTest::strings);
    Check.test("badUtf8", CodecTest::badUtf8);
    Check.test("doublesAtEveryOffset", CodecTest::doublesAtEveryOffset);
    Check.test("nanPayload", CodecTest::nanPayload);
    Check.test("intTags", CodecTest::intTags);
    Check.test("typedData", CodecTest::typedData);
    Check.test("numbersAndText", CodecTest::numbersAndText);
    Check.test("customTypes", CodecTest::customTypes);
    Check.test("truncation", CodecTest::truncation);
    Check.test("hostileCounts", CodecTest::hostileCounts);
    Check.test("depth", CodecTest::depth);
    Check.test("nullables", CodecTest::nullables);
    Check.test("wrongTypes", CodecTest::wrongTypes);
    Check.test("lyingCollections", CodecTest::lyingCollections);
    Check.test("growth", CodecTest::growth);
  }

  private static void roundTrip(Object value) {
    Check.equal(value, Check.decode(CODEC, Check.encode(CODEC, value)));
  }

  private static MessageException malformed(String hex) {
    return Check.raises(MessageException.class, () -> Check.decode(CODEC, Check.hex(hex)));
  }

  private static void sizes() {
    // One byte below 254, three up to 65535, five above.
    int[] counts = {0, 1, 253, 254, 255, 256, 65535, 65536};
    int[] header = {1, 1, 1, 3, 3, 3, 3, 5};
    for (int i = 0; i < counts.length; i++) {
      int n = counts[i];
      String text = String.join("", Collections.nCopies(n, "x"));
      Check.equal(1 + header[i] + n, Check.encode(CODEC, text).length);
      roundTrip(text);
      Check.equal(1 + header[i] + n, Check.encode(CODEC, new byte[n]).length);
      roundTrip(new byte[n]);
      Check.equal(1 + header[i] + n, Check.encode(CODEC, Collections.nCopies(n, null)).length);
      roundTrip(Collections.nCopies(n, null));
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int k = 0; k < n; k++) {
        map.put((long) k, null);
      }
      Check.equal(1 + header[i] + 10 * n, Check.encode(CODEC, map).length);
      roundTrip(map);
    }
    Check.equal("07fe00ff", Check.hex(Check.encode(CODEC, text(65280))).substring(0, 8));
    Check.equal("07ff00000100", Check.hex(Check.encode(CODEC, text(65536))).substring(0, 12));
  }

  private static String text(int count) {
    return String.join("", Collections.nCopies(count, "x"));
  }

  private static void strings() {
    Check.equal("0703610062", Check.hex(Check.encode(CODEC, "a\0b")));
    Check.equal("0702c3a9", Check.hex(Check.encode(CODEC, "\u00E9")));
    Check.equal("0703e282ac", Check.hex(Check.encode(CODEC, "\u20AC")));
    Check.equal("0704f09f9882", Check.hex(Check.encode(CODEC, "\uD83D\uDE02")));
    // Lone surrogates: high, low, reversed pair, high at the end, high before a pair.
    Check.equal("0703efbfbd", Check.hex(Check.encode(CODEC, "\uD83D")));
    Check.equal("0703efbfbd", Check.hex(Check.encode(CODEC, "\uDE02")));
    Check.equal("0706efbfbdefbfbd", Check.hex(Check.encode(CODEC, "\uDE02\uD83D")));
    Check.equal("070561efbfbd62", Check.hex(Check.encode(CODEC, "a\uD83Db")));
    Check.equal("0707efbfbdf09f9882", Check.hex(Check.encode(CODEC, "\uD83D\uD83D\uDE02")));
    // A character whose low byte is ASCII must not pass as ASCII.
    Check.equal("0703e4b8ad", Check.hex(Check.encode(CODEC, "\u4E2D")));
    Check.equal("0702c581", Check.hex(Check.encode(CODEC, "\u0141")));
    roundTrip("\uFFFD is a character too");
    // Every length around the fast paths, with one odd character at every place.
    for (int n = 0; n < 40; n++) {
      roundTrip(text(n));
      for (int at = 0; at < n; at++) {
        for (String odd : new String[] {"\u0080", "\u07FF", "\u0800", "\uFFFF", "\uD800\uDC00"}) {
          roundTrip(text(n).substring(0, at) + odd + text(n - at));
        }
      }
    }
    // 253 characters, more than 253 bytes: the size counts bytes.
    String odd = text(252) + "\u20AC";
    Check.equal("07feff00", Check.hex(Check.encode(CODEC, odd)).substring(0, 8));
    roundTrip(odd);
    for (int point = 0; point <= 0x10FFFF; point += 37) {
      if (point < 0xD800 || point > 0xDFFF) {
        roundTrip(new String(Character.toChars(point)));
      }
    }
  }

  private static void badUtf8() {
    // Bytes and the place of the first bad sequence inside the string.
    String[][] cases = {
      {"80", "0"}, {"61ff", "1"}, {"c080", "0"}, {"c1bf", "0"}, {"e08080", "0"}, {"eda080", "0"},
      {"edbfbf", "0"}, {"f0808080", "0"}, {"f4908080", "0"}, {"f5808080", "0"}, {"c3", "0"},
      {"e282", "0"}, {"f09f98", "0"}, {"6162e28261", "2"}, {"efbfbdff", "3"},
    };
    for (String[] c : cases) {
      String size = String.format("%02x", c[0].length() / 2);
      MessageException e = malformed("07" + size + c[0]);
      Check.equal(2 + Integer.parseInt(c[1]), e.offset());
      Check.that(e.getMessage().endsWith("at byte " + e.offset()), e.getMessage());
    }
  }

  private static void doublesAtEveryOffset() {
    for (int before = 0; before < 9; before++) {
      List<Object> list = new ArrayList<>(Collections.nCopies(before, true));
      list.add(1.5);
      list.add(new double[] {2.5});
      byte[] bytes = Check.encode(CODEC, list);
      int at = (2 + before + 1 + 7) / 8 * 8; // tag, size, trues, tag of the double, padding
      Check.equal(0x3FF8000000000000L, new CallBuffer(bytes).slot(at / 8));
      for (int i = 3 + before; i < at; i++) {
        Check.equal(0, (int) bytes[i]);
      }
      roundTrip(list);
    }
    // Padding must be zero although the buffer was used before.
    CallBuffer buffer = new CallBuffer();
    Arrays.fill(buffer.bytes, (byte) 0xAA);
    Writer w = buffer.arguments(CODEC);
    w.writeBool(true);
    w.writeDouble(1);
    w.writeBool(true);
    w.writeInt64List(new long[0]);
    Check.equal(
        "01060000000000000" + "00000000000f03f" + "010a000000000000",
        Check.hex(Arrays.copyOf(buffer.bytes, w.length())));
  }

  private static void nanPayload() {
    long bits = 0x7FF4000000000123L;
    byte[] bytes = Check.encode(CODEC, Double.longBitsToDouble(bits));
    Check.equal("2301000000" + "00f47f", Check.hex(bytes).substring(16));
    Object back = Check.decode(CODEC, bytes);
    Check.equal(bits, Double.doubleToRawLongBits((Double) back));
    for (int n : new int[] {1, Codec.BULK + 1}) {
      double[] many = new double[n];
      Arrays.fill(many, Double.longBitsToDouble(bits));
      double[] read = (double[]) Check.decode(CODEC, Check.encode(CODEC, many));
      Check.equal(bits, Double.doubleToRawLongBits(read[n - 1]));
    }
  }

  private static void intTags() {
    Check.equal(-2L, Check.decode(CODEC, Check.hex("03feffffff")));
    Check.equal(-2L, Check.decode(CODEC, Check.hex("04feffffffffffffff")));
    Check.equal("042f00000000000000", Check.hex(Check.encode(CODEC, 47)));
    Check.equal(Shapes.Mode.C, Check.decode(CODEC, Check.hex("810302000000")));
    Check.equal(
        Collections.singletonMap(1L, 2L),
        Check.decode(CODEC, Check.hex("0d01" + "0301000000" + "040200000000000000")));
  }

  private static void typedData() {
    for (int n : new int[] {0, 1, Codec.BULK - 1, Codec.BULK, 1000}) {
      int[] ints = new int[n];
      long[] longs = new long[n];
      float[] floats = new float[n];
      double[] doubles = new double[n];
      for (int i = 0; i < n; i++) {
        ints[i] = 0x01020304 * (i + 1);
        longs[i] = 0x0102030405060708L * (i + 1);
        floats[i] = i / 3f;
        doubles[i] = i / 3.0;
      }
      for (int shift = 0; shift < 8; shift++) {
        List<Object> list = new ArrayList<>(Collections.nCopies(shift, null));
        list.addAll(Arrays.asList(ints, longs, floats, doubles, "end"));
        roundTrip(list);
      }
    }
    Check.equal(
        "0e02" + "0000" + "0000803f" + "000000c0",
        Check.hex(Check.encode(CODEC, new float[] {1, -2})));
    Check.equal("09020000" + "04030201" + "ffffffff",
        Check.hex(Check.encode(CODEC, new int[] {0x01020304, -1})));
  }

  private static void numbersAndText() {
    Check.equal(7L, Check.decode(CODEC, Check.encode(CODEC, (byte) 7)));
    Check.equal(7L, Check.decode(CODEC, Check.encode(CODEC, (short) 7)));
    Check.equal(0.5, Check.decode(CODEC, Check.encode(CODEC, 0.5f)));
    Check.equal("ab", Check.decode(CODEC, Check.encode(CODEC, new StringBuilder("ab"))));
    BigInteger big = BigInteger.ONE.shiftLeft(80).negate();
    Check.equal("0516" + "2d313030303030303030303030303030303030303030",
        Check.hex(Check.encode(CODEC, big)));
    roundTrip(big);
    malformed("050378797a");
    CausewayException e =
        Check.raises(CausewayException.class, () -> Check.encode(CODEC, new Object()));
    Check.equal("unsupported-value", e.code());
  }

  private static void customTypes() {
    roundTrip(new Shapes.Triple(1L, new Shapes.Point(-0.0, Double.NaN), Shapes.Mode.A));
    roundTrip(Arrays.<Object>asList(new Shapes.Far(new Shapes.Far(null)), 1.5));
    // Fields that are missing or too many, an unknown type, an enum index out of range.
    malformed("830c0106" + "00000000" + "000000000000f03f");
    malformed("8b0c00");
    malformed("ff0c0204" + "ffffffffffffffff" + "0c00");
    malformed("ff0c0304" + "0000000000000000" + "0c00");
    malformed("80");
    Check.equal("unknown-enum", malformed("8104" + "0300000000000000").code());
    Check.equal("unknown-enum", malformed("8104" + "ffffffffffffffff").code());
  }

  static Object rich() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put("key", new Shapes.Triple("\u20AC", Shapes.Mode.B, 5L));
    map.put(2L, new Shapes.Far(Arrays.<Object>asList(true, false, null)));
    return Arrays.<Object>asList(
        1L, 2.5, "text", new byte[] {1, 2}, new int[] {1}, new long[] {1}, new float[] {1},
        new double[] {1}, map, new Shapes.Point(1, 2), BigInteger.TEN);
  }

  private static void truncation() {
    byte[] bytes = Check.encode(CODEC, rich());
    for (int n = 0; n < bytes.length; n++) {
      byte[] cut = Arrays.copyOf(bytes, n);
      MessageException e =
          Check.raises(MessageException.class, () -> Check.decode(CODEC, cut));
      Check.that(e.offset() <= n, "offset " + e.offset() + " of " + n);
      // The same cut inside a larger array: what lies behind the end must not be read.
      CallBuffer whole = new CallBuffer(bytes.clone());
      int end = n;
      Check.raises(
          MessageException.class,
          () -> {
            Reader r = whole.read(end);
            CODEC.decode(r, "value");
            r.finish();
          });
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    Check.equal(
        bytes.length,
        Check.raises(MessageException.class, () -> Check.decode(CODEC, longer)).offset());
    Check.raises(MessageException.class, () -> new CallBuffer(bytes).read(bytes.length + 1));
    Check.raises(MessageException.class, () -> new CallBuffer(bytes).read(-1));
  }

  private static void hostileCounts() {
    for (String tag : new String[] {"05", "07", "08", "09", "0a", "0b", "0c", "0d", "0e"}) {
      malformed(tag + "ffffffff7f00");
      malformed(tag + "ffffffffff00");
      malformed(tag + "ff00000080" + "0000000000000000");
      malformed(tag + "feffff" + "0000000000000000");
      malformed(tag + "fe");
      malformed(tag + "ff000000");
      malformed(tag);
    }
    // 90 nested lists that each claim every byte: room is granted once, not 90 times. With 4 bytes
    // a reference that would be more than this program's 256 MiB.
    byte[] bytes = new byte[1 << 20];
    for (int i = 0; i < 90; i++) {
      bytes[6 * i] = 12;
      bytes[6 * i + 1] = (byte) 255;
      int count = bytes.length - 6 * i - 6;
      for (int k = 0; k < 4; k++) {
        bytes[6 * i + 2 + k] = (byte) (count >> 8 * k);
      }
    }
    Check.raises(MessageException.class, () -> Check.decode(CODEC, bytes));
  }

  private static String nested(String open, int depth) {
    return String.join("", Collections.nCopies(depth, open));
  }

  private static void depth() {
    Check.decode(CODEC, Check.hex(nested("0c01", 100) + "00"));
    malformed(nested("0c01", 101) + "00");
    malformed(nested("0d0100", 101) + "00");
    malformed(nested("0c01", 100000) + "00");
    malformed(nested("ff0c02040000000000000000" + "0c01", 101) + "00");
    List<Object> self = new ArrayList<>();
    self.add(self);
    CausewayException e = Check.raises(CausewayException.class, () -> Check.encode(CODEC, self));
    Check.equal("unsupported-value", e.code());
    // One failure leaves nothing behind for the next message.
    CallBuffer buffer = new CallBuffer();
    for (int i = 0; i < 300; i++) {
      Check.raises(
          CausewayException.class,
          () -> CODEC.encode(buffer.arguments(CODEC), Arrays.asList(new Object()), "v"));
    }
    CODEC.encode(buffer.arguments(CODEC), Arrays.asList(1L), "v");
  }

  // The nullable readers take a short way of their own: the values, null, and every fault.
  private static void nullables() {
    Check.equal(null, reader("00").readNullableInt("x"));
    Check.equal(null, reader("00").readNullableDouble("x"));
    Check.equal(null, reader("00").readNullableBool("x"));
    Check.equal(null, reader("00").readNullableString("x"));
    Check.equal(-2L, reader("03feffffff").readNullableInt("x"));
    Check.equal(1L << 40, reader("040000000000010000").readNullableInt("x"));
    Check.equal(1.0, reader("0600000000000000000000000000f03f").readNullableDouble("x"));
    Check.equal(true, reader("01").readNullableBool("x"));
    Check.equal(false, reader("02").readNullableBool("x"));
    Check.equal("", reader("0700").readNullableString("x"));
    Check.equal("a\u4E2D", reader("070461e4b8ad").readNullableString("x"));
    Check.equal("\uFFFD", reader("0703efbfbd").readNullableString("x"));
    Check.equal("abc", reader("07fe0300616263").readNullableString("x"));
    // A malformed byte decodes to one character: the length alone would not tell.
    for (String text : new String[] {"0701ff", "070361ff62", "07fe0100ff"}) {
      Check.raises(MessageException.class, () -> reader(text).readNullableString("x"));
    }
    Check.Body[] faults = {
      () -> reader("0400000000").readNullableInt("x"), () -> reader("07").readNullableInt("x"),
      () -> reader("06000000").readNullableDouble("x"), () -> reader("04").readNullableDouble("x"),
      () -> reader("03").readNullableBool("x"), () -> reader("070261").readNullableString("x"),
      () -> reader("07").readNullableString("x"), () -> reader("01").readNullableString("x"),
      () -> reader("").readNullableInt("x"), () -> reader("").readNullableDouble("x"),
      () -> reader("").readNullableBool("x"), () -> reader("").readNullableString("x"),
    };
    for (Check.Body fault : faults) {
      Check.equal("bad-message", Check.raises(MessageException.class, fault).code());
    }
  }

  private static void wrongTypes() {
    Check.Body[] bodies = {
      () -> reader("00").readBool("x"), () -> reader("00").readInt("x"),
      () -> reader("00").readDouble("x"), () -> reader("00").readString("x"),
      () -> reader("00").readUint8List("x"), () -> reader("00").readInt32List("x"),
      () -> reader("00").readInt64List("x"), () -> reader("00").readFloat32List("x"),
      () -> reader("00").readFloat64List("x"), () -> reader("00").readList("x"),
      () -> reader("00").readMap("x"), () -> reader("00").readEnum(0, 3, "x"),
      () -> reader("00").readEnum(200, 3, "x"), () -> reader("00").readClass(0, 3, "x"),
      () -> reader("00").readClass(200, 3, "x"), () -> reader("00").readOrdinal("x"),
    };
    for (Check.Body body : bodies) {
      MessageException e = Check.raises(MessageException.class, body);
      Check.equal("bad-message", e.code());
      Check.equal(0, e.offset());
      Check.that(e.getMessage().startsWith("x: expected "), e.getMessage());
      Check.that(e.getMessage().endsWith(", found null at byte 0"), e.getMessage());
    }
    Check.raises(MessageException.class, () -> reader("820c03").readClass(0, 3, "x"));
    Check.raises(MessageException.class, () -> reader("810c03").readClass(0, 2, "x"));
  }

  private static Reader reader(String hex) {
    byte[] bytes = Check.hex(hex);
    return new CallBuffer(bytes).read(bytes.length);
  }

  /** Says one size and iterates over another. */
  private static final class Liar extends AbstractList<Object> {
    private final int said;
    private final int given;

    Liar(int said, int given) {
      this.said = said;
      this.given = given;
    }

    @Override
    public int size() {
      return said;
    }

    @Override
    public Object get(int index) {
      throw new AssertionError("lists are iterated, never indexed");
    }

    @Override
    public java.util.Iterator<Object> iterator() {
      return new ArrayList<Object>(Collections.nCopies(given, true)).iterator();
    }
  }

  private static void lyingCollections() {
    for (int given : new int[] {0, 1, 2, 4, 1000}) {
      CausewayException e =
          Check.raises(CausewayException.class, () -> Check.encode(CODEC, new Liar(3, given)));
      Check.equal("unsupported-value", e.code());
    }
    Check.equal("0c03010101", Check.hex(Check.encode(CODEC, new Liar(3, 3))));
  }

  private static void growth() {
    CallBuffer buffer = new CallBuffer();
    Writer w = buffer.result(CODEC);
    w.writeInt(1);
    Check.equal(9, w.finish());
    w = buffer.result(CODEC);
    byte[] before = buffer.bytes;
    CODEC.encode(w, text(5000), "v");
    Check.that(buffer.bytes != before, "a larger array took its place");
    Check.equal(~5004, w.finish());
    Check.equal(text(5000), CODEC.decode(buffer.readResult(~5004), "v"));
    // A header that announces much must not allocate it at once.
    w = buffer.result(CODEC);
    w.writeList(Integer.MAX_VALUE, 1000);
    Check.that(buffer.bytes.length <= 32 << 20, "bounded by the hint");
  }
}
