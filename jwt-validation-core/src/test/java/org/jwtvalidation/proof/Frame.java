package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.DUP2_X1;
import static org.objectweb.asm.Opcodes.DUP_X1;
import static org.objectweb.asm.Opcodes.DUP_X2;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.POP2;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/** The local variables and the stack of one call. A long takes one place on the stack. */
final class Frame {

  final @Nullable Object[] locals;
  private final @Nullable Object[] stack;
  private int height;

  /** A frame whose variables begin with the arguments. */
  Frame(MethodNode method, @Nullable Object[] arguments) {
    this.locals = new @Nullable Object[method.maxLocals + 1];
    this.stack = new @Nullable Object[method.maxStack + 1];
    int local = 0;
    int argument = 0;
    if ((method.access & ACC_STATIC) == 0) {
      locals[local++] = arguments[argument++];
    }
    for (Type type : Type.getArgumentTypes(method.desc)) {
      locals[local] = arguments[argument++];
      local += type.getSize();
    }
  }

  void push(@Nullable Object value) {
    stack[height++] = value;
  }

  @Nullable Object pop() {
    return stack[--height];
  }

  void stackOperation(int opcode) {
    Object top = pop();
    switch (opcode) {
      case POP -> {}
      case POP2 -> {
        if (!(top instanceof Value)) {
          pop();
        }
      }
      case DUP -> insert(top, 0);
      case DUP_X1 -> insert(top, 1);
      case DUP_X2 -> insert(top, stack[height - 1] instanceof Value ? 1 : 2);
      case DUP2 -> {
        if (top instanceof Value) {
          insert(top, 0);
        } else {
          Object below = pop();
          push(below);
          push(top);
          push(below);
          push(top);
        }
      }
      case DUP2_X1 -> insertLong(top, 1);
      default -> insertLong(top, stack[height - 1] instanceof Value ? 1 : 2);
    }
  }

  private void insertLong(@Nullable Object top, int below) {
    if (!(top instanceof Value)) {
      throw new Refusal("two values at once");
    }
    insert(top, below);
  }

  /** Puts the value back, and a copy below so many others. */
  private void insert(@Nullable Object top, int below) {
    System.arraycopy(stack, height - below, stack, height - below + 1, below);
    stack[height - below] = top;
    height++;
    push(top);
  }
}
