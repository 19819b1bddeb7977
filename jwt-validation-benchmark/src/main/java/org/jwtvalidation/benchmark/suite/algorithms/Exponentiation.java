package org.jwtvalidation.benchmark.suite.algorithms;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import org.jwtvalidation.internal.arithmetic.BigEndian;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;

/** Implementations of the public-key operation of RSA. */
public enum Exponentiation {

  /** {@link BigInteger#modPow}, whose inner loops are intrinsics of HotSpot. */
  MOD_POW {
    @Override
    PublicExponentiation modulo(BigInteger modulus) {
      return base -> base.modPow(PublicExponentiation.EXPONENT, modulus);
    }

    @Override
    boolean isAvailable() {
      return true;
    }
  },

  /** Fused multiply-add, as this library does where it is faster. */
  FUSED {
    @Override
    PublicExponentiation modulo(BigInteger modulus) {
      int octets = (modulus.bitLength() + 7) / 8;
      FusedExponentiation fused = new FusedExponentiation(modulus);
      return base -> fused.power(BigEndian.octets(base, octets));
    }

    @Override
    boolean isAvailable() {
      return true;
    }
  },

  /** Vectors of 512 bits, by an incubating module of the JDK that requires a flag. */
  VECTOR {
    @Override
    PublicExponentiation modulo(BigInteger modulus) {
      try {
        // By name, because builds on older JDKs lack the class.
        return Class.forName(Exponentiation.class.getPackageName() + "." + BY_VECTORS)
            .asSubclass(PublicExponentiation.class)
            .getDeclaredConstructor(BigInteger.class)
            .newInstance(modulus);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(
            "by: this build lacks VECTOR; build on JDK 25 or newer", e);
      }
    }

    /** Checks the JDK too, because a newer one may have built the class. */
    @Override
    boolean isAvailable() {
      return Runtime.version().feature() >= FIRST_WITH_VECTORS
          && Exponentiation.class.getResource(BY_VECTORS + ".class") != null
          && longestVector() >= VECTOR_OCTETS;
    }
  };

  private static final int FIRST_WITH_VECTORS = 25;
  private static final String BY_VECTORS = "VectorExponentiation";
  private static final int VECTOR_OCTETS = 64;

  /** Returns the operation for an odd modulus of at most 2,048 bits. */
  abstract PublicExponentiation modulo(BigInteger modulus);

  abstract boolean isAvailable();

  /** The size of the machine's vectors in octets, found without the module, which may be absent. */
  private static int longestVector() {
    try {
      return Integer.parseInt(
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .getVMOption("MaxVectorSize")
              .getValue());
    } catch (IllegalArgumentException e) {
      // The JVM has no such option.
      return 0;
    }
  }
}
