// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import java.util.List;
import org.jwtvalidation.http.pop.BearerRequest;

/** A request with some fields {@code Authorization}, and no others. */
record Fields(List<String> authorization) implements BearerRequest {

  Fields(String authorization) {
    this(List.of(authorization));
  }

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public String path() {
    return "/";
  }

  @Override
  public List<String> headerValues(String name) {
    return authorization;
  }
}
