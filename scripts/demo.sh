#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The end of `make demo`: prints a table of the passes that were made, and what to read next.
#
#   scripts/demo.sh PASSC BUNDLE...

set -eu
passc=$1
shift

bold= dim= plain=
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
fi

# `fact NAME` prints a member of the JSON object on standard input: a text without quotes, a list
# with commas. This is enough for the output of passc and needs no JSON tool.
fact() {
  awk -v name="$1" '
    { text = text $0 }
    END {
      if (!match(text, "\"" name "\" *: *(\"[^\"]*\"|\\[[^]]*\\])")) exit
      value = substr(text, RSTART, RLENGTH)
      sub(/^"[^"]*" *: */, "", value)
      gsub(/[]["]/, "", value)
      gsub(/, */, ", ", value)
      print value
    }
  '
}

rows=
for bundle in "$@"; do
  facts=$("$passc" inspect "$bundle" --format json)
  # Newer systems draw the style scheme, and older ones the classic style.
  style=$(printf '%s\n' "$facts" | fact styleSchemes)
  [ -n "$style" ] || style=$(printf '%s\n' "$facts" | fact styles)
  serial=$(printf '%s\n' "$facts" | fact serialNumber)
  size=$(wc -c <"$bundle" | tr -d ' ')
  rows="$rows$bundle|$style|$serial|$size
"
done

echo
printf '%s' "$rows" | awk -F'|' -v bold="$bold" -v plain="$plain" '
  function width(column, text) { if (length(text) > widest[column]) widest[column] = length(text) }
  BEGIN { split("file|style|serial|size", head, "|"); for (c in head) width(c, head[c]) }
  {
    $4 = sprintf("%d kB", ($4 + 999) / 1000)
    for (c = 1; c <= 4; c++) { cell[NR, c] = $c; width(c, $c) }
  }
  function line(a, b, c, d) {
    printf "%-*s  %-*s  %-*s  %*s\n", widest[1], a, widest[2], b, widest[3], c, widest[4], d
  }
  END {
    printf "%s", bold
    line(head[1], head[2], head[3], head[4])
    printf "%s", plain
    for (r = 1; r <= NR; r++) line(cell[r, 1], cell[r, 2], cell[r, 3], cell[r, 4])
  }
'
cat <<EOF

Signed with the example identity in certs-example/: ${bold}no iPhone accepts these passes.${plain}
docs/how-to/certificates.md leads to an identity of your own, no Mac needed. It begins with

  $passc cert request --pass-type pass.com.example.card -o my-identity

Next, look into one of the passes:

  ${bold}$passc inspect $1${plain}
EOF
