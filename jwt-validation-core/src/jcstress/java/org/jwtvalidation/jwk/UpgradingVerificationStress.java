// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.security.PublicKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.jwtvalidation.internal.tables.CrossCheck;
import org.jwtvalidation.internal.tables.KnownAnswer;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.internal.tables.TableBudget;
import org.jwtvalidation.internal.tables.TableMaker;
import org.jwtvalidation.internal.tables.UpgradingVerification;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** How two threads verify by one key whose table comes. */
final class UpgradingVerificationStress {

  private static final PublicKey KEY = StressKeys.set("k").keys().get(0).publicKey();
  private static final KnownAnswer NONE = new KnownAnswer("ES256", "EC", "", "", "");

  /** Right for both ways to verify, which do not read it. */
  private static final byte[] SIGNATURE = new byte[0];

  private UpgradingVerificationStress() {}

  private static UpgradingVerification verification(AtomicInteger requests) {
    TableMaker tables =
        new TableMaker(
            Table::new,
            NONE,
            work -> requests.incrementAndGet(),
            new CrossCheck(work -> {}, Runnable::run));
    return new UpgradingVerification(
        KEY,
        tables,
        new TableBudget(TableBudget.DEFAULT_OCTETS),
        (octets, length, signature) -> true);
  }

  private static boolean verify(UpgradingVerification verification) {
    return verification.verify(SIGNATURE, 0, SIGNATURE);
  }

  /** Not final what it is made of: who sees it before it is done says that nothing is right. */
  private static final class Table implements SignatureVerification {

    private long[] multiples = new long[16];

    Table(PublicKey unused) {
      for (int i = 0; i < multiples.length; i++) {
        multiples[i] = i + 1L;
      }
    }

    @Override
    public boolean verify(byte[] octets, int length, byte[] signature) {
      long[] all = multiples;
      return all != null && all[0] == 1 && all[all.length - 1] == all.length;
    }
  }

  /** Is the answer right while the table comes, and the table whole once the key says it has it? */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Right, before and after.")
  @State
  public static class VerifyWhileTableComes {

    private final UpgradingVerification verification = verification(new AtomicInteger());

    @Actor
    public void useTable() {
      verification.useTable(new Table(KEY));
    }

    @Actor
    public void verify(ZZ_Result r) {
      r.r1 = UpgradingVerificationStress.verify(verification);
      r.r2 = UpgradingVerificationStress.verify(verification);
    }
  }

  /** Is the table of a key asked for once, by whichever thread has used it last? */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "Once.")
  @State
  public static class AskForTableTogether {

    private final AtomicInteger requests = new AtomicInteger();
    private final UpgradingVerification verification = verification(requests);

    public AskForTableTogether() {
      for (int use = 2; use < UpgradingVerification.USES_BEFORE_TABLE; use++) {
        verify(verification);
      }
    }

    @Actor
    public void one() {
      verify(verification);
      verify(verification);
    }

    @Actor
    public void other() {
      verify(verification);
      verify(verification);
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = requests.get();
    }
  }
}
