// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TestResponseTest {

  @Test
  void changesCopies() {
    TestResponse plain = TestResponse.status(200);
    byte[] octets = {1, 2};
    TestResponse changed =
        plain.header("A", "1").header("A", "2").body(octets).delay(Duration.ofMillis(3));
    octets[0] = 9;
    assertThat(changed.headers()).containsOnlyKeys("A").containsEntry("A", "2");
    assertThat(changed.body()).containsExactly(1, 2);
    assertThat(changed).hasToString("TestResponse[200, 2 octets, after PT0.003S]");
    assertThat(plain).hasToString("TestResponse[200, 0 octets, after PT0S]");
  }

  @Test
  void refusesInvalidOptions() {
    TestResponse plain = TestResponse.status(599);
    assertThatThrownBy(() -> TestResponse.status(100)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TestResponse.status(600)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plain.delay(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plain.dripping(0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plain.dripping(1, Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plain.cutAfter(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plain.resetAfter(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plain.stallingAfter(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TestResponse.redirect(304, "/"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TestResponse.redirect(300, "/"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ignoresTheCaseOfFieldNames() {
    TestResponse response = TestResponse.json("{}").header("content-TYPE", "text/html");
    assertThat(response.headers()).containsOnlyKeys("content-TYPE");
    assertThat(response.declaringLength("1").header("CONTENT-LENGTH", "2").headers())
        .containsEntry("Content-Length", "2");
  }

  @Test
  void keepsTheOriginal() {
    TestResponse plain = TestResponse.json("{}");
    Delivery delivery = plain.delivery();
    TestResponse changed =
        plain
            .chunked()
            .endless()
            .dripping(3, Duration.ofMillis(2))
            .delay(Duration.ofMillis(1))
            .cutAfter(4)
            .resetAfter(5);
    assertThat(changed.delivery())
        .isEqualTo(
            new Delivery(
                Duration.ofMillis(1),
                true,
                true,
                3,
                Duration.ofMillis(2),
                Delivery.Ending.RESET,
                5));
    assertThat(plain.delivery()).isEqualTo(delivery).isEqualTo(Delivery.AT_ONCE);
  }

  @Test
  void describesItself() {
    assertThat(TestResponse.raw(new byte[3]))
        .hasToString("TestResponse[raw, 3 octets, after PT0S]");
  }
}
