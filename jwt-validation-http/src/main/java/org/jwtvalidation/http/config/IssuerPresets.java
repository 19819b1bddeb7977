// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.issuers.Issuers;

/** Calls the presets of {@link Issuers}, or none of them, with what a section says. */
record IssuerPresets(IssuerOptions options, Section section) {

  /** What makes an issuer a template. */
  private static final String TENANT = "{tenant}";

  private static final String GOOGLE = "https://accounts.google.com";
  private static final String GITHUB_ACTIONS = "https://token.actions.githubusercontent.com";
  private static final String OWN_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

  private static final Form KEYCLOAK =
      new Form("(.+)/realms/([^/]+)", "https://sso.example/realms/<realm>");
  private static final Form AUTH0 = new Form("https://([^/]+)/", "https://<domain>/");
  private static final Form OKTA =
      new Form("https://([^/]+)/oauth2/([^/]+)", "https://<domain>/oauth2/<server>");
  private static final Form ENTRA =
      new Form(
          "https://login\\.microsoftonline\\.com/([^/]+)/v2\\.0",
          "https://login.microsoftonline.com/<tenant>/v2.0");
  private static final Form ENTRA_V1 =
      new Form("https://sts\\.windows\\.net/([^/]+)/", "https://sts.windows.net/<tenant>/");
  private static final Form COGNITO =
      new Form(
          "https://(issuer-)?cognito-idp\\.([^./]+)\\.amazonaws\\.com/([^/]+)",
          "https://cognito-idp.<region>.amazonaws.com/<user pool>");
  private static final Form FIREBASE =
      new Form(
          "https://securetoken\\.google\\.com/([^/]+)", "https://securetoken.google.com/<project>");

  /**
   * The beginning of the configuration of an issuer.
   *
   * @param identifier the issuer identifier, or null for a template
   * @param hasKeys whether the builder has a key source already
   */
  record PresetIssuer(IssuerConfig.Builder builder, @Nullable String identifier, boolean hasKeys) {}

  /** How the URL of a preset looks. */
  private record Form(Pattern pattern, String text) {

    Form(String pattern, String text) {
      this(Pattern.compile(pattern), text);
    }
  }

