package dev.causeway.generated;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/**
 * Reads Flutter's StandardMessageCodec out of a {@link CallBuffer}. Whatever the bytes are, reading
 * ends in a value or in one {@link MessageException} with the offset of the fault.
 *
 * <p>Every count is compared with the bytes that are left before anything of that size is
 * allocated: an element takes at least one byte. That alone would still let a hundred nested lists
 * each claim all of the rest, so room for elements is granted out of one budget, as many elements
 * as the message has bytes; a well-formed message never needs more.
 *
 * <p>{@code where} names the value for the error message; it is a constant in generated code.
 */
public final class Reader {
  private final CallBuffer owner;
  private byte[] bytes;
  private ByteBuffer view;
  private int pos;
  private int limit;
  private int depth;
  private int budget;

  Reader(CallBuffer owner) {
    this.owner = owner;
  }

  /** Reads the first {@code length} bytes of {@code source}, which is the owner's or a user's. */
  void begin(byte[] source, int length) {
    if (source == null || length < 0 || length > source.length) {
      throw new MessageException("a message of " + length + " bytes is outside its array", 0);
    }
    bytes = source;
    view = owner.view(source);
    pos = 0;
    limit = length;
    depth = 0;
    budget = length;
  }

  public int position() {
    return pos;
  }

  /** Ends the message: nothing may be left. */
  public void finish() {
    if (pos != limit) {
      throw new MessageException((limit - pos) + " bytes are left after the message", pos);
    }
    if (bytes.length > CallBuffer.KEPT_BYTES) {
      owner.forget();
    }
  }

  void forget() {
    bytes = null;
    view = null;
  }

  // Scalars.

  /** Consumes a null if one is next. */
  public boolean readNull() {
    if (pos < limit && bytes[pos] == 0) {
      pos++;
      return true;
    }
    return false;
  }

  public boolean readBool(String where) {
    if (pos < limit) {
      int tag = bytes[pos];
      if (tag == 1 || tag == 2) {
        pos++;
        return tag == 1;
      }
    }
    throw wrong("a bool", where);
  }

  public long readInt(String where) {
    int p = pos;
    if (limit - p >= 9 && bytes[p] == 4) {
      pos = p + 9;
      return view.getLong(p + 1);
    }
    return readShortInt(where);
  }

  private long readShortInt(String where) {
    if (pos >= limit || bytes[pos] != 3) {
      if (pos < limit && bytes[pos] == 4) {
        throw truncated(where);
      }
      throw wrong("an int", where);
    }
    need(5, where);
    long value = view.getInt(pos + 1);
    pos += 5;
    return value;
  }

  public double readDouble(String where) {
    int p = pos;
    int aligned = (p + 8) & ~7;
    if (limit - aligned >= 8 && bytes[p] == 6) {
      pos = aligned + 8;
      return Double.longBitsToDouble(view.getLong(aligned));
    }
    if (p < limit && bytes[p] == 6) {
      throw truncated(where);
    }
    throw wrong("a double", where);
  }

  public String readString(String where) {
    if (pos >= limit || bytes[pos] != 7) {
      throw wrong("a string", where);
    }
    pos++;
    return stringBody(where);
  }

  private String stringBody(String where) {
    int count = size(1, where);
    int start = pos;
    pos = start + count;
    return text(start, count, where);
  }

  private String text(int start, int count, String where) {
    String value = new String(bytes, start, count, StandardCharsets.UTF_8);
    // Malformed bytes decode to U+FFFD, which a sender may also have meant.
    if (value.indexOf('\uFFFD') >= 0) {
      int bad = Utf8.firstBadByte(bytes, start, start + count);
      if (bad >= 0) {
        throw new MessageException(where + ": a string is not UTF-8", bad);
      }
    }
    return value;
  }

  // Nullable values, the value first. One small method each: a class of many fields would otherwise
  // exceed what HotSpot inlines into one method.

  /** An int or null. */
  public Long readNullableInt(String where) {
    int p = pos;
    if (limit - p >= 9 && bytes[p] == 4) {
      pos = p + 9;
      return view.getLong(p + 1);
    }
    return nullOrInt(where);
  }

  private Long nullOrInt(String where) {
    return readNull() ? null : Long.valueOf(readInt(where));
  }

  /** A double or null. */
  public Double readNullableDouble(String where) {
    int p = pos;
    int aligned = (p + 8) & ~7;
    if (limit - aligned >= 8 && bytes[p] == 6) {
      pos = aligned + 8;
      return Double.longBitsToDouble(view.getLong(aligned));
    }
    return nullOrDouble(where);
  }

