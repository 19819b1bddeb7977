// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/** Compares the tables of the manual with the code. */
@Tag("jdk-independent")
class ManualReferenceTest {

  private static final Path MANUAL =
      Project.file("jwt-validation-core/src/main/java/org/jwtvalidation/package-info.java");

  @Test
  void listsEveryOption() {
    // `+...+` keeps three dots from becoming an ellipsis.
    String page =
        Project.text(Project.file("doc/configuration.adoc")).replace("`+", "`").replace("+`", "`");

    for (Class<?> options :
        List.of(
            TokenValidator.Builder.class,
            IssuerConfig.Builder.class,
            HttpKeySource.Builder.class,
            IdTokenExpectation.class)) {
      publicMethods(options)
          // Each option gives back what it is set on; a builder also builds, an expectation also
          // tells.
          .filter(method -> method.getReturnType() == options)
          .forEach(option -> assertThat(page).contains(Project.row(signature(option))));
    }
    publicMethods(KeySource.class)
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .forEach(
            source -> assertThat(page).contains(Project.row("KeySource." + signature(source))));
    for (Field bound : bounds()) {
      assertThat(page).contains(Project.row(bound.getName()));
    }
  }

  @Test
  void statesTheDefaultsOfTheCode() throws ReflectiveOperationException {
    TokenValidator.Builder validator = TokenValidator.builder();
    assertDefault("cacheSize(int)", field(validator, "cacheSize"));
    assertThat(field(validator, "limits")).isEqualTo(TokenLimits.defaults());
    assertThat(field(validator, "monitors")).isEqualTo(List.of());

    IssuerConfig.Builder issuer = IssuerConfig.builder("https://issuer.example");
    assertDefault("leeway(Duration)", field(issuer, "leeway"));
    assertThat(field(issuer, "algorithms")).isEqualTo(Set.of(SignatureAlgorithm.values()));
    for (String none : List.of("maxAge", "keySource")) {
      assertThat(field(issuer, none)).isNull();
    }
    for (String off :
        List.of(
            "anyAudience",
            "accessTokenTypeRequired",
            "accessTokenMarkOptional",
            "senderConstraintAllowed")) {
      assertThat(field(issuer, off)).isEqualTo(false);
    }
    for (String on : List.of("subjectRequired", "issuedAtRequired")) {
      assertThat(field(issuer, on)).isEqualTo(true);
    }

    HttpKeySource.Builder http = HttpKeySource.discovered("https://issuer.example");
    for (String option :
        List.of("totalTimeout", "refreshInterval", "unknownKeyCooldown", "hardExpiry")) {
      assertDefault(option + "(Duration)", field(http, option));
    }
    assertDefault("connectTimeout(Duration)", field(http, "CONNECT_TIMEOUT"));
    assertDefault(
        "retryBackoff(Duration, Duration)", field(http, "firstRetry"), field(http, "longestRetry"));
    for (String none : List.of("connectTimeout", "sslContext", "proxy", "fetcher")) {
      assertThat(field(http, none)).isNull();
    }
    assertThat(field(http, "loopbackHttpAllowed")).isEqualTo(false);

    for (Field bound : bounds()) {
      assertDefault(bound.getName(), field(TokenLimits.defaults(), bound.getName()));
    }
  }

