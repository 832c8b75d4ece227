#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: damages copies of a pass in three ways and shows what passc check reports for
# each.
#
#   scripts/demo-check.sh PASSC BUNDLE ROOT-CERTIFICATE

set -eu
passc=$1
bundle=$2
root=$3

folder=$(mktemp -d "${TMPDIR:-/tmp}/passc-demo.XXXXXX")
trap 'rm -rf "$folder"' EXIT

# Changes one byte of a text in pass.json. The entries are not compressed, so only the checksum
# shows the change. The first copy keeps the wrong checksum. The other two copies are truncated and
# signed with another key.
size=$(wc -c <"$bundle" | tr -d ' ')
LC_ALL=C sed 's/"formatVersion":1/"formatVersion":2/' "$bundle" >"$folder/edited.pkpass"
head -c "$((size / 2))" "$bundle" >"$folder/cut.pkpass"
cp "$bundle" "$folder/untrusted.pkpass"

echo
echo "Three ways to break $(basename "$bundle"), and what passc check says:"
for way in edited cut untrusted; do
  echo
  trust="--trust $root"
  [ "$way" != untrusted ] || trust=
  # shellcheck disable=SC2086
  "$passc" check "$folder/$way.pkpass" $trust | sed "s|$folder/||g" || true
done
echo
echo "And the pass as it was built, its example root trusted:"
echo
"$passc" check "$bundle" --trust "$root"
