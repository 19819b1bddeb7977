/** Validates JWT bearer tokens, fast and strictly. */
module org.jwtvalidation {
  requires com.github.benmanes.caffeine;
  requires java.net.http;
  requires static transitive org.jspecify;

  exports org.jwtvalidation;
  exports org.jwtvalidation.jwk;
  exports org.jwtvalidation.keysource;
  exports org.jwtvalidation.monitor;
}
