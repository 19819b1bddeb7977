// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.vectors;

import java.util.Collection;
import java.util.Iterator;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;

/** Sets of case numbers as the manifest writes them: {@code 1,60-115}. */
public final class Numbers {

  private Numbers() {}

  /** The text of some numbers. */
  public static String format(Collection<Long> numbers) {
    StringJoiner ranges = new StringJoiner(",");
    Iterator<Long> sorted = new TreeSet<>(numbers).iterator();
    long next = sorted.hasNext() ? sorted.next() : 0;
    while (next != 0) {
      long first = next;
      long last = next;
      next = sorted.hasNext() ? sorted.next() : 0;
      while (next == last + 1) {
        last = next;
        next = sorted.hasNext() ? sorted.next() : 0;
      }
      ranges.add(first == last ? "" + first : first + "-" + last);
    }
    return ranges.toString();
  }

  /** The numbers in a text. */
  public static SortedSet<Long> parse(String text) {
    SortedSet<Long> numbers = new TreeSet<>();
    for (String range : text.split(",", -1)) {
      String[] ends = range.split("-", -1);
      for (long n = Long.parseLong(ends[0]); n <= Long.parseLong(ends[ends.length - 1]); n++) {
        numbers.add(n);
      }
    }
    return numbers;
  }
}
