// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Outcome;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Report;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * One validation. The event is also the {@link Recording}, which saves an object; transient fields
 * are not recorded.
 */
@Name("jwt.TokenValidation")
@Label("Token Validation")
@Category("JWT Validation")
@Description("The validation of a token, with the time of each step")
@StackTrace(false)
@Threshold("100 us")
final class TokenValidationEvent extends Event implements Recording {

  @Label("Validator")
  @Description("The name of the monitor")
  @Nullable String validator;

  @Label("Token Type")
  @Description("ACCESS_TOKEN, ID_TOKEN or REFRESH_TOKEN: the type that the caller expected")
  @Nullable String tokenType;

  @Label("Issuer")
  @Description("The issuer that the token names, if it is a configured one")
  @Nullable String issuer;

  @Label("Algorithm")
  @Description("The algorithm of the verifying key, as in the header alg")
  @Nullable String algorithm;

  @Label("Key ID Hash")
  @Description("The first 8 octets of the SHA-256 of the verifying key's Key ID")
  @Nullable String keyIdHash;

  @Label("Outcome")
  @Description("ACCEPTED, REJECTED, UNDECIDED for lack of keys, or ABANDONED after an error")
  @Nullable String outcome;

  @Label("Reason")
  @Description("Why the token was rejected")
  @Nullable String reason;

  @Label("Cached")
  @Description("Whether the token was found in the cache")
  boolean cached;

  @Label("Token Size")
  @Description("The length of the token, one octet per character")
  @DataAmount
  int size;

  @Label("Concurrency")
  @Description("How many validations were in progress when this one began, including itself")
  int concurrency;

  @Label("Token Format Check")
  @Description("Checking that the token is present and not too long")
  @Timespan
  long tokenFormatCheck;

  @Label("Cache Lookup")
  @Description("Looking the token up in the cache")
  @Timespan
  long cacheLookup;

  @Label("Token Parsing")
  @Description("Parsing segments, base64url and JSON")
  @Timespan
  long tokenParsing;

  @Label("Issuer Extraction")
  @Description("Reading the claim iss")
  @Timespan
  long issuerExtraction;

  @Label("Issuer Config Resolution")
  @Description("Finding the configuration of the issuer")
  @Timespan
  long issuerConfigResolution;

  @Label("Header Validation")
  @Description("Checking the JOSE Header")
  @Timespan
  long headerValidation;

  @Label("Claims Validation")
  @Description("Checking the claims by the built-in rules")
  @Timespan
  long claimsValidation;

  @Label("Key Resolution")
  @Description("Finding the key, including a fetch if one was needed")
  @Timespan
  long keyResolution;

  @Label("Signature Validation")
  @Description("Verifying the signature")
  @Timespan
  long signatureValidation;

  @Label("Custom Checks")
  @Description("Running the issuer's checks and mappers on verified claims")
  @Timespan
  long customChecks;

  @Label("Token Building")
  @Description("Building the typed token")
  @Timespan
  long tokenBuilding;

  @Label("Cache Store")
  @Description("Storing the token in the cache")
  @Timespan
  long cacheStore;

  @Label("CPU Time")
  @Description("The CPU time of the thread; 0 if not measured, or if the thread changed")
  @Timespan
  long cpuTime;

  private final transient JfrMonitor monitor;
  private final transient TokenType type;
  private final transient boolean counted;
  private final transient long began;
  private final transient Thread beganOn = Thread.currentThread();
  private transient long lastBoundary;
  private transient int completed;
  private transient Outcome ended = Outcome.ABANDONED;

  TokenValidationEvent(JfrMonitor monitor, TokenType type, boolean counted, int concurrency) {
    this.monitor = monitor;
    this.type = type;
    this.counted = counted;
    this.concurrency = concurrency;
    this.cpuTime = monitor.cpuNanos();
    begin();
    this.began = System.nanoTime();
    this.lastBoundary = began;
  }

