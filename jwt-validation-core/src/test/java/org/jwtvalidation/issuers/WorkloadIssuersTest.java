// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.issuers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.IssuedTokens.assertOtherAudience;
import static org.jwtvalidation.IssuedTokens.changed;
import static org.jwtvalidation.IssuedTokens.token;
import static org.jwtvalidation.IssuedTokens.trusting;
import static org.jwtvalidation.token.ValidationStep.CUSTOM_CHECKS;
import static org.jwtvalidation.token.ValidationStep.ISSUER_CONFIG_RESOLUTION;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Patience;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.keysource.Waiting;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationResult;

/** The presets for jobs and services that identify themselves, with tokens of their shapes. */
class WorkloadIssuersTest {

  private static void assertCheckFails(TokenValidator validator, String claims, String check) {
    assertRejected(validator, token(claims), CUSTOM_CHECKS, Reason.CLAIM_CHECK_FAILED, check);
  }

  @Nested
  class GitHubActions {

    private static final String JOB =
        """
        {"jti":"example-id","sub":"repo:octo-org@123456/octo-repo@456789:ref:refs/heads/main",
        "environment":"prod","aud":"https://deploy.example","ref":"refs/heads/main",
        "sha":"1a2b3c4d5e6f","repository":"octo-org/octo-repo","repository_owner":"octo-org",
        "actor_id":"12","repository_visibility":"private","repository_id":"456789",
        "repository_owner_id":"123456","run_id":"8123","run_number":"10","run_attempt":"2",
        "runner_environment":"github-hosted","actor":"octocat","workflow":"deploy","head_ref":"",
        "base_ref":"","event_name":"workflow_dispatch","ref_type":"branch","ref_protected":"true",
        "job_workflow_ref":"octo-org/octo-automation/.github/workflows/oidc.yml@refs/heads/main",
        "iss":"https://token.actions.githubusercontent.com","nbf":1772366040,"exp":1772366700,
        "iat":1772366100}\
        """;

    private static final String HEADER =
        """
        {"typ":"JWT","alg":"RS256","x5t":"k-1","kid":"k-1"}\
        """;

    private static TokenValidator trustingRepositories(String... repositories) {
      return trusting(Issuers.githubActions(repositories).audience("https://deploy.example"));
    }

    @Test
    void acceptsJobsOfNamedRepositories() {
      for (String accepted : List.of("octo-org/octo-repo", "octo-org/*")) {
        AccessToken job = assertAccepted(trustingRepositories(accepted), token(HEADER, JOB));
        assertThat(job.claims().string("ref")).isEqualTo("refs/heads/main");
        assertThat(job.clientId()).isNull();
        assertThat(job.roles()).isEmpty();
      }
    }

    @Test
    void refusesJobsOfEverybodyElse() {
      TokenValidator validator = trustingRepositories("octo-org/octo-repo", "tools/*");
      String repository = "\"repository\":\"octo-org/octo-repo\"";

      for (String other :
          List.of("evil/octo-repo", "octo-org/octo-repo2", "octo-org2/octo-repo", "toolsmith/a")) {
        assertCheckFails(
            validator, changed(JOB, repository, "\"repository\":\"" + other + "\""), "repository");
      }
      assertCheckFails(validator, changed(JOB, repository + ",", ""), "repository");
      assertCheckFails(validator, changed(JOB, repository, "\"repository\":7"), "repository");
      assertOtherAudience(
          validator, changed(JOB, "https://deploy.example", "https://github.com/octo-org"));
      assertRejected(
          validator,
          token(changed(JOB, "content.com\"", "content.com/octo-enterprise\"")),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
    }
  }

  @Nested
  class GoogleServiceAccounts {

    private static final String EMAIL = "importer@shop.iam.gserviceaccount.com";
    private static final String ID = "104142427804075574374";

    private static final String SERVICE =
        """
        {"aud":"https://orders.example","azp":"104142427804075574374",
        "email":"importer@shop.iam.gserviceaccount.com","email_verified":true,"exp":1772369700,
        "iat":1772366100,"iss":"https://accounts.google.com","sub":"104142427804075574374"}\
        """;

    private static TokenValidator trustingAccounts(String... accounts) {
      return trusting(Issuers.googleServiceAccounts(accounts).audience("https://orders.example"));
    }

    @Test
    void acceptsNamedAccountsByAddressOrId() {
      for (String account : List.of(EMAIL, ID)) {
        AccessToken token = assertAccepted(trustingAccounts(account), token(SERVICE));
        assertThat(token.subject()).isEqualTo(ID);
      }
      String withoutAddress =
          changed(SERVICE, "\"email\":\"" + EMAIL + "\",\"email_verified\":true,", "");
      assertAccepted(trustingAccounts(EMAIL, ID), token(withoutAddress));
      assertCheckFails(trustingAccounts(EMAIL), withoutAddress, "sub");
    }

