package com.example.behaviour;

import dev.causeway.CausewayException;
import dev.causeway.Reply;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Asynchronous calls from Java to C++. Run by name from C++. */
final class AsyncTests {
  private AsyncTests() {}

  /** Keeps what arrives, and on which thread. */
  static final class Box<T> implements Reply<T> {
    private final BlockingQueue<Object[]> arrived = new LinkedBlockingQueue<>();

    @Override
    public void success(T value) {
      arrived.add(new Object[] {value, null, Thread.currentThread()});
    }

    @Override
    public void error(Throwable error) {
      arrived.add(new Object[] {null, error, Thread.currentThread()});
    }

    private Object[] take() throws InterruptedException {
      Object[] first = arrived.poll(10, TimeUnit.SECONDS);
      Check.isTrue(first != null, "no reply came");
      Check.isTrue(arrived.isEmpty(), "a second reply came");
      return first;
    }

    Object value() throws InterruptedException {
      Object[] reply = take();
      if (reply[1] != null) {
        throw new AssertionError("an error came", (Throwable) reply[1]);
      }
      return reply[0];
    }

    ApiError error(String code) throws InterruptedException {
      Object[] reply = take();
      Check.isTrue(reply[1] instanceof ApiError, "not an ApiError: " + reply[1]);
      ApiError error = (ApiError) reply[1];
      Check.equal(code, error.code());
      return error;
    }

    boolean isEmpty() {
      return arrived.isEmpty();
    }
  }

  static String run(String name) {
    if (name.equals("second-reply-code")) {
      return HostImpl.secondReplyCode;
    }
    if (name.equals("told")) {
      return HostImpl.told;
    }
    return Check.run(() -> test(name));
  }

  private static void test(String name) throws Throwable {
    switch (name) {
      case "replies":
        replies("inline");
        replies("thread");
        break;
      case "errors":
        errors();
        break;
      case "held-start":
        heldStart();
        break;
      case "held-end":
        heldEnd();
        break;
      case "many":
        many();
        break;
      default:
        throw new IllegalArgumentException(name);
    }
  }

  private static void replies(String how) throws InterruptedException {
    Guest guest = Guest.get();
    Box<String> text = new Box<>();
    guest.later(how, "one \uD83D\uDE00", text);
    Check.equal("one \uD83D\uDE00", text.value());
    Box<Long> number = new Box<>();
    guest.laterInt(how, 41, number);
    Check.equal(42L, number.value());
    Box<Void> nothing = new Box<>();
    guest.laterNothing(how, nothing);
    Check.equal(null, nothing.value());
    List<Label> labels = Arrays.asList(HostImpl.label("a", 1L), HostImpl.label("b", null));
    Box<List<Label>> list = new Box<>();
    guest.laterLabels(how, labels, list);
    Check.equal(labels, list.value());
  }

  private static void errors() throws InterruptedException {
    Guest guest = Guest.get();
    for (String how : new String[] {"fail", "fail-on-thread"}) {
      Box<String> failed = new Box<>();
      guest.later(how, "text", failed);
      ApiError error = failed.error("later-code");
      Check.equal("later message", error.getMessage());
      Check.equal(HostImpl.label("later", 8L), error.details());
    }
    Box<String> thrown = new Box<>();
    guest.later("throw", "text", thrown);
    Check.contains("thrown by the method", thrown.error("native-error").getMessage());
    Box<Void> thrownToo = new Box<>();
    guest.laterNothing("throw", thrownToo);
    thrownToo.error("native-error");
    Box<String> late = new Box<>();
    guest.later("answer-then-throw", "answered", late);
    Check.equal("answered", late.value());
    for (String how : new String[] {"twice", "fail-after-success"}) {
      Box<String> twice = new Box<>();
      guest.later(how, "first", twice);
      Check.equal("first", twice.value());
    }
    for (String how : new String[] {"drop", "drop-on-thread"}) {
      Box<String> dropped = new Box<>();
      guest.later(how, "text", dropped);
      dropped.error("dropped-reply");
      Box<Void> droppedToo = new Box<>();
      guest.laterNothing(how, droppedToo);
      droppedToo.error("dropped-reply");
    }
    Box<Long> nobody = new Box<>();
    try {
      NobodyGuest.get().askLater(nobody);
      nobody.error("unregistered");
    } catch (CausewayException e) {
      Check.equal("unregistered", e.code()); // thrown at once is as good, but only once
      Check.isTrue(nobody.isEmpty(), "thrown and replied");
    }
    // A null for a non-null argument is the caller's error, at once or as the reply.
    Box<String> nullArgument = new Box<>();
    try {
      guest.later("inline", null, nullArgument);
      nullArgument.error("null-argument");
    } catch (ApiError e) {
      Check.equal("null-argument", e.code());
      Check.isTrue(nullArgument.isEmpty(), "thrown and replied");
    }
  }

  private static final Box<String> HELD = new Box<>();
  private static final Box<List<Label>> HELD_LIST = new Box<>();

  /** The receiver keeps the arguments while the sender's buffers are written over. */
  private static void heldStart() {
    Guest guest = Guest.get();
    guest.later("hold", HostImpl.repeat("held ", 100), HELD);
    guest.laterLabels("hold", Arrays.asList(HostImpl.label("held label", 5L)), HELD_LIST);
    for (int i = 0; i < 50; i++) {
      String other = HostImpl.repeat("XXXXX", 100 + i);
      Check.equal(other, guest.echoString(other));
    }
    Check.isTrue(HELD.isEmpty() && HELD_LIST.isEmpty(), "answered too early");
  }

  private static void heldEnd() throws InterruptedException {
    Check.equal(HostImpl.repeat("held ", 100), HELD.value());
    Check.equal(Arrays.asList(HostImpl.label("held label", 5L)), HELD_LIST.value());
  }

  private static void many() throws InterruptedException {
    Guest guest = Guest.get();
    List<Box<Long>> boxes = new java.util.ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Box<Long> box = new Box<>();
      guest.laterInt(i % 2 == 0 ? "thread" : "inline", i, box);
      boxes.add(box);
    }
    for (int i = 0; i < 200; i++) {
      Check.equal(i + 1L, boxes.get(i).value());
    }
  }
}