  private static List<Field> bounds() {
    return Arrays.stream(TokenLimits.class.getDeclaredFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
        .toList();
  }

  @Test
  void explainsEveryReason() {
    String security = Project.text(Project.file("doc/security.adoc"));

    for (Reason reason : Reason.values()) {
      assertThat(security).containsOnlyOnce(Project.row(reason.name()));
    }
  }

  @Test
  void explainsEveryStepInItsOrder() {
    String architecture = Project.text(Project.file("doc/inside/architecture.adoc"));
    String manual = Project.text(MANUAL);

    int from = 0;
    for (ValidationStep step : ValidationStep.values()) {
      int row = architecture.indexOf(Project.row(step.name()));
      assertThat(row).as("row of %s", step).isGreaterThan(from);
      from = row;
      assertThat(manual).contains("{@link ValidationStep#" + step + " ");
    }
  }

  @Test
  void namesTheVersionsThatAreBuilt() {
    String pom = Project.text(Project.file("pom.xml"));
    String bcprov = Project.first("<bouncycastle.version>(.+?)</bouncycastle.version>", pom);

    assertThat(dependencyVersion("doc/recipes.adoc", "bcprov-jdk18on")).isEqualTo(bcprov);
    assertThat(dependencyVersions("doc/frameworks.adoc"))
        .containsExactly(
            Project.first("<vertx.version>(.+?)<", pom),
            Project.first("<javalin.version>(.+?)<", pom),
            Project.first("<undertow-core.version>(.+?)<", pom),
            Project.first("<ktor.version>(.+?)<", pom),
            Project.first("<grpc.version>(.+?)<", pom));
  }

  @Test
  void namesTheVersionOfThisProjectWhereverItNamesOne() {
    String version =
        Project.first("<version>(.+?)</version>", Project.text(Project.file("pom.xml")));
    Pattern own =
        Pattern.compile(
            "jwt-validation-[a-z-]+?(?:</artifactId>\\s*<version>|:|-)(\\d+\\.\\d+\\.\\d+(?:-SNAPSHOT)?)");
    List<String> named = new ArrayList<>();
    for (Path page : Project.pages()) {
      // A changelog is about other versions, and the page about verifying a release has an example.
      if (!page.endsWith("CHANGELOG.adoc") && !page.endsWith("SECURITY.adoc")) {
        String text = Project.text(page);
        List<String> versions = Project.matches(own, text);
        assertThat(versions).as(page.toString()).allMatch(version::equals);
        named.addAll(versions);
        if (!version.endsWith("-SNAPSHOT")) {
          assertThat(text).as(page.toString()).doesNotContain("not released yet", "first release,");
        }
      }
    }
    assertThat(named).hasSizeGreaterThan(15);
  }

  /** The bill of materials has no parent that could tell it the versions. */
  @Test
  void buildsTheBillOfMaterialsByTheSamePlugins() {
    Pattern plugin =
        Pattern.compile(
            "<artifactId>([\\w-]+-plugin|pitest-maven)</artifactId>\\s*<version>([^<]+)<");
    String pom = Project.text(Project.file("pom.xml"));
    String bom = Project.text(Project.file("integrations/jwt-validation-bom/pom.xml"));
    Map<String, String> versions = new HashMap<>();
    plugin
        .matcher(pom)
        .results()
        .forEach(each -> {
          String version = each.group(2);
          if (version.startsWith("${")) {
            String name = version.substring(2, version.length() - 1);
            version = Project.first("<" + Pattern.quote(name) + ">(.+?)<", pom);
          }
          versions.put(each.group(1), version);
        });
    assertThat(plugin.matcher(bom).results())
        .hasSizeGreaterThan(5)
        .allSatisfy(each ->
            assertThat(each.group(2)).as(each.group(1)).isEqualTo(versions.get(each.group(1))));
  }

  /** Of what is named with group, artifact and version. */
  private static List<String> dependencyVersions(String page) {
    return Project.matches(
        Pattern.compile("`[\\w.]+:[\\w-]+:([^`]+)`"), Project.text(Project.file(page)));
  }

  private static Stream<Method> publicMethods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
  }

  private static String signature(Method method) {
    String parameters =
        Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).collect(joining(", "));
    return method.getName()
        + "("
        + (method.isVarArgs() ? parameters.replace("[]", "...") : parameters)
        + ")";
  }

  private static void assertDefault(String option, Object... values) {
    List<String> cells =
        Project.matches(
            Pattern.compile(
                "^\\|`" + Pattern.quote(option) + "` (?:\\|A(?:, I)? )?\\|(.*?)(?: \\|.*)?$",
                Pattern.MULTILINE),
            Project.text(Project.file("doc/configuration.adoc")));

    assertThat(cells)
        .as("default of %s", option)
        .containsExactly(
            Arrays.stream(values).map(ManualReferenceTest::written).collect(joining(", ")));
  }

  private static String written(Object value) {
    if (value instanceof Duration duration) {
      if (duration.toHours() > 0) {
        return duration.toHours() + " h";
      }
      return duration.toMinutes() > 1 ? duration.toMinutes() + " min" : duration.toSeconds() + " s";
    }
    return String.format(Locale.ROOT, "%,d", ((Number) value).longValue());
  }

  private static Object field(Object builder, String name) throws ReflectiveOperationException {
    Field field = builder.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(builder);
  }

  private static String dependencyVersion(String page, String artifact) {
    return Project.first(
        "<artifactId>" + artifact + "</artifactId>\\s*<version>(.+?)</version>",
        Project.text(Project.file(page)));
  }
}