  /** A preset as text names it. */
  static String text(IssuerPreset preset) {
    return preset.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  PresetIssuer issuer(@Nullable IssuerPreset preset) {
    refuseOptionsOfOthers(preset);
    if (preset == null) {
      return withoutPreset();
    }
    refuse("tenants", options.tenants(), preset, IssuerPreset.ENTRA);
    return switch (preset) {
      case KEYCLOAK -> ofUrl(KEYCLOAK, url -> Issuers.keycloak(url.group(1), url.group(2)));
      case AUTH0 -> ofUrl(AUTH0, url -> Issuers.auth0(url.group(1)));
      case OKTA -> ofUrl(OKTA, url -> Issuers.okta(url.group(1), url.group(2)));
      case ENTRA -> entra();
      case ENTRA_V1 ->
          new PresetIssuer(
              ofUrl(ENTRA_V1, url -> Issuers.entraV1(url.group(1))).builder(), url(), true);
      case COGNITO -> ofUrl(COGNITO, this::cognito);
      case GOOGLE -> new PresetIssuer(Issuers.google(), GOOGLE, false);
      case GOOGLE_SERVICE_ACCOUNTS ->
          named(
              GOOGLE,
              "service-accounts",
              options.serviceAccounts(),
              Issuers::googleServiceAccounts);
      case GITHUB_ACTIONS ->
          named(GITHUB_ACTIONS, "repositories", options.repositories(), Issuers::githubActions);
      case GITLAB -> gitlab();
      case KUBERNETES -> kubernetes();
      case IN_KUBERNETES -> inKubernetes();
      case FIREBASE -> ofUrl(FIREBASE, url -> Issuers.firebase(url.group(1)));
    };
  }

  /** Refuses what has no meaning for a preset, or for an issuer without one. */
  private void refuseOptionsOfOthers(@Nullable IssuerPreset preset) {
    refuse("repositories", options.repositories(), preset, IssuerPreset.GITHUB_ACTIONS);
    refuse("projects", options.projects(), preset, IssuerPreset.GITLAB);
    refuse(
        "service-accounts",
        options.serviceAccounts(),
        preset,
        IssuerPreset.KUBERNETES,
        IssuerPreset.GOOGLE_SERVICE_ACCOUNTS,
        IssuerPreset.IN_KUBERNETES);
    refuse("own-account", options.ownAccount(), preset, IssuerPreset.IN_KUBERNETES);
  }

  private void refuse(
      String option,
      @Nullable Object value,
      @Nullable IssuerPreset preset,
      IssuerPreset... owners) {
    if (value != null && !Arrays.asList(owners).contains(preset)) {
      throw preset == null
          ? section.failure(
              option, "set without its preset", "set preset=" + text(owners[0]) + ", or drop it")
          : section.failure(
              option, "has no meaning for preset " + text(preset), "drop it, or the preset");
    }
  }

  private PresetIssuer withoutPreset() {
    String url = url();
    if (!url.contains(TENANT)) {
      if (options.tenants() != null) {
        throw section.failure(
            "tenants", "set for the one issuer " + url, "write {tenant} in url, or drop it");
      }
      return new PresetIssuer(IssuerConfig.builder(url), url, false);
    }
    IssuerConfig.Builder template = section.get("url", () -> IssuerConfig.template(url));
    section.set(
        "tenants", options.tenants(), tenants -> template.tenants(tenants.toArray(String[]::new)));
    return new PresetIssuer(template, null, false);
  }

  private PresetIssuer entra() {
    String url = options.url();
    if (url == null || url.contains(TENANT)) {
      return new PresetIssuer(
          section.get("tenants", () -> Issuers.entraTenants(of(options.tenants()))), null, true);
    }
    if (options.tenants() != null) {
      throw section.failure("tenants", "set besides the url of one tenant", "drop one of them");
    }
    return ofUrl(ENTRA, matcher -> Issuers.entra(matcher.group(1)));
  }

  private IssuerConfig.Builder cognito(Matcher url) {
    String[] clients = of(options.clients());
    if (clients.length == 0) {
      throw section.failure(
          "clients",
          "none given, and the tokens have no audience",
          "name the accepted app clients");
    }
    return url.group(1) == null
        ? Issuers.cognito(url.group(2), url.group(3), clients)
        : Issuers.cognitoUpdatedIssuer(url.group(2), url.group(3), clients);
  }

  private PresetIssuer gitlab() {
    String url = url();
    // The first call shows whether the fault is that of the URL.
    section.run("url", () -> Issuers.gitlab(url, "group/project"));
    return named(url, "projects", options.projects(), names -> Issuers.gitlab(url, names));
  }

  private PresetIssuer kubernetes() {
    String url = url();
    return named(
        url,
        "service-accounts",
        options.serviceAccounts(),
        names -> Issuers.kubernetes(url, names));
  }

  private PresetIssuer inKubernetes() {
    String url = url();
    String[] accounts = of(options.serviceAccounts());
    section.run("service-accounts", () -> Issuers.kubernetes(url, accounts));
    String folder = Objects.requireNonNullElse(options.ownAccount(), OWN_ACCOUNT);
    return new PresetIssuer(
        section.get("own-account", () -> Issuers.inKubernetes(url, Path.of(folder), accounts)),
        url,
        true);
  }

  /** The issuer of a preset that trusts what an option names. */
  private PresetIssuer named(
      String identifier,
      String option,
      @Nullable List<String> names,
      Function<String[], IssuerConfig.Builder> preset) {
    return new PresetIssuer(section.get(option, () -> preset.apply(of(names))), identifier, false);
  }

  private PresetIssuer ofUrl(Form form, Function<Matcher, IssuerConfig.Builder> preset) {
    String url = url();
    if (url.contains(TENANT)) {
      throw section.failure(
          "url",
          url + " is a template, whose tenants share their keys, and those of this preset do not",
          "use an IssuerResolver");
    }
    Matcher matcher = form.pattern.matcher(url);
    if (!matcher.matches()) {
      throw section.failure(
          "url", url + " is not of the form " + form.text, "write it so, or drop preset");
    }
    return new PresetIssuer(section.get("url", () -> preset.apply(matcher)), url, false);
  }

  private String url() {
    String url = options.url();
    if (url == null) {
      throw section.failure(
          "url", "none given", "set the issuer identifier, as tokens have it in iss");
    }
    return url;
  }

  private static String[] of(@Nullable List<String> values) {
    return values == null ? new String[0] : values.toArray(String[]::new);
  }
}
