#!/usr/bin/env bash
# Records anew the runs whose pages ReportLayoutTest opens, which takes about 40 minutes. What counts here is what the pages say, not
# the numbers in them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
runs=$PWD
cd ../../../..

# Keeps the results in folder $2 as run $1, without the place of this machine's JVMs.
keep() {
  mkdir -p "$runs/$1"
  local file
  for file in environment jmh-result profiles accounts; do
    if [ -f "$2/$file.json" ]; then
      sed -E 's#"jvm" : "[^"]*"#"jvm" : "java"#; s#"[^"]*/(benchmark|profile)-results[^"]*"#"results"#' "$2/$file.json" |
        gzip -9n >"$runs/$1/$file.json.gz"
    fi
  done
}

measured=jwt-validation-benchmark/target/benchmark-results
./mvnw -B verify -Pbenchmark
keep default "$measured"
./mvnw -B verify -Pbenchmark -Djmh.suite=all -Djmh.quick
keep all "$measured"
./mvnw -B verify -Pbenchmark-jfr -Djmh.quick
keep profiles jwt-validation-benchmark/target/profile-results
./mvnw -B verify -Pbenchmark-http -Dload.quick
keep http jwt-validation-integration-benchmark/target/benchmark-results
