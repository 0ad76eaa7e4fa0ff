package testglue;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** Class loaders for the tests of class lookup. */
final class Loaders {
  private Loaders() {}

  /** A loader of the jar that is not on the class path. */
  static Object hidden() throws Exception {
    URL jar = new File(System.getenv("CAUSEWAY_TEST_HIDDEN_JAR")).toURI().toURL();
    return new URLClassLoader(new URL[] {jar}, Loaders.class.getClassLoader());
  }

  static void setContext() throws Exception {
    Thread.currentThread().setContextClassLoader((ClassLoader) hidden());
  }

  static void resetContext() {
    Thread.currentThread().setContextClassLoader(Loaders.class.getClassLoader());
  }
}
