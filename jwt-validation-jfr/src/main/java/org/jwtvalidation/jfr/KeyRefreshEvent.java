package org.jwtvalidation.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** One look for newer keys, told when it is over. */
@Name("jwt.KeyRefresh")
@Label("Key Refresh")
@Category("JWT Validation")
@Description("A look for newer keys of an issuer, which has ended")
@StackTrace(false)
final class KeyRefreshEvent extends Event {

  @Label("Validator")
  @Description("The name that the monitor was given")
  @Nullable String validator;

  @Label("Issuer")
  @Description("The issuer, as configured")
  @Nullable String issuer;

  @Label("Cause")
  @Description("NO_KEYS, AGE, UNKNOWN_KEY or RETRY: why newer keys were looked for")
  @Nullable String cause;

  @Label("Outcome")
  @Description("RENEWED, CONFIRMED or FAILED: what came of it")
  @Nullable String outcome;

  @Label("Keys")
  @Description("How many keys are in force since")
  int keys;

  /** The event itself has none: it begins where the look ends, on a thread that may be another. */
  @Label("Look Duration")
  @Description("How long the look took")
  @Timespan
  long lookDuration;

  @Label("Error")
  @Description("What was wrong, where it failed; may name keys of the published set")
  @Nullable String error;
}
