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
