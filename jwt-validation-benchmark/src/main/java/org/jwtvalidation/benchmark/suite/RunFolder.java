// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What the JVMs of one run share. */
public final class RunFolder {

  /** The system property that names the folder of the tokens. */
  public static final String WORKLOADS = "benchmark.workloads";

  private RunFolder() {}

  /** {@return the folder of the tokens, or null if this JVM does not belong to a run} */
  public static @Nullable Path workloads() {
    String folder = System.getProperty(WORKLOADS);
    return folder == null ? null : Path.of(folder);
  }
}
