// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.base64;

import com.nimbusds.jose.util.Base64URL;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The codec behind {@link Base64URL}, which is not public. A constant method handle costs no more
 * than a direct call.
 */
final class NimbusCodec {

  private static final MethodHandle DECODE = decode();

  private NimbusCodec() {}

  private static MethodHandle decode() {
    try {
      return MethodHandles.privateLookupIn(Base64URL.class, MethodHandles.lookup())
          .findStatic(
              Class.forName("com.nimbusds.jose.util.Base64Codec"),
              "decode",
              MethodType.methodType(byte[].class, String.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Nimbus: its codec has changed; use the version of the parent POM", e);
    }
  }

  static byte[] decode(String text) throws Throwable {
    return (byte[]) DECODE.invokeExact(text);
  }
}
