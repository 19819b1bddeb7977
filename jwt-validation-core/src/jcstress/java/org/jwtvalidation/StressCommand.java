// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.Set;
import java.util.TreeSet;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Runs the stress tests as jcstress does, with its options, but also fails where there was none to
 * run, or one that could not run here: jcstress leaves these out and is content.
 */
final class StressCommand {

  private StressCommand() {}

  public static void main(String... arguments) throws Exception {
    Options options = new Options(arguments);
    if (!options.parse()) {
      System.exit(2);
    }
    JCStress stress = new JCStress(options);
    stress.run();

    Set<String> chosen = stress.getTests();
    if (chosen.isEmpty()) {
      throw new AssertionError("no test of a name like " + options.getTestFilter());
    }
    InProcessCollector results = new InProcessCollector();
    new DiskReadCollector(options.getResultFile(), results).dump();
    Set<String> missing = new TreeSet<>(chosen);
    long samples = 0;
    for (TestResult result : results.getTestResults()) {
      if (result.status() != Status.NORMAL) {
        throw new AssertionError(result.getName() + ": " + result.status());
      }
      missing.remove(result.getName());
      samples += result.getTotalCount();
    }
    if (!missing.isEmpty()) {
      throw new AssertionError("did not run, it takes two processors: " + missing);
    }
    System.out.printf(
        "%d tests in %d virtual machines, %,d samples: no forbidden outcome%n",
        chosen.size(), results.getTestResults().size(), samples);
  }
}
