// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.openjdk.jmh.annotations.Setup;

/**
 * How long does each library take to validate an RS256 token while 100 threads validate? The rows
 * are those of {@link PeerRs256Benchmark}.
 */
public class PeerRs256UnderLoadBenchmark extends ServerUnderLoad {

  /** {@return all peers that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return PeerRs256Benchmark.available();
  }

  /** Takes the library. */
  @Setup
  public void prepare(PeerRs256Benchmark one) {
    prepare(() -> one::verify, one::isArithmeticChosen);
  }
}
