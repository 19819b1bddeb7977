package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.IAND;
import static org.objectweb.asm.Opcodes.IDIV;
import static org.objectweb.asm.Opcodes.IMUL;
import static org.objectweb.asm.Opcodes.IREM;
import static org.objectweb.asm.Opcodes.ISHL;
import static org.objectweb.asm.Opcodes.ISHR;
import static org.objectweb.asm.Opcodes.ISUB;
import static org.objectweb.asm.Opcodes.IUSHR;

import org.jspecify.annotations.Nullable;

/** Operations on concrete {@code int}s. */
final class Integers {

  private Integers() {}

  static @Nullable Integer combined(int opcode, int a, int b) {
    return switch (opcode) {
      case IADD -> a + b;
      case ISUB -> a - b;
      case IMUL -> a * b;
      case IDIV -> a / b;
      case IREM -> a % b;
      case IAND -> a & b;
      case ISHL -> a << b;
      case ISHR -> a >> b;
      case IUSHR -> a >>> b;
      default -> null;
    };
  }
}
