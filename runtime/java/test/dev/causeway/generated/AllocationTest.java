package dev.causeway.generated;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** A call allocates what the user receives and nothing else. */
final class AllocationTest {
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALLS = 20000;

  static volatile Object sink;
  static long sum;

  private AllocationTest() {}

  interface Call {
    void run();
  }

  /** Bytes a call, the least of several rounds: the compiler and the profile allocate too. */
  private static double bytes(Call call) {
    long id = Thread.currentThread().getId();
    double least = Double.MAX_VALUE;
    for (int round = 0; round < 10; round++) {
      long before = THREADS.getThreadAllocatedBytes(id);
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      least = Math.min(least, (THREADS.getThreadAllocatedBytes(id) - before) / (double) CALLS);
    }
    return least;
  }

  private static void expect(String what, double most, Call call) {
    double used = bytes(call);
    Check.that(used <= most + 0.5, what + ": " + used + " bytes a call, allowed " + most);
    System.out.println("ok " + what + ": " + used + " bytes");
  }

  public static void main(String[] args) {
    List<Shapes.Point> points = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      points.add(new Shapes.Point(i, -i));
    }
    String ascii = "eleven char";
    String mixed = "h\u00E9llo \uD83D\uDE02 \u4E2D";

    expect("an empty call", 0, () -> CallBuffer.acquire().release());
    expect("nested calls", 0, () -> {
      CallBuffer outer = CallBuffer.acquire();
      CallBuffer inner = CallBuffer.acquire();
      Check.that(outer != inner, "a buffer in use is not given out");
      inner.release();
      outer.release();
    });
    expect("scalars and strings written", 0, () -> {
      CallBuffer buffer = CallBuffer.acquire();
      Writer w = buffer.arguments(Shapes.CODEC);
      w.writeInt(5);
      w.writeDouble(2.5);
      w.writeBool(true);
      w.writeString(ascii);
      w.writeString(mixed);
      sum += w.length();
      buffer.release();
    });
    long[] data = new long[64];
    expect("typed data written", 0, () -> {
      CallBuffer buffer = CallBuffer.acquire();
      buffer.arguments(Shapes.CODEC).writeInt64List(data);
      buffer.release();
    });
    // 32: an iterator, which escape analysis may or may not remove.
    expect("100 points written", 32, () -> {
      CallBuffer buffer = CallBuffer.acquire();
      Writer w = buffer.arguments(Shapes.CODEC);
      w.writeList(points.size(), 35);
      for (Shapes.Point point : points) {
        Shapes.write(w, point);
      }
      sum += w.length();
      buffer.release();
    });

    CallBuffer received = new CallBuffer();
    Writer w = received.result(Shapes.CODEC);
    w.writeList(points.size(), 35);
    for (Shapes.Point point : points) {
      Shapes.write(w, point);
    }
    int length = w.length();
    double own = bytes(() -> {
      List<Shapes.Point> list = new ArrayList<>(100);
      for (int i = 0; i < 100; i++) {
        list.add(new Shapes.Point(i, i));
      }
      sink = list;
    });
    expect("100 points read", own, () -> {
      Reader r = received.read(length);
      int count = r.readList("points");
      List<Shapes.Point> list = r.newList(count);
      for (int i = 0; i < count; i++) {
        list.add(Shapes.readPoint(r));
      }
      r.finish();
      sink = list;
    });

    CallBuffer text = new CallBuffer();
    text.result(Shapes.CODEC).writeString(ascii);
    byte[] raw = ascii.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    double ownText = bytes(
        () -> sink = new String(raw, 0, raw.length, java.nio.charset.StandardCharsets.UTF_8));
    expect("a string read", ownText, () -> sink = text.read(13).readString("s"));
  }
}
