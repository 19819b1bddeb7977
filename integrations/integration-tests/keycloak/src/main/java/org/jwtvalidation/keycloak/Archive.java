// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** A zip file with one folder at its top, as servers are distributed. */
final class Archive {

  private final Path zip;

  Archive(Path zip) {
    this.zip = zip;
  }

  /**
   * Unpacks everything below {@code folder}, in place of what an earlier run has left there.
   *
   * @return the folder at the top of the archive
   * @throws IOException if the archive cannot be unpacked, or has a name that leads out of {@code
   *     folder}
   */
  Path unpackInto(Path folder) throws IOException {
    delete(folder);
    Path root = Files.createDirectories(folder).toAbsolutePath().normalize();
    try (ZipFile file = new ZipFile(zip.toFile())) {
      Enumeration<? extends ZipEntry> entries = file.entries();
      while (entries.hasMoreElements()) {
        unpack(file, entries.nextElement(), root);
      }
    } catch (ZipException e) {
      throw new IOException(
          zip + ": not a whole zip file; delete it, also from the local repository of Maven", e);
    }
    return onlyFolder(root);
  }

  private void unpack(ZipFile file, ZipEntry entry, Path root) throws IOException {
    Path target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root)) {
      throw new IOException(
          zip
              + ": "
              + entry.getName()
              + " leads out of the folder; unpack nothing of this archive");
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.getParent());
    try (InputStream content = file.getInputStream(entry)) {
      Files.copy(content, target);
    }
  }

  private Path onlyFolder(Path root) throws IOException {
    try (Stream<Path> children = Files.list(root)) {
      List<Path> found = children.toList();
      if (found.size() != 1 || !Files.isDirectory(found.get(0))) {
        throw new IOException(zip + ": not one folder but " + found.size() + " things at its top");
      }
      return found.get(0);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> below = Files.walk(folder)) {
      for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
