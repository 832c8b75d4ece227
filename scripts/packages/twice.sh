#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds the programs twice from scratch, each time in a new folder mounted at the path of this
# folder. Compares the results byte for byte and section for section. Needs root for the mounts, and
# is slow.
#
#   scripts/packages/twice.sh [PROGRAM...]          default: passc passc-app passc-preview passc-service

set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "make twice needs root: it mounts a folder over this one" >&2; exit 3; }
[ $# -gt 0 ] || set -- passc passc-app passc-preview passc-service
scripts/setup.sh build
scripts/commit.sh .build/commit
commit=$(sed -n 's/.*"\(.*\)"/\1/p' .build/commit/passc-commit.h)
[ -f .build/workspace-state.json ] || "${SWIFT:-swift}" package resolve
targets=
for program in "$@"; do targets="$targets .build/release/$program"; done

for run in first second; do
  folder=build/twice/$run
  rm -rf "$folder"
  mkdir -p "$folder/.build"
  git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -C "$folder" -xf -
  [ ! -f Package.resolved ] || cp -p Package.resolved "$folder/"
  for part in checkouts repositories workspace-state.json; do cp -a ".build/$part" "$folder/.build/"; done
  # The second run cannot see the folder of the first one. The clang modules are also built again.
  # shellcheck disable=SC2016,SC2086 # for the inner shell; a list of words
  HOME=$(mktemp -d) unshare --mount --propagation private sh -euc '
    mount --bind "$1" "$2"
    cd "$2"
    shift 2
    exec make "$@"' sh "$folder" "$PWD" COMMIT="$commit" ${SWIFT:+SWIFT="$SWIFT"} $targets \
    >"build/twice/$run.log" 2>&1 || {
    tail -n 20 "build/twice/$run.log" >&2
    exit 1
  }
done

differ=0
for program in "$@"; do
  one=build/twice/first/.build/release/$program
  two=build/twice/second/.build/release/$program
  if cmp -s "$one" "$two"; then
    echo "$program: equal, $(sha256sum <"$one" | cut -d' ' -f1)"
    continue
  fi
  differ=$((differ + 1))
  echo "$program: different; sections that differ:"
  objdump -h "$one" | awk '$1 ~ /^[0-9]+$/ { print $2 }' | while read -r section; do
    for file in "$one" "$two"; do
      objcopy -O binary --only-section="$section" --set-section-flags "$section=alloc" "$file" build/twice/section
      sha256sum <build/twice/section
    done | uniq | wc -l | grep -qx 1 || echo "  $section"
  done
done
[ "$differ" = 0 ]
