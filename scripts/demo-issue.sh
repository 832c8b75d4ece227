#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: issues many passes from a table, prints the RSA limit of this machine for
# comparison and checks a sample. Then it kills a second run, resumes it and shows that both runs
# have written the same bytes.
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

# Repeats the rows of the sample, each with its own serial number.
awk -v count="$count" '
  NR == 1 { print; next }
  { rest[++n] = substr($0, index($0, ",")) }
  END {
    for (i = 1; i <= count; i++) printf "KB-%04d-%04d%s\n", 2031 + int(i / 10000), i % 10000, rest[(i - 1) % n + 1]
  }' "$template/sample.csv" >rows.csv

# A fixed signing time makes the bytes of the two runs comparable.
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
# Prints the report and exit code of each sampled bundle. A failed check ends the demo.
sampled=0
for name in $(ls first | awk 'NR % '"$((count / 5))"' == 1'); do
  "$passc" check "first/$name" --trust "$root" >verdict.txt || { cat verdict.txt >&2; exit 1; }
  sampled=$((sampled + 1))
done
echo "  $sampled passes, each: $(tail -n 1 verdict.txt)"

echo
echo "The same again with a ledger, killed half-way:"
# Not with run(): the background process would be the shell, and passc would survive it.
"$passc" issue "$template" --data rows.csv --identity "$identity" --jobs "$jobs" \
  -o second --ledger passes.ledger --progress none >killed.out 2>killed.err &
pid=$!
while [ "$(find second -name '*.pkpass' 2>/dev/null | wc -l)" -lt $((count / 2)) ] && kill -0 $pid 2>/dev/null; do
  sleep 0.05
done
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
left=$(find second -name '*.pkpass' | wc -l | tr -d ' ')
[ "$left" -lt "$count" ] || { echo "  the run ended before it could be killed" >&2; exit 1; }
echo "  killed with $left passes on disk"
run -o second --ledger passes.ledger --progress none >resumed.out 2>resumed.err || { cat resumed.err >&2; exit 1; }
sed 's/^/  resumed: /' resumed.out
if diff -r first second >/dev/null; then
  echo "  both folders are equal, byte for byte"
else
  echo "  the folders differ" >&2
  exit 1
fi
