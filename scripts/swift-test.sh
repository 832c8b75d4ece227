#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# scripts/swift-test.sh COMMAND...
# Runs COMMAND, a `swift test`, and says at the end once more what failed and what was skipped: in thousands
# of lines nobody finds it, and a log of CI may be kept by its end only. All of it is in .build/test.log.
# On a machine that has everything (`make test` sets it up) nothing is skipped.

set -u
# Where a crash happened, and not every thread and library: it has to be found at the end of a log.
: "${SWIFT_BACKTRACE:=enable=yes,threads=crashed,images=none,registers=none,color=no,interactive=no,timeout=120s}"
export SWIFT_BACKTRACE
# Tests of services keep many files and sockets open; 1,024 is what shells begin with.
most=$(ulimit -n)
if [ "$most" != unlimited ] && [ "$most" -lt 8192 ]; then
  ulimit -n 8192 2>/dev/null || ulimit -n "$(ulimit -H -n)" 2>/dev/null || true
fi
log=.build/test.log
mkdir -p .build
{
  "$@"
  echo "$?" >"$log.status"
} 2>&1 | tee "$log"
status=$(cat "$log.status")
rm -f "$log.status"
if [ "$status" != 0 ]; then
  printf '\n== what failed\n' >&2
  # Each issue, with the remark below it; a line that shows whole bundles is cut.
  grep -a -A 1 -e 'recorded an issue' -e 'unexpected signal' -e 'Fatal error' "$log" |
    grep -a -v -e '^--$' -e ' passed after ' -e ' started\.$' | cut -c 1-1500 >&2
  # Where the program of all tests ended, should it have.
  grep -a -A 40 -e '^\*\*\* .* crashed' "$log" | cut -c 1-300 >&2
fi
# A skipped suite has a line of its own and one for each of its tests; only those are counted.
skipped=$(grep -a -E '^[^ ]+ Test ("|[^ ]+\().* skipped(:|\.?$)' "$log" | sed 's/^[^ ]* Test //')
printf '\n== skipped: %s tests\n' "$(printf '%s' "$skipped" | grep -c '')" >&2
[ -z "$skipped" ] || printf '%s\n' "$skipped" | cut -c 1-300 >&2
exit "$status"
