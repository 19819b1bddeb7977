package org.jwtvalidation.internal.arithmetic;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A hash function, copied for each message: that costs less than to look it up. Thread-safe. */
final class HashFunction {

  private final String jcaName;

  /** Never given any octets. */
  private final MessageDigest unused;

  HashFunction(String jcaName) {
    this.jcaName = jcaName;
    this.unused = lookedUp(jcaName);
  }

  MessageDigest begin() {
    try {
      return (MessageDigest) unused.clone();
    } catch (CloneNotSupportedException e) {
      // Some providers' cannot be copied.
      return lookedUp(jcaName);
    }
  }

  private static MessageDigest lookedUp(String jcaName) {
    try {
      return MessageDigest.getInstance(jcaName);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + jcaName, e);
    }
  }
}
