package dev.causeway.generated;

import dev.causeway.CausewayException;
import dev.causeway.Reply;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The reply that an implementation in Java gets: it completes the C++ call waiting under a token.
 * What the callback in C++ throws is thrown to the one who replies, as the error class of the
 * definition.
 *
 * <p>States: open, then done. Whoever turns open into done sends; everybody else is second. A reply
 * that is dropped is found by a phantom reference to it, its ticket, which holds the token and the
 * state; one daemon thread, started with the first asynchronous call, sends {@code dropped-reply}
 * for tickets that were still open. Tickets of finished calls are removed at once, so the collector
 * never sees them.
 */
public abstract class NativeReply<T> implements Reply<T> {
  private final Ticket ticket;

  protected NativeReply(long token, Codec codec, String method) {
    ticket = new Ticket(this, token, codec, method);
    Ticket.OPEN.add(ticket);
    Reaper.ensureStarted();
  }

  /** Writes the result; {@code writer} is at byte 0. */
  protected abstract void encode(Writer writer, T value);

  @Override
  public final void success(T value) {
    ticket.claim();
    CallBuffer buffer = CallBuffer.acquire();
    try {
      int length;
      try {
        Writer writer = buffer.result(ticket.codec);
        encode(writer, value);
        length = writer.length();
      } catch (Throwable failure) { // the caller must hear of it
        ticket.send(failure);
        return;
      }
      ticket.reply(true, buffer.bytes, length);
    } finally {
      buffer.release();
    }
  }

  @Override
  public final void error(Throwable error) {
    ticket.claim();
    ticket.send(error == null ? new NullPointerException("error is null") : error);
  }

  /** The call itself failed, and its exception is the reply: this object has no use any more. */
  public final void abandon() {
    ticket.close();
  }

  private static final class Ticket extends PhantomReference<Object> {
    static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    static final Set<Ticket> OPEN =
        Collections.newSetFromMap(new ConcurrentHashMap<Ticket, Boolean>());

    final long token;
    final Codec codec;
    final String method;
    private final AtomicBoolean done = new AtomicBoolean();

    Ticket(Object reply, long token, Codec codec, String method) {
      super(reply, QUEUE);
      this.token = token;
      this.codec = codec;
      this.method = method;
    }

    boolean close() {
      boolean first = done.compareAndSet(false, true);
      if (first) {
        OPEN.remove(this);
        clear();
      }
      return first;
    }

    void claim() {
      if (!close()) {
        throw codec.newError("already-replied", method + " was replied to before", null);
      }
    }

    void send(Throwable error) {
      byte[] payload = codec.encodeError(error);
      reply(false, payload, payload.length);
    }

    /** Throws what the callback in C++ threw. */
    void reply(boolean ok, byte[] bytes, int length) {
      try {
        Native.reply(token, ok, bytes, length);
      } catch (CrossingException e) {
        throw codec.received(e);
      }
    }

    void dropped() {
      if (close()) {
        send(new CausewayException("dropped-reply", method + " dropped its reply"));
      }
    }
  }

  private static final class Reaper extends Thread {
    private static final Reaper INSTANCE = new Reaper();

    static {
      INSTANCE.setDaemon(true);
      INSTANCE.setContextClassLoader(null);
      INSTANCE.start();
    }

    Reaper() {
      super("causeway-replies");
    }

    /** Starts the thread by initialising the class. */
    static void ensureStarted() {}

    @Override
    public void run() {
      while (true) {
        try {
          ((Ticket) Ticket.QUEUE.remove()).dropped();
        } catch (InterruptedException e) {
          // Nobody has a reason to stop this thread.
        } catch (Throwable failure) {
          // What the callback threw, or a reply that could not be sent: it must not end the others.
          CrossingException.uncaught(failure);
        }
      }
    }
  }
}
