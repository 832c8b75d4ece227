#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless the optimised passc needs exactly these shared libraries on Linux: libzip, libexpat,
# libcrypto, libm and libc. Swift, SQLite and GCC's C++ library are linked in. The module of a token (PKCS #11)
# is loaded on demand. The library versions are those of the system.
#
#   scripts/linked.sh PASSC

set -eu
expected="libc libcrypto libexpat libm libzip"
list=$(LC_ALL=C readelf -d "$1")
# Only some processors list the loader itself.
found=$(printf '%s\n' "$list" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' |
  sed 's/\.so\(\.[0-9.]*\)\{0,1\}$//; s/^ld-linux.*//' | grep . | LC_ALL=C sort | tr '\n' ' ' || true)
found=${found% }
[ "$found" = "$expected" ] && exit 0
{
  echo "$1 is linked with: ${found:-nothing}"
  echo "expected: $expected"
  case $found in
  *p11* | *pkcs11* | *softhsm*) echo "PKCS #11's library must not be among them: users without a token would need it too" ;;
  esac
} >&2
exit 1
