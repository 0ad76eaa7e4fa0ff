package dev.causeway;

/** Base class of Java halves that may be part of a cycle over both heaps. */
public abstract class EdgeHolder {
  // Written by the bridge.
  @Nullable private Object edges;
}
