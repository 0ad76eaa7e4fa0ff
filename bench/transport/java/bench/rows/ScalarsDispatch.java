package bench.rows;

import dev.causeway.generated.CallBuffer;
import dev.causeway.generated.Codec;
import dev.causeway.generated.Reader;
import dev.causeway.generated.Writer;

/** One entry for all scalar methods: everything is encoded. */
final class ScalarsDispatch {
  private ScalarsDispatch() {}

  private static final ScalarsImplementation UP = new ScalarsImplementation();
  private static final Color[] COLORS = Color.values();

  static int call(int id, CallBuffer cb, int length) {
    Reader r = cb.read(length);
    switch (id) {
      case 0:
        UP.nothing();
        return 0;
      case 1: {
        long result = UP.echoInt(r.readInt("value"));
        Writer w = cb.result(Codec.STANDARD);
        w.writeInt(result);
        return w.finish();
      }
      case 2: {
        double result = UP.echoDouble(r.readDouble("value"));
        Writer w = cb.result(Codec.STANDARD);
        w.writeDouble(result);
        return w.finish();
      }
      case 3: {
        boolean result = UP.echoBool(r.readBool("value"));
        Writer w = cb.result(Codec.STANDARD);
        w.writeBool(result);
        return w.finish();
      }
      case 4: {
        Long result = UP.echoIntOrNull(r.readNull() ? null : Long.valueOf(r.readInt("value")));
        Writer w = cb.result(Codec.STANDARD);
        if (result == null) {
          w.writeNull();
        } else {
          w.writeInt(result);
        }
        return w.finish();
      }
      case 5: {
        Color result = UP.echoColor(COLORS[r.readEnum(0, COLORS.length, "value")]);
        Writer w = cb.result(Codec.STANDARD);
        w.writeEnum(0, result.ordinal());
        return w.finish();
      }
      default:
        throw new IllegalArgumentException();
    }
  }
}
