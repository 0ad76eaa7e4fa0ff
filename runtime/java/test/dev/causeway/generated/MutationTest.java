package dev.causeway.generated;

import java.util.Arrays;
import java.util.Random;

/**
 * Mutated messages into the decoder: a value or a MessageException, nothing else, and no hang.
 * The first argument is the number of inputs (default 20000), the second the seed.
 */
final class MutationTest {
  private MutationTest() {}

  private static byte[] mutate(byte[] seed, Random random) {
    byte[] bytes = seed.clone();
    int edits = 1 + random.nextInt(4);
    for (int i = 0; i < edits && bytes.length > 0; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0:
          bytes[at] = (byte) random.nextInt(256);
          break;
        case 1:
          bytes[at] ^= (byte) (1 << random.nextInt(8));
          break;
        case 2:
          bytes[at] = (byte) (random.nextBoolean() ? 255 : 254);
          break;
        case 3:
          bytes[at] = (byte) random.nextInt(16);
          break;
        case 4:
          bytes = Arrays.copyOf(bytes, at);
          break;
        default:
          int length = random.nextInt(bytes.length - at);
          System.arraycopy(seed, random.nextInt(seed.length - length), bytes, at, length);
          break;
      }
    }
    return bytes;
  }

  public static void main(String[] args) {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 20000;
    long start = args.length > 1 ? Long.parseLong(args[1]) : 1;
    byte[] seed = Check.encode(Shapes.CODEC, CodecTest.rich());
    int values = 0;
    for (int i = 0; i < count; i++) {
      byte[] bytes = mutate(seed, new Random(start + i));
      try {
        Check.decode(Shapes.CODEC, bytes);
        values++;
      } catch (MessageException expected) {
        Check.that(
            expected.offset() >= 0 && expected.offset() <= bytes.length,
            "offset " + expected.offset() + " of " + bytes.length);
      } catch (Throwable other) {
        System.out.println("seed " + (start + i) + ": " + Check.hex(bytes));
        other.printStackTrace();
        System.exit(1);
      }
    }
    Check.that(values > 0 && values < count, "mutations must reach both outcomes");
    System.out.println("ok " + count + " mutated messages, " + values + " still decode");
  }
}
