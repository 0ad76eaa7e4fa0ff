package dev.causeway.generated;

import java.util.Arrays;

/** Where peers were registered, by the place of the peer. Made and used by native code. */
final class CreationStacks {
  private Throwable[] stacks = new Throwable[64];
  private long[] peers = new long[64];

  synchronized void record(int place, long peer) {
    if (place >= stacks.length) {
      int size = Math.max(2 * stacks.length, place + 1);
      stacks = Arrays.copyOf(stacks, size);
      peers = Arrays.copyOf(peers, size);
    }
    peers[place] = peer;
    stacks[place] = new Throwable();
  }

  /** The innermost frames, at most so many; empty if the place has another peer. */
  synchronized String[] framesOf(int place, long peer, int most) {
    if (place >= stacks.length || peers[place] != peer || stacks[place] == null) {
      return new String[0];
    }
    // The first frame is record().
    StackTraceElement[] trace = stacks[place].getStackTrace();
    int size = Math.max(0, Math.min(most, trace.length - 1));
    String[] frames = new String[size];
    for (int i = 0; i < size; i++) {
      frames[i] = trace[i + 1].toString();
    }
    return frames;
  }
}
