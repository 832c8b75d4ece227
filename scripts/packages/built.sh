#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Prints the commit that `--version` must name for programs built from these files (see
# scripts/commit.sh). Outside a checkout it prints nothing. In a checkout, git must know the commit.
#
#   [COMMIT=NAME] scripts/packages/built.sh

set -eu
made=$(mktemp -d "${TMPDIR:-/tmp}/passc-commit.XXXXXX")
trap 'rm -rf "$made"' EXIT
sh "$(dirname "$0")/../commit.sh" "$made"
commit=$(sed -n 's/.*"\(.*\)"/\1/p' "$made/passc-commit.h")
if [ -z "$commit" ] && [ -e .git ]; then
  echo "git does not say the commit of this checkout, which packages have to name" >&2
  exit 1
fi
echo "$commit"
