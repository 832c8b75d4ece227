#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds build/packages/passc-VERSION-ARCH.oci.tar, a container image of the programs in
# .build/release, with its SBOM and SHA-256 checksum. Then tests it as user 65532 with a read-only
# root.
#
#   scripts/packages/image.sh

set -eu
cd "$(dirname "$0")/../.."
scripts/setup.sh packages
if ! grep -q '^ID=debian$' /etc/os-release; then
  echo "make container takes libraries of Debian from the machine it runs on; this is none" >&2
  exit 3
fi
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)}
export SOURCE_DATE_EPOCH
commit=$(scripts/packages/built.sh)
version=$(.build/release/passc --version | sed -n '1s/^[^0-9]*\([0-9][0-9A-Za-z.+-]*\).*/\1/p')
stage=build/image/stage
out=build/packages
rm -rf "$stage"
mkdir -p "$out" build/image
python3 scripts/packages/versions.py check
sh scripts/linked.sh .build/release/passc
sh scripts/hardened.sh .build/release/passc-app .build/release/passc-preview .build/release/passc-service
sh scripts/install.sh .build/release/passc "$stage/usr" >/dev/null
libexec=$stage/usr/libexec/passc
programs="$stage/usr/bin/passc $libexec/passc-app $libexec/passc-preview $libexec/passc-service"
image=$out/passc-$version-$(dpkg --print-architecture).oci.tar
python3 scripts/packages/image.py "$stage" --version "$version" --out "$image" \
  --commit "$commit" --packages build/image/packages
swift=$(readlink -f "$(command -v "${SWIFT:-swift}")")
# shellcheck disable=SC2086 # a list of words
python3 scripts/packages/sbom.py "$image" --version "$version" --programs $programs \
  --swift "${swift%/usr/bin/*}/" --inside --packages build/image/packages >"$image.spdx.json"
(cd "$out" && sha256sum "$(basename "$image")" >"$(basename "$image").sha256")
COMMIT=$commit sh scripts/packages/image-try.sh "$image"
