// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;

/**
 * The keys and tokens of several JVMs, in files: the first JVM makes them, which takes seconds, and
 * the others read them.
 *
 * @param folder where the files are; null if each JVM makes its own
 */
record TokenFiles(@Nullable Path folder) {

  /** A key in parts: its Key ID, the name of its kind, the public and the private key. */
  private static final int PARTS = 4;

  /** The keys, which are made if there is no file. */
  List<TestKey> keys(SignatureAlgorithm algorithm, Supplier<List<TestKey>> made) {
    if (folder == null) {
      return made.get();
    }
    byte[][] parts =
        octets("keys", () -> made.get().stream().flatMap(TokenFiles::parts).toArray(byte[][]::new));
    return IntStream.range(0, parts.length / PARTS)
        .mapToObj(i -> key(algorithm, List.of(parts).subList(PARTS * i, PARTS * (i + 1))))
        .toList();
  }

  private static Stream<byte[]> parts(TestKey key) {
    return Stream.of(
        String.valueOf(key.keyId()).getBytes(UTF_8),
        key.publicKey().getAlgorithm().getBytes(UTF_8),
        key.publicKey().getEncoded(),
        key.privateKey().getEncoded());
  }

  private static TestKey key(SignatureAlgorithm algorithm, List<byte[]> parts) {
    try {
      KeyFactory factory = KeyFactory.getInstance(new String(parts.get(1), UTF_8));
      KeyPair pair =
          new KeyPair(
              factory.generatePublic(new X509EncodedKeySpec(parts.get(2))),
              factory.generatePrivate(new PKCS8EncodedKeySpec(parts.get(3))));
      return TestKey.of(algorithm, new String(parts.get(0), UTF_8), pair);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key that was kept cannot be read", e);
    }
  }

  /** What the file of this name has, which is made if there is none. */
  byte[][] octets(String name, Supplier<byte[][]> made) {
    if (folder == null) {
      return made.get();
    }
    Path file = folder.resolve(name);
    try {
      if (!Files.exists(file)) {
        write(file, made.get());
      }
      return read(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** At once, so that another JVM reads all or nothing. */
  private static void write(Path file, byte[][] all) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Path draft = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(draft)))) {
      out.writeInt(all.length);
      for (byte[] each : all) {
        out.writeInt(each.length);
        out.write(each);
      }
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static byte[][] read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      byte[][] all = new byte[in.readInt()][];
      for (int i = 0; i < all.length; i++) {
        all[i] = in.readNBytes(in.readInt());
      }
      return all;
    }
  }
}
