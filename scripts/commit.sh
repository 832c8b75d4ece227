#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Writes FOLDER/passc-commit.h with the commit for `passc --version`: twelve digits, and a + if the
# compiled files differ from it. The time of the commit tells `passc --version` whether it is old. The
# source archive of a release names both in release/commit. Outside a checkout and such an archive, or
# if git fails, the file contains no commit, unless COMMIT names one. Its time is then
# SOURCE_DATE_EPOCH. A correct file is not rewritten, so that nothing is linked again.
#
#   [COMMIT=NAME] scripts/commit.sh FOLDER

set -eu
folder=$1
commit=${COMMIT:-}
seconds=
# A folder unpacked inside another checkout does not have the commit of that checkout.
if [ -n "$commit" ]; then
  seconds=${SOURCE_DATE_EPOCH:-}
elif [ -e .git ]; then
  commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
  if [ -n "$commit" ]; then
    seconds=$(git log -1 --format=%ct)
    [ -z "$(git status --porcelain -- Package.swift Sources)" ] || commit=$commit+
  fi
elif [ -f release/commit ]; then
  commit=$(sed -n 1p release/commit)
  seconds=$(sed -n 2p release/commit)
fi
case $commit in
*[!0-9A-Za-z.+-]*)
  echo "$0: \"$commit\" is no name of a commit: letters, digits, '.', '+' and '-' are" >&2
  exit 2
  ;;
esac
case $seconds in
*[!0-9]*)
  echo "$0: \"$seconds\" is not a time of a commit: seconds since 1970 are" >&2
  exit 2
  ;;
esac

mkdir -p "$folder"
lines="#define PASSC_COMMIT \"$commit\"
#define PASSC_COMMIT_TIME ${seconds:-0}"
file=$folder/passc-commit.h
[ -f "$file" ] && [ "$(cat "$file")" = "$lines" ] && exit 0
printf '%s\n' "$lines" >"$file"
