// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.Reason;

/**
 * The guided tour: starts an issuer on loopback, has the library fetch its keys over HTTP, and
 * validates good tokens and bad ones. It prints what each token got, and where the time went step
 * by step.
 *
 * <p>Everything shown happens while it runs, and every answer is compared with the expected one.
 * The program ends with 0, or with 1 and one line on standard error if something was not as
 * expected. It never prints a token.
 */
public final class Quickstart {

  /** Kept here, because a logger that nobody keeps forgets its level. */
  private static final Logger LIBRARY = Logger.getLogger("org.jwtvalidation");

  private static final String AUDIENCE = "orders-api";

  /** Tokens of each algorithm. Many more than the cache holds, so that most are not in it. */
  private static final int TOKENS = 64;

  private static final int CACHE_SIZE = 16;

  /** Enough for the JVM to compile all that is measured. */
  private static final Effort USUAL_EFFORT = new Effort(Duration.ofSeconds(5), 600);

  /**
   * How long to go on, so that times are not those of class loading and of interpreted code.
   *
   * @param time the least time
   * @param rounds the least number of validations of each token
   */
  record Effort(Duration time, int rounds) {}

  /**
   * How many validations there were, and how long they took.
   *
   * @param atWork the part of the time in which their thread had a processor, from 0 to 1
   */
  record Tally(long validations, Duration time, double atWork) {

    private static final double USUAL = 0.8;

    /** Says so if other programs had the processors; empty otherwise. */
    String disturbance() {
      return atWork < USUAL
          ? String.format(
              Locale.ROOT,
              " MACHINE BUSY: this thread had a processor for %.0f %% of the time. On a quiet machine,"
                  + " times are shorter.",
              100 * atWork)
          : "";
    }
  }

  private final PrintStream out;
  private final Screen screen;
  private final StepClock clock = new StepClock();

  private Quickstart(PrintStream out, Screen screen) {
    this.out = out;
    this.screen = screen;
  }

