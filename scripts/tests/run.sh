#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs the tests that need a shell rather than Swift: every *_test.sh in this folder, or the given
# ones. `make test` runs it. PASSC is the binary under test (default: the debug build).

set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${PASSC:=$here/../../.build/debug/passc}"
case $PASSC in
  /*) ;;
  *) PASSC=$(pwd)/$PASSC ;;
esac
export PASSC
# Settings of the user must not change the results.
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES PASSC_IDENTITY PASSC_PASSWORD PASSC_CA_DIR \
  SOURCE_DATE_EPOCH 2>/dev/null

[ $# -gt 0 ] || set -- "$here"/*_test.sh
SKIPS=$(mktemp "${TMPDIR:-/tmp}/passc-skips.XXXXXX")
export SKIPS
trap 'rm -f "$SKIPS"' EXIT
failed=0
for test in "$@"; do
  sh "$test" </dev/null || failed=$((failed + 1))
done
# On a machine prepared by `make test` nothing is skipped.
printf '== skipped: %s parts of the shell tests\n' "$(grep -c '' <"$SKIPS")"
if [ "$failed" -gt 0 ]; then
  echo "$failed of $# shell test files failed" >&2
  exit 1
fi
