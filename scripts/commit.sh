#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Writes FOLDER/passc-commit.h, from which `passc --version` knows its commit: twelve digits, and a
# + behind them where what is compiled differs from it. Outside a checkout of its own, and where git
# does not answer, there is none, unless COMMIT names one. A file that is right already stays
# untouched, so that nothing is linked again.
#
#   [COMMIT=NAME] scripts/commit.sh FOLDER

set -eu
folder=$1
commit=${COMMIT:-}
# A folder unpacked within somebody's checkout is not at that checkout's commit.
if [ -z "$commit" ] && [ -e .git ]; then
  commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
  if [ -n "$commit" ] && [ -n "$(git status --porcelain -- Package.swift Sources)" ]; then
    commit=$commit+
  fi
fi
case $commit in
*[!0-9A-Za-z.+-]*)
  echo "$0: \"$commit\" is no name of a commit: letters, digits, '.', '+' and '-' are" >&2
  exit 2
  ;;
esac

mkdir -p "$folder"
line="#define PASSC_COMMIT \"$commit\""
file=$folder/passc-commit.h
[ -f "$file" ] && [ "$(cat "$file")" = "$line" ] && exit 0
printf '%s\n' "$line" >"$file"
