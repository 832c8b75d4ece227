#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Prints the licences and notices of everything that is linked into the programs as one text: the
# fetched Swift packages, and the libraries of Swift. Prints nothing if nothing was fetched.
#
#   scripts/packages/notices.sh CHECKOUTS

set -eu
folder=$1
[ -d "$folder" ] || exit 0
LC_ALL=C
export LC_ALL
texts=$(mktemp -d "${TMPDIR:-/tmp}/passc-notices.XXXXXX")
trap 'rm -rf "$texts"' EXIT

# Most texts are the same. Each one is printed once, with the names of all its packages.
for package in "$folder"/*/; do
  found=no
  for file in "$package"LICENSE* "$package"NOTICE* "$package"Sources/*/LICENSE*; do
    [ -f "$file" ] || continue
    found=yes
    sum=$(cksum <"$file" | tr ' ' -)
    [ -f "$texts/$sum" ] || cp "$file" "$texts/$sum"
    echo "${file#"$folder"/}" >>"$texts/$sum.names"
  done
  [ "$found" = yes ] || { echo "$package has no licence" >&2; exit 1; }
done

echo "passc has parts of the following packages linked in."
# Sorted by the first name of each text.
for names in "$texts"/*.names; do
  printf '%s %s\n' "$(head -n 1 "$names")" "${names%.names}"
done | sort | while read -r _ text; do
  printf '\n'
  sed 's/^/== /' "$text.names"
  printf '\n'
  cat "$text"
done
cat <<'REST'

== Swift's runtime and Foundation

Copyright (c) Apple Inc. and the Swift project authors; Apache License 2.0 with Runtime Library
Exception, https://swift.org/LICENSE.txt. Foundation brings ICU, under the Unicode License,
https://www.unicode.org/license.txt

== SQLite and GCC's C++ library, where they are not shared ones

SQLite is in the public domain. libstdc++ is under the GNU General Public License 3 with the GCC
Runtime Library Exception.
REST
