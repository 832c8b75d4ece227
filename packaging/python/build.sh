#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes the Python wheels of the programs in .build/release, or next to PASSC.
#
#   packaging/python/build.sh FOLDER [PASSC]

set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
# The SBOM has this time, so that two builds of one commit give equal wheels.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH
folder=$1
passc=${2:-$root/.build/release/passc}
stage=$(mktemp -d "${TMPDIR:-/tmp}/passc-wheels.XXXXXX")
trap 'rm -rf "$stage"' EXIT
version=$("$passc" --version | sed -n '1s/^[^0-9]*\([0-9][0-9A-Za-z.+-]*\).*/\1/p')
commit=$("$passc" --version | sed -n 's/.* (commit \([^,]*\), .*/\1/p')
INSTALLED_BY=wheel sh "$root/scripts/install.sh" "$passc" "$stage/passc" >/dev/null
sh "$root/scripts/packages/portable.sh" "$stage/passc"
swift=$(readlink -f "$(command -v "${SWIFT:-swift}")" || true)
if [ ! -f "$root/Package.resolved" ] || [ -z "$swift" ]; then
  echo "wheels without SBOM: there is no Package.resolved or no Swift" >&2
  swift=
fi
python3 "$root/packaging/python/wheel.py" "$stage/passc" "$folder" "$version" "$commit" \
  ${swift:+"${swift%/usr/bin/*}/"}
