package com.example.cycle;

import dev.causeway.EdgeHolder;

/** Java half of a button. Tells its listener, the screen, of clicks. */
public final class ButtonHalf extends EdgeHolder {
  private final ScreenHalf listener;

  public ButtonHalf(ScreenHalf listener) {
    this.listener = listener;
  }

  public ScreenHalf listener() {
    return listener;
  }
}
