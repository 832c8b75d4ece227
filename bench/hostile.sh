#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# What the worst bundles cost that somebody could think of: 16 MB of one thing each, many of one thing
# times many of another at 1 MB and 16 MB, and bombs of 10 GB. Prints seconds of processor and memory
# for each. Fails if one takes over 2 s or 256 MB, or a bomb over 100 ms or 64 MB.
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
