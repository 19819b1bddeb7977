// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.workload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/**
 * The traffic of a busy resource server, for benchmarks and load tests: a few issuers, a pool of
 * their access tokens, and streams of valid and invalid tokens in a chosen order.
 *
 * <pre>{@code
 * Workload workload = Workload.builder().issuers(3).tokens(600).build();
 * TokenValidator validator = workload.validator().cacheSize(60).build(); // shared by all threads
 * TokenStream stream = workload.stream(AccessPattern.ZIPF); // one for each thread
 * validator.validate(stream.next());
 * }</pre>
 *
 * <p>With {@code RS256}, tokens have about 1,000 characters; they are valid for twelve hours.
 * Immutable except for the keys, which its issuers may rotate, and thread-safe.
 */
public final class Workload {

  private static final Duration LIFETIME = Duration.ofHours(12);

  private final SignatureAlgorithm algorithm;
  private final int minDataLength;
  private final int maxDataLength;
  private final List<TestIssuer> issuers;
  private final TokenFiles files;
  private final List<TestKey> keys;
  private final TestKey stranger;
  private final byte[][] valid;
  private final ConcurrentHashMap<TokenFault, byte[][]> faulty = new ConcurrentHashMap<>();
  private final AtomicInteger churn = new AtomicInteger();

  private Workload(Builder builder) {
    this.algorithm = builder.algorithm;
    this.minDataLength = builder.minDataLength;
    this.maxDataLength = builder.maxDataLength;
    this.issuers =
        IntStream.rangeClosed(1, builder.issuers)
            .mapToObj(number -> TestIssuer.offline("https://issuer-" + number + ".example"))
            .toList();
    this.files =
        new TokenFiles(builder.folder == null ? null : builder.folder.resolve(name(builder)));
    this.keys = builder.folder == null ? keysOfIssuers() : keptKeys();
    this.stranger = keys.get(issuers.size());
    this.valid =
        files.octets(
            "VALID",
            () ->
                IntStream.range(0, builder.tokens)
                    .parallel()
                    .mapToObj(number -> octets(template(number).compact()))
                    .toArray(byte[][]::new));
  }

  private static String name(Builder builder) {
    return String.format(
        Locale.ROOT,
        "%s-%d-%d-%d-%d",
        builder.algorithm,
        builder.issuers,
        builder.tokens,
        builder.minDataLength,
        builder.maxDataLength);
  }

  /** The current keys of the issuers, and at last that of a stranger; RSA keys take a second. */
  private List<TestKey> keysOfIssuers() {
    return IntStream.rangeClosed(0, issuers.size())
        .parallel()
        .mapToObj(i -> i < issuers.size() ? issuers.get(i).key(algorithm) : newKey(i))
        .toList();
  }

  /** Keys that the issuers publish in addition to their own, and at last that of a stranger. */
  private List<TestKey> keptKeys() {
    List<TestKey> all =
        files.keys(
            algorithm,
            () ->
                IntStream.rangeClosed(0, issuers.size())
                    .parallel()
                    .mapToObj(this::newKey)
                    .toList());
    IntStream.range(0, issuers.size()).forEach(i -> issuers.get(i).publish(all.get(i)));
    return all;
  }

  private TestKey newKey(int number) {
    return TestKey.generate(algorithm, algorithm.joseName() + "-of-" + number);
  }

