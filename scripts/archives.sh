#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Creates a folder with links to the static libraries that are linked into the release binary, if
# this machine has them: Swift's C++ library and SQLite. Each shared library adds about 0.2 ms to
# the start of passc. Without a static library the shared one is used, and everything works the
# same.
#
#   scripts/archives.sh FOLDER

set -eu
folder=$1
mkdir -p "$folder"
for library in libstdc++.a libsqlite3.a; do
  rm -f "$folder/$library"
  for compiler in c++ g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    # If there is no such file, the compiler prints only the name.
    path=$("$compiler" "-print-file-name=$library")
    case $path in
    /*)
      ln -s "$path" "$folder/$library"
      break
      ;;
    esac
  done
done

# The package manager reads the folder of the system's libraries from their .pc files and searches
# it first. Copies of these files name this folder first, and PKG_CONFIG_PATH=FOLDER selects the
# copies.
for package in libzip sqlite3 expat; do
  rm -f "$folder/$package.pc"
  system=$(pkg-config --variable=pcfiledir "$package" 2>/dev/null || true)
  if [ -f "$system/$package.pc" ]; then
    # pkg-config treats a space as the end of a word.
    whole=$(cd "$folder" && pwd | sed 's/ /\\\\ /g')
    sed "s|^Libs:|Libs: -L$whole|" "$system/$package.pc" >"$folder/$package.pc"
  fi
done