  private Double nullOrDouble(String where) {
    return readNull() ? null : Double.valueOf(readDouble(where));
  }

  /** A bool or null. */
  public Boolean readNullableBool(String where) {
    return readNull() ? null : Boolean.valueOf(readBool(where));
  }

  /** A string or null. */
  public String readNullableString(String where) {
    int p = pos;
    if (limit - p >= 2 && bytes[p] == 7) {
      int count = bytes[p + 1]; // below 128: the usual case
      if (count >= 0 && limit - p - 2 >= count) {
        pos = p + 2 + count;
        return text(p + 2, count, where);
      }
    }
    return nullOrString(where);
  }

  private String nullOrString(String where) {
    return readNull() ? null : readString(where);
  }

  // Typed data.

  public byte[] readUint8List(String where) {
    expect(8, "a Uint8List", where);
    byte[] value = new byte[size(1, where)];
    System.arraycopy(bytes, pos, value, 0, value.length);
    pos += value.length;
    return value;
  }

  public int[] readInt32List(String where) {
    expect(9, "an Int32List", where);
    int[] value = new int[size(4, where)];
    if (value.length < Codec.BULK) {
      for (int i = 0; i < value.length; i++) {
        value[i] = view.getInt(pos + 4 * i);
      }
    } else {
      owner.ints().position(pos >> 2);
      owner.ints().get(value);
    }
    pos += 4 * value.length;
    return value;
  }

  public long[] readInt64List(String where) {
    expect(10, "an Int64List", where);
    long[] value = new long[size(8, where)];
    if (value.length < Codec.BULK) {
      for (int i = 0; i < value.length; i++) {
        value[i] = view.getLong(pos + 8 * i);
      }
    } else {
      owner.longs().position(pos >> 3);
      owner.longs().get(value);
    }
    pos += 8 * value.length;
    return value;
  }

  public double[] readFloat64List(String where) {
    expect(11, "a Float64List", where);
    double[] value = new double[size(8, where)];
    if (value.length < Codec.BULK) {
      for (int i = 0; i < value.length; i++) {
        value[i] = Double.longBitsToDouble(view.getLong(pos + 8 * i));
      }
    } else {
      owner.doubles().position(pos >> 3);
      owner.doubles().get(value);
    }
    pos += 8 * value.length;
    return value;
  }

  public float[] readFloat32List(String where) {
    expect(14, "a Float32List", where);
    float[] value = new float[size(4, where)];
    if (value.length < Codec.BULK) {
      for (int i = 0; i < value.length; i++) {
        value[i] = Float.intBitsToFloat(view.getInt(pos + 4 * i));
      }
    } else {
      owner.floats().position(pos >> 2);
      owner.floats().get(value);
    }
    pos += 4 * value.length;
    return value;
  }

  // Collections and objects: the header here, the rest by the caller.

  public int readList(String where) {
    expect(12, "a list", where);
    return size(1, where);
  }

  public int readMap(String where) {
    expect(13, "a map", where);
    return size(2, where);
  }

  /** An empty list with room for the {@code count} elements just announced. */
  public <T> ArrayList<T> newList(int count) {
    return new ArrayList<>(grant(count));
  }

  public <K, V> LinkedHashMap<K, V> newMap(int count) {
    return new LinkedHashMap<>((int) (grant(count) / 0.75f) + 1);
  }

  private int grant(int count) {
    int granted = Math.min(count, budget);
    budget -= granted;
    return granted;
  }

  /** Index of an enum value whose type has this place in the codec table. */
  public int readEnum(int ordinal, int members, String where) {
    int start = pos;
    if (ordinal < Codec.DIRECT_TYPES && pos < limit
        && bytes[pos] == (byte) (Codec.FIRST_ID + ordinal)) {
      pos++;
    } else {
      custom(ordinal, "an enum", where);
    }
    long index = readInt(where);
    if (index < 0 || index >= members) {
      throw unknownEnum(index, members, where, start);
    }
    return (int) index;
  }

  /** The index of a dynamic or direct enum value after its id. */
  public int readIndex(int members, String where) {
    int start = pos;
    long index = readInt(where);
    if (index < 0 || index >= members) {
      throw unknownEnum(index, members, where, start);
    }
    return (int) index;
  }

  private static MessageException unknownEnum(long index, int members, String where, int at) {
    return new MessageException(
        "unknown-enum",
        where + ": index " + index + " of an enum with " + members + " members",
        at);
  }

