#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Copies the shared libraries of the programs in PREFIX to PREFIX/lib/passc and lets the programs
# search that folder first. The programs then run on every Linux with glibc 2.34 or newer, or with the
# glibc of this machine if they need more of it than packaging/glibc/glibc.c has. OpenSSL's legacy
# provider goes along, for old .p12 files. The licences of the libraries go to
# PREFIX/share/doc/passc/libraries, and libraries.tsv next to it lists the library, the Debian package
# and its version, one a line.
#
#   scripts/packages/portable.sh PREFIX

set -eu
LC_ALL=C
export LC_ALL
prefix=$1
libraries=$prefix/lib/passc
licences=$prefix/share/doc/passc/libraries
list=$prefix/share/doc/passc/libraries.tsv
here=$(cd "$(dirname "$0")" && pwd)
command -v patchelf >/dev/null || { echo "portable.sh needs patchelf: run scripts/setup.sh packages" >&2; exit 3; }
mkdir -p "$libraries" "$licences"
: >"$list"

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
  install -D -m 644 "$2" "$libraries/$1"
  cp "/usr/share/doc/$package/copyright" "$licences/$package.txt"
  # shellcheck disable=SC2016 # dpkg's own variable
  version=$(dpkg-query -W -f '${Version}\n' "$package" | head -n 1)
  printf '%s\t%s\t%s\n' "$1" "$package" "$version" >>"$list"
}

# `search FILE FOLDER`. RPATH counts for the libraries of libraries too. RUNPATH would not.
search() { patchelf --force-rpath --set-rpath "\$ORIGIN/$2" "$1"; }

# The provider is part of OpenSSL, so it has to be of the same build as libcrypto.
carry_legacy() {
  [ -f "$libraries/libcrypto.so.3" ] || return 0
  provider=$(dirname "$crypto")/ossl-modules/legacy.so
  if [ ! -f "$provider" ]; then
    echo "$provider is not installed: passc will not read .p12 files with RC2 or RC4" >&2
    return 0
  fi
  carry ossl-modules/legacy.so "$provider"
  search "$libraries/ossl-modules/legacy.so" ..
}

# Adds libpassc-glibc.so if a file needs it, see packaging/glibc/glibc.c.
allow_older_glibc() {
  library=$libraries/libpassc-glibc.so
  compiler=${CC:-$(command -v cc || command -v clang)}
  "$compiler" -O2 -shared -fPIC -Wl,-soname,libpassc-glibc.so -o "$library" "$here/../../packaging/glibc/glibc.c" -lm
  strip "$library"
  chmod 644 "$library"
  find "$prefix/bin" "$prefix/libexec" "$libraries" -type f ! -name libpassc-glibc.so -print0 2>/dev/null |
    LC_ALL=C sort -z | xargs -0 python3 "$here/older_glibc.py" "$library" >"$prefix/.older"
  [ -s "$prefix/.older" ] || rm "$library"
  while read -r file; do patchelf --add-needed libpassc-glibc.so "$file"; done <"$prefix/.older"
  rm "$prefix/.older"
}

crypto=
for program in "$prefix"/bin/passc "$prefix"/libexec/passc/passc-*; do
  [ -f "$program" ] || continue
  loaded=$(ldd "$program")
  case $loaded in
  *"not found"*)
    printf '%s\n' "$loaded" | grep 'not found' >&2
    exit 1
    ;;
  esac
  printf '%s\n' "$loaded" | sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\) (0x.*/\1 \2/p' >"$libraries/.list"
  while read -r name path; do
    is_system "$name" || carry "$name" "$path"
    [ "$name" != libcrypto.so.3 ] || crypto=$path
  done <"$libraries/.list"
  case $program in
  */bin/passc) search "$program" ../lib/passc ;;
  *) search "$program" ../../lib/passc ;;
  esac
  rm "$libraries/.list"
done
carry_legacy
allow_older_glibc
