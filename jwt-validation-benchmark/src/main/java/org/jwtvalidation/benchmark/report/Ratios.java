package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jwtvalidation.benchmark.report.Row.Role;

/**
 * The ratios of a suite's rows to the row that they are compared with, by the time of an operation:
 * a cache miss, a load without errors, this library among its peers, the bare cryptography.
 */
final class Ratios {

  /** The fact in which rows differ from their base; in other suites, the method differs. */
  private static final Map<String, String> FREE =
      Map.of("standard", "cacheSize", "errors", "errorPercent", "peers", "peer");

  private Ratios() {}

  /** The ratios by the heading that names their base; empty for a suite without a base. */
  static Map<String, List<String>> of(String suite, List<Row> all) {
    Map<String, List<String>> ratios = new LinkedHashMap<>();
    String mode = all.stream().anyMatch(row -> row.mode().equals("avgt")) ? "avgt" : "thrpt";
    List<Row> rows = new ArrayList<>(all.stream().filter(r -> r.mode().equals(mode)).toList());
    String free = FREE.getOrDefault(suite, "");
    if (free.equals("peer")) {
      rows.sort(Comparator.comparing(Row::cost));
    }
    Set<String> common = new TreeSet<>(Results.varying(rows));
    Set<String> shown = free.isEmpty() ? Set.copyOf(common) : Set.of(free);
    common.remove(free);
    for (Row row : rows) {
      rows.stream()
          .filter(base -> isBase(base, free) && agree(base, row, free))
          // If there are several, the plain one.
          .min(Comparator.comparing(base -> base.facts().toString().length()))
          .filter(base -> !base.equals(row))
          .ifPresent(base -> {
            Quantity unit = Quantity.of(base.score(), base.unit());
            String heading =
                free.isEmpty()
                    ? row.label(Set.of(), 60) + ", times " + base.method()
                    : base.label(common, 60)
                        + ", times "
                        + base.facts(shown)
                        + " ("
                        + unit.text(base.score())
                        + ")";
            ratios
                .computeIfAbsent(heading, h -> new ArrayList<>())
                .add((row.facts(shown) + " " + ratio(row, base)).strip());
          });
    }
    if (suite.equals("components")) {
      sum(rows, ratios);
    }
    return ratios;
  }

  private static boolean isBase(Row row, String free) {
    return switch (free) {
      case "" -> row.role() != Role.OTHER;
      case "peer" -> row.role() == Role.OURS;
      default -> row.is(free, "0");
    };
  }

  private static boolean agree(Row base, Row row, String free) {
    Map<String, String> here = new HashMap<>(base.facts());
    Map<String, String> there = new HashMap<>(row.facts());
    here.remove(free);
    there.remove(free);
    return here.equals(there)
        && base.type().equals(row.type())
        && (free.isEmpty() || base.method().equals(row.method()));
  }

  /**
   * The ratio with its largest error, that is with both errors at their limits, if both rows have
   * enough iterations for one.
   */
  private static String ratio(Row row, Row base) {
    double ratio = row.cost() / base.cost();
    double error =
        row.range() != null || base.range() != null
            ? Double.NaN
            : ratio * (row.error() / row.score() + base.error() / base.score());
    String digits = ratio < 0.1 ? "%.3f" : "%.2f";
    return String.format(Locale.ROOT, digits, ratio)
        + (Double.isFinite(error) ? String.format(Locale.ROOT, "±" + digits, error) : "");
  }

  private static void sum(List<Row> rows, Map<String, List<String>> ratios) {
    double whole = 0;
    double steps = 0;
    for (Row row : rows) {
      whole += row.method().equals("whole") ? row.score() : 0;
      steps += Set.of("whole", "cached").contains(row.method()) ? 0 : row.score();
    }
    Quantity unit = Quantity.of(steps, Row.TIME);
    if (whole > 0) {
      ratios.put(
          "All steps, times the whole of " + unit.text(whole),
          List.of(String.format(Locale.ROOT, "%.2f (%s)", steps / whole, unit.text(steps))));
    }
  }
}
