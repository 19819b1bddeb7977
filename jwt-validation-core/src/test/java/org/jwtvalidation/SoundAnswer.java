// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.token.ValidationStep.CLAIMS_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.CUSTOM_CHECKS;
import static org.jwtvalidation.token.ValidationStep.HEADER_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.ISSUER_CONFIG_RESOLUTION;
import static org.jwtvalidation.token.ValidationStep.ISSUER_EXTRACTION;
import static org.jwtvalidation.token.ValidationStep.KEY_RESOLUTION;
import static org.jwtvalidation.token.ValidationStep.SIGNATURE_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.TOKEN_FORMAT_CHECK;
import static org.jwtvalidation.token.ValidationStep.TOKEN_PARSING;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.JsonReference;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/**
 * The answer to any token: it is the same for the same token, its step, reason and claim match, and
 * it contains nothing of the token.
 */
public record SoundAnswer(@Nullable AccessToken token, @Nullable Reason reason) {

  private static final Map<ValidationStep, Set<Reason>> REASONS =
      Map.ofEntries(
          entry(TOKEN_FORMAT_CHECK, EnumSet.of(Reason.TOKEN_EMPTY, Reason.TOKEN_TOO_LARGE)),
          entry(
              TOKEN_PARSING,
              EnumSet.of(
                  Reason.TEXT_AROUND_TOKEN,
                  Reason.MALFORMED_SEGMENTS,
                  Reason.MALFORMED_BASE64,
                  Reason.MALFORMED_JSON,
                  Reason.LIMIT_EXCEEDED,
                  Reason.ENCRYPTED_TOKEN)),
          entry(ISSUER_EXTRACTION, EnumSet.of(Reason.ISSUER_MISSING, Reason.CLAIM_MALFORMED)),
          entry(ISSUER_CONFIG_RESOLUTION, EnumSet.of(Reason.ISSUER_UNKNOWN)),
          entry(
              HEADER_VALIDATION,
              EnumSet.of(
                  Reason.UNSECURED_TOKEN,
                  Reason.ALGORITHM_NOT_ALLOWED,
                  Reason.CRITICAL_HEADER,
                  Reason.EMBEDDED_KEY,
                  Reason.TYPE_MISMATCH,
                  Reason.CLAIM_MALFORMED,
                  Reason.LIMIT_EXCEEDED)),
          entry(
              CLAIMS_VALIDATION,
              EnumSet.of(
                  Reason.CLAIM_MISSING,
                  Reason.CLAIM_MALFORMED,
                  Reason.AUDIENCE_MISMATCH,
                  Reason.AUTHORIZED_PARTY_MISMATCH,
                  Reason.EXPIRED,
                  Reason.NOT_YET_VALID,
                  Reason.ISSUED_IN_FUTURE,
                  Reason.TOO_OLD,
                  Reason.TYPE_MISMATCH,
                  Reason.SENDER_CONSTRAINED)),
          entry(KEY_RESOLUTION, EnumSet.of(Reason.KEY_AMBIGUOUS, Reason.KEY_UNKNOWN)),
          entry(SIGNATURE_VALIDATION, EnumSet.of(Reason.SIGNATURE_INVALID)),
          entry(CUSTOM_CHECKS, EnumSet.of(Reason.CLAIM_CHECK_FAILED)));

  /** The names in a rejection: words of the standards, none that a token chose. */
  public static final Set<String> NAMES =
      Set.of(
          "alg",
          "kid",
          "typ",
          "cty",
          "crit",
          "b64",
          "jwk",
          "jku",
          "x5u",
          "x5c",
          "iss",
          "sub",
          "aud",
          "exp",
          "nbf",
          "iat",
          "azp",
          "client_id",
          "nonce",
          "auth_time",
          "scope",
          "scp",
          "jti",
          "groups",
          "roles",
          "cnf",
          "act",
          "events",
          "at_hash",
          "c_hash",
          "s_hash",
          "token_use");

  /** The reasons to reject a token for this text in place of its header or claims. */
  public static Set<Reason> faultsOfObject(JsonReference text) {
    Set<Reason> faults = EnumSet.noneOf(Reason.class);
    if (text.exceeded()) {
      faults.add(Reason.LIMIT_EXCEEDED);
    }
    if (text.malformed() || (faults.isEmpty() && !text.tree().isObject())) {
      faults.add(Reason.MALFORMED_JSON);
    }
    return faults;
  }

  /**
   * Whether it rejects for one of {@code faults}, or because the values of {@code text} are many.
   */
  public boolean isExplainedBy(Set<Reason> faults, JsonReference text) {
    return faults.contains(reason)
        || (reason == Reason.LIMIT_EXCEEDED && text.mayTakeTooMuchMemory());
  }

  /** The answer of {@code validator}, asked twice, with keys that are always available. */
  public static SoundAnswer to(@Nullable String token, TokenValidator validator) {
    ValidationResult<AccessToken> result = validator.tryValidate(token);
    assertThat(validator.tryValidate(token)).isEqualTo(result);
    if (result instanceof ValidationResult.Accepted<AccessToken> accepted) {
      return new SoundAnswer(accepted.token(), null);
    }
    assertThat(result).isInstanceOf(ValidationResult.Rejected.class);
    Rejection rejection = ((ValidationResult.Rejected<AccessToken>) result).rejection();
    assertThat(REASONS.get(rejection.step())).contains(rejection.reason());
    assertThat(rejection.claim()).matches(name -> name == null || NAMES.contains(name));
    return new SoundAnswer(null, rejection.reason());
  }
}
