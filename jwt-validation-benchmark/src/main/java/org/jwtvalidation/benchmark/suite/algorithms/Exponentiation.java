package org.jwtvalidation.benchmark.suite.algorithms;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;

/** By what the public-key operation of RSA is done. */
public enum Exponentiation {

  /** {@link BigInteger#modPow}, whose inner loops HotSpot replaces by its own. */
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

  /** Vectors of 512 bits, by a module of the JDK that is incubating: a flag lets it in. */
  VECTOR {
    @Override
    PublicExponentiation modulo(BigInteger modulus) {
      try {
        // By its name: builds by older JDKs do without.
        return Class.forName(Exponentiation.class.getPackageName() + "." + BY_VECTORS)
            .asSubclass(PublicExponentiation.class)
            .getDeclaredConstructor(BigInteger.class)
            .newInstance(modulus);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException("by: VECTOR is not in this build", e);
      }
    }

    /** The class may be there on an older JDK too, of a build by a newer one. */
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

  /** The operation for one modulus, which is odd and has at most 2,048 bits. */
  abstract PublicExponentiation modulo(BigInteger modulus);

  abstract boolean isAvailable();

  /** What the machine has, in octets. The module would know too, but need not be there. */
  private static int longestVector() {
    try {
      return Integer.parseInt(
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .getVMOption("MaxVectorSize")
              .getValue());
    } catch (IllegalArgumentException e) {
      // A JVM that knows of no vectors.
      return 0;
    }
  }
}
