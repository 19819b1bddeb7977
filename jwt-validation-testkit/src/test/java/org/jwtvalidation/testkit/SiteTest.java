// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SiteTest {

  @Test
  void keepsTheLatestRequests() {
    Site site = new Site(Map.of(), new Endpoint(request -> TestResponse.status(404)));
    for (int i = 0; i < 10_010; i++) {
      site.respond(new TestRequest("GET", "/" + i, Map.of()));
    }
    List<TestRequest> requests = site.requests();
    assertThat(requests).hasSize(10_000);
    assertThat(requests.get(0).target()).isEqualTo("/10");
    assertThat(requests.get(9_999).target()).isEqualTo("/10009");
  }

  @Test
  void clearsTheLog() {
    Site site = new Site(Map.of(), new Endpoint(request -> TestResponse.status(404)));
    site.respond(new TestRequest("GET", "/before", Map.of()));

    site.forgetRequests();
    site.respond(new TestRequest("GET", "/after", Map.of()));

    assertThat(site.requests()).extracting(TestRequest::target).containsExactly("/after");
  }
}
