// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.List;
import org.jwtvalidation.http.pop.BearerRequest;

/** A request whose connection is gone. */
record BrokenRequest() implements BearerRequest {

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
    throw new IllegalStateException("the connection is gone");
  }
}
