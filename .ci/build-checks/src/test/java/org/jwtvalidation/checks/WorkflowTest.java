// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what the workflows run, and what they may do. */
@Tag("jdk-independent")
class WorkflowTest {

  private static final Path WORKFLOWS = Project.file(".github/workflows");

  private static final Pattern ACTION =
      Pattern.compile("([\\w.-]+/[\\w./-]+)@([0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+)");
  private static final Pattern USED = Pattern.compile("(?m)^ +(?:- )?uses: *(.*)$");
  private static final Pattern JOB = Pattern.compile("(?m)^  (?=[\\w-]+:$)");
  private static final Pattern CHECKOUT = Pattern.compile("uses: actions/checkout@");
  private static final Pattern CHECKOUT_WITHOUT_CREDENTIALS =
      Pattern.compile(CHECKOUT + ".*\\n +with:\\n +persist-credentials: false\\n");
  private static final Pattern VERSION_CHECK =
      Pattern.compile("- name: The tag is the version of the POM\n +run: (.*)\n");
  private static final Pattern FETCH_OF_RUNS =
      Pattern.compile("- name: Fetch the earlier runs\n +run: \\|\n((?: {10}.*\n)+)");
  private static final Pattern PLUGIN_VERSION =
      Pattern.compile("-plugin</artifactId>\\s+<version>([\\d.]+)</version>");

