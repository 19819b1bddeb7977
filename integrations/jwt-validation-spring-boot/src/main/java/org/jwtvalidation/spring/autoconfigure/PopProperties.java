// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.DpopNonceKind;
import org.jwtvalidation.http.config.DpopOptions;
import org.jwtvalidation.http.config.PopOptions;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of proofs of possession.
 *
 * @param dpop DPoP proofs.
 * @param mutualTls Whether tokens may be bound to the certificate by which the client connects.
 * @param mutualTlsProxies IP addresses of proxies that pass on the certificates of clients in the
 *     header field Client-Cert.
 * @param required Whether tokens that are bound to no key are refused.
 */
record PopProperties(
    @DefaultValue Dpop dpop,
    @DefaultValue("false") boolean mutualTls,
    @Nullable List<String> mutualTlsProxies,
    @DefaultValue("false") boolean required)
    implements PopOptions {

  private static final PopProperties NOTHING =
      new PopProperties(
          new Dpop(null, null, null, null, null, null, null, null), false, null, false);

  PopProperties {
    mutualTlsProxies = Given.texts(mutualTlsProxies);
  }

  /** Whether anything is said about proofs. */
  boolean isGiven() {
    return !equals(NOTHING);
  }

  /**
   * DPoP proofs.
   *
   * @param publicBase URI by which clients reach the service, which switches DPoP on.
   * @param algorithms Accepted signature algorithms of proofs; all that are supported by default.
   * @param window How far the time of a proof may be before or after now, at most 5 minutes; 60
   *     seconds by default.
   * @param maxKnownKeys How many clients' keys are kept, from 1 to 1,000,000; 1,000 by default.
   * @param replayStoreTimeout How long the replay store may take, at most 30 seconds; 1 second by
   *     default.
   * @param nonces Nonces that proofs need; none by default.
   * @param nonceSecret Secret of shared nonces, at least 32 octets in base64.
   * @param nonceWindow How long a nonce is the current one, from 10 seconds to 1 hour; 5 minutes by
   *     default.
   */
  record Dpop(
      @Nullable URI publicBase,
      @Nullable List<String> algorithms,
      @Nullable Duration window,
      @Nullable Integer maxKnownKeys,
      @Nullable Duration replayStoreTimeout,
      @Nullable DpopNonceKind nonces,
      @Nullable String nonceSecret,
      @Nullable Duration nonceWindow)
      implements DpopOptions {

    Dpop {
      nonceSecret = Given.text(nonceSecret);
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return "Dpop[publicBase=" + publicBase + "]";
    }
  }
}
