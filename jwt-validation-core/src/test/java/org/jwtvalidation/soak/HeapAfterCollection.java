// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import com.sun.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of the heap is in use at the very end of a full collection: not a moment later, when the
 * threads under load have filled a part of it again.
 */
final class HeapAfterCollection {

  private static final Set<String> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());

  private final GarbageCollectorMXBean collector;

  private HeapAfterCollection(GarbageCollectorMXBean collector) {
    this.collector = collector;
  }

  /** Finds the collector that collects everything; to be asked while nothing else goes on. */
  static HeapAfterCollection measured() {
    List<GarbageCollectorMXBean> collectors =
        ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
    Map<String, Long> before = new HashMap<>();
    collectors.forEach(each -> before.put(each.getName(), each.getCollectionCount()));
    System.gc();
    return collectors.stream()
        .filter(each -> each.getCollectionCount() > before.get(each.getName()))
        .filter(each -> Set.of(each.getMemoryPoolNames()).containsAll(POOLS))
        .findFirst()
        .map(HeapAfterCollection::new)
        .orElseThrow(() -> new IllegalStateException("no collector that collects all of " + POOLS));
  }

  /** Collects, and says how many octets are in use then. */
  long octets() {
    System.gc();
    return collector.getLastGcInfo().getMemoryUsageAfterGc().entrySet().stream()
        .filter(pool -> POOLS.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }
}
