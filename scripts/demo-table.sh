#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: makes a template and a signed pass for each row of a table as a German Excel
# writes it, in two commands and without an edit.
#
#   scripts/demo-table.sh PASSC IDENTITY

set -eu
passc=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
identity=$(cd "$2" && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/passc-demo.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# In windows-1252: \366 is ö, \374 is ü, \200 is the euro sign.
printf '%b' 'Mitglieds-Nr.;Vorname;Nachname;E-Mail;Stufe;Punkte;Guthaben (\0200);G\0374ltig bis\r\n' \
  '00417;J\0366rg;M\0374ller;joerg@example.com;Gold;1.250;12,50;31.12.2031\r\n' \
  '00418;Ada;Example;ada@example.com;Silber;0;1.000,00;1.2.2032\r\n' \
  '00733;Max;Muster;max@example.com;Gold;42;0,99;15.9.2031\r\n' >members.csv

echo
echo "From a German table to passes:"
echo
"$passc" init gym.pass --from members.csv --style storeCard --background '#0b3d2e' >guesses.txt
sed '/^$/,$d' guesses.txt
"$passc" issue gym.pass --data members.csv --identity "$identity" -o passes
made=$(find passes -name '*.pkpass' | wc -l | tr -d ' ')
[ "$made" = 3 ] || { echo "expected 3 passes, found $made" >&2; exit 1; }
