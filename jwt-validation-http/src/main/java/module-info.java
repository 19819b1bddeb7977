// SPDX-License-Identifier: Apache-2.0
/** The HTTP half of a resource server: bearer tokens of requests, and challenges for responses. */
@SuppressWarnings("module") // The other module is compiled after this one.
module org.jwtvalidation.http {
  requires com.github.benmanes.caffeine;
  // Not transitive: modules that require this one would have to have them.
  requires static jakarta.servlet;
  requires static jdk.httpserver;
  requires static transitive org.jspecify;
  requires transitive org.jwtvalidation;

  exports org.jwtvalidation.http;
  exports org.jwtvalidation.http.config;
  exports org.jwtvalidation.http.httpserver;
  exports org.jwtvalidation.http.pop;
  exports org.jwtvalidation.http.servlet;
  exports org.jwtvalidation.internal.metadata to
      org.jwtvalidation.spring;
}
