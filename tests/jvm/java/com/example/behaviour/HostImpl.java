package com.example.behaviour;

import dev.causeway.CausewayException;
import dev.causeway.Reply;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The Java side of the behaviour tests: does what `how` says. */
class HostImpl implements Host {
  static final BlockingQueue<Runnable> HELD = new LinkedBlockingQueue<>();
  static volatile String secondReplyCode;
  static volatile String told; // to the one who replied, by the callback in C++
  static volatile String lastText;

  private final long step;

  HostImpl(long step) {
    this.step = step;
  }

  static void register() {
    Host.register(new HostImpl(1));
    Host.register("hundred", new HostImpl(100));
  }

  static void replaceHundred() {
    Host.register("hundred", new HostImpl(1000));
  }

  static void removeHundred() {
    Host.register("hundred", null);
  }

  /** Runs the replies that were held back, on a thread of Java's. */
  static void releaseHeld() throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              for (Runnable held = HELD.poll(); held != null; held = HELD.poll()) {
                held.run();
              }
            });
    thread.start();
    thread.join();
  }

  static void collectGarbage() {
    System.gc();
  }

  @Override
  public void nothing() {}

  @Override
  public long increment(long value) {
    return value + step;
  }

  @Override
  public Long maybeInt(Long value) {
    return value;
  }

  @Override
  public Double maybeDouble(Double value) {
    return value;
  }

  @Override
  public Mood echoMood(Mood mood) {
    return mood;
  }

  @Override
  public Mood echoMaybeMood(Mood mood) {
    return mood;
  }

  @Override
  public Tiny echoTiny(Tiny tiny) {
    return tiny;
  }

  @Override
  public Tiny echoMaybeTiny(Tiny tiny) {
    return tiny;
  }

  @Override
  public String echoString(String text) {
    lastText = text;
    return text;
  }

  @Override
  public List<String> echoStrings(List<String> texts) {
    return texts;
  }

  @Override
  public Label echoLabel(Label label) {
    return label;
  }

  @Override
  public Chain echoChain(Chain chain) {
    return chain;
  }

  @Override
  public List<Mood> echoMoods(List<Mood> moods) {
    return moods;
  }

  @Override
  public Map<String, Label> echoLabels(Map<String, Label> labels) {
    return labels;
  }

  @Override
  public Object echoObject(Object value) {
    return value;
  }

  @Override
  public Object echoMaybeObject(Object value) {
    return value;
  }

  @Override
  public byte[] echoBytes(byte[] bytes) {
    return bytes;
  }

  @Override
  public byte[] echoMaybeBytes(byte[] bytes) {
    return bytes;
  }

  @Override
  public List<Long> echoInts(List<Long> values) {
    return values;
  }

  static Label label(String name, Long weight) {
    return new Label.Builder().setName(name).setWeight(weight).build();
  }

  @Override
  public long fail(String how) {
    switch (how) {
      case "api-error":
        throw new ApiError("own-code", "own message", label("detail", 7L));
      case "causeway-exception":
        throw new CausewayException("plain-code", "plain message", Arrays.asList(1L, "x", null));
      case "runtime":
        throw new IllegalStateException("a state");
      case "no-message":
        throw new IllegalStateException();
      case "enum-details":
        throw new ApiError("own-code", null, Mood.WILD);
      case "bad-details":
        throw new ApiError("own-code", "own message", new Object());
      case "hostile":
        throw new HostileException();
      case "stack":
        return recurse(0);
      case "memory":
        return new long[Integer.MAX_VALUE].length;
      case "assertion":
        throw new AssertionError("asserted");
      case "deep":
        return recurseThenThrow(1000);
      case "guest-std":
        return Guest.get().fail("std");
      case "guest-int":
        return Guest.get().fail("int");
      case "guest-error":
        return Guest.get().fail("error");
      case "guest-host":
        return Guest.get().fail("host");
      default:
        return how.length();
    }
  }

  private static final class HostileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message for you");
    }
  }

  private long recurse(long n) {
    return recurse(n + 1) + 1;
  }

  private long recurseThenThrow(int n) {
    if (n == 0) {
      throw new IllegalStateException("from the deep");
    }
    return recurseThenThrow(n - 1) + 1;
  }

  @Override
  public String nullString(String how) {
    return null;
  }

  @Override
  public Label nullLabel(String how) {
    return null;
  }

  @Override
  public Mood nullMood(String how) {
    return null;
  }

  @Override
  public Tiny nullTiny(String how) {
    return null;
  }

  @Override
  public byte[] nullBytes(String how) {
    return null;
  }

  @Override
  public Object nullObject(String how) {
    return null;
  }

  @Override
  public List<String> nullStrings(String how) {
    return how.equals("element") ? Arrays.asList("a", null, "c") : null;
  }

  @Override
  public Map<String, Label> nullLabels(String how) {
    switch (how) {
      case "key":
        return Collections.singletonMap(null, label("a", null));
      case "value":
        return Collections.singletonMap("a", null);
      default:
        return null;
    }
  }

  @Override
  public List<Label> lazyLabels(String how, long count) {
    int n = (int) count;
    if (how.equals("modified")) {
      return new SelfModifying(n);
    }
    return new LazyLabels(how, n);
  }

  /** A list that is not what it says, or works while it is looked at. */
  private static final class LazyLabels extends AbstractList<Label> {
    private final String how;
    private final int count;

    LazyLabels(String how, int count) {
      this.how = how;
      this.count = count;
    }

    @Override
    public int size() {
      switch (how) {
        case "too-few":
          return count + 1;
        case "too-many":
          return count - 1;
        case "negative":
          return -1;
        case "enormous":
          return Integer.MAX_VALUE;
        default:
          return count;
      }
    }

    @Override
    public Label get(int index) {
      throw new UnsupportedOperationException("lists are iterated, never indexed");
    }

    @Override
    public Iterator<Label> iterator() {
      return new Iterator<Label>() {
        private int next;

        @Override
        public boolean hasNext() {
          return next < count;
        }

        @Override
        public Label next() {
          int index = next++;
          if (how.equals("throws") && index == 2) {
            throw new IllegalStateException("iterator");
          }
          if (how.equals("guest")) {
            String text = repeat("lazy ", 50 * index);
            if (!Guest.get().echoString(text).equals(text)) {
              throw new AssertionError("a nested call lost its text");
            }
            Guest.get().nest(4, text); // and back into this class
          }
          return label("label " + index, (long) index);
        }
      };
    }
  }

  private static final class SelfModifying extends ArrayList<Label> {
    private static final long serialVersionUID = 1L;

    SelfModifying(int count) {
      for (int i = 0; i < count; i++) {
        add(label("label " + i, null));
      }
    }

    @Override
    public Iterator<Label> iterator() {
      Iterator<Label> iterator = super.iterator();
      return new Iterator<Label>() {
        @Override
        public boolean hasNext() {
          return iterator.hasNext();
        }

        @Override
        public Label next() {
          Label label = iterator.next();
          add(label);
          return label;
        }
      };
    }
  }

  static String repeat(String text, int times) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < times; i++) {
      all.append(text);
    }
    return all.toString();
  }

  @Override
  public String nest(long depth, String text) {
    if (depth == 0) {
      if (text.startsWith("throw")) {
        throw new ApiError("bottom", "thrown at the bottom", null);
      }
      return text;
    }
    String result = Guest.get().nest(depth - 1, text + "j");
    if (!result.startsWith(text)) {
      throw new AssertionError("the outer call lost its text");
    }
    return result + "J";
  }

  private interface Answer {
    void give();
  }

  /** Answers as `how` says; `give` is the right answer. */
  private static <T> void answer(String how, Reply<T> reply, Answer give) {
    switch (how) {
      case "inline":
        give.give();
        break;
      case "thread":
        new Thread(give::give).start();
        break;
      case "fail":
        reply.error(new ApiError("later-code", "later message", label("later", 8L)));
        break;
      case "throw":
        throw new IllegalStateException("thrown by the method");
      case "answer-then-throw":
        give.give();
        throw new IllegalStateException("too late");
      case "twice":
        secondReplyCode = "none";
        give.give();
        try {
          give.give();
        } catch (CausewayException e) {
          secondReplyCode = e.code();
        }
        break;
      case "fail-after-success":
        secondReplyCode = "none";
        give.give();
        try {
          reply.error(new IllegalStateException("second"));
        } catch (CausewayException e) {
          secondReplyCode = e.code();
        }
        break;
      case "told":
        told = "";
        try {
          give.give();
        } catch (ApiError e) {
          told = e.code() + ": " + e.getMessage() + ": " + e.details();
        }
        break;
      case "hold":
        HELD.add(give::give);
        break;
      case "null":
        reply.success(null);
        break;
      case "drop":
        break;
      default:
        throw new IllegalArgumentException(how);
    }
  }

  @Override
  public void later(String how, String text, Reply<String> reply) {
    answer(how, reply, () -> reply.success(text));
  }

  @Override
  public void laterInt(String how, long value, Reply<Long> reply) {
    answer(how, reply, () -> reply.success(value + 1));
  }

  @Override
  public void laterNothing(String how, Reply<Void> reply) {
    answer(how, reply, () -> reply.success(null));
  }

  @Override
  public void laterLabels(String how, List<Label> labels, Reply<List<Label>> reply) {
    answer(how, reply, () -> reply.success(labels));
  }
}
