#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures `passc preview` of a store card with 300 kB of noisy images. It measures the first
# picture as a whole process. It measures cards per second on one processor, as PNG at two pixels
# per point and as SVG, also for templates and for cards with individual photos. It also measures a
# contact sheet of 500 passes, the delay of the live page of --watch after a file is saved, and the
# worst passes that we could think of. The results go to standard output. Fails if a target is
# missed.
#
#   bench/preview.sh [PASSC]
#
# The files are on a tmpfs if there is one. Otherwise the result would include the speed of the
# disk.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
passc=${1:-.build/release/passc}
passc=$(cd "$(dirname "$passc")" && pwd)/$(basename "$passc")

base=${TMPDIR:-/tmp}
[ -d /dev/shm ] && [ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/passc-preview.XXXXXX")
trap 'rm -rf "$work"' EXIT

python3 "$here/batch_card.py" "$work/card.pass" "$work/rows.csv" 500 --large
python3 "$here/preview.py" "$passc" "$work"
