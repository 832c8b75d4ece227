#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Uses an installed passc as a person would, in a new folder: every program of it once.
#
#   scripts/packages/try.sh FOLDER [COMMAND...]    the command that stands for passc (default: passc)

set -eu
folder=$1
shift
[ $# -gt 0 ] || set -- passc
mkdir -p "$folder"
cd "$folder"

fail() {
  echo "try.sh: $*" >&2
  exit 1
}

"$@" --version >version
# What is packaged comes from a commit, which whoever reports a fault can name.
grep -Eq '^passc [0-9][0-9.]* \(commit [0-9A-Za-z.+-]+, ' version || fail "--version says: $(cat version)"
"$@" init gym.pass >log 2>&1 || fail "init: $(cat log)"
"$@" cert example -o identity >log 2>&1 || fail "cert example: $(cat log)"
"$@" build gym.pass --sample 1 --identity identity -o gym.pkpass >log 2>&1 || fail "build: $(cat log)"
[ "$(head -c 2 gym.pkpass)" = PK ] || fail "gym.pkpass is no archive"
"$@" check gym.pkpass --trust identity/root.pem >log 2>&1 || fail "check: $(cat log)"
# What is damaged must be noticed, or the line above says nothing.
head -c 2000 gym.pkpass >short.pkpass
code=0
"$@" check short.pkpass >log 2>&1 || code=$?
[ "$code" = 1 ] || fail "check of half a bundle ended with $code"
"$@" issue gym.pass --data gym.pass/sample.csv --identity identity -o out --ledger a.ledger >log 2>&1 ||
  fail "issue: $(cat log)"
"$@" preview gym.pkpass -o front.png --side front >log 2>&1 || fail "preview: $(cat log)"
[ "$(head -c 4 front.png | tail -c 3)" = PNG ] || fail "front.png is no picture"
"$@" serve --help >log || fail "serve --help ended with $?"
grep -q 'USAGE: passc serve' log || fail "serve --help says: $(cat log)"
"$@" push --help >log || fail "push --help ended with $?"
"$@" rehearse --help >log || fail "rehearse --help ended with $?"
echo "tried: $(cat version)"
