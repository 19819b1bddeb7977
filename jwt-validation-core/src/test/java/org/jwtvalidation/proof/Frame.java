// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * One execution of a method: local variables, a stack, and instructions. An {@code int} is an
 * {@link Integer} if it is known, a value otherwise. A long takes one place on the stack.
 */
final class Frame {

  private static final Interval INT = Interval.of(Integer.MIN_VALUE, Integer.MAX_VALUE);
  private static final Interval OCTET = Interval.of(Byte.MIN_VALUE, Byte.MAX_VALUE);

  /** What {@code LCMP} answers, of which only the sign may be used. */
  private record Comparison(Value difference) {}

  private final Machine machine;
  private final Numbers numbers;
  private final @Nullable Object[] locals;
  private final Deque<Object> stack = new ArrayDeque<>();

  /** A frame whose variables begin with the arguments. */
  Frame(Machine machine, MethodNode method, @Nullable Object[] arguments) {
    this.machine = machine;
    this.numbers = machine.numbers;
    this.locals = new @Nullable Object[method.maxLocals + 1];
    Type[] types = Type.getArgumentTypes(method.desc);
    int object = arguments.length - types.length;
    for (int i = 0, local = 0; i < arguments.length; i++) {
      locals[local] = arguments[i];
      local += i < object ? 1 : types[i - object].getSize();
    }
  }

  private void push(@Nullable Object value) {
    stack.push(Objects.requireNonNull(value));
  }

  Object pop() {
    return stack.pop();
  }

  private int popInt() {
    return (Integer) pop();
  }

  private Heap.Elements popArray() {
    return (Heap.Elements) pop();
  }

  /** Executes an instruction that does not return, and answers the next one. */
  AbstractInsnNode step(AbstractInsnNode at) {
    int opcode = at.getOpcode();
    if (at instanceof JumpInsnNode jump && (opcode == GOTO || isTaken(opcode))) {
      return jump.label;
    } else if (at instanceof VarInsnNode load && opcode <= ALOAD) {
      push(locals[load.var]);
    } else if (at instanceof VarInsnNode store) {
      locals[store.var] = pop();
    } else if (at instanceof IincInsnNode increment) {
      locals[increment.var] = (Integer) locals[increment.var] + increment.incr;
    } else if (at instanceof FieldInsnNode field && opcode == GETSTATIC) {
      push(machine.heap.copy(Heap.read(field.owner.replace('/', '.'), field.name, null)));
    } else if (at instanceof FieldInsnNode field && opcode == GETFIELD) {
      push(((Heap.Instance) pop()).fields().get(field.name));
    } else if (at instanceof MethodInsnNode call) {
      call(call);
    } else if (at instanceof LdcInsnNode constant) {
      push(machine.heap.copy(constant.cst));
    } else if (at instanceof IntInsnNode array && opcode == NEWARRAY) {
      boolean wide = array.operand == T_LONG || array.operand == T_DOUBLE;
      Object zero = wide ? Value.ZERO : Integer.valueOf(0);
      push(new Heap.Elements(Collections.nCopies(popInt(), zero).toArray()));
    } else if (at instanceof IntInsnNode number) {
      push(number.operand);
    } else if (at instanceof TypeInsnNode type && opcode == NEW) {
      push(new Heap.Instance(type.desc));
    } else if (opcode > NOP && opcode != CHECKCAST && !(at instanceof JumpInsnNode)) {
      simple(opcode);
    }
    return at.getNext();
  }

  private void call(MethodInsnNode call) {
    int object = call.getOpcode() == INVOKESTATIC ? 0 : 1;
    @Nullable Object[] arguments = new @Nullable Object[Type.getArgumentCount(call.desc) + object];
    for (int i = arguments.length - 1; i >= 0; i--) {
      arguments[i] = pop();
    }
    Object result = machine.call(call, arguments);
    if (!call.desc.endsWith(")V")) {
      push(result);
    }
  }

