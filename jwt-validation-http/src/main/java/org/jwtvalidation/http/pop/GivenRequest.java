// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request of which a server has told what it knows. */
record GivenRequest(
    String method, @Nullable String path, Function<? super String, ? extends List<String>> fields)
    implements BearerRequest {

  GivenRequest {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(fields, "headerValues");
  }

  @Override
  public List<String> headerValues(String name) {
    return fields.apply(name);
  }
}
