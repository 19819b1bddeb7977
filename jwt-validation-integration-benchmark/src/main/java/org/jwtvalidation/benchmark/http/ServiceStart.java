// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.List;
import org.jwtvalidation.benchmark.run.Turn;

/**
 * The start of a service that rows of a group share, until it is level.
 *
 * @param kinds the requests with which it is warmed up, as the rows send them
 */
record ServiceStart(
    String group, HttpRow.Session session, List<RequestKind> kinds, HttpOptions options)
    implements Turn {

  @Override
  public double expectedSeconds() {
    return HttpRow.START_SECONDS + WarmUp.expectedSeconds(kinds.size(), options);
  }

  @Override
  public String toString() {
    return "start of " + session;
  }
}
