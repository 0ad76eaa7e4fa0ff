package com.example.loader;

/** Loads the native library into the class loader of this class, as an application would. */
public final class Library {
  private Library() {}

  public static void test(String file) {
    System.load(file);
    LoadedImpl.register();
    long count = LoadedImpl.callGuest();
    if (count != 3) {
      throw new AssertionError("the native thread got " + count + " items");
    }
  }
}
