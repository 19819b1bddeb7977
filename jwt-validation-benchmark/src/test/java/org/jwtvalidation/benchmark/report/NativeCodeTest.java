// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk-independent")
class NativeCodeTest {

  private static final String RS256 = "RS256";

  private final Fixture fixture = new Fixture();

  @TempDir private Path folder;

  @Test
  void comparesWithTheNewestJdkAndKeepsBareAndWholeApart() {
    measure(RS256, 1);

    assertThat(ratios())
        .containsOnlyKeys(
            "RS256, one key, whole validations, times a whole validation by jwt-validation on Java"
                + " 25, 20.0 µs",
            "RS256, one key, BARE verifications, times a whole validation by jwt-validation on Java"
                + " 25, 20.0 µs");
    assertThat(ratios().values())
        .satisfiesExactly(
            whole ->
                assertThat(whole)
                    .extracting(text -> text.replaceFirst(" \\(\\d.*", ""))
                    .containsExactly(
                        "jwt-validation on Java 17 1.10",
                        "jsonwebtoken (Rust) 1.20",
                        "golang-jwt (Go) 2.00"),
            bare ->
                assertThat(bare)
                    .extracting(text -> text.replaceFirst(" \\(\\d.*", ""))
                    .containsExactly("AWS-LC 0.80", "the JDK on Java 25 1.50"));
  }

  @Test
  void doesNotMixTablesOfDifferentKeys() {
    measure(RS256, 1);
    row("wholeValidation", "JSONWEBTOKEN", "", RS256, "100", 99);

    assertThat(ratios().toString()).doesNotContain("4.95");
  }

  @Test
  void marksARatioWhoseQuartilesAreFarFromItsMedian() {
    Fixture.rounds(row("wholeValidation", "JWT_VALIDATION", "25", RS256, "1", 20), 20, 20, 20, 20);
    Fixture.rounds(row("wholeValidation", "JSONWEBTOKEN", "", RS256, "1", 20), 20, 24, 28, 30);
    Fixture.rounds(row("wholeValidation", "GOLANG_JWT", "", RS256, "1", 30), 30, 30.1, 30.2, 30.3);

    assertThat(ratios().values().iterator().next())
        .satisfiesExactly(
            unsteady ->
                assertThat(unsteady).startsWith("jsonwebtoken (Rust) ").endsWith(" UNSTEADY"),
            steady -> assertThat(steady).startsWith("golang-jwt (Go) ").doesNotContain("UNSTEADY"));
  }

  @Test
  void saysWhatIsNotInItsFavourInTheSamePlace() {
    measure(RS256, 1);
    row("coldKeyWhole", "JWT_VALIDATION", "25", RS256, "100", 900);
    row("coldKeyWhole", "JSONWEBTOKEN", "", RS256, "100", 30);

    measure("ES384", 4);
    row("wholeValidation", "JWT_VALIDATION", "25", "ML-DSA-44", "1", 90);
    row("bareVerification", "AWS_LC", "", "ML-DSA-44", "1", 40);

    assertThat(NativeCode.answers(rows()))
        .contains(
            "Other algorithms, beside the fastest of other libraries: ES384 jwt-validation 80.0 µs,"
                + " jsonwebtoken (Rust) 96.0 µs, the signature alone AWS-LC 64.0 µs;"
                + " ML-DSA-44 jwt-validation 90.0 µs, the signature alone AWS-LC 40.0 µs.")
        .anySatisfy(sentence ->
            assertThat(sentence)
                .isEqualTo(
                    "RS256, a whole validation with a known key: jwt-validation 20.0 µs,"
                        + " jsonwebtoken (Rust) 24.0 µs, golang-jwt (Go) 40.0 µs. The signature alone,"
                        + " verified bare: AWS-LC 16.0 µs, the JDK 30.0 µs."))
        .anySatisfy(sentence ->
            assertThat(sentence)
                .isEqualTo(
                    "The first validation with a key, parsing included: RS256 jsonwebtoken (Rust)"
                        + " 30.0 µs, jwt-validation 900 µs."))
        .anySatisfy(
            sentence -> assertThat(sentence).contains("ring and jsonwebtoken parse the key"));
  }

  @Test
  void drawsThePictureIfAllOfItsLibrariesWereMeasured() throws IOException {
    measure(RS256, 1);
    measure("ES256", 2);
    measure("Ed25519", 3);
    Report.write(fixture.in(folder));

    assertThat(Files.readString(folder.resolve("native.svg")))
        .contains("Time to validate one token, beside Rust and Go")
        .contains("RS256, one known key: jwt-validation on Java 25 20.0")
        .contains(">jsonwebtoken (Rust)<", ">golang-jwt (Go)<")
        .contains("the memory of a key");
    assertThat(Files.readString(folder.resolve("summary.txt")))
        .contains("BARE verifications")
        .contains("jsonwebtoken (Rust)");
  }

  @Test
  void drawsNoPictureWithoutOneOfThem() {
    measure(RS256, 1);
    measure("ES256", 2);
    row("wholeValidation", "JWT_VALIDATION", "25", "Ed25519", "1", 20);
    row("wholeValidation", "GOLANG_JWT", "", "Ed25519", "1", 40);
    Report.write(fixture.in(folder));

    assertThat(folder.resolve("native.svg")).doesNotExist();
  }

  @Test
  void namesWhatIsMissingAmongTheLimits() {
    measure(RS256, 1);
    fixture.outcome("ring", "absent: cargo is not installed");

    assertThat(Findings.of(Results.in(fixture.in(folder))).limits())
        .contains("Not measured: ring (absent: cargo is not installed).");
  }

  private void measure(String algorithm, double factor) {
    row("wholeValidation", "JWT_VALIDATION", "25", algorithm, "1", 20 * factor);
    row("wholeValidation", "JWT_VALIDATION", "17", algorithm, "1", 22 * factor);
    row("wholeValidation", "JSONWEBTOKEN", "", algorithm, "1", 24 * factor);
    row("wholeValidation", "GOLANG_JWT", "", algorithm, "1", 40 * factor);
    row("bareVerification", "AWS_LC", "", algorithm, "1", 16 * factor);
    row("bareVerification", "JDK", "25", algorithm, "1", 30 * factor);
  }

  private ObjectNode row(
      String method, String peer, String jdk, String algorithm, String keys, double micros) {
    Map<String, String> params =
        new HashMap<>(Map.of("peer", peer, "algorithm", algorithm, "keys", keys));
    if (!jdk.isEmpty()) {
      params.put("jdk", jdk);
    }
    return fixture.row("native.NativeBenchmark." + method, "avgt", 1, params, micros, "us/op");
  }

  private Map<String, List<String>> ratios() {
    return Ratios.of("native", rows());
  }

  private List<Row> rows() {
    return Results.in(fixture.in(folder)).of("native");
  }
}
