// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.vectors;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The expected answers to all of the published vectors, as {@code vectors.manifest} says. */
public final class VectorManifest {

  private static final int JAVA = Runtime.version().feature();

  private VectorManifest() {}

  /** The expected answers of each file or folder on this JDK. */
  static Map<String, Map<String, String>> answers() {
    return answers(JAVA);
  }

  /** The expected answers of one file on the newest JDK. */
  public static Map<String, String> answersOnNewestJdk(String file) {
    return answers(Integer.MAX_VALUE).get(file);
  }

  private static Map<String, Map<String, String>> answers(int java) {
    Map<String, Map<String, String>> answers = new LinkedHashMap<>();
    for (String line : text().split("\n", -1)) {
      String[] words = line.strip().split(" +", -1);
      if (words[0].isEmpty() || words[0].startsWith("#")) {
        continue;
      }
      boolean conditional = words[0].startsWith("before-");
      if (!conditional || java < Integer.parseInt(words[0].substring("before-".length()))) {
        int file = conditional ? 1 : 0;
        if (answers.put(words[file], byCase(words, file + 1)) != null && !conditional) {
          throw new IllegalStateException(words[file] + " stands twice");
        }
      }
    }
    return answers;
  }

  private static Map<String, String> byCase(String[] words, int from) {
    Map<String, String> answers = new TreeMap<>();
    for (int i = from; i < words.length; i++) {
      String[] answer = words[i].split("=", 2);
      answers.put(answer[0], answer[1]);
    }
    return answers;
  }

  private static String text() {
    try (InputStream manifest = VectorManifest.class.getResourceAsStream("/vectors.manifest")) {
      return new String(manifest.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
