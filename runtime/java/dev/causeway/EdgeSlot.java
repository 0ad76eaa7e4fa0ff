package dev.causeway;

/**
 * A Java half that holds, while a round of the bridge runs, what its C++ half names by edges. A
 * class that can extend {@link EdgeHolder} does not need to implement this.
 */
public interface EdgeSlot {
  /**
   * Keeps {@code edges} reachable from this object, in a field, in place of what was given before.
   * Called by the thread that runs the round; must not throw, lock, or look inside.
   */
  void setEdges(@Nullable Object edges);
}
