#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes the Python wheels of the programs in .build/release, or next to PASSC.
#
#   packaging/python/build.sh FOLDER [PASSC]

set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1
passc=${2:-$root/.build/release/passc}
stage=$(mktemp -d "${TMPDIR:-/tmp}/passc-wheels.XXXXXX")
trap 'rm -rf "$stage"' EXIT
version=$("$passc" --version | sed -n '1s/^[^0-9]*\([0-9][0-9A-Za-z.+-]*\).*/\1/p')
INSTALLED_BY=wheel sh "$root/scripts/install.sh" "$passc" "$stage/passc" >/dev/null
sh "$root/scripts/packages/portable.sh" "$stage/passc"
python3 "$root/packaging/python/wheel.py" "$stage/passc" "$folder" "$version"
