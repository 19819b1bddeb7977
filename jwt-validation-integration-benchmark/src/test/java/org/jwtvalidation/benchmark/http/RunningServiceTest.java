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
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("system")
class RunningServiceTest {

  private static final long PATIENCE = RunningService.PATIENCE.toSeconds();

  @TempDir private Path folder;

  private Process run(Class<?> run) throws IOException {
    return new ProcessBuilder(
            Program.pathInJdk("java"),
            "-cp",
            System.getProperty("java.class.path"),
            run.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void endsWithTheRunThatIsKilled() throws Exception {
    OpenService.packageIn(folder);
    Process run = run(Run.class);
    Path group = Files.createFile(folder.resolve("group"));
    ProcessHandle service;
    try (var output = run.inputReader()) {
      service = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(service.isAlive()).isTrue();
    } finally {
      run.destroy();
    }

    service.onExit().get(PATIENCE, TimeUnit.SECONDS);
    assertThat(service.isAlive()).isFalse();
    assertThat(run.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
    assertThat(group).doesNotExist();
  }

  @Test
  void endsWithTheRunThatIsKilledWhileItEndsTheService() throws Exception {
    OpenService.packageIn(folder, EndlessService.class);
    Path group = Files.createFile(folder.resolve("group"));
    Process run = run(ClosingRun.class);
    ProcessHandle service;
    try (var output = run.inputReader()) {
      service = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      while (!Files.readString(folder.resolve("service.log")).contains("asked to end")) {
        assertThat(run.isAlive()).isTrue();
        Thread.sleep(10);
      }
    } finally {
      run.destroy();
    }

    try {
      assertThat(run.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
      assertThat(service.isAlive()).isFalse();
      assertThat(group).doesNotExist();
    } finally {
      service.destroyForcibly();
    }
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

  /** The same, but ends the service, which takes longer. */
  static final class ClosingRun {

    private ClosingRun() {}

    public static void main(String[] folder) throws IOException {
      try (RunningService service = start(Path.of(folder[0]))) {
        service.awaitStatus("/", null, 200);
        System.out.println(service.processId());
      }
    }
  }

  /** A service that says when it is asked to end, and does not. */
  static final class EndlessService {

    private EndlessService() {}

    public static void main(String[] args) throws IOException {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                System.out.println("asked to end");
                while (true) {
                  LockSupport.park();
                }
              }));
      OpenService.main(args);
    }
  }
}
