// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphsTest {

  @TempDir private Path folder;

  @Test
  void addsWhatTheGivenSettingsLeaveOpen() {
    FlameGraphs graphs = new FlameGraphs(folder);

    assertThat(graphs.settings("", 2))
        .startsWith("output=flamegraph;dir=" + folder.resolve("flame-graphs/2"));
    assertThat(graphs.settings("event=alloc;dir=/elsewhere;libPath=/own.so", 1))
        .isEqualTo("event=alloc;dir=/elsewhere;libPath=/own.so;output=flamegraph");
    assertThat(graphs.settings("output=jfr;dir=/elsewhere;libPath=/own.so", 1))
        .isEqualTo("output=jfr;dir=/elsewhere;libPath=/own.so");
  }

  @Test
  void findsTheGraphsOfARow() throws IOException {
    Path row = Files.createDirectories(folder.resolve("flame-graphs/2/one.Benchmark.method"));
    Files.writeString(row.resolve("flame-cpu-reverse.html"), "");
    Files.writeString(row.resolve("flame-cpu-forward.html"), "");
    Files.writeString(row.resolve("summary-cpu.txt"), "");
    FlameGraphs graphs = new FlameGraphs(folder);

    assertThat(graphs.of(1)).isEmpty();
    assertThat(graphs.of(2))
        .containsExactly(
            "flame-graphs/2/one.Benchmark.method/flame-cpu-forward.html",
            "flame-graphs/2/one.Benchmark.method/flame-cpu-reverse.html");

    graphs.clear();
    assertThat(graphs.of(2)).isEmpty();
    graphs.clear();
  }
}