  /** Header of an object whose class has this place in the codec table and this many fields. */
  public void readClass(int ordinal, int fields, String where) {
    int p = pos;
    if (ordinal < Codec.DIRECT_TYPES && fields < 254 && limit - p >= 3
        && bytes[p] == (byte) (Codec.FIRST_ID + ordinal) && bytes[p + 1] == 12
        && bytes[p + 2] == (byte) fields) {
      pos = p + 3;
      return;
    }
    custom(ordinal, "an object", where);
    readFields(fields, where);
  }

  /** The part of an object's header after the id. */
  public void readFields(int fields, String where) {
    int start = pos;
    int count = readList(where);
    if (count != fields) {
      throw new MessageException(
          where + ": an object of " + fields + " fields comes with " + count, start);
    }
  }

  /** The id of an object or enum value of any type: its place in the codec table. */
  public int readOrdinal(String where) {
    int start = pos;
    if (pos < limit) {
      int id = bytes[pos] & 0xFF;
      if (id >= Codec.FIRST_ID) {
        pos++;
        return id == 255 ? overflow(where) : id - Codec.FIRST_ID;
      }
    }
    pos = start;
    throw wrong("an object", where);
  }

  private int overflow(String where) {
    int start = pos;
    int count = readList(where);
    long ordinal = count == 2 ? readInt(where) : -1;
    if (ordinal < 0 || ordinal > Integer.MAX_VALUE - Codec.DIRECT_TYPES) {
      throw new MessageException(where + ": a wrapper of a type above 254 is malformed", start);
    }
    return (int) ordinal + Codec.DIRECT_TYPES;
  }

  private void custom(int ordinal, String expected, String where) {
    int start = pos;
    if (pos >= limit || (bytes[pos] & 0xFF) < Codec.FIRST_ID) {
      throw wrong(expected, where);
    }
    int found = readOrdinal(where);
    if (found != ordinal) {
      throw new MessageException(
          where + ": expected type " + ordinal + " of the definition, found type " + found, start);
    }
  }

  /** Enters a value that may contain itself; {@link #leave} ends it. */
  public void enter() {
    if (++depth > Writer.MAX_DEPTH) {
      throw new MessageException("values are nested more than " + Writer.MAX_DEPTH + " deep", pos);
    }
  }

  public void leave() {
    depth--;
  }

  /** The next tag of a dynamic value, consumed. */
  int readTag(String where) {
    if (pos >= limit) {
      throw truncated(where);
    }
    return bytes[pos++] & 0xFF;
  }

  void unread() {
    pos--;
  }

  byte[] readRaw(String where) {
    byte[] value = new byte[size(1, where)];
    System.arraycopy(bytes, pos, value, 0, value.length);
    pos += value.length;
    return value;
  }

  // Errors and sizes.

  /** Reads a size and, for typed data, the padding; all of its elements lie inside the message. */
  private int size(int elementBytes, String where) {
    int start = pos;
    need(1, where);
    long count = bytes[pos++] & 0xFF;
    if (count == 254) {
      need(2, where);
      count = view.getShort(pos) & 0xFFFF;
      pos += 2;
    } else if (count == 255) {
      need(4, where);
      count = view.getInt(pos) & 0xFFFFFFFFL;
      pos += 4;
    }
    if (elementBytes > 2) { // typed data is padded, also when it is empty
      int aligned = (pos + elementBytes - 1) & -elementBytes;
      need(aligned - pos, where);
      pos = aligned;
    }
    if (count > (limit - pos) / elementBytes) {
      throw new MessageException(
          where + ": " + count + " elements in " + (limit - pos) + " bytes", start);
    }
    return (int) count;
  }

  private void need(int count, String where) {
    if (limit - pos < count) {
      throw truncated(where);
    }
  }

  private void expect(int tag, String expected, String where) {
    if (pos >= limit || bytes[pos] != tag) {
      throw wrong(expected, where);
    }
    pos++;
  }

  private MessageException truncated(String where) {
    return new MessageException(where + ": the message ends too early", pos);
  }

  private MessageException wrong(String expected, String where) {
    if (pos >= limit) {
      return truncated(where);
    }
    int tag = bytes[pos] & 0xFF;
    String found = tag < TAGS.length ? TAGS[tag] : tag > 128 ? "an object or enum" : "tag " + tag;
    return new MessageException(where + ": expected " + expected + ", found " + found, pos);
  }

  private static final String[] TAGS = {
    "null", "true", "false", "an int32", "an int64", "a large int", "a double", "a string",
    "a Uint8List", "an Int32List", "an Int64List", "a Float64List", "a list", "a map",
    "a Float32List"
  };
}
