#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Checks thousands of damaged bundles with `passc check`, 10,000 per call. See mutate.py. `make
# mutate` runs it after the build of the tests, which make the unusual and invalid bundles that it
# starts from. Then it checks bundles that combine large amounts of two things. See
# bench/hostile.py. From 100,000 mutants on, these bundles also have 16 MB.
#
#   soak/mutate.sh PASSC COUNT SWIFT

set -eu
here=$(cd "$(dirname "$0")" && pwd)
odd=$(mktemp -d "${TMPDIR:-/tmp}/passc-odd.XXXXXX")
trap 'rm -rf "$odd"' EXIT
trap 'exit 130' INT TERM

if ! PASSC_KEEP_BUNDLES=$odd "$3" test --skip-build --disable-xctest \
  --filter 'OddBundleTests|BrokenBundleTests|SignatureFindingTests' >"$odd/log" 2>&1; then
  tail -n 20 "$odd/log" >&2
  exit 1
fi
python3 "$here/mutate.py" "$1" --count "$2" --odd "$odd" --keep build/mutants
sizes=1
[ "$2" -lt 100000 ] || sizes=1,16
"$here/../bench/hostile.sh" "$1" --crossed "$sizes"
