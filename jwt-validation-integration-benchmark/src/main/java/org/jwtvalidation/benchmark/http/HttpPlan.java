// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** Chooses the rows of a run. */
final class HttpPlan {

  private static final String ALGORITHMS = "Algorithms";

  /** Of a service that has just started. */
  private static final int FIRST_CONNECTIONS = 50;

  /** Services run on this JDK, too. Without them, they would take platform threads. */
  private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

  private final HttpOptions options;
  private final List<HttpRow> rows = new ArrayList<>();

  private HttpPlan(HttpOptions options) {
    this.options = options;
  }

  /** Throws an {@link IllegalArgumentException} if no row is chosen. */
  static List<HttpRow> of(HttpOptions options) {
    HttpPlan plan = new HttpPlan(options);
    for (HttpSuite suite : options.suites()) {
      switch (suite) {
        case LAYERS -> plan.layers();
        case FRAMEWORKS -> plan.frameworks();
        case ALGORITHMS -> plan.algorithms();
        case ACCOUNTS -> plan.accounts();
        case RATES -> plan.rates();
        case THREADS -> plan.threads();
        case TLS -> plan.tls();
        case STARTUP -> {
          plan.startup();
          plan.firstSeconds();
        }
      }
    }
    List<HttpRow> chosen =
        plan.rows.stream()
            .flatMap(row ->
                options.cpus().isEmpty() ? Stream.of(row) : options.cpus().stream().map(row::on))
            .filter(row -> options.include().matcher(row.toString()).find())
            .distinct()
            .toList();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "load.include: no row contains " + options.include() + "; choose another expression");
    }
    return chosen;
  }

  private void layers() {
    Subject cached = Subject.oursCached(Service.PLAIN);
    Stream.of(
            RequestKind.HEALTH,
            RequestKind.UNREAD,
            RequestKind.HEADER,
            RequestKind.MOCK,
            RequestKind.VALID)
        .forEach(kind -> add(HttpRow.LAYERS, cached, KeyKind.RS256, kind, capacityAndRates()));
    Subject uncached = Subject.ours(Service.PLAIN);
    add(HttpRow.LAYERS, uncached, KeyKind.RS256, RequestKind.VALID, capacityAndRates());
    Stream.of(
            RequestKind.MISSING,
            RequestKind.MALFORMED,
            RequestKind.EXPIRED,
            RequestKind.WRONG_AUDIENCE,
            RequestKind.FORGED)
        .forEach(kind -> add(HttpRow.LAYERS, uncached, KeyKind.RS256, kind, capacity()));
    account(uncached);
    account(cached);
  }

  private void accounts() {
    Subject.all().stream().filter(Subject::isOurs).forEach(this::account);
  }

  private void account(Subject subject) {
    add(HttpRow.ACCOUNT, subject, KeyKind.RS256, RequestKind.VALID, List.of(Load.inTurns()));
  }

  private void frameworks() {
    for (KeyKind key : List.of(KeyKind.RS256, KeyKind.ES256)) {
      for (Subject subject : Subject.all()) {
        if (subject.service() == Service.PLAIN && key.equals(KeyKind.RS256)) {
          // Its layers.
          continue;
        }
        String title = subject.service().framework().title();
        boolean isCached = subject.isCached();
        // Once for each framework, of which it is the first.
        if (isCached && key.equals(KeyKind.RS256)) {
          add(title, subject, key, RequestKind.HEALTH, capacityAndRates());
        }
        // A cached token costs the same whatever signed it.
        if (key.equals(KeyKind.RS256)) {
          add(title, subject, key, RequestKind.VALID, capacityAndRates());
        } else if (!isCached) {
          add(title, subject, key, RequestKind.VALID, capacity());
        }
        if (subject.isNimbus() && key.equals(KeyKind.RS256)) {
          Subject reading = Subject.nimbusAfterOurResolver(subject.service());
          add(title, reading, key, RequestKind.VALID, capacity());
        }
      }
    }
  }

  private void algorithms() {
    Subject subject = Subject.ours(Service.PLAIN);
    Stream.of(
            KeyKind.RS256,
            new KeyKind(SignatureAlgorithm.RS256, 3_072),
            new KeyKind(SignatureAlgorithm.RS256, 4_096),
            new KeyKind(SignatureAlgorithm.RS384, 2_048),
            new KeyKind(SignatureAlgorithm.RS512, 2_048),
            new KeyKind(SignatureAlgorithm.PS256, 2_048),
            KeyKind.ES256,
            new KeyKind(SignatureAlgorithm.ED25519, 0))
        .forEach(key -> add(ALGORITHMS, subject, key, RequestKind.VALID, capacityAndRates()));
    byProviders(subject, KeyKind.RS256, "SunRsaSign");
    byProviders(subject, KeyKind.ES256, "SunEC");
  }

  private void byProviders(Subject subject, KeyKind key, String ofJdk) {
    Stream.of(subject.by(ofJdk, "JDK"), subject.by("BC", "BOUNCY_CASTLE"))
        .forEach(each -> add(ALGORITHMS, each, key, RequestKind.VALID, capacity()));
  }

  private void rates() {
    Subject subject = Subject.ours(Service.PLAIN);
    for (RequestKind kind : List.of(RequestKind.HEALTH, RequestKind.VALID)) {
      for (int rate : List.of(2_000, 5_000, 10_000)) {
        add("Rates", subject, KeyKind.RS256, kind, List.of(Load.open(rate, 50)));
      }
      for (int connections : List.of(1, 10, 150)) {
        add(
            "Connections",
            subject,
            KeyKind.RS256,
            kind,
            List.of(Load.closed(connections), Load.open(HttpOptions.USUAL_RATE, connections)));
      }
      add("Bursts", subject, KeyKind.RS256, kind, List.of(Load.bursts(HttpOptions.USUAL_RATE, 50)));
    }
    add("Sustained", subject, KeyKind.RS256, RequestKind.VALID, List.of(Load.sustained(2_000, 50)));
  }

  private void threads() {
    for (Service service : List.of(Service.PLAIN, Service.QUARKUS, Service.SPRING_MVC)) {
      List<Subject.Threads> kinds =
          service == Service.QUARKUS
              ? List.of(Subject.Threads.values())
              : List.of(Subject.Threads.WORKER, Subject.Threads.VIRTUAL);
      for (Subject.Threads kind : kinds) {
        if (kind == Subject.Threads.VIRTUAL && !HAS_VIRTUAL_THREADS) {
          continue;
        }
        Subject subject = Subject.ours(service).on(kind);
        for (RequestKind request : List.of(RequestKind.HEALTH, RequestKind.VALID)) {
          add("Threads", subject, KeyKind.RS256, request, capacityAndRates());
        }
      }
    }
  }

  private void tls() {
    for (Subject plain : List.of(Subject.oursCached(Service.PLAIN), Subject.ours(Service.PLAIN))) {
      for (Subject subject : List.of(plain, plain.overTls())) {
        for (RequestKind kind : List.of(RequestKind.HEALTH, RequestKind.VALID)) {
          add(HttpRow.TLS, subject, KeyKind.RS256, kind, capacityAndRates());
        }
      }
    }
  }

  private void startup() {
    for (Subject subject : Subject.all()) {
      if (!subject.isCached()) {
        rows.add(
            new HttpRow(
                HttpRow.START_UP,
                new HttpRow.Session(subject, KeyKind.RS256),
                RequestKind.VALID,
                Load.closed(1),
                HttpRow.START_SECONDS));
      }
    }
  }

  private void firstSeconds() {
    Stream.concat(
            Stream.of(Subject.ours(Service.PLAIN).warmedUp()),
            Subject.all().stream().filter(subject -> !subject.isCached()))
        .map(subject -> new HttpRow.Session(subject, KeyKind.RS256))
        .map(session ->
            new HttpRow(
                HttpRow.FIRST_SECONDS,
                session,
                RequestKind.VALID,
                Load.firstSeconds(FIRST_CONNECTIONS),
                options.newServices() * (HttpRow.START_SECONDS + options.firstSeconds())))
        .forEach(rows::add);
  }

  private List<Load> capacity() {
    return options.connections().stream().map(Load::closed).toList();
  }

  /** The capacity, then the latency at each rate. */
  private List<Load> capacityAndRates() {
    List<Load> loads = new ArrayList<>();
    for (int connections : options.connections()) {
      loads.add(Load.closed(connections));
      options.rates().forEach(rate -> loads.add(Load.open(rate, connections)));
    }
    return loads;
  }

  private void add(String group, Subject subject, KeyKind key, RequestKind kind, List<Load> loads) {
    HttpRow.Session session = new HttpRow.Session(subject, key);
    loads.forEach(load -> rows.add(new HttpRow(group, session, kind, load, seconds(load))));
  }

  private double seconds(Load load) {
    return load.measuresLatency()
        ? HttpRow.CONNECT_SECONDS + options.warmup() + load.times() * options.measurement()
        : HttpRow.CONNECT_SECONDS + options.turn();
  }
}
