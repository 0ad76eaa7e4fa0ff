package dev.causeway.generated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The corpus' vectors were written by an independent encoder. The values they stand for are spelt
 * out here; where the vector follows the generator's rule (every int as int64), writing the value
 * must give its bytes again.
 */
final class VectorsTest {
  private static final Pattern VECTOR =
      Pattern.compile(
          "\"name\": \"((?:[^\"\\\\]|\\\\.)*)\",\\s*\"pigeon_int64\": (true|false),"
              + "\\s*(?:\"hex\": (?:\"([0-9a-f]*)\"|null),\\s*)?\"len\": (\\d+),"
              + "\\s*\"head\": \"([0-9a-f]*)\",\\s*\"tail\": \"([0-9a-f]*)\"");

  private VectorsTest() {}

  private static String repeat(String s, int count) {
    return String.join("", Collections.nCopies(count, s));
  }

  private static byte[] ones(int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) 1);
    return bytes;
  }

  private static Map<String, Object> values() {
    Map<String, Object> v = new HashMap<>();
    v.put("base_00", null);
    v.put("base_01", true);
    v.put("base_02", false);
    v.put("base_04", 1311768467294899695L);
    v.put("base_05", 3.141592653589793);
    v.put("base_06", "hello world");
    v.put("base_08", "h\uD83D\uDE02w");
    v.put("base_09", "");
    v.put("base_10", Arrays.<Object>asList(null, "hello", 3.14, 47L, Arrays.asList(42L, "nested")));
    v.put("base_12", new byte[] {(byte) 0xBA, 0x5E, (byte) 0xBA, 0x11});
    v.put("base_13", new int[] {0x12345678, -1, 0});
    v.put("base_14", new long[] {0x1234567890ABCDEFL, -1});
    v.put("base_16", new double[] {3.141592653589793, 1000});
    v.put("base_17", -2147483648L);
    v.put("base_18", -2147483649L);
    v.put("base_20", 2147483648L);
    v.put("base_21", Long.MIN_VALUE);
    v.put("base_22", Long.MAX_VALUE);
    v.put("pigeon enum(129)=2", Shapes.Mode.C);
    v.put(
        "pigeon class130[name?=null,code enum1,map]",
        new Shapes.Triple(null, Shapes.Mode.B, Collections.singletonMap("k", "v")));
    v.put("LatLng(131)", new Shapes.Point(1.5, -2.25));
    v.put("args [true,1.0] alignment inside list", Arrays.<Object>asList(true, 1.0));
    v.put(
        "empty i64 list then true (dart/java writer aligns)",
        Arrays.<Object>asList(new long[0], true));
    v.put("empty i32 then true", Arrays.<Object>asList(new int[0], true));
    v.put("empty u8 then true", Arrays.<Object>asList(new byte[0], true));
    v.put("string 253", repeat("a", 253));
    v.put("string 254", repeat("a", 254));
    v.put("string 65536", repeat("a", 65536));
    v.put("list 254 null", Collections.nCopies(254, null));
    v.put("u8 300", ones(300));
    v.put("-0.0", -0.0);
    v.put("inf", Double.POSITIVE_INFINITY);
    v.put("overflow: class index 126 -> type 0 wrapped list", new Shapes.Far(1L));
    v.put("embedded NUL", "a\0b");
    return v;
  }

  public static void main(String[] args) throws Exception {
    Map<String, Object> values = values();
    List<String> seen = new ArrayList<>();
    Matcher m = VECTOR.matcher(Check.corpus("golden/codec_vectors.json"));
    while (m.find()) {
      String name = m.group(1).startsWith("base_") ? m.group(1).substring(0, 7) : m.group(1);
      Check.that(values.containsKey(name), "a vector that this test does not know: " + name);
      seen.add(name);
      Object value = values.get(name);
      byte[] written = Check.encode(Shapes.CODEC, value);
      boolean hasInt32 = name.equals("base_10") || name.equals("base_17");
      if (!hasInt32) {
        String hex = Check.hex(written);
        Check.equal(Integer.parseInt(m.group(4)), written.length);
        if (m.group(3) != null) {
          Check.equal(m.group(3), hex);
        }
        Check.that(hex.startsWith(m.group(5)), name + ": head");
        Check.that(hex.endsWith(m.group(6)), name + ": tail");
      }
      byte[] bytes = m.group(3) != null ? Check.hex(m.group(3)) : written;
      Object read = Check.decode(Shapes.CODEC, bytes);
      Check.equal(value, read);
      if (name.equals("-0.0")) {
        Check.equal(Double.doubleToRawLongBits(-0.0), Double.doubleToRawLongBits((Double) read));
      }
    }
    Check.equal(values.size(), seen.size());
    System.out.println("ok " + seen.size() + " vectors");
  }
}
