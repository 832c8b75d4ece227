#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# `passc issue` of a store card with three personalised fields, 20 kB (W2) and about 270 kB (W1) of images, to
# tmpfs, on two jobs, beside `openssl speed -multi 2 rsa2048` in the same run. Medians of five, in turns.
#
#   bench/issue.sh [PASSC] [ROWS]

set -eu
here=$(cd "$(dirname "$0")" && pwd)
passc=${1:-.build/release/passc}
rows=${2:-8000}
passc=$(cd "$(dirname "$passc")" && pwd)/$(basename "$passc")

base=${TMPDIR:-/tmp}
if [ -d /dev/shm ] && [ -w /dev/shm ]; then base=/dev/shm; fi
work=$(mktemp -d "$base/passc-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
python3 "$here/batch_card.py" "$work/w2.pass" "$work/rows.csv" "$rows"
python3 "$here/batch_card.py" "$work/w1.pass" "$work/rows1.csv" "$((rows / 2))" --large

run() {
  template=$1 data=$2
  shift 2
  rm -rf "$work/out" "$work"/ledger*
  SOURCE_DATE_EPOCH=1767225600 "$passc" issue "$work/$template.pass" --data "$work/$data" -o "$work/out" \
    --identity "$here/../certs-example/ordinary" --progress none --format json "$@" 2>/dev/null |
    sed 's/.*"passesPerSecond":\([0-9.]*\).*/\1/'
}
median() { sort -n "$1" | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# The first touch of tmpfs memory costs more than everything else here.
run w1 rows1.csv --jobs 2 >/dev/null
for turn in 1 2 3 4 5; do
  openssl speed -seconds 1 -multi 2 rsa2048 2>/dev/null | awk '$1 == "rsa" { print $6 }' >>"$work/limit"
  run w2 rows.csv --jobs 2 >>"$work/w2"
  run w2 rows.csv --jobs 2 --ledger "$work/ledger" >>"$work/w2-ledger"
  run w1 rows1.csv --jobs 2 >>"$work/w1"
done
limit=$(median "$work/limit")
echo "openssl speed -multi 2 rsa2048: $limit per second"
for what in w2 w2-ledger w1; do
  awk -v what="$what" -v rate="$(median "$work/$what")" -v limit="$limit" \
    'BEGIN { printf "%s: %d passes per second, %.2f of it\n", what, rate, rate / limit }'
done
