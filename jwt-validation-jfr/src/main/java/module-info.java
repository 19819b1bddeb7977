// SPDX-License-Identifier: Apache-2.0
/** Flight Recorder events of the validation of JWT bearer tokens. */
module org.jwtvalidation.jfr {
  requires java.management;
  requires jdk.jfr;
  requires static org.jspecify;
  // For JfrHttpMonitor alone, hence not transitive.
  requires static org.jwtvalidation.http;
  requires transitive org.jwtvalidation;

  exports org.jwtvalidation.jfr;
}
