// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.openjdk.jmh.annotations.Setup;

/**
 * How long does each library take to validate an ES256 token while 100 threads validate? The rows
 * are those of {@link PeerEs256Benchmark}.
 */
public class PeerEs256UnderLoadBenchmark extends ServerUnderLoad {

  /** {@return all peers that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return PeerEs256Benchmark.available();
  }

  /** Takes the library. */
  @Setup
  public void prepare(PeerEs256Benchmark one) {
    prepare(() -> one::verify, one::isArithmeticChosen);
  }
}
