#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless FILE was signed by the key with this fingerprint. A keyring with other keys is not enough:
# gpg accepts a signature by any key that it was given.
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
# The last field of VALIDSIG is the primary key; a subkey may have signed.
if ! printf '%s\n' "$status" | grep -Eq "^\[GNUPG:\] VALIDSIG .* $fingerprint\$"; then
  echo "$1: signed by another key than $fingerprint" >&2
  exit 1
fi
