// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jwtvalidation.jwk.JwkSet;

/**
 * A file that contains a JWK Set. All of it is read and parsed each time: neither time nor size
 * tells all changes, and a few kilobytes cost little more than asking for them.
 */
final class JwkSetFile {

  private JwkSetFile() {}

  /**
   * Returns what is in the file.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it is not a JWK Set with a usable key
   */
  static JwkSet read(Path path) throws IOException {
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
      return JwkSet.parse(in.readNBytes(JwkSet.MAX_OCTETS + 1));
    }
  }
}
