package dev.causeway.generated;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The reused byte array through which the encoded part of a call crosses, with its reader, its
 * writer and views of it, so that a call allocates nothing but what the user receives.
 *
 * <p>Ownership. C++ makes and keeps the buffers of up-calls, one per thread and nesting depth.
 * Down-calls take one from the pool below and give it back; a call made while a buffer is in use
 * (by a user's lazy List, or by an up-call during a down-call) finds the slot empty and gets
 * another. The pool belongs to no thread, so a million virtual threads share its few buffers.
 *
 * <p>The pool is an array of slots, one cache line apart. Taking is one getAndSet(null): whoever
 * gets the reference owns the buffer. Giving back is one ordered store. A store may overwrite a
 * buffer that another thread put there a moment ago; that one is then garbage, never shared.
 *
 * <p>An array above 1 MiB lives for one call: the last smaller array is kept beside it. Until the
 * next collection the writer may find the large one again, so that a run of large messages does not
 * make an array each; nothing holds on to it.
 */
public final class CallBuffer {
  static final int INITIAL_BYTES = 4096;
  static final int KEPT_BYTES = 1 << 20;

  private static final int SLOTS = 32; // a power of two
  private static final int STRIDE = 16; // references in a cache line, or more
  private static final int PROBES = 4;
  private static final AtomicReferenceArray<CallBuffer> POOL =
      new AtomicReferenceArray<>(SLOTS * STRIDE);

  /** The current array. Read and, when it needs a larger one, replaced by either side. */
  public byte[] bytes;

  private byte[] kept;
  private WeakReference<byte[]> large;
  private int home;
  private final Writer writer = new Writer(this);
  private final Reader reader = new Reader(this);

  // Views of `viewed`; position 0 of the message is index 0, so aligned data is aligned here too.
  private byte[] viewed;
  private ByteBuffer view;
  private IntBuffer ints;
  private LongBuffer longs;
  private FloatBuffer floats;
  private DoubleBuffer doubles;

  public CallBuffer() {
    this(new byte[INITIAL_BYTES]);
  }

  CallBuffer(byte[] bytes) {
    this.bytes = bytes;
    this.kept = bytes;
    rewrap(bytes);
  }

  /** Takes a buffer for a down-call. */
  public static CallBuffer acquire() {
    int start = (int) Thread.currentThread().getId();
    for (int probe = 0; probe < PROBES; probe++) {
      int slot = ((start + probe) & (SLOTS - 1)) * STRIDE;
      CallBuffer buffer = POOL.getAndSet(slot, null);
      if (buffer != null) {
        buffer.home = slot;
        return buffer;
      }
    }
    CallBuffer buffer = new CallBuffer();
    buffer.home = (start & (SLOTS - 1)) * STRIDE;
    return buffer;
  }

  /** Gives the buffer back; the caller must not use it any more. */
  public void release() {
    trim();
    int slot = home;
    for (int probe = 0; probe < PROBES - 1 && POOL.get(slot) != null; probe++) {
      slot = (slot + STRIDE) & (SLOTS * STRIDE - 1);
    }
    POOL.lazySet(slot, this);
  }

  private void trim() {
    byte[] current = bytes;
    if (current.length <= KEPT_BYTES) {
      kept = current;
    } else {
      bytes = kept;
      rememberLarge(current);
      forget();
    }
  }

  /** The large array of an earlier call, if it is still there and has room; it is not in use. */
  byte[] largeArray(long size) {
    byte[] array = large == null ? null : large.get();
    return array != null && array.length >= size ? array : null;
  }

  void rememberLarge(byte[] array) {
    if (large == null || large.get() != array) {
      large = new WeakReference<>(array);
    }
  }

  /** Lets go of everything that holds an array above the limit. */
  void forget() {
    viewed = null;
    view = null;
    ints = null;
    longs = null;
    floats = null;
    doubles = null;
    writer.forget();
    reader.forget();
  }

  /** A writer at byte 0 for the arguments of a down-call. Null errors are {@code null-argument}. */
  public Writer arguments(Codec codec) {
    writer.begin(codec, "null-argument");
    return writer;
  }

  /** A writer at byte 0 for the result of an up-call. Null errors are {@code null-result}. */
  public Writer result(Codec codec) {
    writer.begin(codec, "null-result");
    return writer;
  }

  /** A reader of the first {@code length} bytes: the arguments of an up-call. */
  public Reader read(int length) {
    reader.begin(bytes, length);
    return reader;
  }

  /** A reader of an encoded result: n bytes, or ~n if the array was replaced. */
  public Reader readResult(int n) {
    reader.begin(bytes, n < 0 ? ~n : n);
    return reader;
  }

  /** A reader of a result whose length did not cross: a string says its own. */
  public Reader readResult() {
    reader.begin(bytes, bytes.length);
    return reader;
  }

  /** Result slot {@code index} of a flattened class. */
  public long slot(int index) {
    return view(bytes).getLong(index << 3);
  }

  public void setSlot(int index, long value) {
    view(bytes).putLong(index << 3, value);
  }

  ByteBuffer view(byte[] of) {
    if (of != viewed) {
      rewrap(of);
    }
    return view;
  }

  private void rewrap(byte[] of) {
    viewed = of;
    view = ByteBuffer.wrap(of).order(ByteOrder.LITTLE_ENDIAN);
    ints = null;
    longs = null;
    floats = null;
    doubles = null;
  }

  // Typed views of the array last given to view(). Only their position is ever changed.

  IntBuffer ints() {
    return ints != null ? ints : (ints = whole().asIntBuffer());
  }

  LongBuffer longs() {
    return longs != null ? longs : (longs = whole().asLongBuffer());
  }

  FloatBuffer floats() {
    return floats != null ? floats : (floats = whole().asFloatBuffer());
  }

  DoubleBuffer doubles() {
    return doubles != null ? doubles : (doubles = whole().asDoubleBuffer());
  }

  private ByteBuffer whole() {
    return ByteBuffer.wrap(viewed).order(ByteOrder.LITTLE_ENDIAN);
  }
}
