#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# One cold `passc build` of a 20 kB store card (whole process, every rule run) beside the bare recipe
# for the same pass: sha1sum, `openssl cms -sign`, `zip -0`. Figures go to standard output.
#
#   bench/cold-build.sh [PASSC] [PAIRS]
#
# The two run in turns, so that whatever else the machine does falls on both; medians are compared.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
passc=${1:-.build/release/passc}
pairs=${2:-41}

# tmpfs where there is one: a disk would be measured otherwise.
base=${TMPDIR:-/tmp}
[ -d /dev/shm ] && [ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/passc-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

python3 "$here/card.py" "$work/card.pass"
exec_passc=$(cd "$(dirname "$passc")" && pwd)/$(basename "$passc")
python3 "$here/cold_build.py" "$exec_passc" "$here/../certs-example/ordinary" "$work" "$pairs"
