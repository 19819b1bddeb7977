// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Objects and arrays whose numbers are values. They begin as copies of real ones, which the
 * library's own constructors and class initializers made. Not thread-safe.
 */
public final class Heap {

  /** An object of the library. */
  public static final class Instance {

    /** The internal name of the class. */
    public final String type;

    public final Map<String, @Nullable Object> fields = new HashMap<>();

    public Instance(String type) {
      this.type = type;
    }

    /** The array in a field. */
    public Elements array(String field) {
      return (Elements) Objects.requireNonNull(fields.get(field));
    }
  }

  /** An array. */
  public static final class Elements {

    private final @Nullable Object[] of;

    /** An array of these elements, which are not copied. */
    public Elements(@Nullable Object[] of) {
      this.of = of;
    }

    /** The elements themselves. */
    public @Nullable Object[] of() {
      return of;
    }

    /** Makes the first elements those of another array, which {@link #poison} does not undo. */
    public void set(Elements other) {
      System.arraycopy(other.of, 0, of, 0, other.of.length);
    }

    public Value value(int i) {
      return (Value) Heap.sound(of[i]);
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
  private List<Runnable> changes = new ArrayList<>();

  /** A heap with copies of the objects of classes whose names begin so. */
  public Heap(String library) {
    this.library = library;
  }

  static @Nullable Object sound(@Nullable Object value) {
    if (value == POISON) {
      throw new Refusal("reads what another run left behind");
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
    changes = new ArrayList<>();
  }

  /** The copy of a real object, array or number. */
  public @Nullable Object copy(@Nullable Object real) {
    if (real == null || real instanceof Integer) {
      return real;
    }
    if (real instanceof Long number) {
      return Value.of(number);
    }
    if (real instanceof Double number) {
      return Value.of(number);
    }
    if (real instanceof Byte octet) {
      return octet.intValue();
    }
    Object known = copies.get(real);
    if (known != null) {
      return known;
    }
    if (real.getClass().isArray()) {
      return copyOfElements(real);
    }
    return real.getClass().getName().startsWith(library) ? copyOfFields(real) : real;
  }

  /** The copy of a real object of the library. */
  public Instance instance(Object real) {
    return (Instance) Objects.requireNonNull(copy(real));
  }

  private Elements copyOfElements(Object real) {
    @Nullable Object[] elements = new @Nullable Object[Array.getLength(real)];
    Elements copy = new Elements(elements);
    copies.put(real, copy);
    for (int i = 0; i < elements.length; i++) {
      elements[i] = copy(Array.get(real, i));
    }
    return copy;
  }

  private Instance copyOfFields(Object real) {
    Instance copy = new Instance(real.getClass().getName().replace('.', '/'));
    copies.put(real, copy);
    for (Class<?> at = real.getClass(); at != Object.class; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          copy.fields.put(field.getName(), copy(read(at.getName(), field.getName(), real)));
        }
      }
    }
    return copy;
  }

  /** The copy of what a static field of a real class refers to. */
  @Nullable Object copyOfStatic(String owner, String name) {
    return copy(read(owner.replace('/', '.'), name, null));
  }

  private static @Nullable Object read(String type, String name, @Nullable Object real) {
    try {
      Field field = Class.forName(type).getDeclaredField(name);
      field.setAccessible(true);
      return field.get(real);
    } catch (ReflectiveOperationException e) {
      throw new Refusal("cannot read " + type + "." + name, e);
    }
  }
}
