package org.jwtvalidation.http.config;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.ScopeMapper;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;

/** One issuer, as its section {@code issuers.<name>} describes it. */
final class ConfiguredIssuer {

  /** What makes an issuer a template. */
  static final String TENANT = "{tenant}";

  private final String name;
  private final IssuerOptions options;
  private final Section section;

  ConfiguredIssuer(String name, IssuerOptions options, Section section) {
    this.name = name;
    this.options = options;
    this.section = section;
  }

  /**
   * The configuration of the issuer.
   *
   * @throws IllegalArgumentException if an option is missing, wrong, or contradicts another
   */
  IssuerConfig config(IssuerCustomizer customizer) {
    PresetIssuer preset =
        options.preset().isPresent()
            ? new IssuerPresets(options, section).issuer(options.preset().orElseThrow())
            : withoutPreset();
    IssuerConfig.Builder issuer = preset.builder();
    setAudience(issuer);
    setTokens(issuer);
    setClients(issuer);
    setMappers(issuer);
    KeySource keys =
        new ConfiguredKeys(options.keys(), section).source(preset.identifier(), preset.hasKeys());
    if (keys != null) {
      issuer.keySource(keys);
    }
    customizer.customize(name, issuer);
    return matching(section.build(issuer::build));
  }

  /** A preset has an identifier of its own, which another one in the text would contradict. */
  private IssuerConfig matching(IssuerConfig config) {
    String url = options.url().orElse(config.issuer());
    if (!url.equals(config.issuer())) {
      throw section.failure(
          "url", url + " is not that of the preset; set " + config.issuer() + ", or drop preset");
    }
    return config;
  }

  private PresetIssuer withoutPreset() {
    refuse("repositories", options.repositories(), IssuerPreset.GITHUB_ACTIONS);
    refuse("projects", options.projects(), IssuerPreset.GITLAB);
    refuse("service-accounts", options.serviceAccounts(), IssuerPreset.KUBERNETES);
    refuse("own-account", options.ownAccount(), IssuerPreset.IN_KUBERNETES);
    String url = requiredUrl(options, section);
    if (!url.contains(TENANT)) {
      if (options.tenants().isPresent()) {
        throw section.failure(
            "tenants", "set for the one issuer " + url + "; write {tenant} in url, or drop it");
      }
      return new PresetIssuer(IssuerConfig.builder(url), url, false);
    }
    IssuerConfig.Builder template = section.get("url", () -> IssuerConfig.template(url));
    section.set("tenants", options.tenants(), ofEach(template::tenants));
    return new PresetIssuer(template, null, false);
  }

  private void refuse(String option, Optional<?> value, IssuerPreset preset) {
    if (value.isPresent()) {
      throw section.failure(
          option,
          "set without its preset; set preset=" + IssuerPresets.text(preset) + ", or drop it");
    }
  }

  static String requiredUrl(IssuerOptions options, Section section) {
    return options
        .url()
        .orElseThrow(() ->
            section.failure(
                "url", "none given; set the issuer identifier, as tokens have it in iss"));
  }

  private void setAudience(IssuerConfig.Builder issuer) {
    section.set("also-named", options.alsoNamed(), ofEach(issuer::alsoNamed));
    section.set("audience", options.audience(), ofEach(issuer::audience));
    section.set("all-audiences", options.allAudiences(), ofEach(issuer::allAudiences));
    section.flag("any-audience", options.anyAudience(), issuer::anyAudience);
  }

  private void setTokens(IssuerConfig.Builder issuer) {
    section.set(
        "algorithms",
        options.algorithms(),
        names -> issuer.algorithms(algorithms(names).toArray(SignatureAlgorithm[]::new)));
    section.flag(
        "require-access-token-type",
        options.requireAccessTokenType(),
        issuer::requireAccessTokenType);
    section.flag(
        "access-token-mark-optional",
        options.accessTokenMarkOptional(),
        issuer::accessTokenMarkOptional);
    section.set("leeway", options.leeway(), issuer::leeway);
    section.set("max-age", options.maxAge(), issuer::maxAge);
    section.flag("subject-optional", options.subjectOptional(), issuer::subjectOptional);
    section.flag("issued-at-optional", options.issuedAtOptional(), issuer::issuedAtOptional);
    section.flag(
        "sender-constraint-checked-elsewhere",
        options.senderConstraintCheckedElsewhere(),
        issuer::senderConstraintCheckedElsewhere);
    section.set(
        "ignored-header-parameters",
        options.ignoredHeaderParameters(),
        ofEach(issuer::ignoredHeaderParameters));
    section.set("required-claims", options.requiredClaims(), ofEach(issuer::requiredClaims));
  }

  static Set<SignatureAlgorithm> algorithms(List<String> names) {
    Set<SignatureAlgorithm> algorithms = EnumSet.noneOf(SignatureAlgorithm.class);
    names.forEach(each -> algorithms.addAll(SignatureAlgorithm.named(each)));
    return algorithms;
  }

  private void setClients(IssuerConfig.Builder issuer) {
    section.set("clients", options.clients(), ofEach(issuer::clients));
    section.set("client-claim", options.clientClaim(), issuer::clientClaim);
    section.flag("require-client", options.requireClient(), issuer::requireClient);
  }

  private void setMappers(IssuerConfig.Builder issuer) {
    RoleMapper roles = roles(options.roles());
    if (roles != null) {
      issuer.roles(roles);
    }
    section.set(
        "scopes-claim", options.scopesClaim(), claim -> issuer.scopes(ScopeMapper.claim(claim)));
  }

  /** The mappers that are named, one after the other, or null if none is. */
  private static @Nullable RoleMapper roles(RolesOptions options) {
    List<RoleMapper> mappers = new ArrayList<>();
    options.claim().ifPresent(names -> names.forEach(each -> mappers.add(RoleMapper.claim(each))));
    options
        .memberNames()
        .ifPresent(names -> names.forEach(each -> mappers.add(RoleMapper.memberNames(each))));
    if (options.keycloakRealm()) {
      mappers.add(RoleMapper.keycloakRealm());
    }
    options
        .keycloakClient()
        .ifPresent(names -> names.forEach(each -> mappers.add(RoleMapper.keycloakClient(each))));
    return mappers.stream().reduce(RoleMapper::and).orElse(null);
  }

  /** An option that takes several values at once. */
  private static Consumer<List<String>> ofEach(Consumer<String[]> option) {
    return values -> option.accept(values.toArray(String[]::new));
  }
}
