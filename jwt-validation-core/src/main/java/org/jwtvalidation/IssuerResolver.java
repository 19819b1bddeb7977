// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import org.jspecify.annotations.Nullable;

/**
 * Names the issuers that a validator trusts beside those of its configuration: tenants that come
 * and go, found in a database, for example. Implementations must be thread-safe.
 *
 * <p>The validator asks for an issuer once for all threads, on a thread of the library, and waits
 * for at most 5 seconds. It keeps the answer until its bound is reached ({@link
 * TokenValidator.Builder#maxResolvedIssuers}) or {@link TokenValidator#forgetIssuer} is called, and
 * remembers for 30 seconds that an issuer is not trusted. At most 16 calls run at a time, and up to
 * 1,000 further ones wait; tokens of others are undecided. If the resolver throws an exception or
 * does not answer in time, the token is undecided ({@link
 * org.jwtvalidation.token.UndecidedException}); an exception or error is the cause of that, and is
 * logged as the exception of a {@link ClaimCheck}. An answer with the configuration of another
 * issuer counts as a refusal, also if the names differ in case only (RFC 7519 section 4.1.1
 * compares them exactly); the first one is logged.
 *
 * <p>Anyone can send tokens of invented issuers. Refuse what cannot be an issuer of yours before
 * you ask a database, for example by its host.
 */
@FunctionalInterface
public interface IssuerResolver {

  /**
   * Returns the configuration of an issuer, if it is trusted.
   *
   * @param issuer the claim {@code iss} of a token, of at most 1,024 characters; anyone may have
   *     written it. Never use it as a location
   * @return the configuration, whose issuer, or an alias of it, is {@code issuer}; with a key
   *     source of its own, if any, because the validator closes that when it forgets the issuer;
   *     tokens are undecided, and it is logged, if the source belongs to a validator already. Null
   *     if the issuer is not trusted
   */
  @Nullable IssuerConfig resolve(String issuer);
}
