// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A hash function. A clone for each message costs less than a lookup. Thread-safe. */
public final class HashFunction {

  private final String jcaName;

  /** The prototype of the clones, which is never updated. */
  private final MessageDigest prototype;

  /** The hash function with this name in JCA. */
  public HashFunction(String jcaName) {
    this.jcaName = jcaName;
    this.prototype = lookUp(jcaName);
  }

  /** A digest of its own for one message. */
  public MessageDigest begin() {
    try {
      return (MessageDigest) prototype.clone();
    } catch (CloneNotSupportedException e) {
      // The digests of some providers cannot be cloned.
      return lookUp(jcaName);
    }
  }

  private static MessageDigest lookUp(String jcaName) {
    try {
      return MessageDigest.getInstance(jcaName);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + jcaName, e);
    }
  }
}
