package dev.causeway.generated;

import dev.causeway.Reply;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Asynchronous calls into C++ that wait for their reply, by token. A token is never 0 and never
 * used twice; a reply to a token that is not (or no longer) here has no effect.
 */
public final class PendingCalls {
  private static final AtomicLong NEXT = new AtomicLong(1);
  private static final ConcurrentHashMap<Long, Call<?>> CALLS = new ConcurrentHashMap<>();

  private PendingCalls() {}

  /** One call: who waits and how the result is decoded. */
  public abstract static class Call<T> {
    private final Reply<T> reply;
    private final Codec codec;

    protected Call(Reply<T> reply, Codec codec) {
      this.reply = reply;
      this.codec = codec;
    }

    /** Reads the result; {@code reader} is at byte 0. */
    protected abstract T decode(Reader reader);

    void complete(boolean ok, Reader reader) {
      T value;
      try {
        if (!ok) {
          throw codec.received(reader);
        }
        value = decode(reader);
        reader.finish();
      } catch (Throwable failure) {
        reply.error(failure);
        return;
      }
      reply.success(value);
    }
  }

  /** Registers a call and returns its token. */
  public static long add(Call<?> call) {
    long token = NEXT.getAndIncrement();
    CALLS.put(token, call);
    return token;
  }

  /**
   * The call itself failed: that is its reply. If one came before, the error goes to the thread's
   * uncaught exception handler.
   */
  public static void fail(long token, CrossingException error) {
    Call<?> call = CALLS.remove(token);
    if (call != null) {
      call.reply.error(call.codec.received(error));
    } else {
      CrossingException.uncaught(error.payload);
    }
  }

  /**
   * Called by C++, on the thread that replies. What the user's code throws goes to the thread's
   * uncaught exception handler: the one who replied cannot be blamed for it.
   */
  static void complete(long token, boolean ok, CallBuffer buffer, int length) {
    Call<?> call = CALLS.remove(token);
    if (call == null) {
      return;
    }
    try {
      call.complete(ok, buffer.read(length));
    } catch (Throwable thrown) {
      CrossingException.uncaught(thrown);
    }
  }
}
