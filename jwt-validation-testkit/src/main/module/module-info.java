// SPDX-License-Identifier: Apache-2.0
/** A token issuer for tests: keys, tokens of every algorithm, and a loopback server of keys. */
module org.jwtvalidation.testkit {
  requires transitive org.jwtvalidation;
  requires static transitive org.jspecify;
  requires static org.junit.jupiter.api;

  exports org.jwtvalidation.testkit;
}
