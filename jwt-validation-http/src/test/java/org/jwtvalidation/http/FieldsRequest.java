// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.List;
import org.jwtvalidation.http.pop.BearerRequest;

/** A request with some fields {@code Authorization}, and no others. */
public record FieldsRequest(List<String> authorization) implements BearerRequest {

  public static FieldsRequest of(String... authorization) {
    return new FieldsRequest(List.of(authorization));
  }

  public static FieldsRequest bearer(String token) {
    return of("Bearer " + token);
  }

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public String path() {
    return "/orders";
  }

  @Override
  public List<String> headerValues(String name) {
    return name.equalsIgnoreCase("Authorization") ? authorization : List.of();
  }
}
