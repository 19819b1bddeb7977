// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.util.Map.entry;
import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.proof.Program;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Errors that are put into the bytecode of the library, one instruction at a time. */
final class PlantedErrors {

  /** One changed instruction. */
  record Planted(String place, String change, Supplier<ClassNode> changed) {

    /** Whether a proof refuses the changed program. */
    boolean isRefused(Proven proven) {
      try {
        proven.prove(new Program().with(changed.get()));
        return false;
      } catch (RuntimeException e) {
        // A refusal, or a result that a claim cannot read.
        return true;
      }
    }

    @Override
    public String toString() {
      return place + ": " + change;
    }
  }

  /** What is proven of the methods in which errors are planted. */
  @FunctionalInterface
  interface Proven {
    void prove(Program program);
  }

  /** Another operator in place of each. */
  private static final Map<Integer, Integer> OPERATORS =
      Map.ofEntries(
          entry(LADD, LSUB),
          entry(LSUB, LADD),
          entry(LMUL, LADD),
          entry(LSHL, LSHR),
          entry(LSHR, LSHL),
          entry(LUSHR, LSHL),
          entry(LAND, LOR),
          entry(LOR, LAND),
          entry(LNEG, NOP),
          entry(IADD, ISUB),
          entry(ISUB, IADD),
          entry(DADD, DSUB),
          entry(DSUB, DADD),
          entry(DMUL, DADD));

  private PlantedErrors() {}

  /** All changes of one instruction in the methods of some names in a class. */
  static List<Planted> in(String type, List<String> methods) {
    List<Planted> all = new ArrayList<>();
    List<MethodNode> nodes = Program.read(Proof.HERE + type).methods;
    for (int index = 0; index < nodes.size(); index++) {
      MethodNode node = nodes.get(index);
      boolean chosen = methods.contains(node.name) && (node.access & ACC_BRIDGE) == 0;
      for (int at = 0; chosen && at < node.instructions.size(); at++) {
        for (int variant = 0; variant < 2; variant++) {
          AbstractInsnNode old = node.instructions.get(at);
          AbstractInsnNode other = other(node, old, variant);
          if (other != null) {
            String place = type + ", line " + line(old);
            String change = node.name + ": " + describe(old) + " to " + describe(other);
            change += " before " + describe(old.getNext());
            int method = index;
            int instruction = at;
            all.add(new Planted(place, change, () -> changed(type, method, instruction, other)));
          }
        }
      }
    }
    return all;
  }

  private static ClassNode changed(
      String type, int method, int instruction, AbstractInsnNode other) {
    ClassNode changed = Program.read(Proof.HERE + type);
    InsnList instructions = changed.methods.get(method).instructions;
    instructions.set(instructions.get(instruction), other);
    return changed;
  }

  /** The instruction in place of another, or null. */
  private static @Nullable AbstractInsnNode other(
      MethodNode method, AbstractInsnNode old, int variant) {
    int opcode = old.getOpcode();
    int step = variant == 0 ? 1 : -1;
    if (opcode >= ICONST_M1 && opcode <= ICONST_5) {
      return new IntInsnNode(BIPUSH, opcode - ICONST_0 + step);
    }
    if (opcode == LCONST_0 || opcode == LCONST_1) {
      return new LdcInsnNode((long) (opcode - LCONST_0 + step));
    }
    if (old instanceof IntInsnNode number && opcode != NEWARRAY) {
      return new IntInsnNode(SIPUSH, number.operand + step);
    }
    if (old instanceof LdcInsnNode constant && constant.cst instanceof Long number) {
      return new LdcInsnNode(number + step);
    }
    if (variant == 1 && (opcode == LADD || opcode == LSUB || opcode == DADD || opcode == DSUB)) {
      // The second operand is lost, for example a carry.
      return new InsnNode(POP2);
    }
    if (variant == 0 && OPERATORS.containsKey(opcode)) {
      return new InsnNode(OPERATORS.get(opcode));
    }
    if (old instanceof VarInsnNode load && (opcode == LLOAD || opcode == DLOAD)) {
      int another = load.var + 2 * step;
      boolean loaded = false;
      for (AbstractInsnNode each : method.instructions) {
        loaded |=
            each instanceof VarInsnNode local
                && local.var == another
                && local.getOpcode() == opcode;
      }
      return loaded ? new VarInsnNode(opcode, another) : null;
    }
    return null;
  }

  private static int line(AbstractInsnNode instruction) {
    AbstractInsnNode at = instruction;
    while (at != null && !(at instanceof LineNumberNode)) {
      at = at.getPrevious();
    }
    return at instanceof LineNumberNode number ? number.line : 0;
  }

  private static String describe(AbstractInsnNode instruction) {
    if (instruction instanceof LdcInsnNode constant) {
      return "constant " + constant.cst;
    }
    if (instruction instanceof IntInsnNode constant) {
      return "constant " + constant.operand;
    }
    if (instruction instanceof VarInsnNode local) {
      return "variable " + local.var;
    }
    return "operation " + instruction.getOpcode();
  }
}
