package com.example.bridge;

/** Registers a half from Java. */
public final class Creator {
  private Creator() {}

  static native void register(Object half);

  static void create() {
    register(new Halves.Holder());
  }
}
