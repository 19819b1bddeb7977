// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A result folder with rows of every suite, as JMH writes them. */
final class Fixture {

  static final String HOSTILE = "</script><img src=x onerror=alert(1)>";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double[] QUANTILES = {0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};

  private final ArrayNode rows = JSON.createArrayNode();
  private final ArrayNode profiles = JSON.createArrayNode();
  private final ObjectNode environment = JSON.createObjectNode();

  Fixture() {
    environment.put("date", "2026-03-14T15:09:26Z").put("commit", "0123456789abcdef0123");
    environment.put("dirty", false).put("jdk", "25.0.1").put("vm", "OpenJDK 64-Bit Server VM");
    environment.put("jvmFlags", "-Xmx1g").put("os", "Linux 6.1").put("cpu", "Example CPU 2.5 GHz");
    environment.put("cores", 2).put("memory", "15 GB").put("quick", false);
    environment.putObject("options").put("jmh.suite", "all");
    environment.putObject("dependencies").put("org.example:peer", "1.2.3");
  }

  /** A plot of bars, and one of a single bar: a browser draws them much sooner than all plots. */
  static Fixture small() {
    Fixture fixture = new Fixture();
    for (String peer : List.of("JWT_VALIDATION", "NIMBUS_PREPARED")) {
      periods(
          fixture.row(
              "peers.PeerVerificationBenchmark.verify",
              "avgt",
              1,
              Map.of("peer", peer, "algorithm", "RS256"),
              25.5 + peer.length(),
              "us/op"),
          10,
          0.9);
    }
    fixture.row("components.StepBenchmark.cached", "avgt", 1, Map.of(), 410, "ns/op");
    return fixture;
  }

