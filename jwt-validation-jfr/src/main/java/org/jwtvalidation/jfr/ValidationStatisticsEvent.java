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

/** One step of the validations of one type that ended in a period, or all of their steps. */
@Name("jwt.ValidationStatistics")
@Label("Validation Statistics")
@Category("JWT Validation")
@Description("One step of the validations since the last period: how often, and how long")
@StackTrace(false)
@Period("10 s")
final class ValidationStatisticsEvent extends Event {

  @Label("Validator")
  @Description("The name that the monitor was given")
  @Nullable String validator;

  @Label("Token Type")
  @Description("ACCESS_TOKEN, ID_TOKEN or REFRESH_TOKEN")
  @Nullable String tokenType;

  @Label("Step")
  @Description("A step, or COMPLETE_VALIDATION for the whole")
  @Nullable String step;

  @Label("Elapsed")
  @Description("How long ago the last such event was: all figures are of that time")
  @Timespan
  long elapsed;

  @Label("Count")
  @Description("How often the step ran")
  long count;

  @Label("Mean")
  @Description("How long the step took on average")
  @Timespan
  long mean;

  @Label("P50")
  @Description("Half of them did not take longer")
  @Timespan
  long p50;

  @Label("P95")
  @Description("95 % of them did not take longer")
  @Timespan
  long p95;

  @Label("P99")
  @Description("99 % of them did not take longer")
  @Timespan
  long p99;

  @Label("Maximum")
  @Description("The longest that the step took")
  @Timespan
  long maximum;

  @Label("Accepted")
  @Description("Of the validations of this type: how many accepted their token")
  long accepted;

  @Label("Rejected")
  @Description("Of the validations of this type: how many rejected their token")
  long rejected;

  @Label("Undecided")
  @Description("Of the validations of this type: how many had no keys to decide with")
  long undecided;

  @Label("Abandoned")
  @Description("Of the validations of this type: how many ended by an error")
  long abandoned;

  @Label("Hit Rate")
  @Description("The share of the validations of this type that were answered from the cache")
  @Percentage
  float hitRate;

  @Label("Concurrency")
  @Description("The most validations of any type that were under way at once")
  int concurrency;
}
