package dev.causeway.generated;

import dev.causeway.CausewayException;
import dev.causeway.Nullable;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values whose type is known at run time only: {@code Object} of a definition, details of errors.
 * The generated subclass of a definition file knows its classes and enums.
 *
 * <p>null, Boolean, Byte, Short, Integer, Long (all read as Long), Float, Double (read as Double),
 * BigInteger, CharSequence (read as String), byte[], int[], long[], float[], double[], List, Map.
 */
public abstract class Codec {
  /** A codec without classes and enums. */
  public static final Codec STANDARD = new Standard();

  static final int FIRST_ID = 129;
  static final int DIRECT_TYPES = 126; // ids 129 to 254; 255 announces a wrapper
  static final int BULK = 16; // typed data from this length on is copied as a whole

  private static final class Standard extends Codec {
    @Override
    protected boolean encodeCustom(Writer writer, Object value) {
      return false;
    }

    @Override
    protected Object decodeCustom(Reader reader, int ordinal) {
      throw unknownType(reader, ordinal);
    }
  }

  protected Codec() {}

  /** Writes a class or enum of the definition; says false if it is none. */
  protected abstract boolean encodeCustom(Writer writer, Object value);

  /** Reads an object or enum value after its id; {@code ordinal} is its place in the table. */
  protected abstract Object decodeCustom(Reader reader, int ordinal);

  /** The error class of this definition. */
  public CausewayException newError(String code, String message, @Nullable Object details) {
    return new CausewayException(code, message, details);
  }

  protected static MessageException unknownType(Reader reader, int ordinal) {
    return new MessageException(
        "type " + ordinal + " of the definition does not exist", reader.position());
  }

  /** An object of a type that is no child of the sealed class expected. */
  protected static MessageException unexpectedType(Reader reader, int ordinal, String where) {
    return new MessageException(
        where + ": did not expect type " + ordinal + " of the definition", reader.position());
  }

  /** Writes any value of the codec. {@code where} names it in errors. */
  public final void encode(Writer w, @Nullable Object value, String where) {
    if (value == null) {
      w.writeNull();
    } else if (value instanceof String) {
      w.writeString((String) value);
    } else if (value instanceof Long || value instanceof Integer || value instanceof Short
        || value instanceof Byte) {
      w.writeInt(((Number) value).longValue());
    } else if (value instanceof Double || value instanceof Float) {
      w.writeDouble(((Number) value).doubleValue());
    } else if (value instanceof Boolean) {
      w.writeBool((Boolean) value);
    } else if (value instanceof List) {
      writeList(w, (List<?>) value, where);
    } else if (value instanceof Map) {
      writeMap(w, (Map<?, ?>) value, where);
    } else if (!writeTypedData(w, value)) {
      writeRest(w, value, where);
    }
  }

  private void writeList(Writer w, List<?> list, String where) {
    w.enter();
    int left = list.size();
    w.writeList(left);
    for (Object element : list) {
      if (--left < 0) {
        break;
      }
      encode(w, element, where);
    }
    if (left != 0) {
      throw w.sizeError(where);
    }
    w.leave();
  }

