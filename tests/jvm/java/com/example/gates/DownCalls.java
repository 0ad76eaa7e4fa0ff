package com.example.gates;

import dev.causeway.Reply;

/** Calls each method of Down, as often as C++ says, and measures what that allocates. */
final class DownCalls {
  private static final Down DOWN = Down.get();
  private static final Long SOME_INT = 1000L;
  private static final Long SENTINEL = 0x9E3779B97F4A7C15L;
  private static final Double SOME_DOUBLE = 0.5;
  private static final int MEASURED = 10;
  private static final Reply<String> REPLY =
      new Reply<String>() {
        @Override
        public void success(String value) {
          check(value.length() == Data.text.length());
          replies++;
        }

        @Override
        public void error(Throwable error) {
          throw new AssertionError(error);
        }
      };

  private static long replies;

  /** For C++. */
  static long replies(long unused) {
    return replies;
  }

  private DownCalls() {}

  /** {@code what} is 1,000,000 times the number of the shape, plus the number of calls. */
  static long repeat(long what) {
    int shape = (int) (what / 1_000_000);
    int calls = (int) (what % 1_000_000);
    for (int i = 0; i < calls; i++) {
      call(shape);
    }
    return calls;
  }

  /** Bytes per call; -1 if the calls differ. */
  static long bytes(long shape) {
    long before = Meter.now();
    for (int i = 0; i < MEASURED; i++) {
      call((int) shape);
    }
    long all = Meter.now() - before;
    return all % MEASURED == 0 ? all / MEASURED : -1;
  }

  private static void call(int shape) {
    switch (shape) {
      case 0:
        DOWN.nothing();
        break;
      case 1:
        check(DOWN.addInt(40, 2) == 42);
        break;
      case 2:
        check(DOWN.invert(false));
        break;
      case 3:
        check(DOWN.half(3) == 1.5);
        break;
      case 4:
        Meter.sink = DOWN.maybeInt(SOME_INT);
        break;
      case 5:
        check(DOWN.maybeInt(null) == null);
        break;
      case 6:
        Meter.sink = DOWN.maybeInt(SENTINEL);
        break;
      case 7:
        Meter.sink = DOWN.maybeDouble(SOME_DOUBLE);
        break;
      case 8:
        check(DOWN.maybeBool(true));
        break;
      case 9:
        check(DOWN.nextShade(Shade.LIGHT) == Shade.MIDDLE);
        break;
      case 10:
        check(DOWN.maybeShade(null) == null);
        break;
      case 11:
        DOWN.takePoint(Data.point);
        break;
      case 12:
        Meter.sink = DOWN.givePoint();
        break;
      case 13:
        Meter.sink = DOWN.echoMaybePoint(Data.point);
        break;
      case 14:
        DOWN.takeSeven(Data.seven);
        break;
      case 15:
        Meter.sink = DOWN.giveSeven();
        break;
      case 16:
        DOWN.takeEight(Data.eight);
        break;
      case 17:
        Meter.sink = DOWN.giveEight();
        break;
      case 18:
        DOWN.takeNine(Data.nine);
        break;
      case 19:
        Meter.sink = DOWN.giveNine();
        break;
      default:
        callOther(shape);
    }
  }

  private static void callOther(int shape) {
    switch (shape) {
      case 20:
        DOWN.takeString(Data.text);
        break;
      case 21:
        Meter.sink = DOWN.giveString();
        break;
      case 22:
        DOWN.takeBytes(Data.bytes);
        break;
      case 23:
        Meter.sink = DOWN.giveBytes();
        break;
      case 24:
        DOWN.takeFive(Data.bytes, Data.ints, Data.longs, Data.floats, Data.doubles);
        break;
      case 25:
        Meter.sink = DOWN.giveDoubles();
        break;
      case 26:
        DOWN.takePoints(Data.points);
        break;
      case 27:
        Meter.sink = DOWN.givePoints();
        break;
      case 28:
        DOWN.takeCounts(Data.counts);
        break;
      case 29:
        Meter.sink = DOWN.giveCounts();
        break;
      case 30:
        DOWN.takeObject(Data.object);
        break;
      case 31:
        Meter.sink = DOWN.giveObject();
        break;
      case 32:
        DOWN.takeWide(Data.wide);
        break;
      case 33:
        Meter.sink = DOWN.giveWide();
        break;
      case 34:
        check(DOWN.mixed(7, Data.text, Data.point, Data.bytes, Data.list) == 7);
        break;
      case 35:
        DOWN.later(Data.text, REPLY);
        break;
      default:
        throw new IllegalArgumentException("shape " + shape);
    }
  }

  private static void check(boolean right) {
    if (!right) {
      throw new AssertionError("wrong result");
    }
  }
}
