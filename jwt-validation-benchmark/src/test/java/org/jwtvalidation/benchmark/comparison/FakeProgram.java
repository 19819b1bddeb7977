// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A script that speaks the protocol, and writes down what it was asked. */
final class FakeProgram {

  /** Two words of the shell's {@code case}: what it answers to a command. */
  private static final String SCRIPT =
      """
      #!/bin/sh
      slots=0
      while read -r command rest; do
        echo "%1$s $command $rest" >>'%2$s'
        case $command in
          quit) exit 0 ;;
          slot)
            slots=$((slots + 1))
            %3$s
            echo "slot operations=100 nanos=$((%4$d * 100)) accepted=100 cpu=$((%4$d * 110))" ;;
          check) echo 'ok accepted=600 refused=12' ;;
          first) echo 'first 9000 1000 2000' ;;
          cold) echo 'cold 5000 6000' ;;
          memory) echo 'memory octets=2048 verifications=600 nanos=70000' ;;
          list) printf '%%s\\n' 'program fake' 'links lib 1.2' 'flags -O3' 'has one-key ES256 bare %1$s' \
            'absent one-key RS256 bare %1$s it has no RSA' 'absent 100-keys RS256 bare %1$s it has no RSA' \
            'absent one-key PS256 bare %1$s it has no RSA' end ;;
          *) echo 'failed: unknown command' ;;
        esac
      done
      """;

  private FakeProgram() {}

  /**
   * Writes the script.
   *
   * @param asked the file in which it writes down commands
   * @param inSlot what it does in a slot before it answers, in the language of the shell
   * @param nanos what an operation takes
   */
  static List<String> command(Path folder, String library, Path asked, String inSlot, int nanos) {
    try {
      Path script = folder.resolve(library + ".sh");
      Files.writeString(script, SCRIPT.formatted(library, asked, inSlot, nanos));
      return List.of("/bin/sh", script.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Entrant entrant(List<String> command, String measurement, @Nullable Integer jdk) {
    return new Entrant(
        new Program("fake", command, jdk, List.of(), "", List.of(measurement), List.of()),
        measurement);
  }
}
