// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.springwebflux;

import org.jwtvalidation.services.accounts.EventLoopDelays;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.stereotype.Component;
import reactor.netty.resources.LoopResources;

/** Records the delays of the event loops of a service that is recorded. */
@Component
class EventLoops implements ApplicationRunner {

  private final ReactorResourceFactory resources;

  EventLoops(ReactorResourceFactory resources) {
    this.resources = resources;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    EventLoopDelays.record(resources.getLoopResources().onServer(LoopResources.DEFAULT_NATIVE));
  }
}
