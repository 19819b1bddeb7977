/**
 * Validation of JWT bearer tokens (RFC 7519, RFC 6750, RFC 9068), fast and strict: a compact token
 * in, a typed token out.
 *
 * <p>A validator is made once, shared by all threads and closed at the end. Issuer and audience are
 * enough:
 *
 * <pre>{@code
 * TokenValidator validator =
 *     TokenValidator.builder()
 *         .issuer(IssuerConfig.builder("https://issuer.example").audience("orders-api").build())
 *         .build();
 * }</pre>
 *
 * <p>Every validation has one of three outcomes:
 *
 * <pre>{@code
 * try {
 *   AccessToken token = validator.validate(bearer);
 *   return token.hasScope("orders:read") ? ok(ordersOf(token.subject())) : forbidden();
 * } catch (TokenRejectedException e) {
 *   return unauthorized(e.rejection().reason()); // 401: the token is wrong
 * } catch (KeysUnavailableException e) {
 *   return unavailable(); // 503: no keys to decide with, try again
 * }
 * }</pre>
 *
 * <h2>The three outcomes</h2>
 *
 * <ul>
 *   <li><b>Accepted.</b> The token passed every step. An {@link org.jwtvalidation.AccessToken} or
 *       {@link org.jwtvalidation.IdToken} cannot be had in any other way.
 *   <li><b>Rejected.</b> The token is wrong: a {@link org.jwtvalidation.TokenRejectedException},
 *       whose {@link org.jwtvalidation.Rejection} says in which step, for which {@link
 *       org.jwtvalidation.Reason} and about which claim. A resource server answers 401.
 *   <li><b>Undecided.</b> There are no keys to decide with: a {@link
 *       org.jwtvalidation.KeysUnavailableException}. A resource server answers 503.
 * </ul>
 *
 * <p>{@link org.jwtvalidation.TokenValidator#tryValidate TokenValidator.tryValidate} gives the same
 * three as a {@link org.jwtvalidation.ValidationResult}. No text of the token is in a rejection.
 *
 * <h2>The way of a token</h2>
 *
 * <ol>
 *   <li>{@link org.jwtvalidation.ValidationStep#TOKEN_FORMAT_CHECK TOKEN_FORMAT_CHECK}: is there a
 *       token, and is it short enough?
 *   <li>{@link org.jwtvalidation.ValidationStep#CACHE_LOOKUP CACHE_LOOKUP}: was this very token
 *       validated before, is it still in time, and does its issuer still hold the key? Such a token
 *       only has {@code CUSTOM_CHECKS} left.
 *   <li>{@link org.jwtvalidation.ValidationStep#TOKEN_PARSING TOKEN_PARSING}: three segments,
 *       canonical base64url, strict JSON.
 *   <li>{@link org.jwtvalidation.ValidationStep#ISSUER_EXTRACTION ISSUER_EXTRACTION}: the claim
 *       {@code iss}.
 *   <li>{@link org.jwtvalidation.ValidationStep#ISSUER_CONFIG_RESOLUTION ISSUER_CONFIG_RESOLUTION}:
 *       the {@link org.jwtvalidation.IssuerConfig} of that very name.
 *   <li>{@link org.jwtvalidation.ValidationStep#HEADER_VALIDATION HEADER_VALIDATION}: algorithm,
 *       critical parameters, embedded keys, type, Key ID.
 *   <li>{@link org.jwtvalidation.ValidationStep#CLAIMS_VALIDATION CLAIMS_VALIDATION}: the built-in
 *       checks, which are cheaper than a signature.
 *   <li>{@link org.jwtvalidation.ValidationStep#KEY_RESOLUTION KEY_RESOLUTION}: the key that the
 *       token names, or the only one that fits.
 *   <li>{@link org.jwtvalidation.ValidationStep#SIGNATURE_VALIDATION SIGNATURE_VALIDATION}: until
 *       it has passed, nothing of a token is returned, cached or shown to your code.
 *   <li>{@link org.jwtvalidation.ValidationStep#CUSTOM_CHECKS CUSTOM_CHECKS}: your own {@link
 *       org.jwtvalidation.ClaimCheck}s, on cached tokens, too.
 *   <li>{@link org.jwtvalidation.ValidationStep#TOKEN_BUILDING TOKEN_BUILDING}: the typed token.
 *   <li>{@link org.jwtvalidation.ValidationStep#CACHE_STORE CACHE_STORE}: of access tokens only.
 * </ol>
 *
 * <p>{@link org.jwtvalidation.ValidationStep#COMPLETE_VALIDATION COMPLETE_VALIDATION} is all of
 * them together. A {@link org.jwtvalidation.TokenValidatorMonitor} sees each step end; {@link
 * org.jwtvalidation.monitor.LatencyMonitor} keeps their times.
 *
 * <h2>Defaults</h2>
 *
 * <p>Every relaxation is an option of its own, and is bounded. An access token has to bring {@code
 * iss}, {@code aud}, {@code exp}, {@code iat} and {@code sub}.
 *
 * <table>
 *   <caption>What holds unless an option says otherwise</caption>
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
 *       <th scope="row">leeway of clocks</th><td>60 seconds</td>
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
 *       <th scope="row">signatures verified at a time</th><td>as many as threads come</td>
 *       <td>{@link org.jwtvalidation.TokenValidator.Builder#maxConcurrentVerifications
 *       maxConcurrentVerifications}</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">keys</th><td>discovered from the issuer's metadata</td>
 *       <td>{@link org.jwtvalidation.IssuerConfig.Builder#keySource keySource}</td>
 *     </tr>
 *     <tr>
 *       <th scope="row">age of keys</th><td>fetched again after 8 minutes, used for 12 hours at
 *       most</td>
 *       <td>{@link org.jwtvalidation.keysource.HttpKeySource.Builder}</td>
 *     </tr>
 *   </tbody>
 * </table>
 *
 * <h2>What is left out</h2>
 *
 * <p>Nothing here signs, encrypts or decrypts. {@code none}, {@code HS*} and encrypted tokens have
 * no switch. A key that a token brings or points to is never looked at. Proof of possession (RFC
 * 8705, RFC 9449) is not checked: tokens that ask for it are rejected, unless the issuer's
 * configuration says that somebody else checks it. Refresh tokens are opaque. Whether a token was
 * revoked before it expired is not asked of anybody.
 *
 * <h2>Threads</h2>
 *
 * <p>A validator and everything that it gives out is safe for use by many threads, virtual ones
 * included; builders are not.
 */
@NullMarked
package org.jwtvalidation;

import org.jspecify.annotations.NullMarked;
