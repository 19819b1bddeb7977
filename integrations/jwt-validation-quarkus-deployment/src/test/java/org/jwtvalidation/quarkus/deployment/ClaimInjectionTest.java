// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.jwt.Claim;
import org.eclipse.microprofile.jwt.ClaimValue;
import org.eclipse.microprofile.jwt.Claims;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.testkit.TokenBuilder;

@Tag("jdk-independent")
class ClaimInjectionTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Plain.class, Optionals.class, Shared.class);

  @Path("/plain")
  @RequestScoped
  public static class Plain {

    @Inject
    @Claim("tenant")
    @Nullable String tenant;

    @Inject
    @Claim(standard = Claims.sub)
    String subject;

    @Inject
    @Claim("floor")
    Long floor;

    @Inject
    @Claim(standard = Claims.email_verified)
    Boolean verified;

    @Inject
    @Claim("duties")
    Set<String> duties;

    @Inject
    @Claim(standard = Claims.aud)
    Set<String> audience;

    @Inject
    @Claim(standard = Claims.groups)
    Set<String> groups;

    @Inject
    @Claim(standard = Claims.exp)
    Long expiry;

    @Inject
    @Claim(standard = Claims.raw_token)
    String text;

    @GET
    public String claims() {
      return String.join(
          " ",
          tenant,
          subject,
          String.valueOf(floor),
          String.valueOf(verified),
          duties == null ? "null" : new TreeSet<>(duties).toString(),
          audience == null ? "null" : String.valueOf(audience.contains(Issuer.ISSUER.audience())),
          String.valueOf(groups),
          String.valueOf(expiry != null && expiry > 1_700_000_000),
          String.valueOf(text != null && text.startsWith("ey")));
    }
  }

  @Path("/optionals")
  @RequestScoped
  public static class Optionals {

    private final Optional<String> tenant;
    private final Optional<Long> floor;
    private final Optional<Boolean> verified;
    private final Optional<Set<String>> duties;

    Optionals(
        @Claim("tenant") Optional<String> tenant,
        @Claim("floor") Optional<Long> floor,
        @Claim("verified") Optional<Boolean> verified,
        @Claim("duties") Optional<Set<String>> duties) {
      this.tenant = tenant;
      this.floor = floor;
      this.verified = verified;
      this.duties = duties;
    }

    @GET
    public String claims() {
      return tenant + " " + floor + " " + verified + " " + duties;
    }
  }

  @Path("/shared")
  @ApplicationScoped
  public static class Shared {

    @Inject
    @Claim("tenant")
    ClaimValue<String> tenant;

    @Inject
    @Claim("floor")
    ClaimValue<Optional<Long>> floor;

    @Inject
    @Claim("duties")
    ClaimValue<Set<String>> duties;

    @Inject
    @Claim("tenant")
    Instance<String> tenants;

    @Inject
    @Claim("floor")
    Instance<Optional<Long>> floors;

    @GET
    public String claims() {
      return tenant.getName()
          + " "
          + tenant.getValue()
          + " "
          + floor.getValue()
          + " "
          + duties.getValue()
          + " "
          + tenants.get()
          + " "
          + floors.get();
    }
  }

  private static TokenBuilder full() {
    return jo().claim("tenant", "north")
        .claim("floor", 3)
        .claim("email_verified", true)
        .claim("verified", true)
        .claim("duties", List.of("cook", "clerk"))
        .claim("groups", List.of("staff"));
  }

  private static TokenBuilder jo() {
    return Issuer.ISSUER.token().subject("jo");
  }

  private static String ask(String path, TokenBuilder token) {
    return Client.answer(Client.get(path, "Bearer " + token.compact()));
  }

  @Test
  void injectsTheClaimsOfTheRequest() {
    assertThat(ask("/plain", full()))
        .isEqualTo("200 [north jo 3 true [clerk, cook] true [staff] true true]");
    assertThat(ask("/optionals", full()))
        .isEqualTo("200 [Optional[north] Optional[3] Optional[true] Optional[[cook, clerk]]]");
  }

  @Test
  void injectsWhatIsAbsent() {
    assertThat(ask("/plain", jo())).isEqualTo("200 [null jo null null null true [] true true]");
    assertThat(Client.answer(Client.get("/plain")))
        .isEqualTo("200 [null null null null null null null false false]");
    String none = "200 [Optional.empty Optional.empty Optional.empty Optional.empty]";
    assertThat(ask("/optionals", jo())).isEqualTo(none);
    assertThat(Client.answer(Client.get("/optionals"))).isEqualTo(none);
  }

  @Test
  void readsTheClaimsOfEachRequestInBeansThatRequestsShare() {
    assertThat(ask("/shared", full()))
        .isEqualTo("200 [tenant north Optional[3] [cook, clerk] north Optional[3]]");
    assertThat(ask("/shared", jo().claim("tenant", "south").claim("duties", "cook")))
        .isEqualTo("200 [tenant south Optional.empty [cook] south Optional.empty]");
    assertThat(Client.answer(Client.get("/shared")))
        .isEqualTo("200 [tenant null Optional.empty null null Optional.empty]");
  }

  @Test
  void servesNoRequestWhoseClaimsHaveOtherTypes() {
    assertThat(ask("/optionals", full())).startsWith("200");
    assertThat(ask("/optionals", full().claim("tenant", 1)))
        .startsWith("500")
        .contains("claim tenant is not a java.lang.String");
    assertThat(ask("/optionals", full().claim("floor", "3"))).startsWith("500");
    assertThat(ask("/optionals", full().claim("floor", 1.5))).startsWith("500");
    assertThat(ask("/optionals", full().claim("verified", "true"))).startsWith("500");
    assertThat(ask("/optionals", full().claim("duties", List.of("cook", 1))))
        .startsWith("500")
        .contains("claim duties is not a string or an array of strings");
    assertThat(ask("/plain", full().claim("floor", "3"))).startsWith("500");
    assertThat(ask("/plain", full().claim("email_verified", "true"))).startsWith("500");
  }
}
