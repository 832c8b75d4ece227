#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Damaged bundles by the thousand through `passc check`, 10,000 a call: see mutate.py. Called by
# `make mutate`, after the tests were built: they make the odd and broken bundles it starts from.
# Then bundles with many of one thing times many of another: see bench/hostile.py. From 100,000 mutants on
# they have 16 MB too.
#
#   soak/mutate.sh PASSC COUNT SWIFT

set -eu
here=$(cd "$(dirname "$0")" && pwd)
odd=$(mktemp -d "${TMPDIR:-/tmp}/passc-odd.XXXXXX")
trap 'rm -rf "$odd"' EXIT
trap 'exit 130' INT TERM

if ! PASSC_KEEP_BUNDLES=$odd "$3" test --skip-build --disable-xctest \
  --filter 'OddBundleTests|BrokenBundleTests|SealFindingTests' >"$odd/log" 2>&1; then
  tail -n 20 "$odd/log" >&2
  exit 1
fi
python3 "$here/mutate.py" "$1" --count "$2" --odd "$odd" --keep build/mutants
sizes=1
[ "$2" -lt 100000 ] || sizes=1,16
"$here/../bench/hostile.sh" "$1" --crossed "$sizes"
