#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Prints Homebrew's formula for a release: the address of the source tarball, its SHA-256 checksum,
# and the commit for `passc --version`, because the tarball contains no checkout.
#
#   scripts/packages/formula.sh ADDRESS TARBALL [COMMIT]

set -eu
[ $# = 2 ] || [ $# = 3 ] || { echo "usage: scripts/packages/formula.sh ADDRESS TARBALL [COMMIT]" >&2; exit 2; }
case ${3:-} in
*[!0-9a-f]*)
  echo "not the digits of a commit: $3" >&2
  exit 2
  ;;
esac
case $1 in
https://*[!0-9A-Za-z:/._+~%-]* | http:*)
  echo "not an address a formula may hold: $1" >&2
  exit 2
  ;;
https://*) ;;
*)
  echo "an https address is expected, not $1" >&2
  exit 2
  ;;
esac
here=$(dirname "$0")
if command -v sha256sum >/dev/null; then
  sum=$(sha256sum "$2")
else
  sum=$(shasum -a 256 "$2")
fi
awk -v address="$1" -v sum="${sum%% *}" -v commit="$(printf %.12s "${3:-}")" '
  commit != "" && /"SWIFTFLAGS=--disable-sandbox"$/ { $0 = $0 ",\n      *([\"COMMIT=" commit "\"] unless build.head?)" }
  { print }
  /^  homepage / { printf "  url \"%s\"\n  sha256 \"%s\"\n", address, sum }
' "$here/../../packaging/homebrew/passc.rb"
