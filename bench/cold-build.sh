#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures one cold `passc build` of a 20 kB store card, as a whole process with all rules. Compares
# it with the plain recipe for the same pass: sha1sum, `openssl cms -sign`, `zip -0`. The results go
# to standard output.
#
#   bench/cold-build.sh [PASSC] [PAIRS]
#
# The two run alternately, so that other load on the machine affects both. The medians are compared.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
passc=${1:-.build/release/passc}
pairs=${2:-41}

# Uses a tmpfs if there is one. Otherwise the result would include the speed of the disk.
base=${TMPDIR:-/tmp}
[ -d /dev/shm ] && [ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/passc-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

python3 "$here/card.py" "$work/card.pass"
exec_passc=$(cd "$(dirname "$passc")" && pwd)/$(basename "$passc")
python3 "$here/cold_build.py" "$exec_passc" "$here/../certs-example/ordinary" "$work" "$pairs"
