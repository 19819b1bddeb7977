package org.jwtvalidation.spring.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jwtvalidation.http.config.DpopNonceKind;
import org.jwtvalidation.http.config.DpopOptions;
import org.jwtvalidation.http.config.PopOptions;

/**
 * The options of proofs of possession, from their properties.
 *
 * @param properties the properties
 */
record ConfiguredPop(PopProperties properties) implements PopOptions {

  /** Whether anything is said about proofs. */
  boolean isGiven() {
    DpopOptions dpop = dpop();
    return mutualTls()
        || required()
        || Stream.of(
                mutualTlsProxies(),
                dpop.publicBase(),
                dpop.algorithms(),
                dpop.window(),
                dpop.replayStoreTimeout(),
                dpop.nonces(),
                dpop.nonceSecret(),
                dpop.nonceWindow())
            .anyMatch(Optional::isPresent)
        || dpop.maxKnownKeys().isPresent();
  }

  @Override
  public DpopOptions dpop() {
    return new ConfiguredDpop(properties.dpop());
  }

  @Override
  public boolean mutualTls() {
    return properties.mutualTls();
  }

  @Override
  public Optional<List<String>> mutualTlsProxies() {
    return Optional.ofNullable(properties.mutualTlsProxies()).filter(proxies -> !proxies.isEmpty());
  }

  @Override
  public boolean required() {
    return properties.required();
  }

  private record ConfiguredDpop(PopProperties.Dpop dpop) implements DpopOptions {

    @Override
    public Optional<URI> publicBase() {
      return Optional.ofNullable(dpop.publicBase());
    }

    @Override
    public Optional<List<String>> algorithms() {
      return Optional.ofNullable(dpop.algorithms()).filter(names -> !names.isEmpty());
    }

    @Override
    public Optional<Duration> window() {
      return Optional.ofNullable(dpop.window());
    }

    @Override
    public OptionalInt maxKnownKeys() {
      return GivenNumber.of(dpop.maxKnownKeys());
    }

    @Override
    public Optional<Duration> replayStoreTimeout() {
      return Optional.ofNullable(dpop.replayStoreTimeout());
    }

    @Override
    public Optional<DpopNonceKind> nonces() {
      return Optional.ofNullable(dpop.nonces());
    }

    @Override
    public Optional<String> nonceSecret() {
      return GivenText.of(dpop.nonceSecret());
    }

    @Override
    public Optional<Duration> nonceWindow() {
      return Optional.ofNullable(dpop.nonceWindow());
    }
  }
}
