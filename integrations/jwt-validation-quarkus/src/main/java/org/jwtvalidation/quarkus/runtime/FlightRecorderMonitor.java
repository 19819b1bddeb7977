// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.jwtvalidation.jfr.JfrMonitor;

/** Events for the Flight Recorder, a bean only where the application has that module. */
@Singleton
public class FlightRecorderMonitor {

  FlightRecorderMonitor() {}

  @Produces
  @Singleton
  JfrMonitor monitor() {
    return new JfrMonitor();
  }
}
