#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Checks the files of the fuzz targets: every target has seeds, all seeds and dictionaries have a
# target, seeds are small, and each target compiles with the modules of the debug build. `make fuzz`
# shows whether they link and run, which takes minutes.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

for source in fuzz/targets/*.swift; do
  target=$(basename "$source" .swift)
  check "fuzz/seeds/$target has seeds" test -n "$(ls "fuzz/seeds/$target" 2>/dev/null)"
  check "docs/project/quality.md tells of the fuzz target $target" grep -q "^| $target |" docs/project/quality.md
done
for folder in fuzz/seeds/*; do
  check "$folder belongs to a target" test -f "fuzz/targets/$(basename "$folder").swift"
done
for words in fuzz/dictionaries/*.dict; do
  check "$words belongs to a target" test -f "fuzz/targets/$(basename "$words" .dict).swift"
done
# Large seeds are slow to mutate, and do not belong in a repository.
equal "no seed is over 16 kB" "$(find fuzz/seeds -type f -size +16k)" ""
for script in fuzz/*.sh; do
  check "$script is a shell script without faults of syntax" sh -n "$script"
done

# Linking with libFuzzer takes minutes, but type-checking a target is fast. SwiftPM names the
# package after its folder.
modules=.build/debug/Modules
if command -v "${SWIFTC:-swiftc}" >/dev/null && [ -f "$modules/PassTemplate.swiftmodule" ]; then
  package=$(sed -n 's/.*PassTemplate.*"-package-name","\([^"]*\)".*/\1/p' .build/debug.yaml | head -1)
  for source in fuzz/targets/*.swift; do
    check "$source fits the modules it is about" "${SWIFTC:-swiftc}" -typecheck -I "$modules" \
      $(for folder in Sources/CLibraries/*; do printf ' -I %s' "$folder"; done) \
      $(pkg-config --cflags-only-I cairo harfbuzz fribidi) -parse-as-library -package-name "$package" -swift-version 6 \
      -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
      -enable-upcoming-feature MemberImportVisibility -module-name Fuzz fuzz/Input.swift "$source"
  done
else
  skip "whether the targets fit, there is no swiftc or no debug build"
fi

finish
