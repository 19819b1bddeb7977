// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.benchmark.suite.profiles.Recorder;
import org.jwtvalidation.jfr.analysis.RecordingReport;

/** Compares what the analysis of recordings does not publish with what the report makes of it. */
@Tag("jdk-independent")
class ProfileTest {

  private static Class<?> inAnalysis(String name) throws ClassNotFoundException {
    return Class.forName(RecordingReport.class.getPackageName() + "." + name);
  }

  @Test
  void namesEachCauseAsTheAnalysisDoes() throws ReflectiveOperationException {
    Class<?> causes = inAnalysis("Cause");
    Method label = causes.getDeclaredMethod("label");
    label.setAccessible(true);
    Map<String, String> words = new HashMap<>();
    Profile.CAUSES.forEach(cause -> words.put(cause.getKey(), cause.getValue()));

    List<String> names = new ArrayList<>();
    for (Object cause : causes.getEnumConstants()) {
      String name = ((Enum<?>) cause).name();
      names.add(name);
      // The report has a whole phrase, for its sentences.
      assertThat(words.get(name)).as(name).endsWith((String) label.invoke(cause));
    }
    assertThat(words).containsOnlyKeys(names);
  }

  @Test
  void recordsEachEventThatShowsACause() throws Exception {
    Configuration settings = Recorder.settings(Recorder.SETTINGS);

    for (String field : List.of("OF_ALL_THREADS", "OF_ONE_THREAD")) {
      Field events = inAnalysis("Causes").getDeclaredField(field);
      events.setAccessible(true);
      assertThat(((Map<?, ?>) events.get(null)).keySet())
          .allSatisfy(event ->
              assertThat(settings.getSettings()).containsEntry(event + "#enabled", "true"));
    }
  }
}