    @Test
    @Row("119")
    @DisplayName("the service account of a stranger, with my audience")
    void refusesTheServiceAccountsOfEverybodyElse() {
      String stranger = changed(SERVICE, "\"sub\":\"" + ID + "\"", "\"sub\":\"104\"");
      TokenValidator byAddress = trustingAccounts(EMAIL);
      for (String other :
          List.of(
              "importer@evil.iam.gserviceaccount.com", "Importer@shop.iam.gserviceaccount.com")) {
        assertCheckFails(byAddress, changed(stranger, EMAIL, other), "sub");
      }
      for (String unverified : List.of("false", "\"true\"", "null")) {
        assertCheckFails(
            byAddress,
            changed(stranger, "\"email_verified\":true", "\"email_verified\":" + unverified),
            "sub");
      }
      assertCheckFails(trustingAccounts(ID), stranger, "sub");
      // Neither claim may have the value of the other.
      assertCheckFails(trustingAccounts(ID), changed(stranger, EMAIL, ID), "sub");
      assertOtherAudience(byAddress, changed(SERVICE, "orders.example", "payments.example"));
    }

    @Test
    void wantsTheAccountsNamed() {
      assertThatIllegalArgumentException()
          .isThrownBy(Issuers::googleServiceAccounts)
          .withMessageContaining("serviceAccounts: none given");
      for (String account :
          List.of(
              "",
              "jo@shop.example",
              "*@shop.iam.gserviceaccount.com",
              "importer@evilgserviceaccount.com",
              "importer@shop.iam.gserviceaccount.com.evil.example",
              "1041 ")) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> Issuers.googleServiceAccounts(account))
            .withMessageStartingWith("serviceAccounts: \"" + account + "\" is not ");
      }
    }
  }

  @Nested
  class GitLab {

    private static final String JOB =
        """
        {"namespace_id":"72","namespace_path":"shop/backend","project_id":"20",
        "project_path":"shop/backend/orders","user_id":"1","user_login":"jo",
        "user_email":"jo@shop.example","user_access_level":"developer","user_identities":[],
        "pipeline_id":"574","pipeline_source":"push","job_id":"302","ref":"main",
        "ref_type":"branch","ref_path":"refs/heads/main","ref_protected":"true","runner_id":1,
        "runner_environment":"self-hosted","sha":"714a629c0b401fdce83e847fc9589983fc6f46bc",
        "project_visibility":"private","ci_config_sha":"714a629c",
        "jti":"235b3a54-b797-45c7-ae9a-f72d7bc6ef5b","iat":1772366100,"nbf":1772366095,
        "exp":1772369700,"iss":"https://gitlab.example",
        "sub":"project_path:shop/backend/orders:ref_type:branch:ref:main",
        "aud":"https://deploy.example"}\
        """;

    private static TokenValidator trustingProjects(String... projects) {
      return trusting(
          Issuers.gitlab("https://gitlab.example", projects).audience("https://deploy.example"));
    }

    @Test
    void acceptsJobsOfNamedProjects() {
      for (String accepted : List.of("shop/backend/orders", "shop/backend/*", "shop/*")) {
        AccessToken job = assertAccepted(trustingProjects(accepted), token(JOB));
        assertThat(job.claims().string("ref_protected")).isEqualTo("true");
      }
    }

    @Test
    void refusesJobsOfEverybodyElse() {
      for (String other : List.of("shop/orders", "backend/*", "evil/*", "shop/backend/orders/*")) {
        assertCheckFails(trustingProjects(other), JOB, "project_path");
      }
      assertOtherAudience(
          trustingProjects("shop/*"), changed(JOB, "deploy.example", "vault.example"));
    }
  }

  @Nested
  class Kubernetes {

    private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private static final String HEADER =
        """
        {"alg":"RS256","kid":"k-1"}\
        """;

    private static final String POD =
        """
        {"aud":["orders-api"],"exp":1772369700,"iat":1772366100,
        "iss":"https://kubernetes.default.svc.cluster.local",
        "jti":"e51f1fbc-4733-4b85-a59f-ba80c0523874","kubernetes.io":{"namespace":"shop",
        "node":{"name":"worker-1","uid":"517eb86e-b863-451b-bf70-86cb61439a3a"},
        "pod":{"name":"web-7d9c","uid":"0d8b260e-ef0e-45fb-be8e-ff44f97722e8"},
        "serviceaccount":{"name":"web","uid":"e6a8680e-d103-4cce-80ea-03acbbeacf7d"},
        "warnafter":1772369000},"nbf":1772366100,"sub":"system:serviceaccount:shop:web"}\
        """;

    private static final String LEGACY =
        """
        {"iss":"kubernetes/serviceaccount","kubernetes.io/serviceaccount/namespace":"shop",
        "kubernetes.io/serviceaccount/secret.name":"web-token-pnj77",
        "kubernetes.io/serviceaccount/service-account.name":"web",
        "kubernetes.io/serviceaccount/service-account.uid":"a709ef71-30e2-489a-bd19-ade97031b9db",
        "sub":"system:serviceaccount:shop:web"}\
        """;

    private static TokenValidator trustingAccounts(String... accounts) {
      return trusting(Issuers.kubernetes(ISSUER, accounts).audience("orders-api"));
    }

    @Test
    void acceptsNamedServiceAccounts() {
      for (String accepted : List.of("shop/web", "shop/*")) {
        AccessToken token = assertAccepted(trustingAccounts(accepted), token(HEADER, POD));
        assertThat(token.subject()).isEqualTo("system:serviceaccount:shop:web");
        assertThat(token.claims().object("kubernetes.io").string("namespace")).isEqualTo("shop");
      }
    }

    @Test
    void refusesOtherAccountsAudiencesAndTokensWithoutEnd() {
      TokenValidator validator = trustingAccounts("shop/web", "system/*");

      for (String other :
          List.of(
              "system:serviceaccount:shop:web2",
              "system:serviceaccount:shop2:web",
              "system:serviceaccount:shop/web:x",
              "system:node:worker-1",
              "shop/web")) {
        assertCheckFails(validator, changed(POD, "system:serviceaccount:shop:web", other), "sub");
      }
      assertOtherAudience(validator, changed(POD, "orders-api", ISSUER));
      assertRejected(
          validator, token(HEADER, LEGACY), ISSUER_CONFIG_RESOLUTION, Reason.ISSUER_UNKNOWN, "iss");
    }

    @TempDir Path folder;

    private void mount(X509Certificate authority, String token)
        throws IOException, CertificateEncodingException {
      Files.writeString(
          folder.resolve("ca.crt"),
          "-----BEGIN CERTIFICATE-----\n"
              + Base64.getMimeEncoder().encodeToString(authority.getEncoded())
              + "\n-----END CERTIFICATE-----\n");
      Files.writeString(folder.resolve("token"), token + "\n");
    }

    @Test
    void asksTheApiServerWithTheTokenThatIsMountedNow() throws Exception {
      TestCertificate authority = TestCertificate.create();
      try (TestIssuer server = TestIssuer.startTls(authority)) {
        server.key(SignatureAlgorithm.ES256);
        String keys = server.jwkSetJson();
        server.jwksResponder(request ->
            "Bearer second".equals(request.header("Authorization"))
                ? TestResponse.json(keys)
                : TestResponse.status(401));
        loadTls(server, authority);
        mount(authority.x509(), "first");
        IssuerConfig config =
            Issuers.inKubernetes(ISSUER, folder, server.jwksUri(), "shop/web")
                .audience("orders-api")
                .build();
        mount(authority.x509(), "second");

        try (TokenValidator validator = TokenValidator.builder().issuer(config).build()) {
          assertAccepted(
              validator,
              server
                  .token()
                  .claim("iss", ISSUER)
                  .audience("orders-api")
                  .subject("system:serviceaccount:shop:web")
                  .compact());
        }
      }
    }

    /** The first handshake of a JVM loads so much that it may take longer than the time-outs. */
    private static void loadTls(TestIssuer server, TestCertificate authority) {
      try (KeySource source =
          HttpKeySource.jwksUri(server.jwksUri())
              .sslContext(authority.sslContext())
              .connectTimeout(Patience.LONG)
              .totalTimeout(Patience.LONG)
              .build()) {
        assertThatExceptionOfType(KeySourceException.class)
            .isThrownBy(() -> Waiting.jwkSet(source))
            .withMessageContaining("status 401");
      }
    }

    @Test
    void trustsNoOtherServerThanTheClusters() throws Exception {
      try (TestIssuer server = TestIssuer.startTls(TestCertificate.create())) {
        server.key(SignatureAlgorithm.ES256);
        mount(TestCertificate.create().x509(), "first");
        IssuerConfig config =
            Issuers.inKubernetes(ISSUER, folder, server.jwksUri(), "shop/web")
                .audience("orders-api")
                .build();

        try (TokenValidator validator = TokenValidator.builder().issuer(config).build()) {
          assertThat(
                  validator.tryValidate(
                      server.token().claim("iss", ISSUER).audience("orders-api").compact()))
              .isInstanceOf(ValidationResult.Undecided.class);
        }
      }
    }

    @Test
    void refusesAFolderWithoutServiceAccount() throws Exception {
      assertNoAccount("token");
      Files.writeString(folder.resolve("token"), "first");
      assertNoAccount("ca.crt");
      Files.writeString(folder.resolve("ca.crt"), "");
      assertNoAccount("ca.crt is empty");
      Files.writeString(folder.resolve("ca.crt"), "-----BEGIN CERTIFICATE-----\nx\n");
      assertNoAccount("");
    }

    private void assertNoAccount(String problem) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Issuers.inKubernetes(ISSUER, folder, "shop/web"))
          .withMessageStartingWith("ownAccount: " + folder)
          .withMessageContaining(problem)
          .withMessageContaining("keySource(...)");
    }

    @Test
    void needsTheFolderOfAServiceAccountAlone() throws Exception {
      mount(TestCertificate.create().x509(), "first");

      assertThat(Issuers.inKubernetes(ISSUER, folder, "shop/*").audience("orders-api").build())
          .hasToString(
              "IssuerConfig[issuer=" + ISSUER + ", audience=[orders-api], claimChecks=[sub]]");
    }
  }
}
