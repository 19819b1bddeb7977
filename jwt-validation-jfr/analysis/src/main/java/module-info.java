// SPDX-License-Identifier: Apache-2.0
/** The analysis of Flight Recorder recordings of the validation of JWT bearer tokens. */
module org.jwtvalidation.jfr.analysis {
  requires jdk.jfr;
  requires static org.jspecify;

  exports org.jwtvalidation.jfr.analysis;
}
