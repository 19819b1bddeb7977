// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.VerifyOnlySignature;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** A provider of signatures that is out of order for a while. */
@Timeout(300)
public class ProviderFaultTest {

  private static final String JCA_NAME = "SHA256withECDSAinP1363Format";

  private enum Phase {
    NEW_INSTANCE,
    INIT,
    UPDATE,
    VERIFY
  }

  private final Scene scene = new Scene();
  private final Device device = new Device();
  private final TokenValidator validator =
      scene
          .builder(scene.config().build())
          .signaturePolicy(SignaturePolicy.provider(device))
          .build();

  static Stream<Throwable> failures() {
    return Stream.of(
        new NoSuchAlgorithmException("no token in slot 0"),
        new InvalidKeyException("session closed"),
        new SignatureException("CKR_DEVICE_REMOVED"),
        new ProviderException("CKR_DEVICE_ERROR"),
        new IllegalStateException("closed"),
        new AssertionError("module in error state"));
  }

  private void assertUndecidedFor(Throwable failure) {
    assertThat(validator.tryValidate(scene.token().compact()))
        .isInstanceOfSatisfying(
            ValidationResult.Undecided.class,
            undecided ->
                assertThat(undecided.cause())
                    .hasMessage("provider Device fails to verify " + JCA_NAME)
                    .hasStackTraceContaining(String.valueOf(failure.getMessage())));
    assertThat(validator.cachedTokens()).isZero();
  }

  @ParameterizedTest
  @MethodSource("failures")
  @Row("F53")
  @DisplayName("a provider that is out of order for a while")
  void decidesAgainOnceTheProviderWorks(Throwable failure) {
    for (Phase phase : new Phase[] {Phase.NEW_INSTANCE, Phase.INIT, Phase.UPDATE}) {
      device.fail(phase, failure);
      assertUndecidedFor(failure);
    }
    device.repair();
    assertAccepted(validator, scene.token().compact());
    assertRejected(
        validator,
        Tampering.flipSignatureBit(scene.token().compact()),
        ValidationStep.SIGNATURE_VALIDATION,
        Reason.SIGNATURE_INVALID);
  }

  @Test
  @Row("F53")
  @DisplayName("a device that goes while it compares a signature")
  void leavesTokensUndecidedWhileTheDeviceIsGone() {
    ProviderException gone = new ProviderException("CKR_DEVICE_REMOVED");
    device.fail(Phase.VERIFY, gone);
    assertUndecidedFor(gone);
    device.repair();
    assertAccepted(validator, scene.token().compact());
  }

  @ParameterizedTest
  @EnumSource(Phase.class)
  void passesOnThatMemoryIsExhausted(Phase phase) {
    OutOfMemoryError exhausted = new OutOfMemoryError("heap");
    device.fail(phase, exhausted);
    assertThatThrownBy(() -> validator.validate(scene.token().compact())).isSameAs(exhausted);
  }

  @Test
  @Row("F53")
  @DisplayName("what the log says of a provider that is out of order")
  void warnsOnceWithTheCause() {
    try (CapturedLog log = new CapturedLog()) {
      for (int i = 0; i < 3; i++) {
        device.fail(Phase.INIT, new InvalidKeyException("session closed"));
        assertThat(validator.tryValidate(scene.token().compact()).isAccepted()).isFalse();
      }
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains(
              "provider Device fails to verify " + JCA_NAME + "; tokens are undecided",
              "InvalidKeyException: session closed",
              "at " + ProviderFaultTest.class.getName());
    }
  }

  @Test
  void answersAsynchronousCallersTheSame() {
    device.fail(Phase.UPDATE, new SignatureException("CKR_DEVICE_REMOVED"));
    ValidationResult<AccessToken> result =
        validator.tryValidateAsync(scene.token().compact()).join();
    assertThatThrownBy(result::orElseThrow).isInstanceOf(UndecidedException.class);
  }

  /** Verifies as the JDK does, except while it is out of order. */
  private static final class Device extends Provider {

    private static final long serialVersionUID = 1L;

    private transient volatile @Nullable Phase phase;
    private transient volatile @Nullable Throwable failure;

    Device() {
      super("Device", "1", "verifies while it works");
      putService(
          new Service(this, "Signature", JCA_NAME, DeviceSignature.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
              pass(Phase.NEW_INSTANCE, NoSuchAlgorithmException.class);
              return new DeviceSignature(Device.this);
            }
          });
    }

    void fail(Phase at, Throwable with) {
      failure = with;
      phase = at;
    }

    void repair() {
      phase = null;
    }

    /** Fails by the exception of the test if that may be thrown here, and else by one that may. */
    private <E extends GeneralSecurityException> void pass(Phase now, Class<E> checked) throws E {
      Throwable thrown = failure;
      if (phase != now || thrown == null) {
        return;
      }
      if (thrown instanceof Error error) {
        throw error;
      }
      if (thrown instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (checked.isInstance(thrown)) {
        throw checked.cast(thrown);
      }
      throw new ProviderException(thrown);
    }
  }

  private static final class DeviceSignature extends VerifyOnlySignature {

    private final Device device;
    private final Signature jdk;

    DeviceSignature(Device device) throws NoSuchAlgorithmException {
      this.device = device;
      this.jdk = Signature.getInstance(JCA_NAME);
    }

    @Override
    protected void engineInitVerify(PublicKey publicKey) throws InvalidKeyException {
      device.pass(Phase.INIT, InvalidKeyException.class);
      jdk.initVerify(publicKey);
    }

    @Override
    protected void engineUpdate(byte[] octets, int from, int length) throws SignatureException {
      device.pass(Phase.UPDATE, SignatureException.class);
      jdk.update(octets, from, length);
    }

    @Override
    protected boolean engineVerify(byte[] signature) throws SignatureException {
      device.pass(Phase.VERIFY, SignatureException.class);
      return jdk.verify(signature);
    }
  }
}
