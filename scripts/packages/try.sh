#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Uses an installed passc in a new folder and runs each of its programs once.
#
#   [COMMIT=NAME] [COMPANIONS=no] scripts/packages/try.sh FOLDER [COMMAND...]
#
# The command is used as passc (default: passc), and also as the program in its environment variable
# PROGRAM. COMMIT is the commit that all of them must name. Without it, they may name any or none.
# COMPANIONS=no tries passc alone. LIBEXEC is where its companions are (default: /usr/libexec/passc).

set -eu
folder=$1
shift
installed=
[ $# -gt 0 ] || {
  set -- passc
  installed=yes
}
mkdir -p "$folder"
cd "$folder"

fail() {
  echo "try.sh: $*" >&2
  exit 1
}

# `version PROGRAM`: the line must start with the name and a number, and must name the commit.
version() {
  grep -q "^$1 [0-9]" version || fail "--version of $1 says: $(cat version)"
  [ -z "${COMMIT:-}" ] || grep -qF " (commit $COMMIT, " version ||
    fail "--version of $1 does not name commit $COMMIT: $(cat version)"
}
companions="passc-app passc-preview passc-service"
[ "${COMPANIONS:-yes}" = yes ] || companions=
for name in $companions; do
  program=${LIBEXEC:-/usr/libexec/passc}/$name
  if [ -n "$installed" ]; then
    "$program" --version >version
  else
    PROGRAM=$program "$@" --version >version
  fi
  version "$name"
done
"$@" --version >version
version passc
"$@" init gym.pass >log 2>&1 || fail "init: $(cat log)"
"$@" cert example -o identity >log 2>&1 || fail "cert example: $(cat log)"
"$@" build gym.pass --sample 1 --identity identity -o gym.pkpass >log 2>&1 || fail "build: $(cat log)"
[ "$(head -c 2 gym.pkpass)" = PK ] || fail "gym.pkpass is no archive"
"$@" check gym.pkpass --trust identity/root.pem >log 2>&1 || fail "check: $(cat log)"
# A damaged pass must be rejected. Otherwise the check above proves nothing.
head -c 2000 gym.pkpass >short.pkpass
code=0
"$@" check short.pkpass >log 2>&1 || code=$?
[ "$code" = 1 ] || fail "check of half a bundle ended with $code"
"$@" issue gym.pass --data gym.pass/sample.csv --identity identity -o out --ledger a.ledger >log 2>&1 ||
  fail "issue: $(cat log)"
if [ -z "$companions" ]; then
  # Without its companions, passc says what is missing.
  code=0
  "$@" preview gym.pkpass -o front.png >log 2>&1 || code=$?
  [ "$code" = 3 ] || fail "preview without passc-preview ended with $code: $(cat log)"
  echo "tried: $(cat version)"
  exit 0
fi
"$@" preview gym.pkpass -o front.png --side front >log 2>&1 || fail "preview: $(cat log)"
[ "$(head -c 4 front.png | tail -c 3)" = PNG ] || fail "front.png is no picture"
"$@" pay example once -o pay.json >log 2>&1 || fail "pay example: $(cat log)"
"$@" pay check pay.json >log 2>&1 || fail "pay check: $(cat log)"
"$@" serve --help >log || fail "serve --help ended with $?"
grep -q 'USAGE: passc serve' log || fail "serve --help says: $(cat log)"
"$@" push --help >log || fail "push --help ended with $?"
"$@" rehearse --help >log || fail "rehearse --help ended with $?"
echo "tried: $(cat version)"
