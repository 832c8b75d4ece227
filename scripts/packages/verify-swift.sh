#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless FILE was signed by the key with this fingerprint. The check compares the fingerprint,
# because gpg accepts a signature by any key in its keyring.
#
#   scripts/packages/verify-swift.sh FILE SIGNATURE FINGERPRINT

set -eu
[ $# = 3 ] || { echo "usage: scripts/packages/verify-swift.sh FILE SIGNATURE FINGERPRINT" >&2; exit 2; }
fingerprint=$3
case $fingerprint in
*[!0-9A-F]*)
  echo "not a fingerprint: $fingerprint" >&2
  exit 2
  ;;
esac
[ ${#fingerprint} = 40 ] || { echo "a fingerprint has 40 hex digits: $fingerprint" >&2; exit 2; }
status=$(gpg --batch --status-fd 1 --verify "$2" "$1" 2>/dev/null) || {
  echo "$1: the signature does not verify" >&2
  exit 1
}
# The last field of VALIDSIG is the primary key. A subkey may have made the signature.
if ! printf '%s\n' "$status" | grep -Eq "^\[GNUPG:\] VALIDSIG .* $fingerprint\$"; then
  echo "$1: signed by another key than $fingerprint" >&2
  exit 1
fi
