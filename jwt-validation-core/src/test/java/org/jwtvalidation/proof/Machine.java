package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.*;

import java.math.BigInteger;
import java.util.HashMap;
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

  /** The difference of two numbers whose comparison is open. */
  private record Comparison(Value difference) {}

  private final Program program;
  public final Heap heap;
  public final Numbers numbers;
  private final Longs longs;
  private final Doubles doubles;
  private final Map<String, Contract> contracts = new HashMap<>();
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
    this.doubles = new Doubles(numbers);
    contracts.putAll(new Library(heap, numbers, longs, doubles).contracts());
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
    int at = 0;
    while (true) {
      AbstractInsnNode instruction = method.instructions.get(at);
      if (steps-- == 0) {
        throw new Refusal("does not end: " + owner + "." + method.name);
      }
      try {
        int opcode = instruction.getOpcode();
        if (opcode >= IRETURN && opcode <= RETURN) {
          return opcode == RETURN ? null : frame.pop();
        }
        LabelNode target = step(frame, instruction);
        at = target == null ? at + 1 : method.instructions.indexOf(target);
      } catch (Refusal e) {
        throw e.getCause() != null ? e : refusal(owner, method, instruction, e);
      } catch (RuntimeException e) {
        throw refusal(owner, method, instruction, e);
      }
    }
  }

  private static Refusal refusal(
      String owner, MethodNode method, AbstractInsnNode instruction, RuntimeException cause) {
    AbstractInsnNode at = instruction;
    while (at != null && !(at instanceof LineNumberNode)) {
      at = at.getPrevious();
    }
    return new Refusal(
        owner
            + "."
            + method.name
            + (at instanceof LineNumberNode line ? ", line " + line.line : "")
            + ", opcode "
            + instruction.getOpcode()
            + ": "
            + cause,
        cause);
  }

  /** Executes one instruction; answers where to go on, or null for the next one. */
  private @Nullable LabelNode step(Frame frame, AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode < 0) {
      return null;
    }
    if (instruction instanceof VarInsnNode local) {
      if (opcode <= ALOAD) {
        frame.push(frame.locals[local.var]);
      } else {
        frame.locals[local.var] = frame.pop();
      }
    } else if (instruction instanceof IincInsnNode increment) {
      frame.locals[increment.var] = (Integer) frame.locals[increment.var] + increment.incr;
    } else if (instruction instanceof JumpInsnNode jump) {
      return opcode == GOTO || holds(frame, opcode) ? jump.label : null;
    } else if (instruction instanceof FieldInsnNode field) {
      access(frame, field);
    } else if (instruction instanceof MethodInsnNode call) {
      call(frame, call);
    } else if (instruction instanceof LdcInsnNode constant) {
      frame.push(heap.copy(constant.cst));
    } else if (instruction instanceof IntInsnNode small && opcode != NEWARRAY) {
      frame.push(small.operand);
    } else if (instruction instanceof IntInsnNode array) {
      frame.push(newArray((Integer) frame.pop(), array.operand));
    } else if (instruction instanceof TypeInsnNode type && opcode == NEW) {
      frame.push(new Heap.Instance(type.desc, new HashMap<>()));
    } else if (instruction instanceof TypeInsnNode && opcode == CHECKCAST) {
      return null;
    } else {
      simple(frame, opcode);
    }
    return null;
  }

  private static Heap.Elements newArray(int length, int type) {
    @Nullable Object[] elements = new @Nullable Object[length];
    Object zero = type == T_LONG || type == T_DOUBLE ? Value.of(0L) : Integer.valueOf(0);
    java.util.Arrays.fill(elements, zero);
    return new Heap.Elements(elements);
  }

  private void access(Frame frame, FieldInsnNode field) {
    switch (field.getOpcode()) {
      case GETSTATIC -> frame.push(heap.copyOfStatic(field.owner, field.name));
      case GETFIELD -> frame.push(((Heap.Instance) frame.pop()).fields().get(field.name));
      case PUTFIELD -> {
        Object value = frame.pop();
        heap.put((Heap.Instance) frame.pop(), field.name, value);
      }
      default -> throw new Refusal("writes a static field");
    }
  }

  private void call(Frame frame, MethodInsnNode call) {
    int count =
        Type.getArgumentTypes(call.desc).length + (call.getOpcode() == INVOKESTATIC ? 0 : 1);
    @Nullable Object[] arguments = new @Nullable Object[count];
    for (int i = count - 1; i >= 0; i--) {
      arguments[i] = frame.pop();
    }
    boolean virtual = call.getOpcode() == INVOKEVIRTUAL || call.getOpcode() == INVOKEINTERFACE;
    String owner =
        virtual && arguments[0] instanceof Heap.Instance object ? object.type() : call.owner;
    Contract contract = contracts.get(owner + "." + call.name);
    if (contract == null && owner.startsWith("[")) {
      contract = contracts.get("[." + call.name);
    }
    Object result =
        contract != null
            ? contract.call(arguments)
            : execute(owner, program.method(owner, call.name, call.desc), arguments);
    if (!Type.getReturnType(call.desc).equals(Type.VOID_TYPE)) {
      frame.push(result);
    }
  }

  private boolean holds(Frame frame, int opcode) {
    if (opcode >= IF_ICMPEQ && opcode <= IF_ICMPLE) {
      int right = (Integer) frame.pop();
      return holds(opcode - IF_ICMPEQ + IFEQ, Integer.compare((Integer) frame.pop(), right));
    }
    Object left = frame.pop();
    if (opcode == IFNULL || opcode == IFNONNULL) {
      return (left == null) == (opcode == IFNULL);
    }
    if (left instanceof Comparison comparison) {
      return holds(opcode, comparison.difference);
    }
    return holds(opcode, (Integer) left);
  }

  private static boolean holds(int opcode, int sign) {
    return switch (opcode) {
      case IFEQ -> sign == 0;
      case IFNE -> sign != 0;
      case IFLT -> sign < 0;
      case IFGE -> sign >= 0;
      case IFGT -> sign > 0;
      case IFLE -> sign <= 0;
      default -> throw new Refusal("cannot decide");
    };
  }

  private boolean holds(int opcode, Value difference) {
    Interval range = numbers.range(difference);
    if (range.least().equals(range.most())) {
      return holds(opcode, range.least().signum());
    }
    return switch (opcode) {
      case IFLT -> numbers.isNegative(difference);
      case IFGE -> !numbers.isNegative(difference);
      case IFGT -> numbers.isNegative(numbers.negated(difference));
      case IFLE -> !numbers.isNegative(numbers.negated(difference));
      case IFEQ, IFNE -> {
        if (range.contains(new Interval(BigInteger.ZERO, BigInteger.ZERO))) {
          throw new Refusal("an open comparison with " + difference);
        }
        yield opcode == IFNE;
      }
      default -> throw new Refusal("cannot decide");
    };
  }

  private void simple(Frame frame, int opcode) {
    if (opcode <= DCONST_1) {
      frame.push(constant(opcode));
    } else if (opcode >= IALOAD && opcode <= SALOAD) {
      int index = (Integer) frame.pop();
      frame.push(Heap.sound(((Heap.Elements) frame.pop()).of()[index]));
    } else if (opcode >= IASTORE && opcode <= SASTORE) {
      Object value = frame.pop();
      int index = (Integer) frame.pop();
      heap.store((Heap.Elements) frame.pop(), index, value);
    } else if (opcode >= POP && opcode <= SWAP) {
      frame.stackOperation(opcode);
    } else if (opcode == ARRAYLENGTH) {
      frame.push(((Heap.Elements) frame.pop()).of().length);
    } else if (opcode == INEG
        || opcode == LNEG
        || opcode == DNEG
        || (opcode >= I2L && opcode <= I2S)) {
      frame.push(converted(opcode, frame.pop()));
    } else {
      Object right = frame.pop();
      frame.push(combined(opcode, frame.pop(), right));
    }
  }

  private static @Nullable Object constant(int opcode) {
    if (opcode == ACONST_NULL) {
      return null;
    }
    if (opcode >= ICONST_M1 && opcode <= ICONST_5) {
      return opcode - ICONST_0;
    }
    if (opcode == LCONST_0 || opcode == LCONST_1) {
      return Value.of(opcode - LCONST_0);
    }
    if (opcode >= DCONST_0) {
      return Value.of(opcode - DCONST_0);
    }
    throw new Refusal("unknown");
  }

  private static Value whole(Value value) {
    if (value.unit() < 0) {
      throw new Refusal("not an integer: " + value);
    }
    return value;
  }

  private Object converted(int opcode, @Nullable Object operand) {
    if (operand instanceof Integer number) {
      return switch (opcode) {
        case INEG -> -number;
        case I2L, I2D -> Value.of(number);
        case I2B -> (int) number.byteValue();
        default -> throw new Refusal("unknown");
      };
    }
    Value value = (Value) operand;
    return switch (opcode) {
      case LNEG, DNEG -> numbers.negated(value);
      case INEG -> longs.fittingInt(numbers.negated(value));
      case I2L -> longs.fitting(value);
      case D2L -> longs.fitting(whole(value));
      case L2D -> doubles.ofLong(longs.fitting(value));
      case I2D -> value;
      case L2I ->
          value.isConstant()
              ? (Object) (int) longs.fitting(value).constant()
              : longs.fittingInt(value);
      case I2B -> longs.fittingOctet(value);
      default -> throw new Refusal("unknown");
    };
  }

  private Object combined(int opcode, @Nullable Object left, @Nullable Object right) {
    if (left instanceof Integer a && right instanceof Integer b) {
      Integer number = Integers.combined(opcode, a, b);
      if (number != null) {
        return number;
      }
    }
    Value a = left instanceof Integer number ? Value.of(number) : (Value) left;
    if (right instanceof Integer distance) {
      switch (opcode) {
        case LSHL -> {
          return longs.shiftLeft(a, distance);
        }
        case LSHR -> {
          return longs.shiftRight(a, distance);
        }
        case LUSHR -> {
          return longs.unsignedShiftRight(a, distance);
        }
        case ISHL -> {
          return longs.fittingInt(longs.shiftLeft(a, distance & 31));
        }
        case ISHR -> {
          return longs.shiftRight(a, distance & 31);
        }
        default -> {}
      }
    }
    Value b = right instanceof Integer number ? Value.of(number) : (Value) right;
    return switch (opcode) {
      case LADD -> numbers.plus(a, b);
      case LSUB -> numbers.minus(a, b);
      case LMUL -> numbers.times(a, b);
      case LAND -> longs.and(a, b);
      case LOR -> longs.or(a, b);
      case LCMP -> new Comparison(numbers.minus(longs.fitting(a), longs.fitting(b)));
      case IADD -> longs.fittingInt(numbers.plus(a, b));
      case ISUB -> longs.fittingInt(numbers.minus(a, b));
      case DADD -> doubles.plus(a, b);
      case DSUB -> doubles.minus(a, b);
      case DMUL -> doubles.times(a, b);
      default -> throw new Refusal("not understood");
    };
  }
}
