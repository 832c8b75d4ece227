#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of the worst bundles that we could think of: 16 MB of one kind of content,
# combinations of two kinds at 1 MB and 16 MB, and archive bombs of 10 GB. Prints processor seconds
# and memory for each. Fails if one takes more than 2 s or 256 MB, or a bomb more than 100 ms or 64
# MB.
#
#   bench/hostile.sh [PASSC [OPTION...]]     options of hostile.py, such as --crossed 1

set -eu
here=$(cd "$(dirname "$0")" && pwd)
passc=${1:-.build/release/passc}
[ $# -eq 0 ] || shift
base=${TMPDIR:-/tmp}
[ -d /dev/shm ] && [ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/passc-hostile.XXXXXX")
trap 'rm -rf "$work"' EXIT

python3 "$here/card.py" "$work/card.pass"
"$passc" build "$work/card.pass" --identity "$here/../certs-example/ordinary" -o "$work/card.pkpass"
python3 "$here/hostile.py" "$(cd "$(dirname "$passc")" && pwd)/$(basename "$passc")" "$here/../certs-example/root.pem" "$work" "$@"
