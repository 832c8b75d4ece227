#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures `passc check` for thousands of signed bundles: all rules, hashes, signatures and chains.
# Compares it with one run of `unzip`, `sha1sum` and `openssl cms -verify` per bundle. The results
# go to standard output.
#
#   bench/check.sh [PASSC] [FORGE] [RUNS]
#
# bundle-forge makes the bundles, each with its own pass.json, manifest and signature. They are on a
# tmpfs and are read once before the measurement.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
passc=${1:-.build/release/passc}
forge=${2:-.build/release/bundle-forge}
runs=${3:-5}

base=${TMPDIR:-/tmp}
[ -d /dev/shm ] && [ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/passc-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

absolute() { printf '%s/%s' "$(cd "$(dirname "$1")" && pwd)" "$(basename "$1")"; }

python3 "$here/card.py" "$work/small.pass"
python3 "$here/card.py" "$work/large.pass" large
python3 "$here/check.py" "$(absolute "$passc")" "$(absolute "$forge")" "$here/../certs-example" "$work" "$runs"
