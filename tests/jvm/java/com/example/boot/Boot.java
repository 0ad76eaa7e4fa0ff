package com.example.boot;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** All that the application class loader knows: how to make a loader that knows the rest. */
public final class Boot {
  private Boot() {}

  /** A loader of the jars in {@code path}, with no way to them through any other loader. */
  public static ClassLoader child(String path) throws Exception {
    String[] jars = path.split(File.pathSeparator);
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = new File(jars[i]).toURI().toURL();
    }
    return new URLClassLoader(urls, Boot.class.getClassLoader());
  }

  /** Arguments: the native library, and the jars of the child loader. */
  public static void main(String[] args) throws Exception {
    Class<?> library = Class.forName("com.example.loader.Library", true, child(args[1]));
    library.getMethod("test", String.class).invoke(null, args[0]);
    System.out.println("the loaded library works");
  }
}
