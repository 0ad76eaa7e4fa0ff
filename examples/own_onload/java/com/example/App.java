package com.example;

/** A Java application whose native library has its own JNI_OnLoad. */
public final class App {
  private App() {}

  private static native long twice();

  public static void main(String[] args) {
    System.loadLibrary("app");
    Clock.register(() -> 21);
    System.out.println(twice());
  }
}
