// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.IsDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.devui.spi.JsonRPCProvidersBuildItem;
import io.quarkus.devui.spi.buildtime.BuildTimeActionBuildItem;
import io.quarkus.devui.spi.page.CardPageBuildItem;
import io.quarkus.devui.spi.page.Page;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jwtvalidation.quarkus.runtime.dev.RecentRejections;
import org.jwtvalidation.quarkus.runtime.dev.ValidatorState;

/** The page of the Dev UI. Quarkus drops these items where there is no Dev UI. */
@BuildSteps(onlyIf = {ExtensionEnabled.class, IsDevelopment.class})
final class DevPage {

  @BuildStep
  CardPageBuildItem card(Optional<DevTokensBuildItem> tokens) {
    CardPageBuildItem card = new CardPageBuildItem();
    card.addPage(
        Page.webComponentPageBuilder()
            .title("Issuers and tokens")
            .icon("font-awesome-solid:key")
            .componentLink("qwc-jwt-validation.js"));
    card.addBuildTimeData("mints", tokens.isPresent());
    return card;
  }

  @BuildStep
  AdditionalBeanBuildItem rejections() {
    return AdditionalBeanBuildItem.unremovableOf(RecentRejections.class);
  }

  @BuildStep
  JsonRPCProvidersBuildItem state() {
    return new JsonRPCProvidersBuildItem(ValidatorState.class);
  }

  /** An action of the build, since the application does not have the classes of the issuer. */
  @BuildStep
  void mint(Optional<DevTokensBuildItem> running, BuildProducer<BuildTimeActionBuildItem> actions) {
    running.ifPresent(found ->
        actions.produce(
            new BuildTimeActionBuildItem()
                .actionBuilder()
                .methodName("mint")
                .description("Mints a token of the issuer of dev mode")
                .parameter("user", "The subject")
                .parameter("roles", "Roles, separated by spaces")
                .parameter("scopes", "Scopes, separated by spaces")
                .function(parameters -> mint(found.tokens(), parameters))
                .build()));
  }

  static String mint(DevTokens tokens, Map<String, String> parameters) {
    Map<String, List<String>> named = new LinkedHashMap<>();
    put(named, "user", List.of(parameters.getOrDefault("user", "").strip()));
    put(named, "role", List.of(parameters.getOrDefault("roles", "").strip().split("\\s+")));
    put(named, "scope", List.of(parameters.getOrDefault("scopes", "").strip().split("\\s+")));
    return tokens.mint(named);
  }

  private static void put(Map<String, List<String>> named, String name, List<String> values) {
    if (!values.equals(List.of(""))) {
      named.put(name, values);
    }
  }
}
