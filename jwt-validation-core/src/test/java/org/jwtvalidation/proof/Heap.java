// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Objects and arrays whose numbers are values. They begin as copies of real ones, which the
 * library's own constructors and class initializers made. Not thread-safe.
 */
public final class Heap {

  /** An object of the library, with the internal name of its class. */
  public record Instance(String type, Map<String, @Nullable Object> fields) {

    public Instance(String type) {
      this(type, new HashMap<>());
    }

    /** The array in a field. */
    public Elements array(String field) {
      return (Elements) sound(fields.get(field));
    }
  }

  /** An array of these elements, which are not copied. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Elements(@Nullable Object[] of) {

    /** Makes the first elements those of another array, which {@link #poison} does not undo. */
    public void set(Elements other) {
      System.arraycopy(other.of, 0, of, 0, other.of.length);
    }

    public Value value(int i) {
      return (Value) sound(of[i]);
    }

    public Form form(int i) {
      return value(i).form();
    }

    /** Whether each element is the number 0. */
    public boolean isZero() {
      return IntStream.range(0, of.length).allMatch(i -> form(i).equals(Form.NONE));
    }
  }

  /** In place of what must not be read. */
  private static final Object POISON = new Object();

  private final String library;
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
  private final List<Runnable> changes = new ArrayList<>();

  /** A heap with copies of the objects of classes whose names begin so. */
  public Heap(String library) {
    this.library = library;
  }

  static Object sound(@Nullable Object value) {
    if (value == null || value == POISON) {
      throw new Refusal("reads nothing, or what another run left behind");
    }
    return value;
  }

  void store(Elements array, int index, @Nullable Object value) {
    array.of()[index] = value;
    changes.add(() -> array.of()[index] = POISON);
  }

  /** Makes everything unreadable that was written to arrays since the last time. */
  public void poison() {
    changes.forEach(Runnable::run);
    changes.clear();
  }

  /** The copy of a real object, array or number. */
  public @Nullable Object copy(@Nullable Object real) {
    if (real instanceof Long number) {
      return Value.of(number);
    }
    if (real instanceof Double number) {
      return Value.of(number);
    }
    if (real instanceof Byte octet) {
      return octet.intValue();
    }
    if (real == null || copies.containsKey(real)) {
      return copies.get(real);
    }
    if (real.getClass().isArray()) {
      return copyOfElements(real);
    }
    return real.getClass().getName().startsWith(library) ? copyOfFields(real) : real;
  }

  /** The copy of a real object of the library. */
  public Instance instance(Object real) {
    return (Instance) sound(copy(real));
  }

  private Elements copyOfElements(Object real) {
    @Nullable Object[] elements = new @Nullable Object[Array.getLength(real)];
    Elements copy = new Elements(elements);
    copies.put(real, copy);
    Arrays.setAll(elements, i -> copy(Array.get(real, i)));
    return copy;
  }

  private Instance copyOfFields(Object real) {
    Instance copy = new Instance(real.getClass().getName().replace('.', '/'));
    copies.put(real, copy);
    for (Class<?> at = real.getClass(); at != Object.class; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          copy.fields().put(field.getName(), copy(read(at.getName(), field.getName(), real)));
        }
      }
    }
    return copy;
  }

  /** What a field of a real object refers to, or a static one. */
  static @Nullable Object read(String type, String name, @Nullable Object real) {
    try {
      Field field = Class.forName(type).getDeclaredField(name);
      field.setAccessible(true);
      return field.get(real);
    } catch (ReflectiveOperationException e) {
      throw new Refusal("cannot read " + type + "." + name, e);
    }
  }
}