  /**
   * Configures a workload.
   *
   * @return a builder with the defaults
   */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the issuers, which sign the tokens in turn: the first signs token 0} */
  public List<TestIssuer> issuers() {
    return issuers;
  }

  /** {@return the number of valid tokens} */
  public int size() {
    return valid.length;
  }

  /**
   * Returns a valid token.
   *
   * @param number the number of the token, from 0 to {@link #size()} - 1
   * @return the token, a new string at each call
   * @throws IndexOutOfBoundsException if the number is out of range
   */
  public String token(int number) {
    return new String(valid[Objects.checkIndex(number, valid.length)], ISO_8859_1);
  }

  /**
   * Configures a validator that trusts the issuers and has their keys in memory, otherwise with the
   * defaults.
   *
   * @return a new builder at each call
   */
  public TokenValidator.Builder validator() {
    TokenValidator.Builder validator = TokenValidator.builder();
    for (TestIssuer issuer : issuers) {
      validator.issuer(
          issuer
              .config()
              .audience(TestIssuer.AUDIENCE)
              .keySource(KeySource.of(issuer.jwkSet()))
              .build());
    }
    return validator;
  }

  /**
   * Returns a stream of valid tokens for one thread.
   *
   * @param pattern the order of the tokens
   * @return a new stream at each call
   */
  public TokenStream stream(AccessPattern pattern) {
    return new TokenStream(valid, new byte[0][], 0, sampler(pattern), random());
  }

  /**
   * Returns a stream of randomly mixed valid and invalid tokens for one thread.
   *
   * @param pattern the order of the valid tokens
   * @param errorPercent the average percentage of invalid tokens, from 0 to 100
   * @param faults the faults of the invalid tokens, all equally frequent; at least one
   * @return a new stream at each call
   * @throws IllegalArgumentException if the percentage is out of range, or no fault is given
   */
  public TokenStream stream(
      AccessPattern pattern, int errorPercent, Collection<TokenFault> faults) {
    Builder.checkRange("errorPercent", errorPercent, 0, 100);
    if (faults.isEmpty()) {
      throw new IllegalArgumentException("faults: none given; add at least one");
    }
    byte[][] spoilt =
        faults.stream().flatMap(fault -> Stream.of(faulty(fault))).toArray(byte[][]::new);
    return new TokenStream(valid, spoilt, errorPercent, sampler(pattern), random());
  }

  private AccessPattern.TokenSampler sampler(AccessPattern pattern) {
    return pattern.sampler(valid.length, churn);
  }

  private static SplittableRandom random() {
    return new SplittableRandom(ThreadLocalRandom.current().nextLong());
  }

  /** Returns invalid tokens with one fault, a tenth as many as there are valid tokens. */
  private byte[][] faulty(TokenFault fault) {
    return faulty.computeIfAbsent(
        fault,
        any ->
            files.octets(
                fault.name(),
                () ->
                    IntStream.range(0, Math.max(1, valid.length / 10))
                        .mapToObj(number -> fault.spoil(template(number), stranger).compact())
                        .map(token -> octets(fault.spoil(token)))
                        .toArray(byte[][]::new)));
  }

  private TokenBuilder template(int number) {
    int issuer = number % issuers.size();
    return issuers
        .get(issuer)
        .token()
        .signedBy(keys.get(issuer))
        .subject("user-" + number)
        .scope("orders:read", "orders:write")
        .claim("data", data(number))
        .expiresIn(LIFETIME);
  }

  private String data(int number) {
    SplittableRandom random = new SplittableRandom(number);
    return random
        .ints(random.nextInt(minDataLength, maxDataLength + 1), 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static byte[] octets(String token) {
    return token.getBytes(ISO_8859_1);
  }

  /** Options of a {@link Workload}. Not thread-safe. */
  public static final class Builder {

    private static final int MAX_DATA_LENGTH = 6_000;

    private int issuers = 3;
    private int tokens = 600;
    private SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;
    private int minDataLength = 50;
    private int maxDataLength = 250;
    private @Nullable Path folder;

    private Builder() {}

    /**
     * Sets the number of issuers; by default 3.
     *
     * @param number from 1 to 100
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder issuers(int number) {
      checkRange("issuers", number, 1, 100);
      issuers = number;
      return this;
    }

    /**
     * Sets the number of valid tokens; by default 600.
     *
     * @param number from 1 to 100,000
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder tokens(int number) {
      checkRange("tokens", number, 1, 100_000);
      tokens = number;
      return this;
    }

    /**
     * Sets the algorithm of the signatures; by default {@code RS256}. RSA keys have 2,048 bits.
     *
     * @param chosen the algorithm
     * @return this builder
     */
    public Builder algorithm(SignatureAlgorithm chosen) {
      algorithm = Objects.requireNonNull(chosen, "chosen");
      return this;
    }

    /**
     * Sets the range of lengths of the claim {@code data}, which represents the claims of an
     * application; by default from 50 to 250 characters.
     *
     * @param min the minimum, from 0 to {@code max}
     * @param max the maximum, at most 6,000
     * @return this builder
     * @throws IllegalArgumentException if a length is out of range
     */
    public Builder dataLength(int min, int max) {
      checkRange("dataLength.max", max, 0, MAX_DATA_LENGTH);
      checkRange("dataLength.min", min, 0, max);
      minDataLength = min;
      maxDataLength = max;
      return this;
    }

    /**
     * Keeps keys and tokens in a folder, and takes those that another JVM has kept there by the
     * same options; by default, each workload has its own. The issuers publish the keys, and sign
     * by others if asked to.
     *
     * @param chosen the folder; null for none
     * @return this builder
     */
    public Builder keptIn(@Nullable Path chosen) {
      folder = chosen;
      return this;
    }

    /**
     * Creates the keys and signs the tokens, which takes about a second for 600 RS256 tokens.
     *
     * @return the workload
     * @throws IllegalArgumentException if the running JDK does not have the algorithm
     */
    public Workload build() {
      return new Workload(this);
    }

    private static void checkRange(String option, int value, int min, int max) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            option
                + ": "
                + value
                + " is not between "
                + min
                + " and "
                + max
                + "; choose a number in between");
      }
    }
  }
}
