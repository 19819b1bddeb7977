// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the names, labels and descriptions that a user of a recording sees. */
class EventTypesTest {

  private static final List<String> OF_EVERY_EVENT =
      List.of("startTime", "duration", "eventThread", "stackTrace");

  static Stream<EventType> types() {
    return Stream.<Class<? extends Event>>of(
            TokenValidationEvent.class,
            RequestEvent.class,
            KeyRefreshEvent.class,
            ValidationStatisticsEvent.class,
            KeyTablesEvent.class,
            SchedulingEvent.class)
        .map(EventType::getEventType);
  }

  private static List<ValueDescriptor> fields(EventType type) {
    return type.getFields().stream()
        .filter(field -> !OF_EVERY_EVENT.contains(field.getName()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("types")
  void describesEveryField(EventType type) {
    assertThat(type.getName()).startsWith("jwt.");
    assertThat(type.getCategoryNames()).containsExactly("JWT Validation");
    assertThat(type.getLabel()).isNotBlank();
    assertThat(type.getDescription()).isNotBlank();
    assertThat(fields(type))
        .hasSizeGreaterThan(4)
        .allSatisfy(field -> {
          assertThat(field.getLabel()).isNotBlank().isNotEqualTo(field.getName());
          assertThat(field.getDescription()).as(field.getName()).isNotBlank();
          if (field.getTypeName().equals("long") && !isCount(field)) {
            assertThat(field.getAnnotation(Timespan.class)).as(field.getName()).isNotNull();
          }
        });
  }

  private static boolean isCount(ValueDescriptor field) {
    return List.of(
            "count",
            "accepted",
            "rejected",
            "undecided",
            "abandoned",
            "preemptions",
            "yields",
            "majorFaults")
        .contains(field.getName());
  }

  @Test
  void hasAFieldForTheTimeOfEachStep() {
    assertThat(fields(EventType.getEventType(TokenValidationEvent.class)))
        .filteredOn(field -> field.getTypeName().equals("long"))
        .filteredOn(field -> !field.getName().equals("cpuTime"))
        .extracting(ValueDescriptor::getName)
        .containsExactlyElementsOf(Events.STEPS);
  }

  @Test
  void shipsSettingsForEveryEvent() throws IOException, ParseException {
    Configuration shipped;
    try (InputStreamReader reader =
        new InputStreamReader(
            JfrMonitor.class.getResourceAsStream("jwt-validation.jfc"), StandardCharsets.UTF_8)) {
      shipped = Configuration.create(reader);
    }

    assertThat(shipped.getLabel()).isEqualTo("JWT Validation");
    assertThat(shipped.getSettings())
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("jwt.TokenValidation#enabled", "true"),
                Map.entry("jwt.TokenValidation#threshold", "100 us"),
                Map.entry("jwt.Request#enabled", "true"),
                Map.entry("jwt.Request#threshold", "100 us"),
                Map.entry("jwt.KeyRefresh#enabled", "true"),
                Map.entry("jwt.ValidationStatistics#enabled", "true"),
                Map.entry("jwt.ValidationStatistics#period", "10 s"),
                Map.entry("jwt.KeyTables#enabled", "true"),
                Map.entry("jwt.KeyTables#period", "10 s"),
                Map.entry("jwt.Scheduling#enabled", "false"),
                Map.entry("jwt.Scheduling#period", "1 s"),
                Map.entry("jdk.ThreadPark#enabled", "true"),
                Map.entry("jdk.ThreadPark#stackTrace", "false"),
                Map.entry("jdk.ThreadPark#threshold", "100 us"),
                Map.entry("jdk.JavaMonitorEnter#enabled", "true"),
                Map.entry("jdk.JavaMonitorEnter#threshold", "100 us"),
                Map.entry("jdk.JavaMonitorWait#enabled", "true"),
                Map.entry("jdk.JavaMonitorWait#stackTrace", "false"),
                Map.entry("jdk.JavaMonitorWait#threshold", "100 us"),
                Map.entry("jdk.ThreadSleep#enabled", "true"),
                Map.entry("jdk.ThreadSleep#threshold", "100 us"),
                Map.entry("jdk.VirtualThreadPinned#enabled", "true"),
                Map.entry("jdk.VirtualThreadPinned#threshold", "100 us"),
                Map.entry("jdk.ExecuteVMOperation#enabled", "true"),
                Map.entry("jdk.ExecuteVMOperation#threshold", "100 us")));
    assertThat(types())
        .allSatisfy(
            type -> assertThat(shipped.getSettings()).containsKey(type.getName() + "#enabled"));
  }
}
