/** Flight Recorder events of the validation of JWT bearer tokens. */
module org.jwtvalidation.jfr {
  requires java.management;
  requires jdk.jfr;
  requires static org.jspecify;
  requires transitive org.jwtvalidation;

  exports org.jwtvalidation.jfr;
}