  private void writeMap(Writer w, Map<?, ?> map, String where) {
    w.enter();
    int left = map.size();
    w.writeMap(left);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (--left < 0) {
        break;
      }
      encode(w, entry.getKey(), where);
      encode(w, entry.getValue(), where);
    }
    if (left != 0) {
      throw w.sizeError(where);
    }
    w.leave();
  }

  private static boolean writeTypedData(Writer w, Object value) {
    if (value instanceof byte[]) {
      w.writeUint8List((byte[]) value);
    } else if (value instanceof int[]) {
      w.writeInt32List((int[]) value);
    } else if (value instanceof long[]) {
      w.writeInt64List((long[]) value);
    } else if (value instanceof double[]) {
      w.writeFloat64List((double[]) value);
    } else if (value instanceof float[]) {
      w.writeFloat32List((float[]) value);
    } else {
      return false;
    }
    return true;
  }

  private void writeRest(Writer w, Object value, String where) {
    if (value instanceof CharSequence) {
      w.writeString(value.toString());
    } else if (value instanceof BigInteger) {
      w.writeRaw(5, ((BigInteger) value).toString(16).getBytes(StandardCharsets.US_ASCII));
    } else {
      w.enter();
      if (!encodeCustom(w, value)) {
        throw newError(
            "unsupported-value",
            where + ": the codec has no form for " + value.getClass().getName(),
            null);
      }
      w.leave();
    }
  }

  /** Reads any value of the codec. */
  @Nullable
  public final Object decode(Reader r, String where) {
    int tag = r.readTag(where);
    switch (tag) {
      case 0:
        return null;
      case 1:
        return Boolean.TRUE;
      case 2:
        return Boolean.FALSE;
      case 5:
        return readBigInteger(r, where);
      default:
        break;
    }
    r.unread();
    switch (tag) {
      case 3:
      case 4:
        return r.readInt(where);
      case 6:
        return r.readDouble(where);
      case 7:
        return r.readString(where);
      case 8:
        return r.readUint8List(where);
      case 9:
        return r.readInt32List(where);
      case 10:
        return r.readInt64List(where);
      case 11:
        return r.readFloat64List(where);
      case 12:
        return readList(r, where);
      case 13:
        return readMap(r, where);
      case 14:
        return r.readFloat32List(where);
      default:
        break;
    }
    if (tag < FIRST_ID) {
      throw new MessageException(where + ": unknown tag " + tag, r.position());
    }
    r.enter();
    Object value = decodeCustom(r, r.readOrdinal(where));
    r.leave();
    return value;
  }

  /** Reads any value of the codec except null. */
  public final Object decodeNonNull(Reader r, String where) {
    int start = r.position();
    Object value = decode(r, where);
    if (value == null) {
      throw new MessageException(where + ": expected a value, found null", start);
    }
    return value;
  }

  private List<Object> readList(Reader r, String where) {
    r.enter();
    int count = r.readList(where);
    ArrayList<Object> list = r.newList(count);
    for (int i = 0; i < count; i++) {
      list.add(decode(r, where));
    }
    r.leave();
    return list;
  }

  private Map<Object, Object> readMap(Reader r, String where) {
    r.enter();
    int count = r.readMap(where);
    LinkedHashMap<Object, Object> map = r.newMap(count);
    for (int i = 0; i < count; i++) {
      Object key = decode(r, where);
      map.put(key, decode(r, where));
    }
    r.leave();
    return map;
  }

  private static BigInteger readBigInteger(Reader r, String where) {
    int start = r.position() - 1;
    byte[] text = r.readRaw(where);
    if (text.length > 1 << 14) { // its conversion takes quadratic time
      throw new MessageException(where + ": a large int of " + text.length + " digits", start);
    }
    try {
      return new BigInteger(new String(text, StandardCharsets.ISO_8859_1), 16);
    } catch (NumberFormatException e) {
      throw new MessageException(where + ": a large int is not hexadecimal", start);
    }
  }

  // Checks that generated code makes at the edge of a call.

  /** Checks the index of an enum value that crossed as a scalar. */
  public final int index(int index, int members, String where) {
    if (index < 0 || index >= members) {
      throw newError(
          "unknown-enum",
          where + ": index " + index + " of an enum with " + members + " members",
          null);
    }
    return index;
  }

  /** An argument is null and may not be. */
  public final CausewayException nullArgument(String where) {
    return newError("null-argument", where + " is null", null);
  }

  /** Checks a result that may not be null. */
  public final <T> T nonNullResult(T value, String where) {
    if (value == null) {
      throw newError("null-result", where + " returned null", null);
    }
    return value;
  }

  /** Nobody implements the API. */
  public final CausewayException unregistered(String api, String instance, String how) {
    String name = instance.isEmpty() ? api : api + " \"" + instance + "\"";
    return newError("unregistered", name + " has no implementation: " + how, null);
  }

  // Errors over the boundary.

  /** What glue code throws to C++ for any Throwable. */
  public final CrossingException crossing(Throwable error) {
    if (error instanceof CrossingException) {
      return (CrossingException) error;
    }
    return new CrossingException(encodeError(error));
  }

  /** The four values of an error. Does not fail, whatever the error does when it is asked. */
  final byte[] encodeError(Throwable error) {
    String code = error.getClass().getName();
    String message = null;
    Object details = null;
    String trace = null;
    try {
      if (error instanceof CausewayException) {
        code = ((CausewayException) error).code();
        details = ((CausewayException) error).details();
      }
      message = error.getMessage();
      trace = StackTraceText.of(error);
    } catch (Throwable failure) {
      // An error that cannot describe itself crosses with what is known.
      trace = StackTraceText.framesOf(error);
    }
    try {
      return encodeError(code, message, details, trace);
    } catch (Throwable failure) {
      String note = "(its details could not be encoded: " + failure.getMessage() + ")";
      return encodeError(code, message == null ? note : message + " " + note, null, trace);
    }
  }

  private byte[] encodeError(String code, String message, Object details, String trace) {
    CallBuffer buffer = new CallBuffer(new byte[512]);
    Writer w = buffer.result(this);
    w.writeString(code);
    writeNullableString(w, message);
    encode(w, details, "details");
    writeNullableString(w, trace);
    return Arrays.copyOf(buffer.bytes, w.length());
  }

  private static void writeNullableString(Writer w, String value) {
    if (value == null) {
      w.writeNull();
    } else {
      w.writeString(value);
    }
  }

  /** The error of this definition for one that C++ threw. */
  public final CausewayException received(CrossingException crossing) {
    byte[] payload = crossing.payload;
    if (payload == null) {
      return newError("bad-message", "an error came without its description", null);
    }
    return received(new CallBuffer(payload).read(payload.length));
  }

  final CausewayException received(Reader r) {
    try {
      String code = r.readString("code");
      String message = r.readNull() ? null : r.readString("message");
      Object details = decode(r, "details");
      String trace = r.readNull() ? null : r.readString("stack trace");
      r.finish();
      CausewayException error = newError(code, message, details);
      error.setNativeStackTrace(trace);
      return error;
    } catch (MessageException e) {
      return newError("bad-message", "an error came malformed: " + e.getMessage(), null);
    }
  }
}
