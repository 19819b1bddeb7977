package org.jwtvalidation.monitor;

import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/** A monitor that does nothing. */
enum NoMonitor implements TokenValidatorMonitor, TokenValidatorMonitor.Recording {
  INSTANCE;

  @Override
  public Recording begin(TokenType type) {
    return this;
  }

  @Override
  public void completed(ValidationStep step) {}

  @Override
  public void accepted() {}

  @Override
  public void rejected(Rejection rejection) {}

  @Override
  public void undecided() {}
}
