package bench.rows;

import bench.Nothing;

/** Calls from Java, in loops that C++ times. */
final class ScalarsLoops {
  private ScalarsLoops() {}

  static long sink;
  static Object objectSink;
  private static final bench.rows.pojo.Color GRAPH_COLOR = bench.rows.pojo.Color.values()[2];
  private static final Color COLOR = Color.values()[2];

  static void generated(int which, long n) {
    ScalarsDown down = ScalarsDown.get();
    switch (which) {
      case 0:
        for (; n > 0; n--) {
          down.nothing();
        }
        break;
      case 1:
        for (; n > 0; n--) {
          sink = down.echoInt(n);
        }
        break;
      case 2:
        for (; n > 0; n--) {
          objectSink = down.echoIntOrNull(n);
        }
        break;
      default:
        for (; n > 0; n--) {
          objectSink = down.echoColor(COLOR);
        }
        break;
    }
  }

  static void bare(int which, long n) {
    switch (which) {
      case 0:
        for (; n > 0; n--) {
          Nothing.downNothing();
        }
        break;
      case 1:
        for (; n > 0; n--) {
          sink = Nothing.downLong(n);
        }
        break;
      case 2: // what reaches the user is a box, in every variant
        for (; n > 0; n--) {
          objectSink = Nothing.downLong(n);
        }
        break;
      default:
        for (; n > 0; n--) {
          sink = Nothing.downInt(2);
        }
        break;
    }
  }

  static void graph(int which, long n) {
    if (which == 2) {
      for (; n > 0; n--) {
        objectSink = ScalarsGraph.downIntOrNull(n);
      }
    } else {
      for (; n > 0; n--) {
        objectSink = ScalarsGraph.downColor(GRAPH_COLOR);
      }
    }
  }
}
