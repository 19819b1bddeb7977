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
  void refusesWhatNoServerAnswers() {
    TestResponse plain = TestResponse.status(599);
    assertThatThrownBy(() -> TestResponse.status(100)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TestResponse.status(600)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plain.delay(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
