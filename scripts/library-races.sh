#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs 16 tasks with one press under ThreadSanitizer while identity and template are replaced. It
# uses Swift's thread pool, executors that interrupt tasks between the steps of a pass, and a
# sequence of rows. The first run compiles the library for some minutes.
#
#   scripts/library-races.sh [PASSES]

set -eu
cd "$(dirname "$0")/.."
passes=${1:-4000}
PASSC_BENCH=1 ${SWIFT:-swift} build --sanitize thread --scratch-path .build/library-races --product library-probe
. scripts/sanitizer/preload.sh
work=$(mktemp -d "${TMPDIR:-/tmp}/passc-races.XXXXXX")
trap 'rm -rf "$work"' EXIT
python3 bench/batch_card.py "$work/card.pass" "$work/rows.csv" 1
probe=.build/library-races/debug/library-probe
export TSAN_OPTIONS=halt_on_error=1
run "$probe" share "$work/card.pass" certs-example/ordinary "$passes"
run "$probe" turns "$work/card.pass" certs-example/ordinary "$passes"
run "$probe" sequence "$work/card.pass" certs-example/ordinary "$passes" 8
echo "no race was found"
