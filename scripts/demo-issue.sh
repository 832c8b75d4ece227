#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: issues many passes from a table, beside the RSA limit of this machine, checks a
# sample, kills a second run half-way, resumes it, and shows that both ended with the same bytes.
#
#   scripts/demo-issue.sh PASSC TEMPLATE IDENTITY ROOT-CERTIFICATE [COUNT]

set -eu
passc=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
template=$(cd "$2" && pwd)
identity=$(cd "$3" && pwd)
root=$(cd "$(dirname "$4")" && pwd)/$(basename "$4")
count=${5:-10000}

base=${TMPDIR:-/tmp}
if [ -d /dev/shm ] && [ -w /dev/shm ]; then base=/dev/shm; fi
folder=$(mktemp -d "$base/passc-demo.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# The rows of the sample again and again, each with a serial number of its own.
awk -v count="$count" '
  NR == 1 { print; next }
  { rest[++n] = substr($0, index($0, ",")) }
  END {
    for (i = 1; i <= count; i++) printf "KB-%04d-%04d%s\n", 2031 + int(i / 10000), i % 10000, rest[(i - 1) % n + 1]
  }' "$template/sample.csv" >rows.csv

# The signing time is given, so that two runs at two times can be compared byte for byte.
SOURCE_DATE_EPOCH=$(date +%s)
export SOURCE_DATE_EPOCH
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
run() { "$passc" issue "$template" --data rows.csv --identity "$identity" --jobs "$jobs" "$@"; }

echo
echo "$count passes from a table:"
echo
run -o first
run --format json -o timed --progress none >report.json 2>/dev/null
limit=$(openssl speed -seconds 2 -multi "$jobs" rsa2048 2>/dev/null | awk '$1 == "rsa" { print $6 }')
rate=$(sed 's/.*"passesPerSecond":\([0-9.]*\).*/\1/' report.json)
awk -v limit="${limit:-0}" -v rate="$rate" 'BEGIN {
  if (limit > 0)
    printf "%d passes per second; openssl speed rsa2048 just now: %d; that is %.2f of the limit\n", rate, limit, rate / limit
}'

echo
echo "A sample, judged by passc check:"
ls first | awk 'NR % '"$((count / 5))"' == 1' | while read -r name; do
  "$passc" check "first/$name" --trust "$root" | tail -n 1
done | sort | uniq -c

echo
echo "The same again with a ledger, killed half-way:"
run -o second --ledger passes.ledger --progress none >killed.out 2>killed.err &
pid=$!
while [ "$(find second -name '*.pkpass' 2>/dev/null | wc -l)" -lt $((count / 2)) ] && kill -0 $pid 2>/dev/null; do
  sleep 0.05
done
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
echo "  killed with $(find second -name '*.pkpass' | wc -l | tr -d ' ') passes on disk"
run -o second --ledger passes.ledger --progress none 2>resumed.err | sed 's/^/  resumed: /'
if diff -r first second >/dev/null; then
  echo "  both folders are equal, byte for byte"
else
  echo "  the folders differ" >&2
  exit 1
fi