  /** Rows of every suite. */
  static Fixture full() {
    Fixture fixture = new Fixture();
    Map<String, Double> standard = Map.of("60", 27.0, "0", 29.5, "600", 0.8);
    for (String size : List.of("60", "0", "600")) {
      double micros = standard.get(size);
      String name = "standard.ValidationBenchmark.validate";
      Map<String, String> params = Map.of("cacheSize", size, "issuers", "3");
      fixture.load(fixture.row(name, "thrpt", 100, params, 2 / micros, "ops/us"), micros);
    }
    for (String percent : List.of("0", "10", "50", "100")) {
      fixture.row(
          "errors.ErrorLoadBenchmark.validate",
          "thrpt",
          100,
          Map.of("errorPercent", percent),
          70 + Integer.parseInt(percent),
          "ops/ms");
    }
    for (String fault : List.of("EXPIRED", "SIGNATURE", "MALFORMED", "AUDIENCE", HOSTILE)) {
      fixture.row(
          "errors.ErrorKindBenchmark.reject",
          "thrpt",
          100,
          Map.of("fault", fault),
          400 - 10 * fault.length(),
          "ops/ms");
    }
    fixture.smallSteps();
    fixture.row(
        "components.StepBenchmark.signatureValidation", "avgt", 1, Map.of(), 26_100, "ns/op");
    fixture.row("components.StepBenchmark.whole", "avgt", 1, Map.of(), 28_900, "ns/op");
    fixture.row("components.StepBenchmark.cached", "avgt", 1, Map.of(), 410, "ns/op");
    double raw = 25;
    for (String algorithm :
        List.of(
            "RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "ED25519", "ED448")) {
      fixture.row(
          "algorithms.AlgorithmBenchmark.raw",
          "avgt",
          1,
          Map.of("algorithm", algorithm),
          raw,
          "us/op");
      fixture.row(
          "algorithms.AlgorithmBenchmark.validate",
          "avgt",
          1,
          Map.of("algorithm", algorithm),
          raw + 3,
          "us/op");
      raw *= 1.4;
    }
    for (String offer :
        List.of("JDK_RS256", "BC_RS256", "ACCP_RS256", "JDK_ES256", "BC_ES256", "ACCP_ES256")) {
      double micros = offer.startsWith("JDK_E") ? 385 : 10 * offer.length() / 3.0;
      fixture.row(
          "providers.ProviderBenchmark.raw", "avgt", 1, Map.of("offer", offer), micros, "us/op");
      fixture.row(
          "providers.ProviderBenchmark.validate",
          "avgt",
          1,
          Map.of("offer", offer),
          micros + 3,
          "us/op");
    }
    for (String name :
        List.of(
            "PeerParsingBenchmark.parse",
            "PeerVerificationBenchmark.verify",
            "PeerVerificationUnderLoadBenchmark.verify")) {
      for (String algorithm : List.of("RS256", "ES256")) {
        int threads = name.contains("UnderLoad") ? 100 : 1;
        double micros = (algorithm.equals("RS256") ? 25.5 : 82) * Math.max(1, threads / 2.0);
        for (String peer :
            List.of(
                "BARE_JDK",
                "BARE_BOUNCY_CASTLE",
                "JWT_VALIDATION",
                "FUSIONAUTH",
                "AUTH0",
                "JOSE4J",
                "NIMBUS_PREPARED",
                "NIMBUS_AS_DOCUMENTED",
                "JJWT",
                "SPRING_SECURITY",
                "OKTA",
                "SMALLRYE",
                "VERTX",
                "TINK",
                "TOKEN_SHERIFF")) {
          fixture.row(
              "peers." + name,
              "avgt",
              threads,
              Map.of("peer", peer, "algorithm", algorithm),
              micros,
              "us/op");
          micros *= 1.07;
        }
      }
    }
    double decoder = 60;
    for (String method : List.of("ours", "jdk", "nimbus", "guava", "commonsCodec")) {
      for (int length : new int[] {100, 1_000, 10_000}) {
        fixture.row(
            "base64.DecoderBenchmark." + method,
            "avgt",
            1,
            Map.of("length", "" + length),
            decoder * length / 100,
            "ns/op");
      }
      decoder *= 1.8;
    }
    for (int threads : new int[] {1, 2, 4, 8, 16, 50, 100, 200}) {
      for (String method : List.of("hit", "miss", "map")) {
        double each = Map.of("hit", 1_200.0, "miss", 34.0, "map", 2_500.0).get(method);
        fixture.row(
            "scaling.ThreadScalingBenchmark." + method,
            "thrpt",
            threads,
            Map.of(),
            each * Math.min(2, threads),
            "ops/ms");
      }
    }
    for (String kept : List.of("CACHED_TOKENS", "KEYS")) {
      ObjectNode row =
          fixture.row(
              "scaling.RetainedMemoryBenchmark.measure", "ss", 1, Map.of("kept", kept), 2_700, "B");
      fixture.counter(row, "tables", 1).counter(row, "declined", 0);
    }
    for (String shape : List.of("SUSTAINED", "BURSTS", "RAMP")) {
      ObjectNode row =
          fixture.row(
              "load.LoadBenchmark.validate", "thrpt", 1, Map.of("shape", shape), 17_000, "ops/s");
      fixture.load(row, shape.length());
    }
    for (String peer : List.of("JWT_VALIDATION", "JWT_VALIDATION_WARMED_UP", "AUTH0")) {
      ObjectNode cold =
          fixture.row(
              "startup.ColdServiceBenchmark.serve",
              "ss",
              1,
              Map.of("jvms", "20", "peer", peer, "algorithm", "ES256", "threads", "100"),
              340.25 * peer.length(),
              "ops/s");
      fixture.counter(cold, "in10s", 340_120).counter(cold, "in1s", 340.25 * peer.length());
      fixture.counter(cold, "rateAtLevel", 40_980);
      cold.withObject("/secondaryMetrics/in5s").put("score", "NaN");
    }
    for (String flag : List.of("-Dno.flag", "-Djava.security.egd=file:/dev/./urandom")) {
      fixture.row(
          "startup.StartUpBenchmark.firstToken", "ss", 1, Map.of("flag", flag), 540, "ms/op");
    }
    return fixture;
  }

  /** The steps of a validation but the signature, 1.7 µs together. */
  void smallSteps() {
    double step = 12;
    for (String method :
        List.of(
            "tokenFormatCheck",
            "cacheLookup",
            "tokenParsing",
            "issuerConfigResolution",
            "headerValidation",
            "claimsValidation",
            "keyResolution",
            "tokenBuilding",
            "cacheStore")) {
      row("components.StepBenchmark." + method, "avgt", 1, Map.of(), step, "ns/op");
      step = step * 2.7 % 1700;
    }
  }

  /** A row of three JVMs, whose quartiles are three percent from the median. */
  ObjectNode row(
      String name,
      String mode,
      int threads,
      Map<String, String> params,
      double score,
      String unit) {
    ObjectNode row = rows.addObject();
    String benchmark = name.startsWith("org.") ? name : "org.jwtvalidation.benchmark.suite." + name;
    row.put("jmhVersion", "1.37").put("benchmark", benchmark);
    row.put("mode", mode).put("threads", threads).put("forks", 2);
    ObjectNode values = row.putObject("params");
    params.forEach(values::put);
    ObjectNode metric = row.putObject("primaryMetric");
    metric.put("score", score).put("scoreError", score / 20).put("scoreUnit", unit);
    metric.putArray("scoreConfidence").add(score * 0.95).add(score * 1.05);
    ObjectNode percentiles = metric.putObject("scorePercentiles");
    for (double quantile : QUANTILES) {
      percentiles.put(
          "" + quantile, score * Math.pow(quantile == 100 ? 2e6 : 100 / (100 - quantile), 0.4) / 3);
    }
    rounds(row, 0.94 * score, score, 1.06 * score);
    ObjectNode secondary = row.putObject("secondaryMetrics");
    secondary
        .putObject("·gc.alloc.rate.norm")
        .put("score", 300 + 17 * name.length())
        .put("scoreUnit", "B/op");
    secondary.putObject("gc.count").put("score", 12).put("scoreUnit", "counts");
    return row;
  }

  /** Says why something was not measured. */
  void outcome(String library, String why) {
    environment.withObject("/outcomes").put(library, why);
  }

  /** Gives a row one iteration in each of several JVMs. */
  static ObjectNode rounds(ObjectNode row, double... scores) {
    ArrayNode jvms = row.withObject("/primaryMetric").putArray("rawData");
    for (double score : scores) {
      jvms.addArray().add(score);
    }
    return row;
  }

  /** Gives each JVM of a row several periods, one of which takes this share of the others. */
  static ObjectNode periods(ObjectNode row, int count, double best) {
    for (JsonNode jvm : row.at("/primaryMetric/rawData")) {
      ArrayNode periods = (ArrayNode) jvm;
      double usual = periods.get(0).asDouble();
      while (periods.size() < count - 1) {
        periods.add(usual);
      }
      periods.insert(0, best * usual);
    }
    return row;
  }

  /** Adds what a load has measured itself. */
  Fixture load(ObjectNode row, double micros) {
    ObjectNode latency = row.withObject("/secondaryMetrics/latency");
    latency.put("score", 50_000 * micros).put("scoreUnit", "ns/op");
    for (double quantile : QUANTILES) {
      latency
          .withObject("/scorePercentiles")
          .put("" + quantile, micros * Math.pow(100 / (100.000_1 - quantile), 0.7) * 1_000);
    }
    return counter(row, "inFlight", 99.9)
        .counter(row, "heldUpPercent", micros / 30)
        .counter(row, "level", 2 / 3.0)
        .counter(row, "requests", 10)
        .counter(row, "tables", 3)
        .counter(row, "declined", 0);
  }

  Fixture counter(ObjectNode row, String name, double score) {
    row.withObject("/secondaryMetrics").putObject(name).put("score", score).put("scoreUnit", "#");
    return this;
  }

  /** Gives a row a single JVM, which has no spread. */
  static ObjectNode ofOneJvm(ObjectNode row) {
    return rounds(row, row.at("/primaryMetric/score").asDouble());
  }

  /** Adds profiles; without any, the folder has no file of profiles. */
  Fixture with(ArrayNode recorded) {
    profiles.addAll(recorded);
    return this;
  }

  Fixture cores(int number) {
    environment.put("cores", number);
    return this;
  }

  Fixture cpu(String name) {
    environment.put("cpu", name);
    return this;
  }

  /** Other programs during the run or before it. */
  Fixture load(String when, double percentOfOthers) {
    environment.withObject("/" + when).put(Disturbance.OTHER_PROGRAMS, percentOfOthers);
    return this;
  }

  Fixture quick() {
    environment.put("quick", true);
    return this;
  }

  Path in(Path folder) {
    try {
      Files.createDirectories(folder);
      JSON.writeValue(folder.resolve("jmh-result.json").toFile(), rows);
      JSON.writeValue(folder.resolve("environment.json").toFile(), environment);
      if (profiles.isEmpty()) {
        Files.deleteIfExists(folder.resolve("profiles.json"));
      } else {
        JSON.writeValue(folder.resolve("profiles.json").toFile(), profiles);
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
