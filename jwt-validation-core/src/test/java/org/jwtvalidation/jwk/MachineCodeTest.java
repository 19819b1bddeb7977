// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.internal.arithmetic.FusedMultiplyAdd;
import org.jwtvalidation.internal.tables.KnownAnswer;
import org.jwtvalidation.internal.tables.RsaKnownAnswers;
import org.jwtvalidation.internal.tables.RsaVerification;

/**
 * What the interpreter and the compilers of this JDK make of the arithmetic gives the known answers
 * and agrees with the JDK: 100,000 times in each mode, or {@code -Dagreement.answers}; fewer where
 * it takes too long. With {@code -Pagreement} there are 60 rounds ({@code -Dagreement.rounds}),
 * each with other signatures ({@code -Dagreement.seed} for the first) and other choices of C2. The
 * classes are those that are shipped, without the instrumentation of coverage. Each mode prints
 * what it compared, in how many seconds, and which of its flags this JVM has.
 */
@Tag("slow")
@Timeout(value = 8, unit = TimeUnit.HOURS)
class MachineCodeTest {

  private static final int ANSWERS = Integer.getInteger("agreement.answers", 100_000);
  private static final int ROUNDS = Integer.getInteger("agreement.rounds", 1);
  private static final long SEED = Long.getLong("agreement.seed", 1);

  private static final String FLAG = "-XX:";

  /** What runs the arithmetic. */
  private enum Mode {
    INTERPRETER(1, "-Xint"),
    C1(100, "-XX:TieredStopAtLevel=1"),
    C2(100, "-XX:-TieredCompilation"),
    /** A power takes 0.1 s there, and production does without. */
    NO_FUSED_MULTIPLY_ADD(100, "-XX:-UseFMA"),
    SHORT_VECTORS(100, "-XX:MaxVectorSize=16"),
    /** C2 chooses at random among what it may do in any order. */
    STRESSED_C2(
        100,
        "-XX:-TieredCompilation",
        "-XX:+StressIGVN",
        "-XX:+StressCCP",
        "-XX:+StressLCM",
        "-XX:+StressGCM");

    /** Of a hundred answers. */
    private final int share;

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable
    private final List<String> flags;

    Mode(int share, String... flags) {
      this.share = share;
      this.flags = List.of(flags);
    }

    int powers() {
      return switch (this) {
        case INTERPRETER -> 160;
        case NO_FUSED_MULTIPLY_ADD -> 20;
        default -> FusedMultiplyAdd.isInHardware(System::nanoTime) ? Integer.MAX_VALUE : 20;
      };
    }
  }

  @TempDir static Path folder;

  /** The round whose answers are in the file. */
  private static int recorded;

  private static Stream<Arguments> rounds() {
    return IntStream.rangeClosed(1, ROUNDS)
        .boxed()
        .flatMap(round -> Stream.of(Mode.values()).map(mode -> Arguments.of(round, mode)));
  }

  @ParameterizedTest(name = "round {0}: {1}")
  @MethodSource("rounds")
  void agreesWithTheJdk(int round, Mode mode) throws Exception {
    Path answers = folder.resolve("answers");
    long seed = SEED * 1_000 + round;
    if (recorded != round) {
      long begin = System.nanoTime();
      RecordedAnswers.record(answers, ANSWERS, seed);
      recorded = round;
      System.out.printf("round %d: the JDK has answered; %d s%n", round, secondsSince(begin));
    }
    long begin = System.nanoTime();
    List<String> options = new ArrayList<>();
    options.add("-XX:+IgnoreUnrecognizedVMOptions");
    options.add("-XX:+UnlockDiagnosticVMOptions");
    options.add("-XX:+UnlockExperimentalVMOptions");
    options.add("-XX:StressSeed=" + seed);
    options.addAll(mode.flags);
    options.add("-Danswers=" + answers);
    options.add("-Dmode=" + mode);
    String said = OtherJvm.runAsShipped(Comparing.class, folder, options.toArray(String[]::new));
    System.out.printf("round %d: %s; %d s%n", round, said.strip(), secondsSince(begin));
    assertThat(said).contains(mode + ": ");
  }

  private static long secondsSince(long begin) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
  }

  /** One mode, in a JVM of its own. */
  static final class Comparing {

    private Comparing() {}

    public static void main(String[] arguments) throws Exception {
      Mode mode = Mode.valueOf(System.getProperty("mode"));
      assertGivesKnownAnswers();
      long agreed =
          RecordedAnswers.compare(
              Path.of(System.getProperty("answers")), mode.share, mode.powers());
      // By compiled code, where there is any.
      assertGivesKnownAnswers();
      System.out.printf(
          "%s: %,d answers agree, with %s; %d s of processors%n",
          mode, agreed, flagsOf(mode), secondsOfProcessors());
    }

    private static void assertGivesKnownAnswers() throws Exception {
      assertThat(KnownAnswer.ES256.isGivenBy(TableScene::table)).isTrue();
      assertThat(KnownAnswer.ED25519.isGivenBy(TableScene::table)).isTrue();
      assertThat(
              Stream.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
                  .parallel()
                  .filter(Comparing::isNotGiven))
          .isEmpty();
    }

    private static boolean isNotGiven(String rsa) {
      try {
        return !RsaKnownAnswers.of(rsa).isGivenBy(key -> RsaVerification.byTable(rsa, key));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    private static long secondsOfProcessors() {
      return TimeUnit.NANOSECONDS.toSeconds(
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime());
    }

    private static List<String> flagsOf(Mode mode) {
      return mode.flags.stream().map(flag -> isInForce(flag) ? flag : "without " + flag).toList();
    }

    private static boolean isInForce(String flag) {
      if (!flag.startsWith(FLAG)) {
        return System.getProperty("java.vm.info").contains("interpreted");
      }
      String[] parts = flag.substring(FLAG.length()).split("=", 2);
      boolean isSwitch = parts.length == 1;
      String name = isSwitch ? parts[0].substring(1) : parts[0];
      String value = isSwitch ? String.valueOf(parts[0].charAt(0) == '+') : parts[1];
      try {
        return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption(name)
            .getValue()
            .equals(value);
      } catch (IllegalArgumentException e) {
        // This JVM has no such flag.
        return false;
      }
    }
  }
}
