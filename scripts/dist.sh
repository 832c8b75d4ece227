#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packs the files of `make install` into tarballs for machines without Swift, and writes their SBOMs
# and SHA-256 checksums. On Linux the shared libraries are included, and a second tarball has passc
# alone, which is all that `passc check` needs.
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
commit=$("$passc" --version | sed -n 's/.* (commit \([^,]*\), .*/\1/p')

sum() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}

# `pack NAME COMPANIONS` makes one tarball, COMPANIONS is yes or no.
pack() {
  name=$1-$version-$system-$(uname -m)
  stage=$folder/$name
  rm -rf "$stage"
  mkdir -p "$folder"
  INSTALLED_BY=tarball COMPANIONS=$2 sh "$here/install.sh" "$passc" "$stage" >/dev/null
  [ "$system" != linux ] || sh "$here/packages/portable.sh" "$stage"
  # The same binary gives the same tarball: sorted names, one date, no owner, and gzip without a time.
  if tar --version 2>/dev/null | grep -q 'GNU tar'; then
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" \
      -C "$folder" -cf - "$name" | gzip -n -9 >"$stage.tar.gz"
  else
    tar -C "$folder" -cf - "$name" | gzip -n -9 >"$stage.tar.gz"
  fi
  swift=$(readlink -f "$(command -v "${SWIFT:-swift}")" || true)
  if [ -f "$here/../Package.resolved" ] && [ -n "$swift" ]; then
    set -- "$stage/bin/passc"
    for companion in "$stage"/libexec/passc/passc-*; do
      [ ! -f "$companion" ] || set -- "$@" "$companion"
    done
    if [ "$system" = linux ]; then
      libraries >"$folder/libraries.list"
      set -- "$@" --inside --packages "$folder/libraries.list"
    fi
    python3 "$here/packages/sbom.py" "$stage.tar.gz" --version "$version" --commit "$commit" \
      --swift "${swift%/usr/bin/*}/" --programs "$@" >"$stage.tar.gz.spdx.json"
    rm -f "$folder/libraries.list"
  fi
  rm -rf "${stage:?}"
  (cd "$folder" && sum "$name.tar.gz" >"$name.tar.gz.sha256")
  echo "$stage.tar.gz"
}

# Prints the included packages for the SBOM, a name and a version a line.
libraries() { cut -f 2,3 "$stage/share/doc/passc/libraries.tsv" | LC_ALL=C sort -u | tr '\t' ' '; }

pack passc yes
[ "$system" != linux ] || pack passc-check no
