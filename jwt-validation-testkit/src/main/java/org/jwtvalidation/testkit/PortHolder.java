package org.jwtvalidation.testkit;

/** What has the server's port, and so decides what becomes of whoever connects. */
sealed interface PortHolder permits Listener, ClosedPort, FullBacklog {

  /** Gives up the port and every connection. */
  void release();
}
