package dev.causeway.generated;

import dev.causeway.CausewayException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes Flutter's StandardMessageCodec (docs/transport.md) into a {@link CallBuffer}.
 *
 * <p>{@code write...} methods make room for themselves. {@code put...} methods do not look: generated
 * code calls {@link #reserve} once for a run of values of known greatest size ({@code MAX_...}) and
 * puts them. A mistake there ends in an IndexOutOfBoundsException, never in damage.
 *
 * <p>Integers are always written as tag 4. Doubles and typed data are padded with zeros relative to
 * byte 0 of the buffer, typed data also when it is empty. A double is stored as a whole number of
 * eight-byte stores: the zeros of the padding first, then the value over their end.
 */
public final class Writer {
  public static final int MAX_INT = 9;
  public static final int MAX_DOUBLE = 16;
  public static final int MAX_SIZE = 5;
  public static final int MAX_DEPTH = 100;

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;
  private static final int MAX_HINT = 1 << 24;

  private final CallBuffer owner;
  private Codec codec;
  private String nullCode;
  private byte[] original;
  private byte[] bytes;
  private ByteBuffer view;
  private int pos;
  private int depth;

  Writer(CallBuffer owner) {
    this.owner = owner;
  }

  void begin(Codec errors, String codeOfNulls) {
    codec = errors;
    nullCode = codeOfNulls;
    bytes = owner.bytes;
    original = bytes;
    view = owner.view(bytes);
    pos = 0;
    depth = 0;
  }

  /** Bytes written. */
  public int length() {
    return pos;
  }

  /** What an encoded result returns: the number of bytes n, or ~n if the array was replaced. */
  public int finish() {
    int result = bytes == original ? pos : ~pos;
    if (bytes.length > CallBuffer.KEPT_BYTES) {
      owner.rememberLarge(bytes);
      owner.forget();
    }
    return result;
  }

  void forget() {
    bytes = null;
    original = null;
    view = null;
  }

  /** Makes room for {@code count} bytes. */
  public void reserve(int count) {
    if (bytes.length - pos < count) {
      grow(count);
    }
  }

  private void grow(long count) {
    long needed = pos + count;
    if (needed > MAX_ARRAY) {
      throw codec.newError(
          "message-too-large", "an encoded message would be larger than 2 GiB", null);
    }
    long size = Math.max(needed, Math.min(2L * bytes.length, MAX_ARRAY));
    byte[] large = size > CallBuffer.KEPT_BYTES ? owner.largeArray(needed) : null;
    if (large == null) {
      bytes = Arrays.copyOf(bytes, (int) size);
    } else {
      System.arraycopy(bytes, 0, large, 0, pos);
      bytes = large;
    }
    owner.bytes = bytes;
    view = owner.view(bytes);
  }

  // Unchecked.

  public void putNull() {
    bytes[pos++] = 0;
  }

  public void putBool(boolean value) {
    bytes[pos++] = (byte) (value ? 1 : 2);
  }

  public void putInt(long value) {
    int p = pos;
    bytes[p] = 4;
    view.putLong(p + 1, value);
    pos = p + 9;
  }

  public void putDouble(double value) {
    int p = pos;
    int aligned = (p + 8) & ~7;
    bytes[p] = 6;
    view.putLong(p + 1, 0);
    view.putLong(aligned, Double.doubleToRawLongBits(value));
    pos = aligned + 8;
  }

  private void putSize(int size) {
    if (size < 254) {
      bytes[pos++] = (byte) size;
    } else {
      putLargeSize(size);
    }
  }

  private void putLargeSize(int size) {
    int p = pos;
    if (size <= 0xFFFF) {
      bytes[p] = (byte) 254;
      bytes[p + 1] = (byte) size;
      bytes[p + 2] = (byte) (size >> 8);
      pos = p + 3;
    } else {
      bytes[p] = (byte) 255;
      view.putInt(p + 1, size);
      pos = p + 5;
    }
  }

  /** An enum by its place in the codec table (from 0) and its index: 10 bytes, 21 from 126. */
  public void putEnum(int ordinal, int index) {
    if (ordinal < Codec.DIRECT_TYPES) {
      bytes[pos++] = (byte) (Codec.FIRST_ID + ordinal);
    } else {
      putOverflow(ordinal);
    }
    putInt(index);
  }

  /** Starts an object: its fields follow. At most 2 bytes (13 from ordinal 126) and the size. */
  public void putClass(int ordinal, int fields) {
    if (ordinal < Codec.DIRECT_TYPES) {
      bytes[pos++] = (byte) (Codec.FIRST_ID + ordinal);
    } else {
      putOverflow(ordinal);
    }
    bytes[pos++] = 12;
    putSize(fields);
  }

  private void putOverflow(int ordinal) {
    bytes[pos] = (byte) 255;
    bytes[pos + 1] = 12;
    bytes[pos + 2] = 2;
    pos += 3;
    putInt(ordinal - Codec.DIRECT_TYPES);
  }

  // Checked.

  public void writeNull() {
    reserve(1);
    putNull();
  }

  public void writeBool(boolean value) {
    reserve(1);
    putBool(value);
  }

  public void writeInt(long value) {
    reserve(MAX_INT);
    putInt(value);
  }

  public void writeDouble(double value) {
    reserve(MAX_DOUBLE);
    putDouble(value);
  }

  public void writeEnum(int ordinal, int index) {
    reserve(24);
    putEnum(ordinal, index);
  }

  public void writeClass(int ordinal, int fields) {
    reserve(24);
    putClass(ordinal, fields);
  }

  /** Starts a list of {@code count} values. */
  public void writeList(int count) {
    reserve(1 + MAX_SIZE);
    bytes[pos++] = 12;
    putSize(count);
  }

  /** As {@link #writeList}, and makes room at once for elements of at most {@code elementBytes}. */
  public void writeList(int count, int elementBytes) {
    writeList(count);
    long hint = (long) count * elementBytes;
    if (bytes.length - pos < hint) {
      grow(Math.min(hint, MAX_HINT));
    }
  }

  /** Starts a map: {@code count} times a key and its value follow. */
  public void writeMap(int count) {
    reserve(1 + MAX_SIZE);
    bytes[pos++] = 13;
    putSize(count);
  }

  /**
   * A string as UTF-8; a lone surrogate becomes U+FFFD. The bytes of ASCII are written on the way
   * through the characters; the first other character starts a second, exact pass.
   */
  public void writeString(String value) {
    int count = value.length();
    reserve(1 + MAX_SIZE + count);
    int start = pos;
    bytes[pos++] = 7;
    putSize(count);
    if (Utf8.putAscii(value, bytes, view, pos)) {
      pos += count;
    } else {
      pos = start + 1;
      writeUtf8(value);
    }
  }

  private void writeUtf8(String value) {
    long size = Utf8.size(value);
    if (size > MAX_ARRAY) {
      grow(size); // throws
    }
    reserve(MAX_SIZE + (int) size);
    putSize((int) size);
    Utf8.put(value, bytes, pos);
    pos += (int) size;
  }

  public void writeUint8List(byte[] value) {
    header(8, value.length, 1);
    System.arraycopy(value, 0, bytes, pos, value.length);
    pos += value.length;
  }

  public void writeInt32List(int[] value) {
    header(9, value.length, 4);
    if (value.length < Codec.BULK) {
      for (int i = 0; i < value.length; i++) {
        view.putInt(pos + 4 * i, value[i]);
      }
    } else {
      owner.ints().position(pos >> 2);
      owner.ints().put(value);
    }
    pos += 4 * value.length;
  }

  public void writeInt64List(long[] value) {
    header(10, value.length, 8);
    if (value.length < Codec.BULK) {
      for (int i = 0; i < value.length; i++) {
        view.putLong(pos + 8 * i, value[i]);
      }
    } else {
      owner.longs().position(pos >> 3);
      owner.longs().put(value);
    }
    pos += 8 * value.length;
  }

  public void writeFloat64List(double[] value) {
    header(11, value.length, 8);
    if (value.length < Codec.BULK) {
      for (int i = 0; i < value.length; i++) {
        view.putLong(pos + 8 * i, Double.doubleToRawLongBits(value[i]));
      }
    } else {
      owner.doubles().position(pos >> 3);
      owner.doubles().put(value);
    }
    pos += 8 * value.length;
  }

  public void writeFloat32List(float[] value) {
    header(14, value.length, 4);
    if (value.length < Codec.BULK) {
      for (int i = 0; i < value.length; i++) {
        view.putInt(pos + 4 * i, Float.floatToRawIntBits(value[i]));
      }
    } else {
      owner.floats().position(pos >> 2);
      owner.floats().put(value);
    }
    pos += 4 * value.length;
  }

  /** Tag, size and padding of typed data; room for the data. */
  private void header(int tag, int count, int elementBytes) {
    long room = 1L + MAX_SIZE + elementBytes + (long) count * elementBytes;
    if (bytes.length - pos < room) {
      grow(room);
    }
    bytes[pos++] = (byte) tag;
    putSize(count);
    while ((pos & (elementBytes - 1)) != 0) {
      bytes[pos++] = 0;
    }
  }

  void writeRaw(int tag, byte[] ascii) {
    reserve(1 + MAX_SIZE + ascii.length);
    bytes[pos++] = (byte) tag;
    putSize(ascii.length);
    System.arraycopy(ascii, 0, bytes, pos, ascii.length);
    pos += ascii.length;
  }

  /** Enters a value that may contain itself; {@link #leave} ends it. */
  public void enter() {
    if (++depth > MAX_DEPTH) {
      throw codec.newError(
          "unsupported-value", "values are nested more than " + MAX_DEPTH + " deep", null);
    }
  }

  public void leave() {
    depth--;
  }

  /** Checks a value that the definition declares non-null. {@code where} names it. */
  public <T> T nonNull(T value, String where) {
    if (value == null) {
      throw nullError(where);
    }
    return value;
  }

  public CausewayException nullError(String where) {
    return codec.newError(nullCode, where + " is null", null);
  }

  /** An element, key or value of the collection {@code where} is null and may not be. */
  public CausewayException nullElement(String where) {
    return codec.newError(nullCode, "an element of " + where + " is null", null);
  }

  /** A collection gave more or fewer elements than its size() said. */
  public CausewayException sizeError(String where) {
    return codec.newError(
        "unsupported-value", where + " changed its size while it was encoded", null);
  }
}
