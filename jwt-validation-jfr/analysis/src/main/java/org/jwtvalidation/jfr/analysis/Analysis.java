// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The analysis of a recording. The recording is streamed four times, so that its size does not
 * matter: for the phases, for the measurements, for the slow validations, and for their causes.
 */
final class Analysis {

  /** The measurements under one name. */
  record Part(Measured measured, Machine machine, Span span) {

    /** Means, sums and rates of the machine by their names. */
    Map<String, Double> figures() {
      return machine.figures(span.seconds());
    }
  }

  private final Map<String, Part> parts = new LinkedHashMap<>();

  private final Instant begin;

  private Analysis(Instant begin) {
    this.begin = begin;
  }

  /**
   * Analyses a recording.
   *
   * @throws IllegalArgumentException if it cannot be read or has no validations
   */
  static Analysis of(Path recording) {
    Phases phases = Phases.of(recording);
    Analysis analysis = new Analysis(Recordings.begin(recording));
    Recordings.read(
        recording,
        events -> {
          events.onEvent(
              Measured.VALIDATION,
              event -> analysis.with(phases, event, part -> part.measured.add(event)));
          Machine.events()
              .forEach(name ->
                  events.onEvent(
                      name,
                      event -> analysis.with(phases, event, part -> part.machine.add(event))));
        });
    analysis.parts.values().removeIf(part -> part.measured.whole().count() == 0);
    if (analysis.parts.isEmpty()) {
      throw new IllegalArgumentException(
          recording
              + " has no validations; record a validator with a JfrMonitor, and check the"
              + " threshold of jwt.TokenValidation");
    }
    Recordings.read(
        recording,
        events ->
            events.onEvent(
                Measured.VALIDATION,
                event -> analysis.with(phases, event, part -> part.measured.addToBand(event))));
    Recordings.read(
        recording,
        events ->
            analysis
                .parts
                .values()
                .forEach(part -> new Causes(part.measured().slow()).subscribe(events)));
    return analysis;
  }

  private void with(Phases phases, RecordedEvent event, Consumer<Part> use) {
    String name = phases.at(event.getEndTime());
    if (name != null) {
      Part part =
          parts.computeIfAbsent(
              name,
              n -> new Part(new Measured(), new Machine(begin), new Span(phases.lengthOf(n))));
      part.span.include(event);
      use.accept(part);
    }
  }

  /** The measurements by name. */
  Map<String, Part> parts() {
    return parts;
  }
}
