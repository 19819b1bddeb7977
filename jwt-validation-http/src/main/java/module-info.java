/** The HTTP half of a resource server: bearer tokens of requests, and challenges for responses. */
module org.jwtvalidation.http {
  requires static transitive jakarta.servlet;
  requires static transitive jdk.httpserver;
  requires static transitive org.jspecify;
  requires transitive org.jwtvalidation;

  exports org.jwtvalidation.http;
  exports org.jwtvalidation.http.httpserver;
  exports org.jwtvalidation.http.servlet;
}
