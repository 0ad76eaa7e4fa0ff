package dev.causeway.generated;

import dev.causeway.CausewayException;

/** A message of the codec is malformed. The only exception that decoding throws. */
public final class MessageException extends CausewayException {
  private static final long serialVersionUID = 1L;

  private final int offset;

  public MessageException(String problem, int offset) {
    this("bad-message", problem, offset);
  }

  MessageException(String code, String problem, int offset) {
    super(code, problem + " at byte " + offset);
    this.offset = offset;
  }

  /** Byte of the message, counted from 0, at which it is wrong. */
  public int offset() {
    return offset;
  }
}
