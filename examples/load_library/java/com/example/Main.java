package com.example;

import java.util.TreeMap;

/** A Java program that uses a C++ library. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.loadLibrary("words");
    System.out.println(new TreeMap<>(Words.get().count("one fish two fish red fish")));
  }
}
