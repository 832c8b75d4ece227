#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: draws the front and back of every pass that was made.
#
#   scripts/demo-preview.sh PASSC FOLDER BUNDLE...

set -eu
passc=$1
folder=$2
shift 2

mkdir -p "$folder"
echo
echo "What a phone shows of them, by passc preview:"
for bundle in "$@"; do
  # The remarks about a picture follow its name.
  "$passc" preview "$bundle" --side both --as-of 2026-06-01 -o "$folder/" 2>&1 | sed 's/^/  /'
done
