// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.Map;
import org.jwtvalidation.benchmark.run.Turn;

/**
 * The start of a service that rows of a group share, until it is level.
 *
 * @param connections by each kind of requests that the rows send, the most on which they do; the
 *     last kind comes first, because as a rule it runs the code of the others, too
 */
record ServiceStart(
    String group,
    HttpRow.Session session,
    Map<RequestKind, Integer> connections,
    HttpOptions options)
    implements Turn {

  @Override
  public double expectedSeconds() {
    return HttpRow.START_SECONDS + WarmUp.expectedSeconds(connections.size(), options);
  }

  @Override
  public String toString() {
    return "start of " + session;
  }
}
