// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("system")
class RunningServiceTest {

  @TempDir private Path folder;

  @Test
  void endsWithTheRunThatIsKilled() throws Exception {
    OpenService.packageIn(folder);
    Process run =
        new ProcessBuilder(
                Program.pathInJdk("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Run.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path group = Files.createFile(folder.resolve("group"));
    ProcessHandle service;
    try (var output = run.inputReader()) {
      service = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(service.isAlive()).isTrue();
    } finally {
      run.destroy();
    }

    service.onExit().get(30, TimeUnit.SECONDS);
    assertThat(service.isAlive()).isFalse();
    assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(group).doesNotExist();
  }

  @Test
  void leavesNoServiceIfTheRunEndsAsItStarts() throws Exception {
    OpenService.packageIn(folder);
    Program.Output output =
        Program.run(
            List.of(
                Program.pathInJdk("java"),
                "-cp",
                System.getProperty("java.class.path"),
                LateRun.class.getName(),
                folder.toString()));

    assertThat(output.text()).isEqualTo(RejectedExecutionException.class.getName() + " 0");
  }

  @Test
  void awaitsTheEndOfWorkWhoseAnswerIsThere() throws IOException {
    OpenService.packageIn(folder);
    try (RunningService service = start(folder)) {
      service.awaitStatus("/", null, 200);
      long begin = System.nanoTime();
      service.get("/work", null);

      service.awaitIdle();

      assertThat(System.nanoTime() - begin).isGreaterThan(OpenService.WORK.toNanos());
    }
  }

  private static RunningService start(Path services) throws IOException {
    return RunningService.start(
        services.resolve(Service.PLAIN.jar()),
        Map.of(),
        List.of(),
        null,
        services.resolve("service.log"),
        services.resolve("group").toFile()::delete);
  }

  /** Starts the service while it ends, and prints what comes of it and how many are left. */
  static final class LateRun {

    private LateRun() {}

    public static void main(String[] folder) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                try {
                  start(Path.of(folder[0]));
                } catch (IOException | RuntimeException e) {
                  long left = ProcessHandle.current().children().count();
                  System.out.println(e.getClass().getName() + " " + left);
                }
              }));
    }
  }

  /** Starts the service, prints the number of its process, and waits until it is killed. */
  static final class Run {

    private Run() {}

    public static void main(String[] folder) throws IOException, InterruptedException {
      RunningService service = start(Path.of(folder[0]));
      service.awaitStatus("/", null, 200);
      System.out.println(service.processId());
      TimeUnit.MINUTES.sleep(1);
    }
  }
}
