#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs fuzz targets one after the other, each for SECONDS. For each it prints the executions,
# executions per second, coverage and processor seconds. Stops with 1 after a crash. The input is
# then in .build/fuzz-crashes/TARGET and should become a test after the fix.
#
#   fuzz/run.sh SECONDS [TARGET]
#
# Settings: FUZZ_MAX_LEN (maximum input size in bytes, default 65536), FUZZ_MEMORY (MB, default 256)
# and FUZZ_BUILD=no (runs the existing programs). No input up to 16 MB may take more than 2 s or 256
# MB.

set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
target=${2:-}
max_len=${FUZZ_MAX_LEN:-65536}
memory=${FUZZ_MEMORY:-256}
# Otherwise a crash would wait for a debugger at a terminal that does not exist.
export SWIFT_BACKTRACE=enable=no

# shellcheck disable=SC2086 # no target is all of them
[ "${FUZZ_BUILD:-yes}" = no ] || fuzz/build.sh $target

# More than 2 s on a busy or suspended machine is not necessarily a hang, so the input is run again
# alone.
hangs() {
  for _ in 1 2 3; do
    "$1" -timeout=2 -rss_limit_mb="$memory" "$2" >/dev/null 2>&1 && return 1
  done
  return 0
}

# run TARGET runs libFuzzer, and restarts it after a false alarm.
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

# Adds libFuzzer's figures over the parts of a run.
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

# Prints the processor seconds of the children so far, from the second line of `times`: 0m1.2s
# 0m0.3s. It reads a file, because a pipe would start a new shell without children.
used() {
  awk 'NR == 2 { gsub(/[ms]/, " "); print $1 * 60 + $2 + $3 * 60 + $4 }' "$1"
}

# Has bsdtar read the archives in which the reader found nothing. Wallet reads with the same library.
second_opinion() {
  fine=.build/fuzz-fine
  rm -rf "$fine"
  mkdir -p "$fine"
  seeds=
  [ -d fuzz/seeds/archive ] && seeds=fuzz/seeds/archive
  # shellcheck disable=SC2086 # one word or none
  PASSC_FUZZ_FINE=$fine .build/fuzz-bin/archive -runs=0 -timeout=2 -rss_limit_mb="$memory" \
    .build/fuzz-corpus/archive $seeds >/dev/null 2>&1 || return 1
  python3 soak/second_reader.py "$fine"
}

failed=0
mkdir -p .build/fuzz-crashes
[ -n "$target" ] || target=$(ls fuzz/targets | sed 's/\.swift$//')
for name in $target; do
  times >".build/fuzz-crashes/$name.times"
  before=$(used ".build/fuzz-crashes/$name.times")
  run "$name" || failed=1
  [ "$name" != archive ] || second_opinion || failed=1
  times >".build/fuzz-crashes/$name.times"
  after=$(used ".build/fuzz-crashes/$name.times")
  figures "$name" "$(awk -v a="$after" -v b="$before" 'BEGIN { print a - b }')"
done
exit "$failed"
