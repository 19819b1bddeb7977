// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.base64;

import com.google.common.io.BaseEncoding;
import com.nimbusds.jose.util.Base64URL;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast do decoders decode base64url? A row for each decoder, from a string to an array of
 * octets.
 *
 * <p>There are 10,000 random strings of each length: those of 10,000 characters take 100 MB, which
 * exceeds the caches of processors, so that their rows include reading memory.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class DecoderBenchmark {

  /** The length of a string: a multiple of 4, which needs no padding in any dialect. */
  @Param({"100", "1000", "10000"})
  public int length = 100;

  /** The number of strings. */
  @Param("10000")
  public int strings = 10_000;

  private String[] texts;

  /** Creates the strings. */
  @Setup
  public void prepare() {
    SplittableRandom random = new SplittableRandom(length);
    byte[] octets = new byte[length / 4 * 3];
    texts = new String[strings];
    for (int i = 0; i < strings; i++) {
      random.nextBytes(octets);
      texts[i] = Base64.getUrlEncoder().encodeToString(octets);
    }
  }

  String next() {
    return texts[ThreadLocalRandom.current().nextInt(texts.length)];
  }

  /** This library's decoder: canonical encodings only, without padding. */
  @Benchmark
  public byte[] ours() throws DecodingException {
    return Base64Url.decode(next());
  }

  /** The JDK's decoder. */
  @Benchmark
  public byte[] jdk() {
    return Base64.getUrlDecoder().decode(next());
  }

  /** Nimbus's public class. */
  @Benchmark
  public byte[] nimbus() {
    return new Base64URL(next()).decode();
  }

  /** Guava's encoding. */
  @Benchmark
  public byte[] guava() {
    return BaseEncoding.base64Url().decode(next());
  }

  /** Apache Commons Codec, restricted to the alphabet of base64url. */
  @Benchmark
  public byte[] commonsCodec() {
    return org.apache.commons.codec.binary.Base64.decodeBase64UrlSafe(next());
  }
}
