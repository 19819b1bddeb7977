// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The manual page with every key, out of what Quarkus's annotation processor has found. */
final class ConfigurationReference {

  private static final String HEAD =
      """
      = Quarkus: all configuration keys
      :toc:

      Generated from the code. link:quarkus.adoc[Quarkus] shows how to begin; link:configuration.adoc[Configuration] explains the options.
      `<name>` is a name you choose. A duration is `10s`, `5m` or `PT10S`; list values are separated by commas.
      link:quarkus-dev.adoc[Dev mode] has one more: `jwt-validation.devservices.enabled`.

      """;

  private static final Pattern CODE = Pattern.compile("\\{@code ([^}]+)}|<code>(.+?)</code>");

  /** As many words as fit into a line. */
  private static final Pattern WORDS = Pattern.compile("(.{1,125})(?: |$)");

  private final JsonNode model;
  private final JsonNode texts;

  ConfigurationReference(Path classes) throws IOException {
    Path folder = classes.resolve("META-INF/quarkus-config-doc");
    ObjectMapper json = new ObjectMapper();
    this.model = json.readTree(folder.resolve("quarkus-config-model.json").toFile());
    this.texts =
        json.readTree(folder.resolve("quarkus-config-javadoc.json").toFile()).get("elements");
  }

  String page() {
    return HEAD + table("Build-time keys", "BUILD_TIME") + "\n" + table("Runtime keys", "RUN_TIME");
  }

  private String table(String title, String phase) {
    StringBuilder table = new StringBuilder("== ").append(title).append("\n\n");
    table.append("[cols=\"5,3,7\"]\n|===\n|Key |Value |Meaning\n");
    options(phase).forEach(option -> table.append('\n').append(row(option)));
    return table.append("|===\n").toString();
  }

  private List<JsonNode> options(String phase) {
    List<JsonNode> options = new ArrayList<>();
    for (JsonNode root : model.get("configRoots")) {
      add(root.get("items"), phase, options);
    }
    return options;
  }

  /** Sections contain options. */
  private static void add(JsonNode items, String phase, List<JsonNode> options) {
    for (JsonNode item : items) {
      if (item.has("items")) {
        add(item.get("items"), phase, options);
      } else if (item.get("phase").asText().equals(phase)) {
        options.add(item);
      }
    }
  }

  private String row(JsonNode option) {
    String key = option.get("path").get("property").asText().replaceAll("\"(.+?)\"", "<$1>");
    return "|`%s`\n|%s\n|%s\n".formatted(key, value(option), meaning(option));
  }

  private static String value(JsonNode option) {
    StringBuilder value = new StringBuilder();
    if (option.has("enumAcceptedValues")) {
      List<String> values = new ArrayList<>();
      option
          .get("enumAcceptedValues")
          .get("values")
          .forEach(each -> values.add("`" + each.get("configValue").asText() + "`"));
      value.append(String.join(", ", values));
    } else {
      value.append(option.path("list").asBoolean() ? "list of " : "");
      value.append(option.get("typeDescription").asText().toLowerCase(Locale.ROOT));
    }
    if (option.has("defaultValue")) {
      value.append("; `").append(option.get("defaultValue").asText()).append('`');
    }
    return value.toString();
  }

  private String meaning(JsonNode option) {
    String element =
        option.get("sourceType").asText() + "." + option.get("sourceElementName").asText();
    String text = texts.get(element).get("description").asText().replaceAll("\\s+", " ");
    return wrapped(CODE.matcher(text).replaceAll(ConfigurationReference::literal));
  }

  private static String literal(MatchResult code) {
    String text = code.group(1) == null ? code.group(2) : code.group(1);
    return Matcher.quoteReplacement("`+" + text.strip() + "+`");
  }

  private static String wrapped(String text) {
    return WORDS.matcher(text).replaceAll("$1\n").stripTrailing();
  }
}
