// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.ACC_BRIDGE;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The bytecode of classes, as javac wrote it or changed. */
public final class Program {

  private final Map<String, ClassNode> classes = new HashMap<>();

  /** Reads a class as it is, by its internal name. */
  public static ClassNode read(String name) {
    try (InputStream file = Program.class.getResourceAsStream("/" + name + ".class")) {
      return read(Objects.requireNonNull(file, name).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a class file. */
  public static ClassNode read(byte[] file) {
    ClassNode node = new ClassNode();
    new ClassReader(file).accept(node, ClassReader.SKIP_FRAMES);
    return node;
  }

  /** Puts a changed class in place of the one that was compiled. */
  public Program with(ClassNode changed) {
    classes.put(changed.name, changed);
    return this;
  }

  /** The only method that is chosen, first in {@code owner}, then in its superclasses. */
  MethodNode method(String owner, String name, Predicate<MethodNode> chosen) {
    List<MethodNode> found =
        node(owner).methods.stream()
            .filter(method -> method.name.equals(name) && method.instructions.size() > 0)
            .filter(method -> (method.access & ACC_BRIDGE) == 0 && chosen.test(method))
            .toList();
    String above = node(owner).superName;
    if (found.size() > 1 || (found.isEmpty() && above == null)) {
      throw new Refusal(found.size() + " methods " + owner + "." + name);
    }
    return found.isEmpty() ? method(above, name, chosen) : found.get(0);
  }

  private ClassNode node(String name) {
    return classes.computeIfAbsent(name, Program::read);
  }
}
