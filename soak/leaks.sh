#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds passes in one process under valgrind. No memory may be definitely or indirectly lost. The
# "possibly lost" memory must not grow with the number of builds. (Swift keeps pointers into the
# middle of blocks, which valgrind cannot classify.)
#
#   soak/leaks.sh PROBE TEMPLATE IDENTITY [FEW MANY]

set -eu
probe=$1
template=$2
identity=$3
few=${4:-100}
many=${5:-1000}

command -v valgrind >/dev/null 2>&1 || {
  echo "make leaks needs valgrind: apt-get install valgrind" >&2
  exit 3
}
work=$(mktemp -d "${TMPDIR:-/tmp}/passc-leaks.XXXXXX")
trap 'rm -rf "$work"' EXIT

# `lost KIND FILE` prints the bytes of a kind in valgrind's summary, or 0 without such a line.
lost() { sed -n "s/.*$1 lost: \([0-9,]*\) bytes.*/\1/p" "$2" | tr -d ',' | grep . || echo 0; }

for count in "$few" "$many"; do
  valgrind --leak-check=full --errors-for-leak-kinds=definite,indirect \
    --log-file="$work/$count" "$probe" "$template" "$identity" "$count"
  for kind in definitely indirectly possibly; do
    printf '  %-10s lost after %5s builds: %s bytes\n' "$kind" "$count" "$(lost "$kind" "$work/$count")"
  done
done

bad=0
for count in "$few" "$many"; do
  for kind in definitely indirectly; do
    [ "$(lost "$kind" "$work/$count")" = 0 ] || bad=1
  done
done
[ "$(lost possibly "$work/$many")" -le "$(lost possibly "$work/$few")" ] || bad=1
if [ "$bad" = 1 ]; then
  cat "$work/$many"
  echo "leaks found" >&2
  exit 1
fi
echo "nothing definitely or indirectly lost; possibly lost does not grow"
