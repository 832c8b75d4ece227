#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds fuzz targets: every module of the product with libFuzzer's coverage inside, then each target
# named (default: all) as .build/fuzz-bin/TARGET. SwiftPM cannot link libFuzzer's main, so the compiler
# is called by hand. What has not changed is not compiled again.
#
#   fuzz/build.sh [TARGET...]

set -eu
cd "$(dirname "$0")/.."
swiftc=${SWIFTC:-swiftc}
out=.build/fuzz
mkdir -p "$out" .build/fuzz-bin

# Each after those it imports. The modules above them need packages from outside, which only SwiftPM has, and
# read no untrusted bytes themselves.
modules=$(scripts/modules.py PassPreview PassApp PassNFC PassProvisioning PassUpdates)

# Optimised as the product is; testable, so that a target reaches the reader it is about; package access
# as in Package.swift.
flags="-O -sanitize=fuzzer -parse-as-library -package-name passc -swift-version 6 -enable-testing
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
  -I $out $(for folder in Sources/CLibraries/*; do printf ' -I %s' "$folder"; done)
  $(pkg-config --cflags-only-I cairo harfbuzz fribidi)"
# What is linked is what a target uses: --as-needed.
libraries="-Xlinker --as-needed -lcrypto -lzip $(pkg-config --libs-only-l cairo harfbuzz fribidi) -lspng -lturbojpeg
  -lfontconfig -lzint -l_FoundationICU"

# The flags and this script decide what comes out as much as the sources do.
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
  # What imports it compiles again when it did.
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