  /**
   * Runs the tour on standard output.
   *
   * @param args not used
   */
  public static void main(String[] args) {
    // What it says of itself would come between the lines of the tour.
    LIBRARY.setLevel(Level.WARNING);
    Charset charset = Screen.charset();
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, charset);
    System.exit(run(out, System.err, Screen.standardOutput(charset), USUAL_EFFORT));
  }

  /** The exit status. */
  static int run(PrintStream out, PrintStream err, Screen screen, Effort effort) {
    try {
      new Quickstart(out, screen).tour(effort);
      return 0;
    } catch (RuntimeException e) {
      err.println("quickstart: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
      return 1;
    }
  }

  private void tour(Effort effort) {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = validator(issuer)) {
      List<Exhibit> exhibits = exhibits(issuer);
      printBeginning(issuer, exhibits.size());
      Tally tally = validate(exhibits, validator, effort);
      new StepTable(exhibits, screen).lines().forEach(out::println);
      printEnd(issuer, tally);
    }
  }

  private TokenValidator validator(TestIssuer issuer) {
    HttpKeySource keys = HttpKeySource.discovered(issuer.issuer()).allowLoopbackHttp().build();
    return TokenValidator.builder()
        .issuer(IssuerConfig.builder(issuer.issuer()).audience(AUDIENCE).keySource(keys).build())
        .cacheSize(CACHE_SIZE)
        .monitor(clock)
        .build();
  }

  private static List<Exhibit> exhibits(TestIssuer issuer) {
    List<String> rs256 = tokens(issuer, RS256);
    return List.of(
        Exhibit.accepted("RS256", rs256),
        Exhibit.acceptedFromCache("RS256 again", rs256),
        Exhibit.accepted("PS256", tokens(issuer, PS256)),
        Exhibit.accepted("ES256", tokens(issuer, ES256)),
        Exhibit.accepted("Ed25519", tokens(issuer, ED25519)),
        Exhibit.rejected("tampered", Reason.SIGNATURE_INVALID, promoted(rs256.get(0))),
        Exhibit.rejected(
            "expired",
            Reason.EXPIRED,
            token(issuer).algorithm(RS256).expiresIn(Duration.ofMinutes(-5)).compact()),
        Exhibit.rejected("alg: none", Reason.UNSECURED_TOKEN, token(issuer).unsecured().compact()),
        Exhibit.rejected(
            "wrong audience",
            Reason.AUDIENCE_MISMATCH,
            token(issuer).algorithm(RS256).audience("billing-api").compact()),
        Exhibit.rejected(
            "unknown key",
            Reason.KEY_UNKNOWN,
            token(issuer).signedBy(issuer.unpublishedKey(RS256)).compact()));
  }

  private static List<String> tokens(TestIssuer issuer, SignatureAlgorithm algorithm) {
    TokenBuilder token = token(issuer).algorithm(algorithm);
    return Stream.generate(token::compact).limit(TOKENS).toList();
  }

  private static TokenBuilder token(TestIssuer issuer) {
    return issuer
        .token()
        .audience(AUDIENCE)
        .subject("alice")
        .scope("orders:read", "orders:write")
        .expiresIn(Duration.ofHours(1));
  }

  /** The token under its own signature, for another subject. */
  private static String promoted(String token) {
    byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);
    return Tampering.replaceClaims(
        token, new String(claims, UTF_8).replace("\"alice\"", "\"admin\""));
  }

  private Tally validate(List<Exhibit> exhibits, TokenValidator validator, Effort effort) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long processorTime = threads.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    int round = 0;
    while (round < effort.rounds() || System.nanoTime() - begin < effort.time().toNanos()) {
      for (Exhibit exhibit : exhibits) {
        exhibit.validate(validator, clock, round);
      }
      round++;
    }
    long nanos = System.nanoTime() - begin;
    double atWork = (double) (threads.getCurrentThreadCpuTime() - processorTime) / nanos;
    return new Tally((long) round * exhibits.size(), Duration.ofNanos(nanos), atWork);
  }

  private void printBeginning(TestIssuer issuer, int kinds) {
    out.println();
    out.println(screen.bold(" jwt-validation: " + kinds + " kinds of token, step by step"));
    out.println();
    out.println(" issuer     " + issuer.issuer() + ", started for this tour");
    out.println(
        " validator  audience " + AUDIENCE + ", keys discovered over HTTP, strict by default");
    out.println(
        String.format(
            Locale.ROOT,
            " machine    Java %d (%s), %d processors, bcprov %s",
            Runtime.version().feature(),
            System.getProperty("java.vm.name"),
            Runtime.getRuntime().availableProcessors(),
            isBcprovPresent()
                ? "present"
                : "absent: ES384, ES512 and Ed448 take several times as long"));
    out.println();
  }

  private static boolean isBcprovPresent() {
    try {
      Class.forName("org.bouncycastle.jce.provider.BouncyCastleProvider");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private void printEnd(TestIssuer issuer, Tally tally) {
    String.format(
            Locale.ROOT,
            """

             Each line is one validation, in %s: the one of median length among the last of its
             kind (at most %d), at the end of %,d validations in %.1f s, one thread, the kinds in
             turn. A monitor read the clock at the end of each step (see ValidationStep), which takes
             %.2f %s each time; the times in README.adoc are without it.
             Over HTTP came metadata %s and keys %s: at the start, and to look for the unknown
             key, which happens at most every 30 s.
            """,
            screen.microseconds(),
            Exhibit.KEPT,
            tally.validations(),
            tally.time().toMillis() / 1000.0,
            microsToReadTheClock(),
            screen.microseconds(),
            times(issuer.discoveryRequests()),
            times(issuer.jwksRequests()))
        .lines()
        .map(screen::dim)
        .forEach(out::println);
    if (!tally.disturbance().isEmpty()) {
      out.println(screen.bad(tally.disturbance()));
    }
    out.println();
    out.println(" Next:");
    out.println("   README.adoc             the ten lines that put this into your own service");
    out.println("   doc/configuration.adoc  every option, and its default");
    out.println("   TestIssuer              which minted these tokens, for your own tests, too");
    out.println();
  }

  private static double microsToReadTheClock() {
    int reads = 100_000;
    long begin = System.nanoTime();
    long end = begin;
    for (int read = 0; read < reads; read++) {
      end = System.nanoTime();
    }
    return (end - begin) / 1e3 / reads;
  }

  private static String times(long count) {
    return count == 1 ? "once" : count == 2 ? "twice" : count + " times";
  }
}
