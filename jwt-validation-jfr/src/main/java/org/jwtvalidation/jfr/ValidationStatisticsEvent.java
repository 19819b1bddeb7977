// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The durations of one step, or of the whole, of one token type in a period. */
@Name("jwt.ValidationStatistics")
@Label("Validation Statistics")
@Category("JWT Validation")
@Description("The number and durations of one step in a period")
@StackTrace(false)
@Period("10 s")
final class ValidationStatisticsEvent extends Event {

  @Label("Validator")
  @Description("The name of the monitor")
  @Nullable String validator;

  @Label("Token Type")
  @Description("ACCESS_TOKEN, ID_TOKEN or REFRESH_TOKEN")
  @Nullable String tokenType;

  @Label("Step")
  @Description("The step, or COMPLETE_VALIDATION for the whole")
  @Nullable String step;

  @Label("Elapsed")
  @Description("The time that all figures cover")
  @Timespan
  long elapsed;

  @Label("Count")
  @Description("How often the step ran")
  long count;

  @Label("Mean")
  @Description("The mean duration")
  @Timespan
  long mean;

  @Label("P50")
  @Description("The duration that 50 % do not exceed")
  @Timespan
  long p50;

  @Label("P95")
  @Description("The duration that 95 % do not exceed")
  @Timespan
  long p95;

  @Label("P99")
  @Description("The duration that 99 % do not exceed")
  @Timespan
  long p99;

  @Label("Maximum")
  @Description("The longest duration")
  @Timespan
  long maximum;

  @Label("Accepted")
  @Description("How many tokens of this type were accepted")
  long accepted;

  @Label("Rejected")
  @Description("How many tokens of this type were rejected")
  long rejected;

  @Label("Undecided")
  @Description("How many tokens of this type could not be decided for lack of keys")
  long undecided;

  @Label("Abandoned")
  @Description("How many validations of this type ended with an error")
  long abandoned;

  @Label("Hit Rate")
  @Description("The share of validations of this type that found their token in the cache")
  @Percentage
  float hitRate;

  @Label("Concurrency")
  @Description("The largest number of concurrent validations of all types")
  int concurrency;
}
