package org.jwtvalidation;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Compares the documentation with the code, and its examples with compiled ones. */
@Tag("jdk-independent")
class DocumentationTest {

  private static final Path ROOT = root();
  private static final List<Path> SNIPPETS =
      List.of(
          ROOT.resolve("jwt-validation-core/src/test/java/org/jwtvalidation"),
          ROOT.resolve("jwt-validation-http/src/test/java/org/jwtvalidation/http"),
          ROOT.resolve("integrations/jwt-validation-micrometer/src/test/java/org/jwtvalidation/micrometer"),
          ROOT.resolve("integrations/jwt-validation-redis/src/test/java/org/jwtvalidation/redis"),
          ROOT.resolve(
              "integrations/jwt-validation-quarkus-deployment/src/test/java/org/jwtvalidation/quarkus/deployment"),
          ROOT.resolve("integrations/jwt-validation-quarkus-test/src/test/java/org/jwtvalidation/quarkus/test"),
          ROOT.resolve("integrations/jwt-validation-spring-boot/src/test/java/org/jwtvalidation/spring"),
          ROOT.resolve("jwt-validation-jfr/src/test/java/org/jwtvalidation/jfr"),
          ROOT.resolve("jwt-validation-testkit/src/test/java/org/jwtvalidation/testkit"));
  private static final Path MANUAL =
      ROOT.resolve("jwt-validation-core/src/main/java/org/jwtvalidation/package-info.java");

  private static final Pattern JAVA_BLOCK =
      Pattern.compile("^\\[source,java]\\R----\\R(.*?)^----$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final String OWN = "org.jwtvalidation.";
  private static final Pattern IMPORT =
      Pattern.compile("^import ((?:static )?[\\w.]+);$", Pattern.MULTILINE);

  /** Static ones first, as the code of the library has them. */
  private static final Comparator<String> IMPORT_ORDER =
      Comparator.comparing((String name) -> !name.startsWith("static "))
          .thenComparing(Comparator.naturalOrder());

  private static final Pattern EXAMPLE =
      Pattern.compile(
          "^ *// tag::([\\w-]+)\\[]\\R(.*?)^ *// end::\\1\\[]$",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern MANUAL_EXAMPLE =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\R \\* }</pre>", Pattern.DOTALL);

  private static final Pattern LINK = Pattern.compile("(?:link|xref):([^\\s\\[]+)\\[");
  private static final Pattern ANCHOR_REFERENCE = Pattern.compile("<<([\\w-]+)(?:,[^>]*)?>>");

  private static final List<String> NOT_OURS = List.of(".git", "target", ".idea", ".vscode");
  private static final Pattern HOST =
      Pattern.compile(
          "(?<![\\w.@-])(?:[a-z0-9-]+\\.)+(?:com|dev|io|net|org)(?![\\w-]|\\.\\w)",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern REGISTRY_LABEL =
      Pattern.compile(
          "repo\\d*|repository|registry|maven\\d*|central|oss|sonatype|nexus|artifactory|packages"
              + "|pkg|plugins|jcenter|bintray|jitpack|npmjs|pypi|crates|rubygems");

  /** The namespace of every POM, whose name cannot be chosen. */
  private static final String POM_NAMESPACE = "maven.apache.org";

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      assertThat(folder).as("a folder above the module that has mvnw").isNotNull();
    }
    return folder;
  }

  @Test
  void showsNoExampleThatIsNotCompiled() {
    Set<String> compiled = examples().keySet();

    for (Path page : pages()) {
      for (String block : blocks(page)) {
        assertThat(compiled).as("examples, for one in %s", page).contains(block);
      }
    }
    assertThat(manualExamples()).isNotEmpty();
    assertThat(compiled).as("examples, for the manual").containsAll(manualExamples());
  }

