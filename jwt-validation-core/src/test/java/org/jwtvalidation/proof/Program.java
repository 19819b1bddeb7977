// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static org.objectweb.asm.Opcodes.ACC_BRIDGE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The bytecode of classes, as javac wrote it or changed. */
public final class Program {

  private final Map<String, ClassNode> classes = new HashMap<>();

  /** Reads a class as it is, by its internal name. */
  public static ClassNode read(String name) {
    try (InputStream file = Program.class.getResourceAsStream("/" + name + ".class")) {
      if (file == null) {
        throw new Refusal("no class file of " + name);
      }
      return read(file.readAllBytes());
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

  /** The method that a call finds, first in {@code owner}, then in its superclasses. */
  MethodNode method(String owner, String name, String descriptor) {
    for (String at = owner; at != null; at = node(at).superName) {
      List<MethodNode> found = methods(at, name, method -> method.desc.equals(descriptor));
      if (!found.isEmpty()) {
        return found.get(0);
      }
    }
    throw new Refusal("no method " + owner + "." + name + descriptor);
  }

  /** The only method of this name in a class with so many arguments, the object included. */
  public MethodNode method(String owner, String name, int arguments) {
    List<MethodNode> found = methods(owner, name, method -> count(method) == arguments);
    if (found.size() != 1) {
      throw new Refusal(found.size() + " methods " + owner + "." + name);
    }
    return found.get(0);
  }

  private List<MethodNode> methods(String owner, String name, Predicate<MethodNode> chosen) {
    return node(owner).methods.stream()
        .filter(method -> method.name.equals(name) && method.instructions.size() > 0)
        .filter(method -> (method.access & ACC_BRIDGE) == 0)
        .filter(chosen)
        .toList();
  }

  private static int count(MethodNode method) {
    int object = (method.access & ACC_STATIC) == 0 ? 1 : 0;
    return Type.getArgumentTypes(method.desc).length + object;
  }

  private ClassNode node(String name) {
    return classes.computeIfAbsent(name, Program::read);
  }
}
