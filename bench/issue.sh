#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures `passc issue` with two jobs, writing to a tmpfs. The store card has three personalised
# fields and 20 kB (W2) or 300 kB (W1) of images. Compares it with `openssl speed -multi 2 rsa2048`
# in the same run. Also compares two jobs on two processors with one job on one processor. The
# measurements alternate, and the results are medians of nine. W1 is also written to a tmpfs with
# huge pages, if one can be mounted.
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
mkdir "$work/large"
# An ordinary tmpfs allocates each 4 kB page separately. For a large pass, this takes most of the
# time except the signature.
large=
if mount -t tmpfs -o huge=within_size,size=4g none "$work/large" 2>/dev/null; then large=$work/large/out; fi
trap '[ -z "$large" ] || umount "$work/large"; rm -rf "$work"' EXIT
out=$work/out
python3 "$here/batch_card.py" "$work/w2.pass" "$work/rows.csv" "$rows"
python3 "$here/batch_card.py" "$work/w1.pass" "$work/rows1.csv" "$((rows / 2))" --large
for name in w1 w2; do
  echo "$name: $(cat "$work/$name.pass"/*.png | wc -c | tr -d ' ') bytes of images"
done

# `before` is a command prefix that limits the processors.
run() {
  before=$1 template=$2 data=$3
  shift 3
  rm -rf "$out" "$work"/ledger*
  SOURCE_DATE_EPOCH=1767225600 $before "$passc" issue "$work/$template.pass" --data "$work/$data" -o "$out" \
    --identity "$here/../certs-example/ordinary" --progress none --format json "$@" 2>/dev/null |
    sed 's/.*"passesPerSecond":\([0-9.]*\).*/\1/'
}
run_to_large_pages() {
  out=$large
  run "" w1 rows1.csv --jobs 2
  rm -rf "$out"
  out=$work/out
}
median() { sort -n "$1" | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# The first use of tmpfs memory takes longer than everything else here.
run "" w1 rows1.csv --jobs 2 >/dev/null
if [ -n "$large" ]; then run_to_large_pages >/dev/null; fi
for turn in 1 2 3 4 5 6 7 8 9; do
  openssl speed -seconds 1 -multi 2 rsa2048 2>/dev/null | awk '$1 == "rsa" { print $6 }' >>"$work/limit"
  run "" w2 rows.csv --jobs 2 >>"$work/w2"
  run "" w2 rows.csv --jobs 2 --ledger "$work/ledger" >>"$work/w2-ledger"
  run "" w1 rows1.csv --jobs 2 >>"$work/w1"
  if [ -n "$large" ]; then run_to_large_pages >>"$work/w1-large-pages"; fi
  if command -v taskset >/dev/null; then run "taskset -c 0" w2 rows.csv --jobs 1 >>"$work/one"; fi
done
limit=$(median "$work/limit")
echo "openssl speed -multi 2 rsa2048: $limit per second"
for what in w2 w2-ledger w1 w1-large-pages; do
  [ -s "$work/$what" ] || continue
  awk -v what="$what" -v rate="$(median "$work/$what")" -v limit="$limit" \
    'BEGIN { printf "%s: %d passes per second, %.2f of it\n", what, rate, rate / limit }'
done
if [ -s "$work/one" ]; then
  awk -v two="$(median "$work/w2")" -v one="$(median "$work/one")" \
    'BEGIN { printf "w2, two jobs to one: %d to %d passes per second, %.2f\n", two, one, two / one }'
fi
