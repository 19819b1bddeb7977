// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.monitor;

import java.util.Map;
import org.jwtvalidation.jwk.KeyTables;

/**
 * What a monitor may read of the validator that it watches. The validator implements it, and nobody
 * else should, except in tests: it may grow. Thread-safe.
 */
public interface WatchedValidator {

  /**
   * Returns the state of the tables that speed up the verification of signatures.
   *
   * @return the state of the tables by issuer identifier, in the order of configuration;
   *     unmodifiable
   * @throws IllegalStateException if the validator is closed
   */
  Map<String, KeyTables> keyTables();
}
