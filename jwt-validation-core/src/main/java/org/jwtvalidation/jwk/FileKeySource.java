package org.jwtvalidation.jwk;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A JWK Set in a file. Readers never wait: one of them looks for a change while the others go on
 * with the set they have.
 */
final class FileKeySource implements KeySource {

  private static final System.Logger LOGGER = System.getLogger(FileKeySource.class.getName());
  private static final long LOOK_INTERVAL = TimeUnit.SECONDS.toNanos(5);
  private static final long UNKNOWN_KEY_INTERVAL = TimeUnit.SECONDS.toNanos(1);

  /**
   * What tells one state of a file from another; a symbolic link that was switched leads to another
   * file key.
   */
  private record Version(Object fileKey, long modified, long size) {}

  private final Path path;
  private final LongSupplier nanoTime;
  private final ReentrantLock looking = new ReentrantLock();
  private volatile JwkSet jwkSet;
  private volatile long lookedAt;
  private Version version; // guarded by looking

  FileKeySource(Path path, LongSupplier nanoTime) {
    this.path = path;
    this.nanoTime = nanoTime;
    try {
      this.version = versionNow();
      this.jwkSet = JwkSet.parse(read());
      this.lookedAt = nanoTime.getAsLong();
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "path: " + path + " has no usable JWK Set (" + describe(e) + "); name a readable file",
          e);
    }
    logSkipped();
  }

  @Override
  public JwkSet jwkSet() {
    if (nanoTime.getAsLong() - lookedAt >= LOOK_INTERVAL) {
      look(LOOK_INTERVAL);
    }
    return jwkSet;
  }

  @Override
  public JwkSet refreshed(JwkSet seen) {
    if (jwkSet == seen) {
      look(UNKNOWN_KEY_INTERVAL);
    }
    return jwkSet;
  }

  private void look(long interval) {
    if (!looking.tryLock()) {
      return;
    }
    try {
      long now = nanoTime.getAsLong();
      if (now - lookedAt < interval) {
        return;
      }
      lookedAt = now;
      Version current = versionNow();
      if (!current.equals(version)) {
        byte[] document = read();
        // A writer that is not done by now changes the version once more.
        version = current;
        jwkSet = JwkSet.parse(document).retaining(jwkSet);
        logSkipped();
      }
    } catch (IOException | IllegalArgumentException e) {
      LOGGER.log(Level.WARNING, () -> "keys of " + path + " stay as they were: " + describe(e));
    } finally {
      looking.unlock();
    }
  }

  private Version versionNow() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // Opening a named pipe would wait for its writer.
      throw new IOException("not a regular file");
    }
    @Nullable Object fileKey = attributes.fileKey();
    return new Version(
        fileKey == null ? path.toRealPath() : fileKey,
        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
        attributes.size());
  }

  private byte[] read() throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(JwkSetParser.MAX_DOCUMENT_OCTETS + 1);
    }
  }

  private void logSkipped() {
    for (String skipped : jwkSet.skipped()) {
      LOGGER.log(Level.WARNING, () -> path + " " + skipped);
    }
  }

  private static String describe(Exception e) {
    return e instanceof IllegalArgumentException ? String.valueOf(e.getMessage()) : e.toString();
  }
}
