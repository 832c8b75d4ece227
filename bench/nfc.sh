#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# How many answers of phones `passc nfc decrypt -` opens in a second, beside `openssl speed ecdhp256`, the
# part of it that nobody can leave out. Figures go to standard output.
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
