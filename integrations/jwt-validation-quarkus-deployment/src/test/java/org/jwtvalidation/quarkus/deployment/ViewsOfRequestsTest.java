// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.pop.BearerRequest;

@Tag("jdk-independent")
class ViewsOfRequestsTest {

  /** Fails for a view of a request that {@link RequestPathAttackTest} does not send any to. */
  @Test
  void areOfOneKind() {
    assertThat(
            new ClassFileImporter()
                .importPackages("org.jwtvalidation.quarkus").stream()
                    .filter(type -> type.isAssignableTo(BearerRequest.class) && !type.isInterface())
                    .map(JavaClass::getSimpleName))
        .containsExactly("RoutingContextRequest");
  }
}
