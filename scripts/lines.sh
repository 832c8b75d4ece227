#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# scripts/lines.sh [REVISION]: counts the lines of Swift in Sources per folder, without blank lines
# and comments, and the import lines separately. Counts a commit or the working tree.
set -eu

if [ $# -gt 0 ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  git archive "$1" Sources | tar -x -C "$folder"
  cd "$folder"
fi
find Sources -name '*.swift' -not -path '*.docc/*' -print0 | xargs -0 awk '
  FNR == 1 { n = split(FILENAME, path, "/"); module = path[2] (n > 3 ? "/" path[3] : ""); inside = 0 }
  inside { inside = !/\*\//; next }
  /^[ \t]*($|\/\/)/ { next }
  /^[ \t]*\/\*/ { inside = !/\*\//; next }
  /^[ \t]*(@[a-z]+ )?((public|package|internal) )?import / { imports[module]++; all["imports"]++; next }
  { code[module]++; all["code"]++ }
  END {
    for (module in code) printf "%-28s %7d code %6d imports\n", module, code[module], imports[module] | "sort"
    close("sort")
    printf "%-28s %7d code %6d imports\n", "all", all["code"], all["imports"]
  }'
