#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Writes FOLDER/passc-commit.h with the commit for `passc --version`: twelve digits, and a + if the
# compiled files differ from it. The source archive of a release names its commit in release/commit.
# Outside a checkout and such an archive, or if git fails, the file contains no commit, unless COMMIT
# names one. A correct file is not rewritten, so that nothing is linked again.
#
#   [COMMIT=NAME] scripts/commit.sh FOLDER

set -eu
folder=$1
commit=${COMMIT:-}
# A folder unpacked inside another checkout does not have the commit of that checkout.
if [ -z "$commit" ] && [ -e .git ]; then
  commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
  if [ -n "$commit" ] && [ -n "$(git status --porcelain -- Package.swift Sources)" ]; then
    commit=$commit+
  fi
elif [ -z "$commit" ] && [ -f release/commit ]; then
  commit=$(cat release/commit)
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
