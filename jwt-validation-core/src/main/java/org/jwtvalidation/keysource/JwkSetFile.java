// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;

/**
 * Reads a JWK Set from a file. All of it is read each time and compared with what was read last:
 * neither time nor size tells all changes, and reading a few kilobytes costs little more than
 * asking for them. Used by one thread at a time.
 */
final class JwkSetFile implements Callable<JwkSet> {

  /** What was read. */
  private static final class Content {

    private final byte[] octets;
    private final @Nullable JwkSet jwkSet;
    private final @Nullable IllegalArgumentException problem;

    private Content(
        byte[] octets, @Nullable JwkSet jwkSet, @Nullable IllegalArgumentException problem) {
      this.octets = octets;
      this.jwkSet = jwkSet;
      this.problem = problem;
    }

    private static Content of(byte[] octets) {
      try {
        return new Content(octets, JwkSet.parse(octets), null);
      } catch (IllegalArgumentException e) {
        return new Content(octets, null, e);
      }
    }

    private JwkSet orElseThrow() {
      if (jwkSet == null) {
        throw Objects.requireNonNull(problem);
      }
      return jwkSet;
    }
  }

  private final Path path;
  private @Nullable Content last;

  JwkSetFile(Path path) {
    this.path = path;
  }

  /**
   * Returns what is in the file: the same instance if that has not changed.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it is not a JWK Set with a usable key
   */
  @Override
  public JwkSet call() throws IOException {
    byte[] octets = read();
    Content content = last;
    if (content == null || !Arrays.equals(octets, content.octets)) {
      content = Content.of(octets);
      last = content;
    }
    return content.orElseThrow();
  }

  private byte[] read() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // Opening a named pipe would wait for its writer.
      throw new IOException("not a regular file");
    }
    if (attributes.size() > JwkSet.MAX_OCTETS) {
      throw new IOException(
          attributes.size() + " octets; at most " + JwkSet.MAX_OCTETS + " are read");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(JwkSet.MAX_OCTETS + 1);
    }
  }
}
