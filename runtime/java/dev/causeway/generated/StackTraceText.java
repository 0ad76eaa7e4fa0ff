package dev.causeway.generated;

import java.io.PrintWriter;
import java.io.Writer;

/** Stack trace text of at most 64 KiB, however long the trace or its causes are. */
final class StackTraceText extends Writer {
  private static final int LIMIT = 1 << 16;

  private final StringBuilder text = new StringBuilder();

  private StackTraceText() {}

  static String of(Throwable error) {
    StackTraceText text = new StackTraceText();
    PrintWriter printer = new PrintWriter(text);
    error.printStackTrace(printer);
    printer.flush();
    return text.text.toString();
  }

  /** What is left of an error that fails when it is asked for its message; null: nothing. */
  static String framesOf(Throwable error) {
    StackTraceText text = new StackTraceText();
    try {
      PrintWriter printer = new PrintWriter(text);
      printer.println(error.getClass().getName());
      for (StackTraceElement frame : error.getStackTrace()) {
        printer.println("\tat " + frame);
      }
      printer.flush();
      return text.text.toString();
    } catch (Throwable failure) {
      return null;
    }
  }

  @Override
  public void write(char[] from, int offset, int count) {
    // A character is at most three bytes of UTF-8; traces are ASCII, so count characters.
    text.append(from, offset, Math.min(count, LIMIT - text.length()));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
