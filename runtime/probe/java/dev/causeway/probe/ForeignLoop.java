package dev.causeway.probe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;

/**
 * The same crossings through the foreign-function API. It is reached by reflection, so that this
 * compiles for Java 8; the handles are constants, so that the JIT compiler sees through them.
 */
final class ForeignLoop {
  /** Addresses of C functions, set before this class is initialized; of Java for C in return. */
  static final class Addresses {
    static long number; // int (int)
    static long sum; // int (const int*, int)
    static long up; // int (int), calls Java
  }

  private static final int[] ARRAY = new int[1000];

  private static final MethodHandle NUMBER;
  private static final MethodHandle NUMBER_CRITICAL;
  private static final MethodHandle SUM_HEAP;
  private static final Object HEAP_SEGMENT;

  static {
    try {
      Foreign foreign = new Foreign();
      Object number = foreign.descriptor(foreign.intLayout);
      NUMBER = foreign.down(Addresses.number, number);
      NUMBER_CRITICAL = foreign.down(Addresses.number, number, foreign.critical(false));
      SUM_HEAP =
          foreign
              .down(
                  Addresses.sum,
                  foreign.descriptor(foreign.addressLayout, foreign.intLayout),
                  foreign.critical(true))
              .asType(MethodType.methodType(int.class, Object.class, int.class));
      HEAP_SEGMENT = foreign.segment.getMethod("ofArray", int[].class).invoke(null, (Object) ARRAY);
      Addresses.up =
          foreign.up(
              MethodHandles.lookup()
                  .findStatic(
                      ProbeLoop.class, "plus", MethodType.methodType(int.class, int.class)),
              number);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private ForeignLoop() {}

  /** java.lang.foreign, by name. */
  private static final class Foreign {
    final Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
    private final Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
    private final Class<?> option = Class.forName("java.lang.foreign.Linker$Option");
    private final Class<?> layout = Class.forName("java.lang.foreign.MemoryLayout");
    private final Class<?> descriptor = Class.forName("java.lang.foreign.FunctionDescriptor");
    private final Class<?> arena = Class.forName("java.lang.foreign.Arena");
    private final Object linker = linkerType.getMethod("nativeLinker").invoke(null);
    final Object intLayout =
        Class.forName("java.lang.foreign.ValueLayout").getField("JAVA_INT").get(null);
    final Object addressLayout =
        Class.forName("java.lang.foreign.ValueLayout").getField("ADDRESS").get(null);

    Foreign() throws ReflectiveOperationException {}

    /** Of a function that returns an int. */
    Object descriptor(Object... arguments) throws ReflectiveOperationException {
      return descriptor
          .getMethod("of", layout, Array.newInstance(layout, 0).getClass())
          .invoke(null, intLayout, arrayOf(layout, arguments));
    }

    Object critical(boolean heap) throws ReflectiveOperationException {
      return option.getMethod("critical", boolean.class).invoke(null, heap);
    }

    MethodHandle down(long address, Object type, Object... options)
        throws ReflectiveOperationException {
      Object at = segment.getMethod("ofAddress", long.class).invoke(null, address);
      return (MethodHandle)
          linkerType
              .getMethod(
                  "downcallHandle", segment, descriptor, Array.newInstance(option, 0).getClass())
              .invoke(linker, at, type, arrayOf(option, options));
    }

    long up(MethodHandle target, Object type) throws ReflectiveOperationException {
      Object stub =
          linkerType
              .getMethod(
                  "upcallStub",
                  MethodHandle.class,
                  descriptor,
                  arena,
                  Array.newInstance(option, 0).getClass())
              .invoke(
                  linker, target, type, arena.getMethod("global").invoke(null), arrayOf(option));
      return (Long) segment.getMethod("address").invoke(stub);
    }

    private static Object arrayOf(Class<?> type, Object... values) {
      Object array = Array.newInstance(type, values.length);
      for (int i = 0; i < values.length; i++) Array.set(array, i, values[i]);
      return array;
    }
  }

  static int number(int n) throws Throwable {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += (int) NUMBER.invokeExact(i);
    return sum;
  }

  static int numberCritical(int n) throws Throwable {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += (int) NUMBER_CRITICAL.invokeExact(i);
    return sum;
  }

  static int sumHeap(int n) throws Throwable {
    int sum = 0;
    final Object segment = HEAP_SEGMENT;
    for (int i = 0; i < n; i++) sum += (int) SUM_HEAP.invokeExact(segment, 1000);
    return sum;
  }
}
