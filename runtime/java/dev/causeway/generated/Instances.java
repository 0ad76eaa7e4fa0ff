package dev.causeway.generated;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The objects of a generated class, one a name: made when somebody asks for the name, the same for
 * everybody who asks while it lives, gone when nobody refers to it any more. Names may come without
 * end (one for each view), so nothing stays behind.
 *
 * <p>An object is held by its user, by C++ (a global reference to glue that it calls), or because
 * something is registered in it: then {@link #keep} does. With an object goes the native slot that
 * it used; the next one who asks for any name gives it back.
 */
public final class Instances<T> {
  private final ConcurrentHashMap<String, Entry<T>> entries = new ConcurrentHashMap<>();
  private final ReferenceQueue<T> collected = new ReferenceQueue<>();
  private final Function<String, T> make;

  public Instances(Function<String, T> make) {
    this.make = make;
  }

  public T get(String name) {
    giveBack();
    while (true) {
      Entry<T> entry = entries.get(name);
      T known = entry == null ? null : entry.get();
      if (known != null) {
        return known;
      }
      T made = make.apply(name);
      Entry<T> next = new Entry<>(name, made, collected);
      boolean first =
          entry == null
              ? entries.putIfAbsent(name, next) == null
              : entries.replace(name, entry, next);
      if (first) {
        return made;
      }
    }
  }

  /** Holds {@code object}, which {@link #get} gave for {@code name}; null: no longer. */
  public void keep(String name, T object) {
    entries.get(name).kept = object;
  }

  /** The object of {@code name}, which the caller holds, uses {@code slot} until it is collected. */
  public void uses(String name, long slot) {
    entries.get(name).slot = slot;
  }

  private void giveBack() {
    Reference<? extends T> reference;
    while ((reference = collected.poll()) != null) {
      Entry<?> entry = (Entry<?>) reference;
      entries.remove(entry.name, entry);
      if (entry.slot != 0) {
        Native.release(entry.slot);
      }
    }
  }

  private static final class Entry<T> extends WeakReference<T> {
    final String name;
    volatile T kept;
    volatile long slot;

    Entry(String name, T object, ReferenceQueue<T> collected) {
      super(object, collected);
      this.name = name;
    }
  }
}
