# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the shell tests. Provides a temporary folder that is removed at the end, and counts the
# checks.

set -u
repository=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/passc-test.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
checks=0
failures=0

# `check "a sentence" command...` passes if the command succeeds.
check() {
  sentence=$1
  shift
  checks=$((checks + 1))
  "$@" && return
  failures=$((failures + 1))
  printf 'FAILED %s: %s\n  (%s)\n' "$(basename "$0")" "$sentence" "$*" >&2
}

# `equal "a sentence" found expected`
equal() {
  checks=$((checks + 1))
  [ "$2" = "$3" ] && return
  failures=$((failures + 1))
  printf 'FAILED %s: %s\n  expected: %s\n  found:    %s\n' "$(basename "$0")" "$1" "$3" "$2" >&2
}

# `skip "what is skipped, and why"` prints this, and run.sh counts it.
skip() {
  printf '%s: skipped: %s\n' "$(basename "$0")" "$1" >&2
  [ -z "${SKIPS:-}" ] || printf '%s\n' "$1" >>"$SKIPS"
}

# `stand_in FOLDER [OPTION]...` serves the files of a release on loopback and sets `address`.
stand_in() {
  python3 "$repository/scripts/release/stand_in.py" "$@" >"$scratch/address" &
  server=$!
  trap 'kill "$server" 2>/dev/null; rm -rf "$scratch"' EXIT
  until [ -s "$scratch/address" ]; do
    kill -0 "$server" 2>/dev/null || { echo "the stand-in of a release page does not start" >&2; exit 1; }
    sleep 0.1
  done
  address=$(cat "$scratch/address")
}

contains() { grep -qF -- "$2" "$1" || { sed 's/^/  | /' "$1" >&2; return 1; }; }
lacks() { ! grep -qF -- "$2" "$1" || { sed 's/^/  | /' "$1" >&2; return 1; }; }

# Must be the last line of every test file.
finish() {
  if [ "$failures" -gt 0 ]; then
    printf '%s: %s of %s checks failed\n' "$(basename "$0")" "$failures" "$checks" >&2
    exit 1
  fi
  printf '%s: %s checks passed\n' "$(basename "$0")" "$checks"
  exit 0
}
