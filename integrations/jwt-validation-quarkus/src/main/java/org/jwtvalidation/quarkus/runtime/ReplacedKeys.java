// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * The keys that nothing reads, since a bean of the application is there in place of ours.
 *
 * @param readsTokens whether the validator is that of the configuration
 * @param readsRequests whether the authenticator is
 * @param readsProofs whether the check of proofs is
 */
record ReplacedKeys(boolean readsTokens, boolean readsRequests, boolean readsProofs) {

  private static final String POP = ConfigurationKeys.PREFIX + "pop.";
  private static final String RESOURCE = ConfigurationKeys.PREFIX + "resource.";
  private static final Set<String> OF_CHALLENGES =
      Set.of(ConfigurationKeys.PREFIX + "realm", ConfigurationKeys.PREFIX + "challenge-scopes");
  private static final String SIGNATURES = ConfigurationKeys.PREFIX + "signature";

  /** Read when the application is built, whatever validates. */
  private static final Pattern OF_NO_BEAN =
      Pattern.compile(
          Pattern.quote(ConfigurationKeys.PREFIX) + "(enabled|(health|metrics|devservices)\\..+)");

  /**
   * Checks what beans of the application replace.
   *
   * @throws ConfigurationException if a key is set that would be read without them
   */
  void refuse(Config config) {
    if (!readsTokens) {
      refuse(
          config,
          name -> isOfTokens(name) && !(name.startsWith(SIGNATURES) && readsProofs),
          "TokenValidator");
    }
    if (!readsRequests) {
      refuse(config, name -> isOfAnswers(name) || name.startsWith(POP), "BearerAuthenticator");
    }
    if (!readsProofs) {
      refuse(config, name -> name.startsWith(POP), "ProofOfPossession");
    }
  }

  private static boolean isOfTokens(String name) {
    return !name.startsWith(POP) && !isOfAnswers(name) && !OF_NO_BEAN.matcher(name).matches();
  }

  /** Of a list also its elements. */
  private static boolean isOfAnswers(String name) {
    int index = name.indexOf('[');
    return name.startsWith(RESOURCE)
        || OF_CHALLENGES.contains(index < 0 ? name : name.substring(0, index));
  }

  private static void refuse(Config config, Predicate<String> isReplaced, String bean) {
    ConfigurationKeys.names(config)
        .filter(isReplaced)
        .filter(name -> SwitchedOff.isNot(config.getConfigValue(name)))
        .sorted()
        .findFirst()
        .ifPresent(name -> {
          throw new ConfigurationException(
              name
                  + ": set besides a bean "
                  + bean
                  + " of the application, which does not read it; remove it, or the bean");
        });
  }
}