  private boolean isTaken(int opcode) {
    boolean ofTwo = opcode >= IF_ICMPEQ;
    Value right = ofTwo ? value(pop()) : Value.ZERO;
    Object left = pop();
    Value difference =
        left instanceof Comparison of && !ofTwo ? of.difference : numbers.minus(value(left), right);
    return switch (ofTwo ? opcode - IF_ICMPEQ + IFEQ : opcode) {
      case IFEQ -> difference.form().integer().signum() == 0;
      case IFNE -> difference.form().integer().signum() != 0;
      case IFLT -> numbers.isNegative(difference);
      case IFGE -> !numbers.isNegative(difference);
      case IFGT -> numbers.isNegative(numbers.negated(difference));
      case IFLE -> !numbers.isNegative(numbers.negated(difference));
      default -> throw new Refusal("not understood");
    };
  }

  private void simple(int opcode) {
    switch (opcode) {
      case ICONST_M1, ICONST_0, ICONST_1, ICONST_2, ICONST_3, ICONST_4, ICONST_5 ->
          push(opcode - ICONST_0);
      case LCONST_0, LCONST_1 -> push(Value.of(opcode - LCONST_0));
      case IALOAD, LALOAD, DALOAD, AALOAD -> {
        int index = popInt();
        push(Heap.sound(popArray().of()[index]));
      }
      case IASTORE, LASTORE, DASTORE, AASTORE -> {
        Object value = pop();
        int index = popInt();
        machine.heap.store(popArray(), index, value);
      }
      case ARRAYLENGTH -> push(popArray().of().length);
      case POP -> pop();
      case POP2 -> value(pop());
      case DUP -> push(stack.peek());
      case DUP2 -> {
        // An array and an index only, because a value may take one place of the stack or two.
        Integer index = popInt();
        Object array = popArray();
        List.of(array, index, array, index).forEach(this::push);
      }
      case INEG, LNEG, DNEG, I2B, L2I, L2D, D2L -> push(converted(opcode, value(pop())));
      default -> {
        Value right = value(pop());
        push(combined(opcode, value(pop()), right));
      }
    }
  }

  static Value value(@Nullable Object operand) {
    return operand instanceof Integer number ? Value.of(number) : (Value) operand;
  }

  /** An {@code int} or a narrower type. */
  private Object integer(Value value, Interval type) {
    Value integer = numbers.fitting(value, type);
    return integer.form().isConstant() ? (Object) (int) integer.constant() : integer;
  }

  private Object converted(int opcode, Value x) {
    return switch (opcode) {
      case INEG -> integer(numbers.negated(x), INT);
      case I2B -> integer(x, OCTET);
      case L2I -> integer(x, INT);
      case L2D -> numbers.rounded(numbers.fitting(x));
      case D2L -> numbers.fitting(x);
      default -> numbers.negated(x);
    };
  }

  private Object combined(int opcode, Value a, Value b) {
    return switch (opcode) {
      case IADD -> integer(numbers.plus(a, b), INT);
      case ISUB -> integer(numbers.minus(a, b), INT);
      case IMUL -> integer(numbers.times(a, b), INT);
      case IDIV -> (int) (a.constant() / b.constant());
      case IREM -> (int) (a.constant() % b.constant());
      case IAND -> (int) (a.constant() & b.constant());
      case ISHL -> integer(numbers.shiftLeft(a, (int) b.constant() & 31), INT);
      case ISHR -> integer(numbers.shiftRight(a, (int) b.constant() & 31), INT);
      case LADD -> numbers.plus(a, b);
      case LSUB -> numbers.minus(a, b);
      case LMUL -> numbers.times(a, b);
      case LAND -> numbers.and(a, b);
      case LOR -> numbers.or(a, b);
      case LSHL -> numbers.shiftLeft(a, (int) b.constant() & 63);
      case LSHR -> numbers.shiftRight(a, (int) b.constant() & 63);
      case LUSHR -> numbers.unsignedShiftRight(a, (int) b.constant() & 63);
      case LCMP -> new Comparison(numbers.minus(numbers.fitting(a), numbers.fitting(b)));
      case DADD -> numbers.rounded(numbers.plus(a, b));
      case DSUB -> numbers.rounded(numbers.minus(a, b));
      case DMUL -> numbers.rounded(numbers.times(a, b));
      default -> throw new Refusal("not understood");
    };
  }
}
