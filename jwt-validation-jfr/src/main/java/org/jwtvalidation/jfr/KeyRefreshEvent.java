// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** One attempt to refresh the keys of an issuer, recorded when it ends. */
@Name("jwt.KeyRefresh")
@Label("Key Refresh")
@Category("JWT Validation")
@Description("An attempt to refresh the keys of an issuer")
@StackTrace(false)
final class KeyRefreshEvent extends Event {

  @Label("Validator")
  @Description("The name of the monitor")
  @Nullable String validator;

  @Label("Issuer")
  @Description("The issuer, as configured")
  @Nullable String issuer;

  @Label("Cause")
  @Description("NO_KEYS, AGE, UNKNOWN_KEY or RETRY: why the keys were refreshed")
  @Nullable String cause;

  @Label("Outcome")
  @Description("RENEWED, CONFIRMED or FAILED: the result of the refresh")
  @Nullable String outcome;

  @Label("Keys")
  @Description("How many keys are in force after the refresh")
  int keys;

  /** The event's own duration is zero: it is created when the refresh ends, on any thread. */
  @Label("Refresh Duration")
  @Description("How long the refresh took")
  @Timespan
  long refreshDuration;

  @Label("Error")
  @Description("Why the refresh failed; may name published keys")
  @Nullable String error;
}
