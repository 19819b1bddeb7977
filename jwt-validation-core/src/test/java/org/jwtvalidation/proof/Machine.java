// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.*;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Executes bytecode with values in place of numbers, on one path. It refuses what it does not
 * understand. Not thread-safe.
 */
public final class Machine {

  private static final Interval INT = Interval.of(Integer.MIN_VALUE, Integer.MAX_VALUE);
  private static final Interval OCTET = Interval.of(Byte.MIN_VALUE, Byte.MAX_VALUE);

  /** The difference of two numbers that are compared. */
  private record Comparison(Value difference) {}

  private final Program program;
  private final Heap heap;
  private final Numbers numbers;
  private final Longs longs;
  private final Map<String, Contract> contracts;
  private int steps;

  /**
   * A machine that stops.
   *
   * @param steps how many instructions it executes: a changed program may not end
   */
  public Machine(Program program, Heap heap, Numbers numbers, int steps) {
    this.steps = steps;
    this.program = program;
    this.heap = heap;
    this.numbers = numbers;
    this.longs = new Longs(numbers);
    this.contracts = new Library(heap).contracts(numbers, longs);
  }

  /** Replaces the methods of a name in a class, given by its internal name. */
  public Machine with(String owner, String name, Contract contract) {
    contracts.put(owner + "." + name, contract);
    return this;
  }

  /** Executes the only method of this name in a class that takes so many arguments. */
  public @Nullable Object run(String owner, String name, @Nullable Object... arguments) {
    return execute(owner, program.method(owner, name, arguments.length), arguments);
  }

  /** A result, which must be what its form says. */
  public Value result(@Nullable Object value) {
    return longs.fitting((Value) Heap.sound(value));
  }

  /** What the low bits of a long are, without a sign. */
  public Value unsigned(@Nullable Object value) {
    return longs.residue((Value) Heap.sound(value), 64);
  }

  private @Nullable Object execute(String owner, MethodNode method, @Nullable Object[] arguments) {
    Frame frame = new Frame(method, arguments);
    AbstractInsnNode at = method.instructions.getFirst();
    int line = 0;
    while (true) {
      try {
        if (steps-- == 0) {
          throw new Refusal("does not end");
        }
        line = at instanceof LineNumberNode number ? number.line : line;
        int opcode = at.getOpcode();
        if (opcode >= IRETURN && opcode <= RETURN) {
          return opcode == RETURN ? null : frame.pop();
        }
        LabelNode target = step(frame, at);
        at = target == null ? at.getNext() : target;
      } catch (RuntimeException e) {
        String place = owner + "." + method.name + ", line " + line + ", opcode " + at.getOpcode();
        throw e.getCause() instanceof RuntimeException ? e : new Refusal(place + ": " + e, e);
      }
    }
  }

