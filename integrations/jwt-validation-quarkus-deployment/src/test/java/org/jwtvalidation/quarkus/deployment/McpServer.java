// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkiverse.mcp.server.Tool;
import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.token.AccessToken;

/** Tools that ask for scopes by annotation, or require a rule. */
@Singleton
public class McpServer {

  private static final AccessRule WRITE = AccessRule.scope("orders:write");

  private final Instance<AccessToken> token;

  McpServer(Instance<AccessToken> token) {
    this.token = token;
  }

  @Tool
  public String open() {
    return "open";
  }

  @Tool
  @Authenticated
  public String known() {
    return "known";
  }

  @Tool
  @PermissionsAllowed("orders:write")
  public String annotated() {
    return "written";
  }

  @Tool
  @PermissionsAllowed("orders:write")
  public Uni<String> later() {
    return Uni.createFrom().item("written");
  }

  @Tool
  public String required() {
    WRITE.require(token.get());
    return "written";
  }

  @Tool
  public Uni<String> requiredLater() {
    AccessToken ofRequest = token.get();
    return Uni.createFrom()
        .item("written")
        .onItem()
        .delayIt()
        .by(Duration.ofMillis(1))
        .invoke(() -> WRITE.require(ofRequest));
  }

  @Tool
  public String pay() {
    Tools.PAY.require(token.get());
    return "paid";
  }
}
