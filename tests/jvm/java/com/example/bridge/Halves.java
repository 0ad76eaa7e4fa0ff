package com.example.bridge;

import dev.causeway.EdgeHolder;
import dev.causeway.EdgeSlot;

/** Java halves of all kinds. */
public final class Halves {
  private Halves() {}

  /** Something that may name another. */
  public interface Half {
    void name(Object other);
  }

  /** By inheritance. */
  public static class Holder extends EdgeHolder implements Half {
    private Object other;

    @Override
    public void name(Object named) {
      other = named;
    }
  }

  /** By interface. */
  public static final class Slot implements EdgeSlot, Half {
    private Object other;
    private Object edges;

    @Override
    public void name(Object named) {
      other = named;
    }

    @Override
    public void setEdges(Object given) {
      edges = given;
    }
  }

  /** Breaks the contract. */
  public static final class Throwing implements EdgeSlot, Half {
    @Override
    public void name(Object named) {}

    @Override
    public void setEdges(Object given) {
      if (given != null) {
        throw new IllegalStateException("no");
      }
    }
  }

  /** A class that knows nothing of edges. */
  public static final class Foreign implements Half {
    private Object other;

    @Override
    public void name(Object named) {
      other = named;
    }
  }

  /** Asks for its peer when it is about to go. */
  public static final class Finalized extends Holder {
    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
      finalized(this);
    }
  }

  static native void finalized(Object half);

  /** {@code Holder} with a payload, so that a leak of the Java halves shows. */
  public static final class Heavy extends Holder {
    private final byte[] payload = new byte[1000];
  }

  public static void runFinalizers() {
    System.runFinalization();
  }

  public static long usedBytes(long unused) {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