  @Test
  void compilesNoExampleThatIsNotShown() {
    Set<String> shown = new LinkedHashSet<>(manualExamples());
    pages().forEach(page -> shown.addAll(blocks(page)));

    assertThat(shown).containsAll(examples().keySet());
  }

  @Test
  void importsWhatEachPageFirstUses() {
    Map<String, Path> compiled = examples();

    for (Path page : pages()) {
      Set<String> imported = new LinkedHashSet<>();
      boolean isFirst = true;
      for (String block : matches(JAVA_BLOCK, text(page))) {
        String code = withoutImports(block);
        Path file = compiled.get(normalized(code));
        assertThat(file).as("the file with an example of %s", page).isNotNull();
        // Later examples import types of the library alone: the others are found by their names.
        Set<String> needed = needed(code, file, isFirst ? "" : OWN);
        needed.removeAll(imported);
        assertThat(matches(IMPORT, block))
            .as("imports in %s of%n%s", page, code)
            .isEqualTo(List.copyOf(needed));
        imported.addAll(needed);
        isFirst = false;
      }
    }
  }

  @Test
  void showsOnTheFirstPageWhatAnswersARequest() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = trusting(Patience.keysOf(issuer), issuer.issuer())) {
      String reader = issuer.token().audience("orders-api").scope("orders:read").compact();
      String writer = issuer.token().audience("orders-api").scope("orders:write").compact();
      String stranger = issuer.token().audience("payments-api").compact();

      assertThat(ReadmeSnippets.answer(validator, reader).status()).isEqualTo(200);
      assertThat(ReadmeSnippets.answer(validator, writer).status()).isEqualTo(403);
      assertThat(ReadmeSnippets.answer(validator, stranger))
          .isEqualTo(new ReadmeSnippets.Response(401, Reason.AUDIENCE_MISMATCH));
      assertThat(ConfigurationSnippets.framework(validator, reader).status()).isEqualTo(200);
      assertThat(ConfigurationSnippets.framework(validator, stranger).status()).isEqualTo(401);
      assertThat(
              ReadmeSnippets.watched(trusted(Patience.keysOf(issuer), issuer.issuer()), stranger))
          .endsWith("rejected {AUDIENCE_MISMATCH=1}");
    }
  }

  @Test
  void showsAnOutageAsSuch() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator = trusting(outage(), issuer.issuer())) {
      String token = issuer.token().audience("orders-api").compact();

      assertThat(ReadmeSnippets.answer(validator, token).status()).isEqualTo(503);
      assertThat(ConfigurationSnippets.framework(validator, token).status()).isEqualTo(503);
    }
  }

  @Test
  void showsAnIdTokenOfTheClientThatAsked() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator = trusting(issuer.keySource(), issuer.issuer())) {
      String idToken = issuer.token().idToken("shop-web", "n-1").subject("jo").compact();

      assertThat(ReadmeSnippets.user(validator, idToken, "n-1")).isEqualTo("jo");
    }
  }

  @Test
  void showsRevokedTokensThatAreRefusedAlthoughTheyAreCached() {
    RevocationSnippets.RevocationList tokens = new RevocationSnippets.RevocationList();
    RevocationSnippets.RevocationList sessions = new RevocationSnippets.RevocationList();
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(
                    RevocationSnippets.issuer(tokens, sessions)
                        .keySource(issuer.keySource())
                        .build())
                .build()) {
      TokenBuilder token = issuer.token().audience("orders-api");
      String stolen = token.claim("jti", "t-1").claim("sid", "s-1").compact();
      String sibling = token.claim("jti", "t-2").compact();
      String other = token.claim("jti", "t-3").withoutClaim("sid").compact();
      for (String good : List.of(stolen, sibling, other, stolen, sibling, other)) {
        assertThat(validator.tryValidate(good).isAccepted()).isTrue();
      }
      assertThat(validator.cacheStatistics().hits()).isEqualTo(3);

      tokens.add("t-1", Instant.now().plusSeconds(600));
      assertThat(rejection(validator.tryValidate(stolen)))
          .isEqualTo(
              new Rejection(ValidationStep.CUSTOM_CHECKS, Reason.CLAIM_CHECK_FAILED, "revoked"));
      assertThat(validator.tryValidate(sibling).isAccepted()).isTrue();

      RevocationSnippets.signOut(sessions, "s-1");
      assertThat(rejection(validator.tryValidate(sibling)).claim()).isEqualTo("signed out");
      assertThat(validator.tryValidate(other).isAccepted()).isTrue();
      assertThat(validator.cacheStatistics().hits()).isEqualTo(7);

      String nameless = token.withoutClaim("jti").compact();
      assertThat(reason(validator.tryValidate(nameless))).isEqualTo(Reason.CLAIM_MISSING);
    }
  }

  @Test
  void showsAListThatForgetsWhatHasEnded() {
    RevocationSnippets.RevocationList list = new RevocationSnippets.RevocationList();
    list.add("ended", Instant.now().minusSeconds(1));
    list.add("new", Instant.now().plusSeconds(600));

    assertThat(list.contains("ended")).isFalse();
    assertThat(list.contains("new")).isTrue();
    assertThat(list.contains(null)).isFalse();
  }

  @Test
  void showsReadinessThatComesWithTheKeys() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example")) {
      try (TokenValidator validator =
          ConfigurationSnippets.warmedUp(trusted(issuer.keySource(), issuer.issuer()))) {
        assertThat(ConfigurationSnippets.isReady(validator)).isTrue();
      }
      try (TokenValidator validator = trusting(outage(), issuer.issuer())) {
        assertThat(ConfigurationSnippets.isReady(validator)).isFalse();
      }
    }
  }

  @Test
  void showsConfigurationsThatCanBeBuilt() {
    assertThat(ConfigurationSnippets.tenants().tenants()).isNotNull();
    assertThat(ConfigurationSnippets.insideCluster().issuer())
        .isEqualTo("https://sso.example/realms/shop");
    assertThat(ConfigurationSnippets.keyWithoutAlgorithm())
        .asString()
        .contains("algorithms=[RS256]");
    assertThat(ConfigurationSnippets.ownCheck()).asString().contains("claimChecks=[tenant]");
    assertThat(ConfigurationSnippets.idTokenExpectation("n-1", "token").clientId())
        .isEqualTo("shop-web");
    Stream.of(
            ReadmeSnippets.validator(),
            ProviderSnippets.preset(),
            ConfigurationSnippets.severalIssuers(),
            ConfigurationSnippets.resolvedIssuers(Set.of()),
            ConfigurationSnippets.namedProvider(ConfigurationSnippets.tunedHttp()),
            ConfigurationSnippets.givenProvider(ConfigurationSnippets.tunedHttp()),
            ConfigurationSnippets.providersOnly(ConfigurationSnippets.tunedHttp()),
            ConfigurationSnippets.boundedVerifications(ConfigurationSnippets.tunedHttp()),
            ConfigurationSnippets.smallerTokens(ConfigurationSnippets.tunedHttp()))
        .forEach(TokenValidator::close);
  }

  @Test
  void showsAResolverOfTheRealmsOfOneServer() {
    String shop = "https://sso.example/realms/shop";
    IssuerResolver realms = ProviderSnippets.realms();

    assertThat(realms.resolve(shop)).isNotNull().extracting(IssuerConfig::issuer).isEqualTo(shop);
    for (String stranger :
        List.of(
            shop + "/x", "https://sso.example.org/realms/shop", "https://ssoxexample/realms/a")) {
      assertThat(realms.resolve(stranger)).as(stranger).isNull();
    }
  }

  @Test
  void showsAnswersOnTheEventLoop() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example")) {
      issuer.key(SignatureAlgorithm.ES256);
      try (TokenValidator validator = trusting(issuer.keySource(), issuer.issuer())) {
        assertThat(
                ConfigurationSnippets.eventLoop(
                        validator, issuer.token().audience("orders-api").compact(), Runnable::run)
                    .join()
                    .status())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void listsEveryOption() {
    // `+...+` keeps three dots from becoming an ellipsis.
    String page =
        text(ROOT.resolve("doc/configuration.adoc")).replace("`+", "`").replace("+`", "`");

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
          .forEach(option -> assertThat(page).contains(row(signature(option))));
    }
    publicMethods(KeySource.class)
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .forEach(source -> assertThat(page).contains(row("KeySource." + signature(source))));
    for (Field bound : bounds()) {
      assertThat(page).contains(row(bound.getName()));
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
    String security = text(ROOT.resolve("doc/security.adoc"));

    for (Reason reason : Reason.values()) {
      assertThat(security).containsOnlyOnce(row(reason.name()));
    }
  }

  @Test
  void explainsEveryMessageAboutACommonMistake() {
    String troubleshooting = text(ROOT.resolve("doc/troubleshooting.adoc"));

    MistakesTest.mistakes()
        .forEach(
            mistake -> assertThat(troubleshooting).as("%s", mistake).contains(mistake.known()));
  }

  @Test
  void explainsEveryStepInItsOrder() {
    String architecture = text(ROOT.resolve("doc/architecture.adoc"));
    String manual = text(MANUAL);

    int from = 0;
    for (ValidationStep step : ValidationStep.values()) {
      int row = architecture.indexOf(row(step.name()));
      assertThat(row).as("row of %s", step).isGreaterThan(from);
      from = row;
      assertThat(manual).contains("{@link ValidationStep#" + step + " ");
    }
  }

  @Test
  void namesTheVersionsThatAreBuilt() {
    String pom = text(ROOT.resolve("pom.xml"));
    String version = first("<version>(.+?)</version>", pom);
    String bcprov = first("<bouncycastle.version>(.+?)</bouncycastle.version>", pom);

    assertThat(dependencyVersion("README.adoc", "jwt-validation-core")).isEqualTo(version);
    assertThat(dependencyVersion("doc/configuration.adoc", "bcprov-jdk18on")).isEqualTo(bcprov);
    assertThat(dependencyVersion("doc/http.adoc", "jwt-validation-http")).isEqualTo(version);
    assertThat(dependencyVersion("doc/metrics.adoc", "jwt-validation-micrometer"))
        .isEqualTo(version);
    assertThat(dependencyVersion("doc/redis.adoc", "jwt-validation-redis")).isEqualTo(version);
    assertThat(dependencyVersion("doc/jfr.adoc", "jwt-validation-jfr")).isEqualTo(version);
    assertThat(dependencyVersion("doc/testing.adoc", "jwt-validation-testkit")).isEqualTo(version);
  }

  @Test
  void linksToWhatIsThere() {
    for (Path page : pages()) {
      String text = text(page);
      for (String link : matches(LINK, text)) {
        if (!link.contains("://")) {
          String[] parts = link.split("#", 2);
          Path target = page.resolveSibling(parts[0]).normalize();
          assertThat(target).as("link in %s", page).exists();
          if (parts.length == 2) {
            assertThat(text(target)).as("target of %s", link).contains("[#" + parts[1] + "]");
          }
        }
      }
      for (String anchor : matches(ANCHOR_REFERENCE, text)) {
        assertThat(text).as("anchors of %s", page).contains("[#" + anchor + "]");
      }
    }
  }

  @Test
  void linksToEveryPage() {
    // Every reader begins here.
    Set<Path> linked = new LinkedHashSet<>(Set.of(ROOT.resolve("README.adoc")));
    for (Path page : pages()) {
      for (String link : matches(LINK, text(page))) {
        linked.add(page.resolveSibling(link.split("#", 2)[0]).normalize());
      }
    }

    assertThat(linked).containsAll(pages());
  }

  @Test
  void showsTheCommandsOfTheImages() throws IOException {
    String page = text(ROOT.resolve("doc/first-request.adoc"));
    Set<String> shown = new LinkedHashSet<>(page.lines().toList());
    for (String example : List.of("plain-http", "spring-boot", "quarkus")) {
      for (String line :
          Files.readAllLines(ROOT.resolve("examples").resolve(example).resolve("Dockerfile"))) {
        if (line.startsWith("RUN")) {
          // The image of the plain service has to stop it.
          String command = line.replaceFirst("RUN (timeout \\d+ )?", "").split(";", 2)[0];
          assertThat(shown).as("commands of %s", example).contains(command);
        } else if (line.startsWith("ENTRYPOINT")) {
          String command = String.join(" ", matches(Pattern.compile("\"([^\"]*)\""), line));
          assertThat(page).as("commands of %s", example).contains("\n" + command);
        }
      }
    }
  }

  @Test
  void listsEveryDecision() throws IOException {
    // A link elsewhere on the page does not count.
    String list = text(ROOT.resolve("doc/architecture.adoc")).split("\\[#decisions]\n", -1)[1];

    try (Stream<Path> decisions = Files.list(ROOT.resolve("doc/adr"))) {
      assertThat(matches(LINK, list))
          .containsExactlyElementsOf(
              decisions.map(page -> "adr/" + page.getFileName()).sorted().toList())
          .isNotEmpty();
    }
  }

  @Test
  void namesNoHostOfARegistry() throws IOException {
    assertThat(
            ours().stream()
                .flatMap(file -> registryHosts(text(file)).map(host -> file + " names " + host)))
        .isEmpty();
  }

  @Test
  void knowsTheHostOfARegistryWhenItSeesOne() {
    String dot = ".";
    String host = "repo" + dot + "maven" + dot + "example" + dot + "org";

    assertThat(registryHosts("see https://" + host + "/releases")).containsExactly(host);
    assertThat(registryHosts("xmlns=\"http://" + POM_NAMESPACE + "/POM/4.0.0\"")).isEmpty();
    assertThat(registryHosts("org.apache.maven.plugins, https://www.apache.org")).isEmpty();
  }

  private static TokenValidator trusting(KeySource keys, String issuer) {
    return TokenValidator.builder().issuer(trusted(keys, issuer)).build();
  }

  private static IssuerConfig trusted(KeySource keys, String issuer) {
    return IssuerConfig.builder(issuer).audience("orders-api").keySource(keys).build();
  }

  private static KeySource outage() {
    return () -> {
      throw new UndecidedException("down", null);
    };
  }

  private static Reason reason(ValidationResult<AccessToken> result) {
    return rejection(result).reason();
  }

  private static Rejection rejection(ValidationResult<AccessToken> result) {
    return ((ValidationResult.Rejected<AccessToken>) result).rejection();
  }

  /** The compiled examples, and where each is compiled. */
  private static Map<String, Path> examples() {
    Map<String, Path> examples = new LinkedHashMap<>();
    Set<String> tags = new LinkedHashSet<>();
    for (Path folder : SNIPPETS) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .filter(file -> file.toString().endsWith("Snippets.java"))
            .forEach(file ->
                EXAMPLE
                    .matcher(text(file))
                    .results()
                    .forEach(example -> {
                      assertThat(tags.add(example.group(1)))
                          .as("another example %s", example.group(1))
                          .isTrue();
                      examples.put(normalized(example.group(2)), file);
                    }));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(examples).isNotEmpty();
    return examples;
  }

  private static List<String> manualExamples() {
    return MANUAL_EXAMPLE
        .matcher(text(MANUAL))
        .results()
        .map(example -> normalized(example.group(1).replaceAll("(?m)^ \\*", "")))
        .toList();
  }

  private static List<String> blocks(Path page) {
    return matches(JAVA_BLOCK, text(page)).stream()
        .map(DocumentationTest::withoutImports)
        .map(DocumentationTest::normalized)
        .toList();
  }

  private static String withoutImports(String block) {
    return block.replaceAll("\\A(?:import [^;]+;\\s+)+", "");
  }

  /** What the code needs of the imports of its file and of the file's package, in their order. */
  private static Set<String> needed(String code, Path file, String prefix) {
    Map<String, String> known = new LinkedHashMap<>();
    String source = text(file);
    for (String name : matches(IMPORT, source)) {
      known.put(name.substring(name.lastIndexOf('.') + 1), name);
    }
    String own = first("(?m)^package ([\\w.]+);", source);
    for (Path sibling : siblings(file)) {
      String name = sibling.getFileName().toString().replace(".java", "");
      known.putIfAbsent(name, own + "." + name);
    }
    String plain = code.replaceAll("\"[^\"\\n]*\"|//.*", " ");
    return matches(Pattern.compile("(?<![\\w.])(\\w+)"), plain).stream()
        .filter(known::containsKey)
        .map(known::get)
        .filter(name -> name.startsWith(prefix))
        .collect(toCollection(() -> new TreeSet<>(IMPORT_ORDER)));
  }

  /** The types of the library in the package of a test. */
  private static List<Path> siblings(Path file) {
    String folder = file.getParent().toString().replace("src/test/java", "src/main/java");
    if (!Files.exists(Path.of(folder))) {
      return List.of();
    }
    try (Stream<Path> siblings = Files.list(Path.of(folder))) {
      return siblings.filter(sibling -> sibling.toString().endsWith(".java")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String normalized(String code) {
    return code.strip().replaceAll("\\s+", " ");
  }

  /** The beginning of a table row whose first cell is {@code cell}. */
  private static String row(String cell) {
    return "\n|`" + cell + "` |";
  }

  /** Every page of documentation in the root and below {@code doc}. */
  private static List<Path> pages() {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> doc = Files.walk(ROOT.resolve("doc"))) {
      Stream.concat(root, doc)
          .filter(file -> file.toString().endsWith(".adoc"))
          .sorted()
          .forEach(pages::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(pages).contains(ROOT.resolve("README.adoc"), ROOT.resolve("doc/security.adoc"));
    return pages;
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
        matches(
            Pattern.compile(
                "^\\|`" + Pattern.quote(option) + "` (?:\\|A(?:, I)? )?\\|(.*?)(?: \\|.*)?$",
                Pattern.MULTILINE),
            text(ROOT.resolve("doc/configuration.adoc")));

    assertThat(cells)
        .as("default of %s", option)
        .containsExactly(
            Arrays.stream(values).map(DocumentationTest::written).collect(joining(", ")));
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
    return first(
        "<artifactId>" + artifact + "</artifactId>\\s*<version>(.+?)</version>",
        text(ROOT.resolve(page)));
  }

  private static String first(String regex, String text) {
    return matches(Pattern.compile(regex), text).get(0);
  }

  /** What the first group of {@code pattern} finds. */
  private static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** Folders of others are not entered: what is in them comes and goes while modules are built. */
  private static List<Path> ours() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private static Stream<String> registryHosts(String text) {
    Set<String> hosts =
        HOST.matcher(text)
            .results()
            .map(MatchResult::group)
            .map(host -> host.toLowerCase(Locale.ROOT))
            .collect(toCollection(TreeSet::new));
    return hosts.stream()
        .filter(host -> !host.equals(POM_NAMESPACE))
        .filter(host ->
            Arrays.stream(host.split("\\."))
                .anyMatch(label -> REGISTRY_LABEL.matcher(label).matches()));
  }

  /** The text of a file, empty for one that is not text. */
  private static String text(Path file) {
    try {
      return Files.readString(file).replace("\r\n", "\n");
    } catch (CharacterCodingException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
