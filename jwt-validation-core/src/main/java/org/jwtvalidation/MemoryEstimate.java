package org.jwtvalidation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Estimates how much memory parsed JSON occupies on the heap. */
final class MemoryEstimate {

  private static final int STRING = 48;
  private static final int OBJECT = 168;
  private static final int MEMBER = 56;
  private static final int ARRAY = 104;
  private static final int ELEMENT = 8;
  private static final int OTHER = 40;

  private MemoryEstimate() {}

  /** The octets of a value and all that it contains: seldom too few, often somewhat too many. */
  static int octets(@Nullable Object value) {
    if (value instanceof String string) {
      return STRING + Character.BYTES * string.length();
    }
    if (value instanceof Map<?, ?> object) {
      int octets = OBJECT;
      for (Map.Entry<?, ?> member : object.entrySet()) {
        octets += MEMBER + octets(member.getKey()) + octets(member.getValue());
      }
      return octets;
    }
    if (value instanceof List<?> array) {
      int octets = ARRAY;
      for (Object element : array) {
        octets += ELEMENT + octets(element);
      }
      return octets;
    }
    return OTHER;
  }
}
