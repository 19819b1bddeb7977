// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;

/** The examples of the page about metrics, to the letter. */
final class MetricsSnippets {

  private MetricsSnippets() {}

  static TokenValidator watched(IssuerConfig issuer, MeterRegistry registry) {
    // tag::metrics-validation[]
    ValidationMeters meters = new ValidationMeters();
    TokenValidator validator = TokenValidator.builder().issuer(issuer).monitor(meters).build();
    meters.watch(validator).bindTo(registry);
    // end::metrics-validation[]
    return validator;
  }

  static void buckets(MeterRegistry registry) {
    // tag::metrics-buckets[]
    registry
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public DistributionStatisticConfig configure(
                  Meter.Id id, DistributionStatisticConfig config) {
                return id.getName().equals("jwt.validation")
                    ? DistributionStatisticConfig.builder()
                        .percentilesHistogram(true)
                        .build()
                        .merge(config)
                    : config;
              }
            });
    // end::metrics-buckets[]
  }

  static BearerAuthenticator requests(TokenValidator validator, MeterRegistry registry) {
    // tag::metrics-http[]
    HttpMeters requests = new HttpMeters();
    BearerAuthenticator bearer = BearerAuthenticator.builder(validator).monitor(requests).build();
    requests.bindTo(registry);
    // end::metrics-http[]
    return bearer;
  }
}
