// SPDX-License-Identifier: Apache-2.0
/**
 * Fast and strict validation of JWT bearer tokens (RFC 7519, RFC 6750, RFC 9068): a compact token
 * in, a typed token out.
 *
 * <p>Build one validator, share it between all threads, and close it at the end. Issuer and
 * audience are enough:
 *
 * <pre>{@code
 * TokenValidator validator =
 *     TokenValidator.builder()
 *         .issuer(IssuerConfig.builder("https://issuer.example").audience("orders-api").build())
 *         .build();
 * }</pre>
 *
 * <p>{@link Issuers} has presets for well-known issuers.
 *
 * <p>A validation has one of three outcomes:
 *
 * <pre>{@code
 * try {
 *   AccessToken token = validator.validate(bearer);
 *   return token.hasScope("orders:read") ? ok(ordersOf(token.subject())) : forbidden();
 * } catch (TokenRejectedException e) {
 *   return unauthorized(); // 401; e.rejection() is for your log, not for the client
 * } catch (UndecidedException e) {
 *   return unavailable(); // 503: the issuer's keys are unavailable, try again
 * }
 * }</pre>
 *
 * <h2>The three outcomes</h2>
 *
 * <ul>
 *   <li><b>Accepted.</b> The token passed every step. There is no other way to obtain an {@link
 *       AccessToken} or {@link IdToken}.
 *   <li><b>Rejected.</b> The token is invalid: a {@link TokenRejectedException}, whose {@link
 *       Rejection} names the step, the {@link Reason} and the claim. A resource server answers 401.
 *   <li><b>Undecided.</b> It cannot be decided now, usually because keys are unavailable: an {@link
 *       UndecidedException}. A resource server answers 503.
 * </ul>
 *
 * <p>{@link org.jwtvalidation.TokenValidator#tryValidate TokenValidator.tryValidate} returns the
 * outcome as a {@link ValidationResult}. A rejection contains no text of the token.
 *
 * <h2>How a token is validated</h2>
 *
 * <ol>
 *   <li>{@link ValidationStep#TOKEN_FORMAT_CHECK TOKEN_FORMAT_CHECK}: a token that is present and
 *       not too long.
 *   <li>{@link ValidationStep#CACHE_LOOKUP CACHE_LOOKUP}: whether the same token was validated
 *       before, is still valid in time, and its key is still in force. For such a token, only
 *       {@code CUSTOM_CHECKS} remain and, if it is bound to a key, {@code CLAIMS_VALIDATION} in
 *       part.
 *   <li>{@link ValidationStep#TOKEN_PARSING TOKEN_PARSING}: three segments, canonical base64url,
 *       strict JSON.
 *   <li>{@link ValidationStep#ISSUER_EXTRACTION ISSUER_EXTRACTION}: the claim {@code iss}.
 *   <li>{@link ValidationStep#ISSUER_CONFIG_RESOLUTION ISSUER_CONFIG_RESOLUTION}: the {@link
 *       org.jwtvalidation.IssuerConfig} of exactly this name.
 *   <li>{@link ValidationStep#HEADER_VALIDATION HEADER_VALIDATION}: algorithm, critical parameters,
 *       embedded keys, type, Key ID.
 *   <li>{@link ValidationStep#CLAIMS_VALIDATION CLAIMS_VALIDATION}: the built-in checks, which cost
 *       less than a signature.
 *   <li>{@link ValidationStep#KEY_RESOLUTION KEY_RESOLUTION}: the key that the token names, or the
 *       only one that fits.
 *   <li>{@link ValidationStep#SIGNATURE_VALIDATION SIGNATURE_VALIDATION}: before it has passed,
 *       nothing of a token is returned, cached or passed to your code.
 *   <li>{@link ValidationStep#CUSTOM_CHECKS CUSTOM_CHECKS}: your own {@link
 *       org.jwtvalidation.ClaimCheck}s, also for cached tokens, and mappers.
 *   <li>{@link ValidationStep#TOKEN_BUILDING TOKEN_BUILDING}: the typed token.
 *   <li>{@link ValidationStep#CACHE_STORE CACHE_STORE}: for access tokens only.
 * </ol>
 *
 * <p>{@link ValidationStep#COMPLETE_VALIDATION COMPLETE_VALIDATION} is the whole. {@link
 * ValidationStep} lists the reasons for which each step rejects a token. A {@link
 * TokenValidatorMonitor} is called at the end of each step; {@link LatencyMonitor} records their
 * latency.
 *
 * <h2>Defaults</h2>
 *
 * <p>Every relaxation is an option of its own, and is bounded. An access token must have {@code
 * iss}, {@code aud}, {@code exp}, {@code iat} and {@code sub}.
 *
 * <table>
 *   <caption>Defaults and the options that change them</caption>
 *   <thead>
 *     <tr><th scope="col">what</th><th scope="col">default</th><th scope="col">option</th></tr>
 *   </thead>
 *   <tbody>
 *     <tr>
 *       <th scope="row">algorithms</th><td>RS, PS and ES 256, 384 and 512, Ed25519, Ed448,
 *       ML-DSA-44, 65 and 87</td>
 *       <td>{@link org.jwtvalidation.IssuerConfig.Builder#algorithms algorithms}</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">{@code typ} of an access token</th>
 *       <td>absent, {@code JWT} or {@code at+jwt}</td>
 *       <td>{@link org.jwtvalidation.IssuerConfig.Builder#requireAccessTokenType
 *       requireAccessTokenType}</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">leeway for clocks</th><td>60 seconds</td>
 *       <td>{@link org.jwtvalidation.IssuerConfig.Builder#leeway leeway}, at most 5 minutes</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">length of a token</th><td>16,384 characters</td>
 *       <td>{@link org.jwtvalidation.TokenLimits}</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">cached tokens</th><td>1,000</td>
 *       <td>{@link org.jwtvalidation.TokenValidator.Builder#cacheSize cacheSize}</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">threads verifying at the same time</th><td>no limit</td>
 *       <td>{@link org.jwtvalidation.TokenValidator.Builder#maxConcurrentVerifications
 *       maxConcurrentVerifications}</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">keys</th><td>discovered from the issuer's metadata</td>
 *       <td>{@link org.jwtvalidation.IssuerConfig.Builder#keySource keySource}</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">age of keys</th><td>refreshed after 7 to 9 minutes, used for at most
 *       12 hours</td>
 *       <td>{@link org.jwtvalidation.keysource.HttpKeySource.Builder}</td>
 *     </tr>
 *   </tbody>
 * </table>
 *
 * <h2>What is not supported</h2>
 *
 * <p>This library only validates: it does not sign, encrypt or decrypt. No option allows {@code
 * none}, {@code HS*} or encrypted tokens. A key that a token contains or refers to is never used.
 * Refresh tokens are opaque. Revocation before a token expires is not checked.
 *
 * <p>Tokens that need proof of possession (RFC 8705, RFC 9449) are rejected here, unless the caller
 * or, by the issuer's configuration, another component checks the proof. The package {@code
 * org.jwtvalidation.http.pop} of the module {@code org.jwtvalidation.http} checks it for requests.
 *
 * <h2>Threads</h2>
 *
 * <p>A validator and all objects that it returns are safe for use by multiple threads, platform and
 * virtual; builders are not.
 */
@NullMarked
package org.jwtvalidation;

import org.jspecify.annotations.NullMarked;
import org.jwtvalidation.issuers.Issuers;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;
