// SPDX-License-Identifier: Apache-2.0
/** Validates JWT bearer tokens, fast and strictly. */
@SuppressWarnings("module") // The other module is compiled after this one.
module org.jwtvalidation {
  requires com.github.benmanes.caffeine;
  requires java.net.http;
  requires static transitive org.jspecify;

  exports org.jwtvalidation;
  exports org.jwtvalidation.internal.codec to
      org.jwtvalidation.http,
      org.jwtvalidation.spring;
  exports org.jwtvalidation.internal.concurrent to
      org.jwtvalidation.http,
      org.jwtvalidation.jfr,
      org.jwtvalidation.micrometer,
      org.jwtvalidation.redis;
  exports org.jwtvalidation.internal.jws to
      org.jwtvalidation.http;
  exports org.jwtvalidation.internal.options to
      org.jwtvalidation.http,
      org.jwtvalidation.redis;
  exports org.jwtvalidation.internal.rules to
      org.jwtvalidation.http;
  exports org.jwtvalidation.issuers;
  exports org.jwtvalidation.jwk;
  exports org.jwtvalidation.keysource;
  exports org.jwtvalidation.monitor;
  exports org.jwtvalidation.token;
}
