// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.Provider;
import java.security.Security;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.internal.tables.TableBudget;

/**
 * Decides what verifies signatures: this library's own arithmetic, or a provider of the Java
 * Cryptography Architecture. Immutable and thread-safe.
 */
public final class SignaturePolicy {

  private static final SignaturePolicy FASTEST =
      new SignaturePolicy(true, null, TableBudget.DEFAULT_OCTETS);
  private static final SignaturePolicy PROVIDERS_ONLY =
      new SignaturePolicy(false, null, TableBudget.DEFAULT_OCTETS);

  private final boolean ownArithmetic;
  private final @Nullable Provider provider;
  private final long tableOctets;
  private final TableBudget budget;

  private SignaturePolicy(boolean ownArithmetic, @Nullable Provider provider, long tableOctets) {
    this.ownArithmetic = ownArithmetic;
    this.provider = provider;
    this.tableOctets = tableOctets;
    this.budget = new TableBudget(tableOctets);
  }

  /**
   * Returns the policy that is as fast as possible. The installed provider of the highest
   * preference verifies, unless that is one of the JDK's own: then this library itself verifies the
   * RSA algorithms, ES256 and Ed25519, and bcprov verifies the other elliptic curves if it is on
   * the class path.
   *
   * <p>Keys that are used often get tables: for ES256 and Ed25519 145 and 216 KiB a key, which make
   * verification 13 to 33 times as fast as the JDK's; for RSA 16 KiB a key of 2,048 bits and 68 KiB
   * of 4,096, which take little more than half of the time, if measurements on the running machine
   * say so.
   *
   * <p>Of what a table accepts, the first 16 signatures and then one in 65,536 are verified by the
   * JDK's provider, too, in the background. If the provider refuses one, providers verify all
   * signatures from then on, until this JVM ends, and the log has one line of level {@code ERROR}.
   *
   * @return the policy
   */
  public static SignaturePolicy fastest() {
    return FASTEST;
  }

  /**
   * Returns the policy without this library's own arithmetic: for each algorithm the best provider,
   * which for elliptic curves is bcprov instead of the JDK's own if it is on the class path.
   *
   * @return the policy
   */
  public static SignaturePolicy providersOnly() {
    return PROVIDERS_ONLY;
  }

  /**
   * Returns the policy by which one provider verifies all signatures: for example a certified one,
   * or one with a native library that only tokens should use.
   *
   * @param provider the provider, which need not be installed; keys for algorithms that it lacks
   *     are not used
   * @return the policy
   */
  public static SignaturePolicy provider(Provider provider) {
    Objects.requireNonNull(provider, "provider");
    return new SignaturePolicy(false, provider, TableBudget.DEFAULT_OCTETS);
  }

  /**
   * Returns the policy by which one installed provider verifies all signatures.
   *
   * @param name the name of the provider
   * @return the policy
   * @throws IllegalArgumentException if no provider of this name is installed
   */
  public static SignaturePolicy provider(String name) {
    Provider installed = Security.getProvider(Objects.requireNonNull(name, "name"));
    if (installed == null) {
      throw new OptionException(
          "provider",
          name + " is not installed",
          "install it, {name an installed one, or give the provider itself|or name an installed one}");
    }
    return provider(installed);
  }

  /**
   * Returns this policy with a budget of its own for the tables of keys. The verifiers that it
   * makes share the budget. Once their tables would take more, the key that was used least recently
   * loses its table, and is verified without one until it has been used as often as it was without
   * a table so far. A key whose table alone is too large gets none, and nothing is done for it: a
   * provider verifies ES256 and Ed25519 then. Each validator has a budget of its own of this size,
   * also if several are built with one policy.
   *
   * @param octets the budget, not negative; 0 for no tables. By default 64 MiB, which are some 450
   *     keys for ES256, 300 for Ed25519, or 4,000 for RSA with 2,048 bits
   * @return the policy
   * @throws IllegalArgumentException if the number is negative
   */
  public SignaturePolicy withTableBudget(long octets) {
    if (octets < 0) {
      throw new OptionException(
          "tableBudget", octets + " is negative", "choose a number of octets, or 0 for no tables");
    }
    return new SignaturePolicy(ownArithmetic, provider, octets);
  }

  /** {@return the budget for the tables of keys, in octets} */
  public long tableBudget() {
    return tableOctets;
  }

  /** {@return whether this library's own arithmetic verifies signatures where it can} */
  public boolean usesOwnArithmetic() {
    return ownArithmetic;
  }

  /**
   * Returns a new verifier of a key.
   *
   * @param key the key
   * @return the verifier
   * @throws IllegalArgumentException if none of the policy's providers has the key's algorithm, or
   *     the provider refuses the key
   */
  public SignatureVerifier verifier(VerificationKey key) {
    try {
      return newVerifier(key);
    } catch (UnusableKeyException e) {
      throw new OptionException(
          "key", key + " cannot be verified (" + e.getMessage() + ")", "choose another policy", e);
    }
  }

  SignatureVerifier newVerifier(VerificationKey key) throws UnusableKeyException {
    return new SignatureVerifier(key, verification(key));
  }

  private SignatureVerification verification(VerificationKey key) throws UnusableKeyException {
    SignatureAlgorithm algorithm = key.algorithm();
    if (provider != null) {
      return byProvider(
          key, SignatureProvider.of(provider, algorithm), provider.getName() + " does not have ");
    }
    SignatureProvider installed = SignatureProvider.installed(algorithm);
    if (ownArithmetic && installed != null && installed.isOfTheJdk()) {
      SignatureVerification own =
          OwnArithmetic.of(
              algorithm, key.publicKey(), budget, new ProviderVerification(key, installed));
      if (own != null) {
        return own;
      }
    }
    return byProvider(key, SignatureProvider.bestFor(algorithm), "no provider has ");
  }

  private static SignatureVerification byProvider(
      VerificationKey key, @Nullable SignatureProvider provider, String lacks)
      throws UnusableKeyException {
    if (provider == null) {
      throw new UnusableKeyException(lacks + key.algorithm().joseName());
    }
    return new ProviderVerification(key, provider);
  }
}
