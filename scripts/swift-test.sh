#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# scripts/swift-test.sh COMMAND...
# Runs COMMAND, a `swift test`. At the end it repeats what failed and what was skipped, because this
# is hard to find in thousands of lines and a CI log may keep only its end. The whole log is in
# .build/test.log. On a machine prepared by `make test` no test is skipped.

set -u
# Shows only the crashed thread, so that the crash is easy to find at the end of a log.
: "${SWIFT_BACKTRACE:=enable=yes,threads=crashed,images=none,registers=none,color=no,interactive=no,timeout=120s}"
export SWIFT_BACKTRACE
# Tests of services keep many files and sockets open. The usual limit of shells is 1,024.
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
  # Prints each issue with the line below it. Long lines with whole bundles are cut.
  grep -a -A 1 -e 'recorded an issue' -e 'unexpected signal' -e 'Fatal error' "$log" |
    grep -a -v -e '^--$' -e ' passed after ' -e ' started\.$' | cut -c 1-1500 >&2
  # Prints where the test program crashed, if it did.
  grep -a -A 40 -e '^\*\*\* .* crashed' "$log" | cut -c 1-300 >&2
fi
# A skipped suite has its own line and one line per test. Only the tests are counted.
skipped=$(grep -a -E '^[^ ]+ Test ("|[^ ]+\().* skipped(:|\.?$)' "$log" | sed 's/^[^ ]* Test //')
printf '\n== skipped: %s tests\n' "$(printf '%s' "$skipped" | grep -c '')" >&2
[ -z "$skipped" ] || printf '%s\n' "$skipped" | cut -c 1-300 >&2
exit "$status"
