// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.util.List;
import org.jwtvalidation.internal.arithmetic.PlantedErrors.Planted;
import org.jwtvalidation.proof.Program;
import org.pitest.classinfo.ClassName;
import org.pitest.classpath.ClassloaderByteArraySource;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.config.GregorEngineFactory;

/** The errors that PIT puts into the bytecode of the library, as with {@code -Pmutation}. */
final class PitErrors {

  private static final Mutater MUTATER =
      new GregorEngineFactory()
          .createEngine(EngineArguments.arguments().withMutators(List.of("DEFAULTS")))
          .createMutator(new ClassloaderByteArraySource(PitErrors.class.getClassLoader()));

  private PitErrors() {}

  /** All of its changes in the methods of some names in a class. */
  static List<Planted> in(String type, List<String> methods) {
    return MUTATER.findMutations(ClassName.fromString(Proof.HERE + type)).stream()
        .filter(error -> methods.contains(error.getMethod()))
        .map(error -> planted(type, error))
        .toList();
  }

  private static Planted planted(String type, MutationDetails error) {
    return new Planted(
        type + ", line " + error.getLineNumber(),
        error.getMethod() + ": " + error.getDescription(),
        () -> Program.read(MUTATER.getMutation(error.getId()).getBytes()));
  }
}
