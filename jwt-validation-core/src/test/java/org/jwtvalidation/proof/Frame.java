// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.ACC_STATIC;

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

  int popInt() {
    return (Integer) pop();
  }

  Value popWide() {
    return (Value) pop();
  }

  /** Copies the top value, which must not be a long or a double. */
  void duplicate() {
    Object top = stack[height - 1];
    if (top instanceof Value) {
      throw new Refusal("copies half of a value");
    }
    push(top);
  }

  /** Copies an array and an index. */
  void duplicateElement() {
    Heap.Elements array = (Heap.Elements) stack[height - 2];
    Integer index = (Integer) stack[height - 1];
    push(array);
    push(index);
  }
}
