package org.jwtvalidation.http;

/** A monitor that does nothing. */
enum NoHttpMonitor implements HttpMonitor, HttpMonitor.Recording {
  INSTANCE;

  @Override
  public Recording begin() {
    return this;
  }

  @Override
  public void completed(RequestPhase phase) {}

  @Override
  public void ended(RequestOutcome outcome) {}
}
