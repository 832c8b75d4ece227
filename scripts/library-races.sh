#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Sixteen tasks on one press under ThreadSanitizer, identity and template replaced meanwhile, on Swift's pool and on
# executors where they take turns between the steps of a pass, and a sequence of rows. The first run compiles the
# library with it, for some minutes.
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
