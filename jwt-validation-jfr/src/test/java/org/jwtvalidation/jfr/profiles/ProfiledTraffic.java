package org.jwtvalidation.jfr.profiles;

import java.util.EnumSet;
import java.util.concurrent.Callable;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.ValidationResult;
import org.jwtvalidation.benchmark.suite.Gate;
import org.jwtvalidation.benchmark.suite.Traffic;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.testkit.TokenFault;
import org.jwtvalidation.testkit.TokenStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Traffic that the Flight Recorder watches, good and bad. */
@State(Scope.Benchmark)
public class ProfiledTraffic extends Traffic {

  /** What tokens come. */
  public enum Load {
    /** Good ones. */
    STANDARD(0),
    /** As many bad ones as good ones. */
    MIXED(50),
    /** Bad ones, with all kinds of faults. */
    ERRORS(100);

    private final int errorPercent;

    Load(int errorPercent) {
      this.errorPercent = errorPercent;
    }
  }

  /** What tokens come. */
  @Param public Load load = Load.STANDARD;

  /** How many tokens the cache holds. */
  @Param("60")
  public int cacheSize = 60;

  /**
   * What keeps threads from verifying all at once, as {@link Gate#of} reads it: nothing, or the
   * validator's own bound. At the other gates threads wait before their validation begins, where no
   * recording sees it.
   */
  @Param("none")
  public String gate = "none";

  /** Options of the JVM between spaces, such as the choice of a garbage collector. */
  @Param("")
  public String jvm = "";

  /** {@return no bound, and one of two for each processor} */
  static String[] gates() {
    return new String[] {"none", "verifications:" + 2 * Runtime.getRuntime().availableProcessors()};
  }

  @Override
  protected TokenValidator.Builder configure(TokenValidator.Builder builder) {
    Gate entrance = Gate.of(gate);
    if (entrance.standsBeforeValidations()) {
      throw new IllegalArgumentException(
          "gate: " + gate + " is not seen by the recording; choose none or verifications:N");
    }
    return entrance.configure(builder).monitor(JfrMonitor.builder().cpuTime().build());
  }

  @Override
  protected int cacheSize() {
    return cacheSize;
  }

  /** What one thread calls: the answer to the next token. */
  Callable<ValidationResult<AccessToken>> validations() {
    TokenStream stream =
        workload().stream(pattern, load.errorPercent, EnumSet.allOf(TokenFault.class));
    return () -> validator().tryValidate(stream.next());
  }
}
