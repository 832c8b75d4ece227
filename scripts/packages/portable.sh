#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Copies the shared libraries of the programs in PREFIX to PREFIX/lib/passc and lets the programs
# search that folder first. The programs then run on every Linux with the glibc of this machine or a
# newer one. The licences of the libraries go to PREFIX/share/doc/passc/libraries.
#
#   scripts/packages/portable.sh PREFIX

set -eu
LC_ALL=C
export LC_ALL
prefix=$1
libraries=$prefix/lib/passc
licences=$prefix/share/doc/passc/libraries
command -v patchelf >/dev/null || { echo "portable.sh needs patchelf: run scripts/setup.sh packages" >&2; exit 3; }
mkdir -p "$libraries" "$licences"

# glibc and its loader are those of the system: the two have to fit together.
is_system() {
  case $1 in
  ld-linux* | ld64.so* | libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | \
    libutil.so.* | libmvec.so.* | libanl.so.* | libnss_*) return 0 ;;
  esac
  return 1
}

# Debian knows some files by the path before /usr was merged.
package_of() {
  real=$(readlink -f "$1")
  for name in "$real" "${real#/usr}"; do
    dpkg -S "$name" 2>/dev/null | sed -n '1s/[:,].*//p' | grep . && return
  done
  echo "$1 is in no Debian package: its licence is unknown" >&2
  return 1
}

# `carry LIBRARY PATH` copies a library with the licence of its package.
carry() {
  [ ! -e "$libraries/$1" ] || return 0
  package=$(package_of "$2")
  cp -L "$2" "$libraries/$1"
  chmod 644 "$libraries/$1"
  cp "/usr/share/doc/$package/copyright" "$licences/$package.txt"
}

for program in "$prefix"/bin/passc "$prefix"/libexec/passc/passc-*; do
  [ -f "$program" ] || continue
  list=$(ldd "$program")
  case $list in
  *"not found"*)
    printf '%s\n' "$list" | grep 'not found' >&2
    exit 1
    ;;
  esac
  printf '%s\n' "$list" | sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\) (0x.*/\1 \2/p' >"$libraries/.list"
  while read -r name path; do
    is_system "$name" || carry "$name" "$path"
  done <"$libraries/.list"
  # RPATH counts for the libraries of libraries too. RUNPATH would not.
  # shellcheck disable=SC2016 # the loader's own variable
  case $program in
  */bin/passc) patchelf --force-rpath --set-rpath '$ORIGIN/../lib/passc' "$program" ;;
  *) patchelf --force-rpath --set-rpath '$ORIGIN/../../lib/passc' "$program" ;;
  esac
  rm "$libraries/.list"
done
