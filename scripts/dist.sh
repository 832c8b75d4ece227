#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packs the files of `make install` into a tarball for machines without Swift, and writes its SBOM
# and SHA-256 checksum.
#
#   scripts/dist.sh PASSC FOLDER

set -eu
passc=$1
folder=$2
here=$(dirname "$0")
made=$(dirname "$passc")

version=$("$passc" --version | sed -n '1s/^[^0-9]*\([0-9][0-9A-Za-z.+-]*\).*/\1/p')
system=$(uname -s | tr '[:upper:]' '[:lower:]')
[ "$system" = darwin ] && system=macos
name=passc-$version-$system-$(uname -m)

if [ "$system" = linux ]; then
  # A shared Swift library would be missing on the other machine.
  if ldd "$passc" "$made/passc-app" "$made/passc-preview" "$made/passc-service" | grep -E 'libswift|libFoundation|lib_Foundation|libdispatch|not found' >&2; then
    echo "the binary needs libraries that only a machine with Swift has" >&2
    exit 1
  fi
  sh "$here/linked.sh" "$passc"
  sh "$here/hardened.sh" "$made/passc-app" "$made/passc-preview" "$made/passc-service"
fi

# A release contains exactly the packages of its list.
python3 "$here/packages/versions.py" check

rm -rf "$folder/$name"
mkdir -p "$folder"
sh "$here/install.sh" "$passc" "$folder/$name" >/dev/null
cp "$here/../LICENSE" "$here/../README.md" "$folder/$name/"

# The same binary gives the same tarball: sorted names, one date, no owner, and gzip without a time.
if tar --version 2>/dev/null | grep -q 'GNU tar'; then
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" \
    -C "$folder" -cf - "$name" | gzip -n -9 >"$folder/$name.tar.gz"
else
  tar -C "$folder" -cf - "$name" | gzip -n -9 >"$folder/$name.tar.gz"
fi
swift=$(readlink -f "$(command -v "${SWIFT:-swift}")" || true)
if [ -f "$here/../Package.resolved" ] && [ -n "$swift" ]; then
  python3 "$here/packages/sbom.py" "$folder/$name.tar.gz" --version "$version" --programs "$folder/$name/bin/passc" \
    "$folder/$name"/libexec/passc/passc-* \
    --swift "${swift%/usr/bin/*}/" >"$folder/$name.tar.gz.spdx.json"
fi
rm -rf "${folder:?}/$name"
if command -v sha256sum >/dev/null; then
  (cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
else
  (cd "$folder" && shasum -a 256 "$name.tar.gz" >"$name.tar.gz.sha256")
fi
echo "$folder/$name.tar.gz"
