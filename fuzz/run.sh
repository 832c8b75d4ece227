#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs fuzz targets one after the other, each for SECONDS, and prints a line about each: executions, how many a
# second, coverage, processor seconds. Stops with 1 when something falls; the input then lies in
# .build/fuzz-crashes/TARGET, and belongs into a test once the fault is mended.
#
#   fuzz/run.sh SECONDS [TARGET]
#
# FUZZ_MAX_LEN (bytes of an input, default 65536), FUZZ_MEMORY (MB, default 256) and FUZZ_BUILD=no (run what was
# built before) can be set. The promise is
# that no input of up to 16 MB takes over 2 s or 256 MB.

set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
target=${2:-}
max_len=${FUZZ_MAX_LEN:-65536}
memory=${FUZZ_MEMORY:-256}
# A trap would otherwise wait for a debugger at a terminal that is not there.
export SWIFT_BACKTRACE=enable=no

# shellcheck disable=SC2086 # no target is all of them
[ "${FUZZ_BUILD:-yes}" = no ] || fuzz/build.sh $target

# Over 2 s on a machine that was busy or asleep is no hang: the input is tried again, alone.
hangs() {
  for _ in 1 2 3; do
    "$1" -timeout=2 -rss_limit_mb="$memory" "$2" >/dev/null 2>&1 && return 1
  done
  return 0
}

# run TARGET: libFuzzer, started again after an alarm that turns out to be none.
run() {
  binary=.build/fuzz-bin/$1
  corpus=.build/fuzz-corpus/$1
  crashes=.build/fuzz-crashes/$1
  log=.build/fuzz-crashes/$1.log
  seeds=
  [ -d "fuzz/seeds/$1" ] && seeds=fuzz/seeds/$1
  words=
  [ -f "fuzz/dictionaries/$1.dict" ] && words=-dict=fuzz/dictionaries/$1.dict
  mkdir -p "$corpus" "$crashes"
  : >"$log"
  end=$(($(date +%s) + seconds))
  while left=$((end - $(date +%s))) && [ "$left" -gt 0 ]; do
    code=0
    # shellcheck disable=SC2086 # one word or none
    "$binary" -max_total_time="$left" -timeout=2 -rss_limit_mb="$memory" -max_len="$max_len" \
      -artifact_prefix="$crashes/" -print_final_stats=1 -verbosity=1 $words "$corpus" $seeds \
      >>"$log" 2>&1 || code=$?
    [ "$code" = 0 ] && continue
    if [ "$code" -gt 128 ]; then
      echo "fuzz: $1 was ended from outside after $((seconds - end + $(date +%s))) of $seconds s" >&2
      return 2
    fi
    found=$(sed -n 's/.*Test unit written to //p' "$log" | tail -1)
    if [ "$code" = 70 ] && [ -n "$found" ] && ! hangs "$binary" "$found"; then
      echo "fuzz: an alarm that was none, $found" >>"$log"
      rm -f "$found"
      continue
    fi
    grep -E "ERROR|SUMMARY|does not hold|Fatal" "$log" | tail -4 >&2
    echo "fuzz: $1 falls over $found" >&2
    return 1
  done
}

# The sum of libFuzzer's own figures over the parts of a run.
figures() {
  awk -v name="$1" -v cpu="$2" '
    /stat::number_of_executed_units/ { executions += $2 }
    match($0, /cov: [0-9]+/) { edges = substr($0, RSTART + 5, RLENGTH - 5) }
    match($0, /ft: [0-9]+/) { features = substr($0, RSTART + 4, RLENGTH - 4) }
    match($0, /corp: [0-9]+/) { corpus = substr($0, RSTART + 6, RLENGTH - 6) }
    END {
      rate = (cpu > 0) ? executions / cpu : 0
      printf "%-12s %12d executions %7.0f processor s %9.0f a second %7d edges ", name, executions, cpu, rate, edges
      printf "%7d features %6d inputs kept\n", features, corpus
    }' ".build/fuzz-crashes/$1.log"
}

# Processor seconds of the children so far, from the second line of `times`: 0m1.2s 0m0.3s. Through a file: a
# pipe would have a shell of its own, which has no children.
used() {
  awk 'NR == 2 { gsub(/[ms]/, " "); print $1 * 60 + $2 + $3 * 60 + $4 }' "$1"
}

failed=0
mkdir -p .build/fuzz-crashes
[ -n "$target" ] || target=$(ls fuzz/targets | sed 's/\.swift$//')
for name in $target; do
  times >".build/fuzz-crashes/$name.times"
  before=$(used ".build/fuzz-crashes/$name.times")
  run "$name" || failed=1
  times >".build/fuzz-crashes/$name.times"
  after=$(used ".build/fuzz-crashes/$name.times")
  figures "$name" "$(awk -v a="$after" -v b="$before" 'BEGIN { print a - b }')"
done
exit "$failed"
