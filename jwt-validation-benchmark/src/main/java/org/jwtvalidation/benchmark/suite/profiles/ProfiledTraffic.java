// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.profiles;

import java.util.EnumSet;
import java.util.concurrent.Callable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.Gate;
import org.jwtvalidation.benchmark.suite.Traffic;
import org.jwtvalidation.benchmark.workload.TokenFault;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Traffic of valid and invalid tokens, recorded by the Flight Recorder. */
@State(Scope.Benchmark)
public class ProfiledTraffic extends Traffic {

  /** The kind of tokens. */
  public enum Load {
    /** Valid tokens. */
    STANDARD(0),
    /** As many invalid as valid tokens. */
    MIXED(50),
    /** Invalid tokens, with all kinds of faults. */
    ERRORS(100);

    private final int errorPercent;

    Load(int errorPercent) {
      this.errorPercent = errorPercent;
    }
  }

  /** The kind of tokens. */
  @Param public Load load = Load.STANDARD;

  /** The size of the cache. */
  @Param("60")
  public int cacheSize = 60;

  /**
   * The limit on concurrent verifications, as {@link Gate#of} reads it: none, or the validator's
   * own. At the other gates, threads wait before their validation begins, which no recording shows.
   */
  @Param("none")
  public String gate = "none";

  /**
   * Whether the processor time of each validation is recorded, which tells computing from waiting.
   * To read that clock is a system call, near which the operating system prefers to interrupt the
   * thread: before or after the validation, so that its duration is too short, and far more often.
   * Such a recording has the causes of delays, but not their share or their length.
   */
  @Param({"false", "true"})
  public boolean cpuTime;

  /** JVM options between spaces, such as the choice of a garbage collector. */
  @Param("")
  public String jvm = "";

  /** {@return no limit, and a limit of two per processor} */
  static String[] gates() {
    return new String[] {"none", "verifications:" + 2 * Runtime.getRuntime().availableProcessors()};
  }

  @Override
  protected TokenValidator.Builder configure(TokenValidator.Builder builder) {
    Gate entrance = Gate.of(gate);
    if (entrance.standsBeforeValidations()) {
      throw new IllegalArgumentException(
          "gate: " + gate + " is invisible to the recording; choose none or verifications:N");
    }
    JfrMonitor.Builder monitor = JfrMonitor.builder();
    return entrance.configure(builder).monitor((cpuTime ? monitor.cpuTime() : monitor).build());
  }

  @Override
  protected int cacheSize() {
    return cacheSize;
  }

  /** Returns what one thread calls: the validation of its next token. */
  Callable<ValidationResult<AccessToken>> validations() {
    TokenStream stream =
        workload().stream(pattern, load.errorPercent, EnumSet.allOf(TokenFault.class));
    return () -> validator().tryValidate(stream.next());
  }
}
