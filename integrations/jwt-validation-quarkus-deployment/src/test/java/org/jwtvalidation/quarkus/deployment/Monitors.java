// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.jwtvalidation.http.HttpMetricsMonitor;
import org.jwtvalidation.monitor.LatencyMonitor;

/** Beans that count requests and validations. */
@Singleton
public class Monitors {

  @Produces
  @Singleton
  HttpMetricsMonitor requests() {
    return new HttpMetricsMonitor();
  }

  @Produces
  @Singleton
  LatencyMonitor validations() {
    return new LatencyMonitor();
  }
}
