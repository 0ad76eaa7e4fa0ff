package bench;

import dev.causeway.EdgeHolder;

/** Java halves, and what keeps them. */
public final class BridgeHalves {
  private BridgeHalves() {}

  static final class Half extends EdgeHolder {}

  private static Object[] kept = new Object[0];

  static Object[] make(int n) {
    Object[] halves = new Object[n];
    for (int i = 0; i < n; i++) {
      halves[i] = new Half();
    }
    return halves;
  }

  static void keep(Object[] halves) {
    kept = halves;
  }
}
