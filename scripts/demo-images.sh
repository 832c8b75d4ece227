#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: makes a template and all its images from one logo.
#
#   scripts/demo-images.sh PASSC

set -eu
passc=$1
folder=build/demo-images

rm -rf $folder
mkdir -p $folder
cat > $folder/logo.svg <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60">
  <circle cx="30" cy="30" r="24" fill="#ffcc00"/>
  <path d="M64 44V16h8v10l10-10h9L79 28l13 16h-10l-8-10-2 2v8z" fill="#ffcc00"/>
</svg>
SVG
echo
echo "Every image from one logo, by passc init --logo and passc images:"
"$passc" init $folder/cafe.pass --logo $folder/logo.svg --background auto | sed -n '/from art/s/^/  /p'
sed 's/#ffcc00/#ffe680/' $folder/logo.svg > $folder/cafe.pass/art/logo.svg
"$passc" check $folder/cafe.pass | sed -n '/template.sources.outdated/s/^/  /p'
"$passc" images $folder/cafe.pass | sed 's/^/  /'
"$passc" check $folder/cafe.pass --strict | sed 's/^/  /'
