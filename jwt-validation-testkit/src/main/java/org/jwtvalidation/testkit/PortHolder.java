// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

/** The holder of the server's port, which handles connections to it. */
sealed interface PortHolder permits Listener, ClosedPort, FullBacklog {

  /** Releases the port and closes all connections. */
  void release();
}
