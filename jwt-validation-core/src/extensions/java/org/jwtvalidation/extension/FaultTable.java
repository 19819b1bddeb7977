// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.extension;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What follows when code of users misbehaves: a line for each method that the library calls, with
 * its name and, behind bars, the outcome of each fault that such a method can have, in the order of
 * {@link Fault}. An outcome that is not the same for a caller who waits and one who does not is two
 * with a slash between them.
 */
public final class FaultTable {

  /**
   * A cell.
   *
   * @param method what misbehaves
   * @param call one of the names that the table was made for, in their order
   */
  public record Cell(Method method, Fault fault, int call, String outcome) {}

  private final Map<Method, String[]> rows = new LinkedHashMap<>();

  private FaultTable() {}

  /**
   * Reads a table.
   *
   * @param types the interfaces with these methods
   */
  public static FaultTable of(String text, Class<?>... types) {
    FaultTable table = new FaultTable();
    text.lines()
        .filter(line -> !line.isBlank())
        .forEach(line -> {
          String[] cells = line.strip().split("\\s*\\|\\s*", -1);
          Method method = method(cells[0], types);
          String[] outcomes = Arrays.copyOfRange(cells, 1, cells.length);
          if (outcomes.length != Fault.of(method).size()) {
            throw new AssertionError(cells[0] + " needs an outcome of each of " + Fault.of(method));
          }
          table.rows.put(method, outcomes);
        });
    return table;
  }

  private static Method method(String name, Class<?>... types) {
    return Arrays.stream(types)
        .flatMap(type -> called(type).stream())
        .filter(method -> name(method).equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no method " + name));
  }

  /** The methods of {@code type} that the library may call on code of users. */
  public static List<Method> called(Class<?> type) {
    boolean isOwn = type.getName().startsWith("org.jwtvalidation.");
    return Arrays.stream(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        // What a default method of the JDK does is up to the others.
        .filter(method -> isOwn || Modifier.isAbstract(method.getModifiers()))
        // A combination of two is made by the user.
        .filter(method -> method.getReturnType() != type)
        .filter(method -> method.getDeclaringClass() == type)
        .toList();
  }

  /** The name of a method in a table. */
  public static String name(Method method) {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }

  /** The methods that the table has. */
  public List<String> names() {
    return rows.keySet().stream().map(FaultTable::name).toList();
  }

  /** The cells of a method, for each of its calls; the first is the one that waits. */
  public List<Cell> cells(Method method, List<Integer> calls) {
    List<Cell> cells = new ArrayList<>();
    String[] outcomes = rows.get(method);
    List<Fault> faults = Fault.of(method);
    for (int i = 0; i < outcomes.length; i++) {
      String[] each = outcomes[i].split("\\s*/\\s*", -1);
      for (int call : calls) {
        cells.add(new Cell(method, faults.get(i), call, each[call == 0 ? 0 : each.length - 1]));
      }
    }
    return cells;
  }

  /** The methods of all rows. */
  public List<Method> methods() {
    return List.copyOf(rows.keySet());
  }
}
