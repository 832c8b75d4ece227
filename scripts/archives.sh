#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes a folder with links to the libraries the release binary takes in whole, where this machine
# has them as archives: Swift's C++ library and SQLite. A shared library costs each start of passc
# some 0.2 ms; without an archive the shared one is used, and everything works the same.
#
#   scripts/archives.sh FOLDER

set -eu
folder=$1
mkdir -p "$folder"
for library in libstdc++.a libsqlite3.a; do
  rm -f "$folder/$library"
  for compiler in c++ g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    # The name alone comes back when there is no such file.
    path=$("$compiler" "-print-file-name=$library")
    case $path in
    /*)
      ln -s "$path" "$folder/$library"
      break
      ;;
    esac
  done
done

# The package manager takes the system's folder of libraries from libzip.pc and sqlite3.pc and has it
# searched first. Copies of these files name this folder before it, and PKG_CONFIG_PATH=FOLDER has the
# copies read.
for package in libzip sqlite3; do
  rm -f "$folder/$package.pc"
  system=$(pkg-config --variable=pcfiledir "$package" 2>/dev/null || true)
  if [ -f "$system/$package.pc" ]; then
    # pkg-config takes a blank for the end of a word.
    whole=$(cd "$folder" && pwd | sed 's/ /\\\\ /g')
    sed "s|^Libs:|Libs: -L$whole|" "$system/$package.pc" >"$folder/$package.pc"
  fi
done
