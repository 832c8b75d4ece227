#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds build/packages/passc-VERSION-ARCH.oci.tar, a container image of the programs in
# .build/release, and passc-check-VERSION-ARCH.oci.tar, a small one for `passc check`. Each has an
# SBOM and a SHA-256 checksum. Then tests them as user 65532 with a read-only root.
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
out=build/packages
mkdir -p "$out" build/image
python3 scripts/packages/versions.py check
sh scripts/linked.sh .build/release/passc
sh scripts/hardened.sh .build/release/passc-app .build/release/passc-preview .build/release/passc-service
swift=$(readlink -f "$(command -v "${SWIFT:-swift}")")

# `image NAME COMPANIONS [OPTION...]` makes one image, COMPANIONS is yes or no.
image() {
  name=$1
  companions=$2
  shift 2
  stage=build/image/$name
  rm -rf "$stage"
  INSTALLED_BY=image COMPANIONS=$companions sh scripts/install.sh .build/release/passc "$stage/usr" >/dev/null
  image=$out/$name-$version-$(dpkg --print-architecture).oci.tar
  python3 scripts/packages/image.py "$stage" --name "$name" --version "$version" --out "$image" \
    --commit "$commit" --packages build/image/packages "$@"
  set -- "$stage/usr/bin/passc"
  for companion in "$stage"/usr/libexec/passc/passc-*; do
    [ ! -f "$companion" ] || set -- "$@" "$companion"
  done
  python3 scripts/packages/sbom.py "$image" --version "$version" --commit "$commit" --programs "$@" \
    --swift "${swift%/usr/bin/*}/" --inside --packages build/image/packages >"$image.spdx.json"
  (cd "$out" && sha256sum "$(basename "$image")" >"$(basename "$image").sha256")
  COMMIT=$commit COMPANIONS=$companions sh scripts/packages/image-try.sh "$image"
}

image passc yes
image passc-check no --bare --limit 60000000
