// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The measured phases of a recording. A recording of a benchmark marks them by events; any other
 * recording is one phase.
 */
final class Phases {

  private static final String EVENT = "jwt.Phase";
  private static final String MEASUREMENT = "MEASUREMENT";

  private record Phase(String name, Instant begin, Instant end) {}

  private final List<Phase> measured;
  private final boolean marked;

  private Phases(List<Phase> measured, boolean marked) {
    this.measured = measured;
    this.marked = marked;
  }

  static Phases of(Path recording) {
    List<Phase> measured = new ArrayList<>();
    boolean[] marked = new boolean[1];
    Recordings.read(
        recording,
        events ->
            events.onEvent(
                EVENT,
                event -> {
                  marked[0] = true;
                  if (event.getString("phase").equals(MEASUREMENT)) {
                    measured.add(
                        new Phase(
                            event.getString("benchmark"),
                            event.getStartTime(),
                            event.getEndTime()));
                  }
                }));
    return new Phases(measured, marked[0]);
  }

  /** The total length of the phases of {@code name}; null if the recording marks no phases. */
  @Nullable Duration lengthOf(String name) {
    if (!marked) {
      return null;
    }
    return measured.stream()
        .filter(phase -> phase.name.equals(name))
        .map(phase -> Duration.between(phase.begin, phase.end))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The name of the phase at {@code moment}; null between phases. */
  @Nullable String at(Instant moment) {
    if (!marked) {
      return "recording";
    }
    for (Phase phase : measured) {
      if (!moment.isBefore(phase.begin) && moment.isBefore(phase.end)) {
        return phase.name;
      }
    }
    return null;
  }
}