  /** Executes one instruction; answers where to go on, or null for the next one. */
  private @Nullable LabelNode step(Frame frame, AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof JumpInsnNode jump) {
      return opcode == GOTO || isTaken(opcode, frame) ? jump.label : null;
    }
    if (instruction instanceof VarInsnNode load && opcode <= ALOAD) {
      frame.push(frame.locals[load.var]);
    } else if (instruction instanceof VarInsnNode store) {
      frame.locals[store.var] = frame.pop();
    } else if (instruction instanceof IincInsnNode increment) {
      frame.locals[increment.var] = (Integer) frame.locals[increment.var] + increment.incr;
    } else if (instruction instanceof FieldInsnNode field) {
      access(frame, field);
    } else if (instruction instanceof MethodInsnNode call) {
      call(frame, call);
    } else if (instruction instanceof LdcInsnNode constant) {
      frame.push(heap.copy(constant.cst));
    } else if (instruction instanceof IntInsnNode number) {
      frame.push(
          opcode == NEWARRAY ? newArray(frame.popInt(), number.operand) : (Object) number.operand);
    } else if (instruction instanceof TypeInsnNode type && opcode == NEW) {
      frame.push(new Heap.Instance(type.desc));
    } else if (opcode > NOP && opcode != CHECKCAST) {
      simple(frame, opcode);
    }
    return null;
  }

  private static Heap.Elements newArray(int length, int type) {
    @Nullable Object[] elements = new @Nullable Object[length];
    Arrays.fill(elements, type == T_LONG || type == T_DOUBLE ? Value.of(0L) : Integer.valueOf(0));
    return new Heap.Elements(elements);
  }

  private void access(Frame frame, FieldInsnNode field) {
    switch (field.getOpcode()) {
      case GETSTATIC -> frame.push(heap.copyOfStatic(field.owner, field.name));
      case GETFIELD -> frame.push(((Heap.Instance) frame.pop()).fields.get(field.name));
      case PUTFIELD -> {
        Object value = frame.pop();
        ((Heap.Instance) frame.pop()).fields.put(field.name, value);
      }
      default -> throw new Refusal("writes a static field");
    }
  }

  private void call(Frame frame, MethodInsnNode call) {
    int object = call.getOpcode() == INVOKESTATIC ? 0 : 1;
    @Nullable Object[] arguments =
        new @Nullable Object[Type.getArgumentTypes(call.desc).length + object];
    for (int i = arguments.length - 1; i >= 0; i--) {
      arguments[i] = frame.pop();
    }
    boolean virtual = call.getOpcode() == INVOKEVIRTUAL || call.getOpcode() == INVOKEINTERFACE;
    String owner =
        virtual && arguments[0] instanceof Heap.Instance instance ? instance.type : call.owner;
    Contract contract = contracts.get((owner.startsWith("[") ? "[" : owner) + "." + call.name);
    Object result =
        contract != null
            ? contract.call(arguments)
            : execute(owner, program.method(owner, call.name, call.desc), arguments);
    if (!call.desc.endsWith(")V")) {
      frame.push(result);
    }
  }

  private boolean isTaken(int opcode, Frame frame) {
    if (opcode >= IF_ICMPEQ && opcode <= IF_ICMPLE) {
      int right = frame.popInt();
      return isTaken(opcode - IF_ICMPEQ + IFEQ, Integer.compare(frame.popInt(), right));
    }
    Object left = frame.pop();
    return isTaken(
        opcode, left instanceof Comparison of ? sign(opcode, of.difference) : (Integer) left);
  }

  /** The sign of a difference, or one for which the comparison has the same answer. */
  private int sign(int opcode, Value difference) {
    if (opcode == IFLT || opcode == IFGE) {
      return numbers.isNegative(difference) ? -1 : 0;
    }
    if (opcode == IFGT || opcode == IFLE) {
      return numbers.isNegative(numbers.negated(difference)) ? 1 : 0;
    }
    Interval range = numbers.range(difference);
    if (range.contains(BigInteger.ZERO) && !range.equals(Interval.of(0, 0))) {
      throw new Refusal("an open comparison with " + difference);
    }
    return range.least().signum();
  }

  private static boolean isTaken(int opcode, int sign) {
    return switch (opcode) {
      case IFEQ -> sign == 0;
      case IFNE -> sign != 0;
      case IFLT -> sign < 0;
      case IFGE -> sign >= 0;
      case IFGT -> sign > 0;
      case IFLE -> sign <= 0;
      default -> throw new Refusal("not understood");
    };
  }

  private void simple(Frame frame, int opcode) {
    switch (opcode) {
      case ACONST_NULL -> frame.push(null);
      case ICONST_M1, ICONST_0, ICONST_1, ICONST_2, ICONST_3, ICONST_4, ICONST_5 ->
          frame.push(opcode - ICONST_0);
      case LCONST_0, LCONST_1 -> frame.push(Value.of(opcode - LCONST_0));
      case DCONST_0, DCONST_1 -> frame.push(Value.of(opcode - DCONST_0));
      case IALOAD, LALOAD, DALOAD, AALOAD -> {
        int index = frame.popInt();
        frame.push(Heap.sound(((Heap.Elements) frame.pop()).of()[index]));
      }
      case IASTORE, LASTORE, DASTORE, AASTORE -> {
        Object value = frame.pop();
        int index = frame.popInt();
        heap.store((Heap.Elements) frame.pop(), index, value);
      }
      case ARRAYLENGTH -> frame.push(((Heap.Elements) frame.pop()).of().length);
      case POP -> frame.pop();
      case POP2 -> frame.popWide();
      case DUP -> frame.duplicate();
      case DUP2 -> frame.duplicateElement();
      case INEG, LNEG, DNEG, I2L, I2B, L2I, L2D, D2L ->
          frame.push(converted(opcode, value(frame.pop())));
      default -> {
        Object right = frame.pop();
        frame.push(combined(opcode, frame.pop(), right));
      }
    }
  }

  private static Value value(@Nullable Object operand) {
    return operand instanceof Integer number ? Value.of(number) : (Value) operand;
  }

  /** An {@code int}, which is concrete if it is known. */
  private Object integer(Value value, Interval type) {
    Value integer = longs.fitting(value, type);
    return integer.isConstant() ? (Object) (int) integer.constant() : integer;
  }

  private Object converted(int opcode, Value value) {
    return switch (opcode) {
      case LNEG, DNEG -> numbers.negated(value);
      case INEG -> integer(numbers.negated(value), INT);
      case I2L -> value;
      case I2B -> integer(value, OCTET);
      case L2I -> integer(value, INT);
      case L2D -> rounded(longs.fitting(value));
      case D2L -> longs.fitting(value);
      default -> throw new Refusal("not understood");
    };
  }

  private Value rounded(Value exact) {
    return Doubles.rounded(exact, numbers.atoms);
  }

  private Object combined(int opcode, @Nullable Object left, @Nullable Object right) {
    if (left instanceof Integer a && right instanceof Integer b) {
      return combined(opcode, (int) a, (int) b);
    }
    Value a = value(left);
    if (opcode >= ISHL && opcode <= LUSHR) {
      return shifted(opcode, a, (Integer) right);
    }
    Value b = value(right);
    return switch (opcode) {
      case IADD -> integer(numbers.plus(a, b), INT);
      case ISUB -> integer(numbers.minus(a, b), INT);
      case LADD -> numbers.plus(a, b);
      case LSUB -> numbers.minus(a, b);
      case LMUL -> numbers.times(a, b);
      case LAND -> longs.and(a, b);
      case LOR -> longs.or(a, b);
      case LCMP -> new Comparison(numbers.minus(longs.fitting(a), longs.fitting(b)));
      case DADD -> rounded(numbers.plus(a, b));
      case DSUB -> rounded(numbers.minus(a, b));
      case DMUL -> rounded(numbers.times(a, b));
      default -> throw new Refusal("not understood");
    };
  }

  private static int combined(int opcode, int a, int b) {
    return switch (opcode) {
      case IADD -> a + b;
      case ISUB -> a - b;
      case IMUL -> a * b;
      case IDIV -> a / b;
      case IREM -> a % b;
      case IAND -> a & b;
      case ISHL -> a << b;
      case ISHR -> a >> b;
      default -> throw new Refusal("not understood");
    };
  }

  private Object shifted(int opcode, Value value, int distance) {
    return switch (opcode) {
      case LSHL -> longs.shiftLeft(value, distance);
      case LSHR -> longs.shiftRight(value, distance);
      case LUSHR -> longs.unsignedShiftRight(value, distance);
      case ISHL -> integer(longs.shiftLeft(value, distance & 31), INT);
      case ISHR -> integer(longs.shiftRight(value, distance & 31), INT);
      default -> throw new Refusal("not understood");
    };
  }
}
