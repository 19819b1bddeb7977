// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.requests;

import java.util.ArrayList;
import java.util.List;

/**
 * A request that most clients cannot send.
 *
 * @param target the target of the request line
 * @param fields header fields in place of {@code Host}, or beside it if none of them is that
 */
public record RawRequest(String target, List<String> fields) {

  /** Targets whose path names the same to every server, beside those that name it in odd ways. */
  private static final List<String> TARGETS =
      List.of(
          "/",
          "/public",
          "/admin",
          "/admin/",
          "/%61dmin",
          "/admin?q=1",
          "/admin?q=%zz",
          "/admin?/public",
          "/admin?/../public",
          "/admin#/public",
          "/public#/../admin",
          "/admin;x=/public",
          "/public;x/admin",
          "/public/;/admin",
          "/public/admin",
          "/admin%2fpublic",
          "/public%3f/admin",
          "//admin",
          "//public/admin",
          "///admin",
          "/public//admin",
          "/shop/admin",
          "http://x/admin",
          "http://x//admin",
          "http://public/admin",
          "http://x/public?/admin",
          "http://x/public#/admin",
          "http://x?/admin",
          "http://x",
          "http:///admin",
          "http:/admin",
          "http:admin",
          "public/admin",
          "admin",
          "?/admin",
          "*",
          "x:443");

  /** Targets whose path has dot segments for some server. */
  private static final List<String> DOTTED_TARGETS =
      List.of(
          "/.",
          "/..",
          "/./admin",
          "/../admin",
          "/../shop/admin",
          "/%2e%2e/admin",
          "/public/../admin",
          "/admin/../public",
          "/public//../admin",
          "/public/.%2E/admin",
          "/public/%2e./admin",
          "/public/..%2fadmin",
          "/public%2f../admin",
          "/public%2F%2e%2e%2Fadmin",
          "/public/..%5cadmin",
          "/public\\..\\admin",
          "/public/..;/admin",
          "/public/..;x=1/admin",
          "/public/..%3bx/admin",
          "/public/.;x/admin",
          "http://x/public/../admin",
          "http://x/..");

  /** Header fields of which servers and frameworks make URIs. */
  private static final List<String> FIELDS =
      List.of(
          "Host: x/public?",
          "Host: x/public#",
          "Host: a@x/public?",
          "Host: x/shop/public?",
          "Host: x:80/public?",
          "Host:",
          "X-Forwarded-Host: x/public?",
          "X-Forwarded-Host: a@x/public#",
          "X-Forwarded-Proto: https://x/public?",
          "X-Forwarded-Port: 80/public?",
          "X-Forwarded-Prefix: /public",
          "X-Forwarded-Prefix: /public?",
          "X-Forwarded-Prefix: /public#",
          "X-Forwarded-Prefix: /..",
          "Forwarded: host=\"x/public?\"",
          "Forwarded: host=x;proto=\"https://x/public?\"",
          "X-Original-URL: /public",
          "X-Rewrite-URL: /public");

  /** Requests that a server may serve. */
  static List<RawRequest> ofTargets() {
    return TARGETS.stream().map(target -> new RawRequest(target, List.of())).toList();
  }

  /** Requests that no proof may pass with. */
  static List<RawRequest> ofDottedTargets() {
    return DOTTED_TARGETS.stream().map(target -> new RawRequest(target, List.of())).toList();
  }

  /** Requests with one plain target and each of the fields. */
  static List<RawRequest> withFields(String target) {
    return FIELDS.stream().map(field -> new RawRequest(target, List.of(field))).toList();
  }

  String text(List<String> credentials) {
    List<String> lines = new ArrayList<>(List.of("GET " + target + " HTTP/1.1"));
    if (fields.stream().noneMatch(field -> field.startsWith("Host:"))) {
      lines.add("Host: localhost");
    }
    lines.addAll(fields);
    lines.addAll(credentials);
    lines.addAll(List.of("Connection: close", "", ""));
    return String.join("\r\n", lines);
  }
}
