// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.security.PrivateKey;
import java.security.SignatureException;
import java.security.SignatureSpi;

/** What a provider of a test need not know to verify. */
public abstract class VerifyOnlySignature extends SignatureSpi {

  @Override
  protected void engineUpdate(byte octet) {}

  @Override
  protected void engineUpdate(byte[] octets, int from, int length) throws SignatureException {}

  @Override
  protected void engineInitSign(PrivateKey key) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected byte[] engineSign() {
    throw new UnsupportedOperationException();
  }

  @Override
  @Deprecated
  protected void engineSetParameter(String name, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  @Deprecated
  protected Object engineGetParameter(String name) {
    throw new UnsupportedOperationException();
  }
}
