// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** How the keys of an issuer verify signatures. */
@Name("jwt.KeyTables")
@Label("Key Tables")
@Category("JWT Validation")
@Description("How many keys of an issuer verify signatures by tables")
@StackTrace(false)
@Period("10 s")
final class KeyTablesEvent extends Event {

  @Label("Validator")
  @Description("The name of the monitor")
  @Nullable String validator;

  @Label("Issuer")
  @Description("The issuer, as configured")
  @Nullable String issuer;

  @Label("Tables")
  @Description("How many keys have a table")
  int tables;

  @Label("Declined")
  @Description("How many RSA keys were measured to be as fast without a table")
  int declined;

  @Label("Over Budget")
  @Description("How many keys have no table because those of others take all of the budget")
  int overBudget;

  @Label("Error")
  @Description("Why a frequently used key has no table")
  @Nullable String error;
}