  /** Their texts by the names of their files. */
  private static Map<String, String> workflows() throws IOException {
    Map<String, String> workflows = new TreeMap<>();
    try (Stream<Path> files = Files.list(WORKFLOWS)) {
      files.forEach(file -> workflows.put(file.getFileName().toString(), text(file)));
    }
    return workflows;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> jobs(String workflow) {
    List<String> parts = JOB.splitAsStream(workflow.split("\\njobs:\\n", -1)[1]).toList();
    return parts.subList(1, parts.size());
  }

  @Test
  void runsEveryActionByItsCommit() throws IOException {
    Map<String, String> commits = new TreeMap<>();
    for (String workflow : workflows().values()) {
      List<String> used = USED.matcher(workflow).results().map(use -> use.group(1)).toList();
      assertThat(used).isNotEmpty().allSatisfy(use -> assertThat(use).matches(ACTION));
      for (String use : used) {
        String[] parts = use.split("@", -1);
        assertThat(parts[1])
            .as("commit of %s", parts[0])
            .isEqualTo(commits.computeIfAbsent(parts[0], unseen -> parts[1]));
      }
    }
    assertThat(commits).containsKeys("actions/attest", "github/codeql-action/analyze");
  }

  @Test
  void grantsNothingButReadingUnlessAJobSaysSo() throws IOException {
    assertThat(workflows()).hasSizeGreaterThan(4);
    assertThat(workflows().values())
        .allSatisfy(workflow ->
            assertThat(workflow)
                .containsOnlyOnce("\npermissions:\n  contents: read\n\n")
                .doesNotContain("write-all", "pull_request_target", "workflow_run"));
  }

  @Test
  void letsOnlyTheReleaseSign() throws IOException {
    workflows()
        .forEach((name, workflow) -> {
          for (String job : jobs(workflow)) {
            boolean release = name.equals("release.yml");
            assertThat(job.contains("secrets."))
                .as("%s: %s", name, job)
                .isEqualTo(release && job.contains("    environment: release\n"));
            assertThat(Stream.of("id-token: write", "attestations: write").filter(job::contains))
                .as("%s: %s", name, job)
                .hasSize(release && job.startsWith("attest:") ? 2 : 0);
          }
        });
  }

  @Test
  void attestsWhereNothingOfTheRepositoryRuns() throws IOException {
    assertThat(jobs(workflows().get("release.yml")))
        .filteredOn(job -> job.contains("attestations: write"))
        .singleElement()
        .asString()
        .contains("uses: actions/attest@")
        .doesNotContain("run:", "actions/checkout");
  }

  @Test
  void fetchesTheVectorsWhereEverythingIsTested() throws IOException {
    assertThat(workflows().values().stream().flatMap(workflow -> jobs(workflow).stream()))
        .filteredOn(
            job -> job.contains(" clean verify -Pcomplete\n") || job.contains("run: .ci/run\n"))
        .hasSize(3)
        .allSatisfy(job -> assertThat(job).contains("run: .ci/fetch-vectors\n"));
  }

  /**
   * The default JDK leaves whole programs to the newest, which leaves to it what depends on no JDK.
   */
  @Test
  void runsEveryTestOnOneJdkAtLeast() throws IOException {
    assertThat(text(Project.file(".ci/run")))
        .contains("verify -Pcomplete -DexcludedGroups=jdk-independent ");
    List<Path> builtOnlyThere =
        List.of(Project.file("integrations/integration-tests"), Project.file("examples"));

    assertThat(Project.files(".java"))
        .filteredOn(file -> text(file).contains("@Tag(\"jdk-independent\")"))
        .hasSizeGreaterThan(100)
        .allSatisfy(file -> {
          assertThat(builtOnlyThere).as("%s", file).noneMatch(file::startsWith);
          assertThat(text(file)).as("%s", file).doesNotContain("@Tag(\"system\")");
        });
  }

  @Test
  void passesOnlyAtTheEndOfAllChecks(@TempDir Path folder)
      throws IOException, InterruptedException {
    String run = text(Project.file(".ci/run"));
    Path printed = folder.resolve("printed");
    // The last command has succeeded when the signal comes.
    String killed =
        Project.first("(?s)\\n(steps=.*?trap finish EXIT\\n)", run) + "begin one\nkill -HUP $$\n";

    ProcessBuilder shell = new ProcessBuilder("bash", "-c", killed);
    shell.redirectErrorStream(true).redirectOutput(printed.toFile()).start().waitFor();

    assertThat(printed).content().contains("[ci] FAILED: one").doesNotContain("passed");
    assertThat(run).containsOnlyOnce("complete=yes").endsWith("\ncomplete=yes\n");
  }

  @Test
  void checksOutWithoutCredentials() throws IOException {
    workflows()
        .forEach((name, workflow) ->
            assertThat(CHECKOUT_WITHOUT_CREDENTIALS.matcher(workflow).results())
                .as(name)
                .hasSameSizeAs(CHECKOUT.matcher(workflow).results().toList())
                .isNotEmpty());
  }

  @Test
  void buildsNothingWhereTheRepositoryCanBeWritten() throws IOException {
    List<String> writing = new ArrayList<>();
    workflows()
        .forEach((name, workflow) -> {
          for (String job : jobs(workflow)) {
            if (job.contains("contents: write")) {
              writing.add(name + " " + job.lines().findFirst().orElseThrow());
              assertThat(job).as("%s", writing).doesNotContain("mvn", "maven", ".ci/", "java -");
            }
          }
        });
    assertThat(writing)
        .containsExactly("benchmark.yml publish:", "release.yml announce:", "site.yml publish:");
  }

  @Test
  void releasesWhatTheBillOfMaterialsLists() throws IOException {
    assertThat(workflows().get("release.yml").lines().filter(line -> line.contains("-Prelease")))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).endsWith(" -pl \"$(.ci/published)\""));
    assertThat(text(Project.file(".ci/release-test"))).contains("modules=$(.ci/published)\n");
  }

  @Test
  void releasesFromTheMainBranchOfThisRepository() throws IOException {
    String repository =
        Project.first("  <url>https://github\\.com/(.+?)</url>", text(Project.file("pom.xml")));

    assertThat(jobs(workflows().get("release.yml")))
        .filteredOn(job -> !job.contains("    needs: "))
        .singleElement()
        .asString()
        .contains("    if: github.repository == '" + repository + "'\n")
        .contains("          fetch-depth: 0\n")
        .contains("        run: git merge-base --is-ancestor HEAD origin/main\n");
  }

  @Test
  void publishesPagesToABranchThatAnotherWorkflowHasPushedTo(@TempDir Path folder)
      throws IOException, InterruptedException {
    Pattern push = Pattern.compile("- name: Push it\n +run: \\|\n((?: {10}.*\n)+)");
    for (String name : List.of("site.yml", "benchmark.yml")) {
      shell(
          Files.createDirectory(folder.resolve(name)),
          """
          commit() { touch $1; git add .; git -c user.name=a -c user.email=a@b.example commit -qm $1; }
          exec 2>log # what git says of the push that fails first
          export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.example
          git init -q -b gh-pages other && cd other && commit a && git clone -q --bare . ../origin && cd ..
          git clone -q --depth 1 "file://$PWD/origin" pages && (cd pages && commit b)
          (cd other && commit c && git push -q ../origin gh-pages)
          """
              + Project.matches(push, workflows().get(name)).get(0)
              + "git -C ../origin ls-tree --name-only gh-pages | xargs | grep -x 'a b c'");
    }
  }

  @Test
  void releasesTheVersionOfTheTagAndNoOther(@TempDir Path folder)
      throws IOException, InterruptedException {
    String pom = text(Project.file("pom.xml"));
    Files.writeString(folder.resolve("pom.xml"), pom);
    Path maven = folder.resolve("mvnw");
    Files.writeString(
        maven, "#!/bin/sh\ncase \"$*\" in *=project.version\\ *) echo 1.2.3 ;; esac\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    Matcher plugin = PLUGIN_VERSION.matcher(pom);
    assertThat(plugin.find()).isTrue();

    assertThat(statusOfVersionCheck(folder, "v1.2.3")).isZero();
    for (String other : List.of("v1.2", "v1.2.30", "1.2.3", "v" + plugin.group(1))) {
      assertThat(statusOfVersionCheck(folder, other)).as(other).isNotZero();
    }
  }

  /** The exit status of the step that compares the tag with the version. */
  private static int statusOfVersionCheck(Path folder, String tag)
      throws IOException, InterruptedException {
    Matcher step = VERSION_CHECK.matcher(text(WORKFLOWS.resolve("release.yml")));
    assertThat(step.find()).isTrue();
    ProcessBuilder shell = new ProcessBuilder("bash", "-e", "-c", step.group(1));
    shell.environment().put("GITHUB_REF_NAME", tag);
    return shell.directory(folder.toFile()).inheritIO().start().waitFor();
  }

  @Test
  void measuresBesidePagesWithAndWithoutEarlierRuns(@TempDir Path folder)
      throws IOException, InterruptedException {
    shell(
        folder,
        "git init -q -b main origin && git init -q clone && cd clone && git remote add origin ../origin");
    String add = "git add . && git -c user.name=a -c user.email=a@example.org commit -qm a";
    Path run = folder.resolve("clone/pages/runs/one/jmh-result.json");

    fetchRuns(folder.resolve("clone"));
    shell(
        folder,
        "cd origin && git switch -q -c gh-pages && mkdir manual && touch manual/a && " + add);
    fetchRuns(folder.resolve("clone"));
    assertThat(run.getParent().getParent()).isEmptyDirectory();
    shell(folder, "cd origin && mkdir -p runs/one && touch runs/one/jmh-result.json && " + add);
    fetchRuns(folder.resolve("clone"));
    assertThat(run).exists();
  }

  private static void fetchRuns(Path folder) throws IOException, InterruptedException {
    Matcher step = FETCH_OF_RUNS.matcher(text(WORKFLOWS.resolve("benchmark.yml")));
    assertThat(step.find()).isTrue();
    shell(folder, step.group(1));
  }

  private static void shell(Path folder, String commands) throws IOException, InterruptedException {
    ProcessBuilder shell = new ProcessBuilder("bash", "-e", "-c", commands);
    assertThat(shell.directory(folder.toFile()).inheritIO().start().waitFor())
        .as(commands)
        .isZero();
  }

  @Test
  void boundsTheTimeOfEveryJob() throws IOException {
    assertThat(workflows().values().stream().flatMap(workflow -> jobs(workflow).stream()))
        .hasSizeGreaterThan(6)
        .allSatisfy(job -> assertThat(job).containsPattern("\\n    timeout-minutes: \\d+\\n"));
  }
}
