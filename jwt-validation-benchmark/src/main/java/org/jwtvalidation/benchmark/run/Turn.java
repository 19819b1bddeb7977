// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

/** What a run measures at one time; its text names the row. */
public interface Turn {

  /** {@return how long it takes, in seconds} */
  double expectedSeconds();
}
