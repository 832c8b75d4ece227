#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures how many phone responses `passc nfc decrypt -` decrypts per second. Compares it with
# `openssl speed ecdhp256`, the part that no implementation can avoid. The results go to standard
# output.
#
#   bench/nfc.sh [PASSC] [TURNS]

set -eu
here=$(cd "$(dirname "$0")" && pwd)
passc=${1:-.build/release/passc}
turns=${2:-7}

base=${TMPDIR:-/tmp}
[ -d /dev/shm ] && [ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/passc-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

exec_passc=$(cd "$(dirname "$passc")" && pwd)/$(basename "$passc")
python3 "$here/nfc.py" "$exec_passc" "$here/.." "$work" "$turns"
