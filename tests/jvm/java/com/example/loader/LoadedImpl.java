package com.example.loader;

import dev.causeway.Reply;
import java.util.ArrayList;
import java.util.List;

/** Lives in a child class loader, like everything that it uses. */
public final class LoadedImpl implements LoadedHost {
  public static void register() {
    LoadedHost.register(new LoadedImpl());
  }

  /** Calls C++, which calls back on a thread of its own. */
  public static long callGuest() {
    return LoadedGuest.get().onNativeThread(new Item.Builder().setName("native").build(), 3);
  }

  @Override
  public List<Item> repeat(Item item, long count) {
    List<Item> items = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      items.add(item);
    }
    return items;
  }

  @Override
  public void fail(String message) {
    throw new ApiError("loaded", message, new Item.Builder().setName("detail").build());
  }

  @Override
  public void later(long value, Reply<Long> reply) {
    new Thread(() -> reply.success(value + 1)).start();
  }
}