  @Override
  public void completed(ValidationStep step) {
    long now = System.nanoTime();
    took(step, now - lastBoundary);
    completed |= bit(step);
    lastBoundary = now;
  }

  private void took(ValidationStep step, long nanos) {
    switch (step) {
      case TOKEN_FORMAT_CHECK -> tokenFormatCheck += nanos;
      case CACHE_LOOKUP -> cacheLookup += nanos;
      case TOKEN_PARSING -> tokenParsing += nanos;
      case ISSUER_EXTRACTION -> issuerExtraction += nanos;
      case ISSUER_CONFIG_RESOLUTION -> issuerConfigResolution += nanos;
      case HEADER_VALIDATION -> headerValidation += nanos;
      case CLAIMS_VALIDATION -> claimsValidation += nanos;
      case KEY_RESOLUTION -> keyResolution += nanos;
      case SIGNATURE_VALIDATION -> signatureValidation += nanos;
      case CUSTOM_CHECKS -> customChecks += nanos;
      case TOKEN_BUILDING -> tokenBuilding += nanos;
      case CACHE_STORE -> cacheStore += nanos;
      case COMPLETE_VALIDATION -> throw new IllegalArgumentException("not a step: " + step);
    }
  }

  @Override
  public void ended(Report report) {
    switch (report.outcome()) {
      case ACCEPTED -> {}
      case REJECTED, UNDECIDED -> completed(report.step());
      case ABANDONED -> lastBoundary = System.nanoTime();
    }
    end();
    // An asynchronous validation that had to wait ends on another thread, with a time of its own.
    cpuTime = Thread.currentThread() == beganOn ? monitor.cpuNanos() - cpuTime : 0;
    ended = report.outcome();
    cached = report.isCacheHit();
    if (monitor.ended(this) && shouldCommit()) {
      validator = monitor.name();
      tokenType = type.name();
      outcome = ended.name();
      size = report.tokenLength();
      issuer = report.issuer();
      Rejection rejection = report.rejection();
      reason = rejection == null ? null : rejection.reason().name();
      VerificationKey key = report.key();
      if (key != null) {
        String keyId = key.keyId();
        algorithm = key.algorithm().joseName();
        keyIdHash = keyId == null ? null : hash(keyId);
      }
      commit();
    }
  }

  private static String hash(String keyId) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(keyId.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  TokenType type() {
    return type;
  }

  Outcome outcome() {
    return ended;
  }

  boolean isCached() {
    return cached;
  }

  /** Whether statistics were enabled when it began. */
  boolean isCounted() {
    return counted;
  }

  /** The duration of the whole validation. */
  long nanos() {
    return lastBoundary - began;
  }

  boolean has(ValidationStep step) {
    return (completed & bit(step)) != 0;
  }

  @SuppressWarnings("EnumOrdinal") // a bit set, so that a validation allocates none
  private static int bit(ValidationStep step) {
    return 1 << step.ordinal();
  }

  /** The duration of a step. */
  long nanos(ValidationStep step) {
    return switch (step) {
      case TOKEN_FORMAT_CHECK -> tokenFormatCheck;
      case CACHE_LOOKUP -> cacheLookup;
      case TOKEN_PARSING -> tokenParsing;
      case ISSUER_EXTRACTION -> issuerExtraction;
      case ISSUER_CONFIG_RESOLUTION -> issuerConfigResolution;
      case HEADER_VALIDATION -> headerValidation;
      case CLAIMS_VALIDATION -> claimsValidation;
      case KEY_RESOLUTION -> keyResolution;
      case SIGNATURE_VALIDATION -> signatureValidation;
      case CUSTOM_CHECKS -> customChecks;
      case TOKEN_BUILDING -> tokenBuilding;
      case CACHE_STORE -> cacheStore;
      case COMPLETE_VALIDATION -> nanos();
    };
  }
}
