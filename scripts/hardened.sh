#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless each program is loaded at a random address (PIE) and has a relocation table that is
# read-only before the program runs (full RELRO).
#
#   scripts/hardened.sh PROGRAM...

set -eu
[ $# -gt 0 ] || { echo "usage: scripts/hardened.sh PROGRAM..." >&2; exit 2; }
failed=0
complain() {
  echo "$1: $2" >&2
  failed=1
}
for program in "$@"; do
  header=$(LC_ALL=C readelf -h "$program")
  segments=$(LC_ALL=C readelf -lW "$program")
  dynamic=$(LC_ALL=C readelf -dW "$program")
  case $header in
  *"DYN ("*) ;;
  *) complain "$program" "not position-independent" ;;
  esac
  case $segments in
  *GNU_RELRO*) ;;
  *) complain "$program" "has no RELRO segment" ;;
  esac
  case $dynamic in
  *BIND_NOW* | *"Flags: NOW"*) ;;
  *) complain "$program" "resolves symbols lazily, so that its table of addresses stays writable" ;;
  esac
done
exit "$failed"
