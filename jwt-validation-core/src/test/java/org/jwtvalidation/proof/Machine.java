// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Executes bytecode with values in place of numbers, on one path. It refuses what it does not
 * understand. Not thread-safe.
 */
public final class Machine {

  private final Program program;
  private final Map<String, Contract> contracts;
  private int steps;
  final Heap heap;
  final Numbers numbers;

  /**
   * A machine that stops.
   *
   * @param steps how many instructions it executes: a changed program may not end
   */
  public Machine(Program program, Heap heap, Numbers numbers, int steps) {
    this.program = program;
    this.contracts = new Library(heap, numbers).contracts();
    this.steps = steps;
    this.heap = heap;
    this.numbers = numbers;
  }

  /** Replaces the methods of a name in a class, given by its internal name. */
  public void with(String owner, String name, Contract contract) {
    contracts.put(owner + "." + name, contract);
  }

  /** Executes the only method of this name in a class that takes so many arguments. */
  public @Nullable Object run(String owner, String name, @Nullable Object... arguments) {
    int count = arguments.length;
    return execute(owner, program.method(owner, name, of -> count(of) == count), arguments);
  }

  private static int count(MethodNode method) {
    int object = (method.access & ACC_STATIC) == 0 ? 1 : 0;
    return Type.getArgumentCount(method.desc) + object;
  }

  @Nullable Object call(MethodInsnNode call, @Nullable Object[] arguments) {
    boolean virtual = call.getOpcode() == INVOKEVIRTUAL;
    String owner =
        virtual && arguments[0] instanceof Heap.Instance instance ? instance.type() : call.owner;
    Contract contract = contracts.get(owner + "." + call.name);
    return contract != null
        ? contract.call(arguments)
        : execute(
            owner, program.method(owner, call.name, of -> of.desc.equals(call.desc)), arguments);
  }

  private @Nullable Object execute(String owner, MethodNode method, @Nullable Object[] arguments) {
    Frame frame = new Frame(this, method, arguments);
    AbstractInsnNode at = method.instructions.getFirst();
    int line = 0;
    try {
      for (; at.getOpcode() < IRETURN || at.getOpcode() > RETURN; at = frame.step(at)) {
        if (steps-- == 0) {
          throw new Refusal("does not end");
        }
        line = at instanceof LineNumberNode number ? number.line : line;
      }
      return at.getOpcode() == RETURN ? null : frame.pop();
    } catch (RuntimeException e) {
      String place = owner + "." + method.name + ", line " + line + ", opcode " + at.getOpcode();
      throw e.getCause() instanceof RuntimeException ? e : new Refusal(place + ": " + e, e);
    }
  }
}
