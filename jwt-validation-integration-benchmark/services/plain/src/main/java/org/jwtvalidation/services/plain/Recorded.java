package org.jwtvalidation.services.plain;

import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.jfr.JfrHttpMonitor;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor;

/** Adds events of the Flight Recorder to what a monitor does, if the service is to be recorded. */
final class Recorded {

  private static final boolean IS_ASKED_FOR = Boolean.getBoolean("service.recorded");

  private Recorded() {}

  static TokenValidatorMonitor validations(TokenValidatorMonitor monitor) {
    return IS_ASKED_FOR ? TokenValidatorMonitor.all(monitor, new JfrMonitor()) : monitor;
  }

  static HttpMonitor requests(HttpMonitor monitor) {
    return IS_ASKED_FOR ? HttpMonitor.all(monitor, new JfrHttpMonitor()) : monitor;
  }
}
