#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds the fuzz targets: every module of the product with libFuzzer's coverage, then each given
# target (default: all) as .build/fuzz-bin/TARGET. SwiftPM cannot link libFuzzer's main, so the
# script calls the compiler itself. Unchanged modules are not compiled again.
#
#   fuzz/build.sh [TARGET...]

set -eu
cd "$(dirname "$0")/.."
swiftc=${SWIFTC:-swiftc}
out=.build/fuzz
mkdir -p "$out" .build/fuzz-bin

# Each module comes after the modules that it imports. The modules above these need external
# packages, which only SwiftPM provides, and read no untrusted bytes themselves.
modules=$(scripts/modules.py PassPreview PassApp PassNFC PassProvisioning PassUpdates)

# Optimised like the product, testable so that a target can call internal readers, and with package
# access as in Package.swift.
flags="-O -sanitize=fuzzer -parse-as-library -package-name passc -swift-version 6 -enable-testing
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
  -I $out $(for folder in Sources/CLibraries/*; do printf ' -I %s' "$folder"; done)
  $(pkg-config --cflags-only-I cairo harfbuzz fribidi)"
# --as-needed links only the libraries that a target uses.
libraries="-Xlinker --as-needed -lcrypto -lzip -lexpat $(pkg-config --libs-only-l cairo harfbuzz fribidi) -lspng -lturbojpeg
  -lfontconfig -lzint -l_FoundationICU"

# The result depends on the flags and this script as well as on the sources.
changed=fuzz/build.sh
objects=
while read -r module folder; do
  object=$out/$module.o
  objects="$objects $object"
  if [ ! -f "$object" ] || [ -n "$(find "$folder" "$changed" -newer "$object" | head -1)" ]; then
    echo "compiling $module"
    # shellcheck disable=SC2046,SC2086 # lists of words, and no blanks in our file names
    "$swiftc" $flags -wmo -module-name "$module" -emit-module \
      -emit-module-path "$out/$module.swiftmodule" -emit-object -o "$object" \
      $(find "$folder" -name '*.swift' -not -path '*.docc/*' | sort) </dev/null
  fi
  # Modules that import it must then be compiled again too.
  [ "$object" -nt "$changed" ] && changed=$object
done <<MODULES
$modules
MODULES

[ $# -gt 0 ] || set -- $(ls fuzz/targets | sed 's/\.swift$//')
for target; do
  source=fuzz/targets/$target.swift
  binary=.build/fuzz-bin/$target
  [ -f "$source" ] || { echo "fuzz: there is no $source" >&2; exit 2; }
  [ -x "$binary" ] && [ "$binary" -nt "$source" ] && [ "$binary" -nt fuzz/Input.swift ] &&
    [ "$binary" -nt "$changed" ] && continue
  echo "linking $target"
  # shellcheck disable=SC2086
  "$swiftc" $flags -wmo -module-name "Fuzz" fuzz/Input.swift "$source" $objects $libraries -o "$binary"
done
