#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# `passc preview` of a store card with 300 kB of noisy images: the first picture as a whole process, cards a second on
# one processor as PNG at two pixels a point and as SVG, the same of templates and of cards with a photo of its own
# each, a contact sheet of 500, how soon the live page of --watch shows a saved file, and what the worst passes cost
# that somebody could think of. Figures go to standard output; fails when a target is missed.
#
#   bench/preview.sh [PASSC]
#
# Files lie on tmpfs where there is one: a disk would be measured otherwise.

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
