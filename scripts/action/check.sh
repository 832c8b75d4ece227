#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The last step of action.yml: checks PATHS, annotates the diff and writes the file SARIF.
#
#   PATHS=LINES ARGUMENTS=WORDS SARIF=FILE REPOSITORY=OWNER/NAME REF=REF scripts/action/check.sh

set -euo pipefail

# One path a line. A line that names no file is a pattern, which may match several.
files=()
while IFS= read -r line; do
  line=${line#"${line%%[![:space:]]*}"}
  line=${line%"${line##*[![:space:]]}"}
  [ -n "$line" ] || continue
  matches=()
  # compgen sorts nothing: the order of the report must not depend on the disk.
  [ -e "$line" ] || mapfile -t matches < <(compgen -G "$line" | LC_ALL=C sort)
  if [ "${#matches[@]}" -gt 0 ]; then files+=("${matches[@]}"); else files+=("$line"); fi
done <<<"$PATHS"
if [ "${#files[@]}" = 0 ]; then
  echo "::error title=nothing to check::The input paths is empty. Name files or folders, one a line."
  exit 2
fi
# A path that begins with a hyphen is not an option.
for index in "${!files[@]}"; do
  case ${files[index]} in -*) files[index]=./${files[index]} ;; esac
done

# Words as a shell reads them, with quotes, but without anything that a shell would run or expand.
if ! words=$(xargs printf '%s\n' <<<"$ARGUMENTS" 2>&1); then
  echo "::error title=the arguments cannot be read::A quote in the input arguments is not closed."
  exit 2
fi
options=()
[ -z "$words" ] || mapfile -t options <<<"$words"

if [ -n "$REPOSITORY" ]; then
  export PASSC_RULES_URL="${GITHUB_SERVER_URL:-https://github.com}/$REPOSITORY/blob/${REF:-main}/docs/rules.md"
fi
passc check "${files[@]}" ${options[@]+"${options[@]}"} --format github --report "sarif=$SARIF"
