// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.quarkus;

import io.netty.channel.EventLoopGroup;
import io.quarkus.netty.MainEventLoopGroup;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jwtvalidation.services.accounts.EventLoopDelays;

/** Records the delays of the event loops of a service that is recorded. */
@Singleton
class EventLoops {

  void record(@Observes StartupEvent started, @MainEventLoopGroup EventLoopGroup loops) {
    EventLoopDelays.record(loops);
  }
}
