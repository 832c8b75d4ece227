#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: fills an export of Apple's Pass Designer from a table, saves the design again
# with a change, and builds it once more.
#
#   scripts/demo-designer.sh PASSC IDENTITY

set -eu
passc=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
identity=$(cd "$2" && pwd)
designs=$(cd "$(dirname "$0")/../examples/pass-designer" && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/passc-demo.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp -R "$designs/." .

echo
echo "From a design of Pass Designer to passes:"
echo
"$passc" issue Boarding.pkpasstemplate --data flights.csv --identity "$identity" -o passes
"$passc" init boarding.pass --from Boarding.pkpasstemplate >columns.txt
sed '/^$/,$d' columns.txt
sed 's/"Gate"/"Exit"/' Boarding.pkpasstemplate/pass.json >saved.json
mv saved.json Boarding.pkpasstemplate/pass.json
"$passc" build boarding.pass --sample 1 --emit pass-json --identity "$identity" >pass.json
grep -q '"Exit"' pass.json || { echo "the saved design is not in the pass" >&2; exit 1; }
"$passc" check Loyalty.pkpasstemplate --ios 26
