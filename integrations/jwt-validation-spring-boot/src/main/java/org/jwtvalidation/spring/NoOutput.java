// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

/** The body of a response that is answered without one. */
final class NoOutput extends ServletOutputStream {

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    throw new IllegalStateException("the token was refused, and the response has no body");
  }

  @Override
  public void write(int octet) {
    // Nobody is to read it.
  }

  @Override
  public void write(byte[] octets, int offset, int length) {
    // Nobody is to read it.
  }
}
