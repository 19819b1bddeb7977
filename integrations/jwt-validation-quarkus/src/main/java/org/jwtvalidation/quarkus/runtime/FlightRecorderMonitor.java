// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.arc.BeanCreator;
import io.quarkus.arc.SyntheticCreationalContext;
import org.jwtvalidation.jfr.JfrMonitor;

/** Events for the Flight Recorder, a bean only where the application has that module. */
public final class FlightRecorderMonitor implements BeanCreator<Object> {

  /** Creates the bean's creator. */
  public FlightRecorderMonitor() {}

  @Override
  public JfrMonitor create(SyntheticCreationalContext<Object> context) {
    return new JfrMonitor();
  }
}
