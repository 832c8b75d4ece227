#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Draws templates/*.pass for `make pictures` and `make pictures-check`, all with the same date: as
# on iOS 27, two with a classic style also as on iOS 17, one back, and one expired pass. The images in
# docs/pictures/page show pages. scripts/browser/annotations.py draws github-report.png there again.
#
#   scripts/pictures.sh PASSC FOLDER [EXPECTED]
#
# With EXPECTED the images are compared with those in that folder.

set -eu
passc=$1
mkdir -p "$2/ios17" "$2/expired"

# draw TEMPLATE FOLDER OPTION...
draw() {
  template=$1
  folder=$2
  shift 2
  "$passc" preview "$template" --sample 1 --as-of 2026-06-01 -o "$folder/" "$@"
}

for template in templates/*.pass; do draw "$template" "$2" --side front; done
for name in boarding-pass concert-ticket; do
  draw "templates/$name.pass" "$2/ios17" --side front --ios 17
done
draw templates/concert-ticket.pass "$2" --side back
draw templates/employee-card.pass "$2/expired" --side front --state expired

[ $# -ge 3 ] || exit 0
for part in . ios17 expired; do
  python3 scripts/compare_pictures.py "$3/$part" "$2/$part"
done
