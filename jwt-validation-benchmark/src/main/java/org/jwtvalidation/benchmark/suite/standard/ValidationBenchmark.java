// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.standard;

import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.openjdk.jmh.annotations.Setup;

/**
 * How many tokens does a busy server validate, and how long does each caller wait? 100 threads
 * share one validator and draw from 600 tokens of three issuers.
 */
public class ValidationBenchmark extends ServerUnderLoad {

  /** Takes the traffic. */
  @Setup
  public void prepare(StandardTraffic traffic) {
    prepare(traffic::validations, traffic::isArithmeticChosen);
  }
}
