#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# scripts/swift-test.sh COMMAND...
# Runs COMMAND, a `swift test`. At the end it repeats what failed and what was skipped, because this
# is hard to find in thousands of lines and a CI log may keep only its end. The whole log is in
# .build/test.log. On a machine prepared by `make test` no test is skipped.
#
# After SWIFT_TEST_LIMIT seconds (3,000) the tests are ended, and those that began and did not finish
# are listed. Without the limit CI would only report that its time is up.

set -u
# Shows only the crashed thread, so that the crash is easy to find at the end of a log.
: "${SWIFT_BACKTRACE:=enable=yes,threads=crashed,images=none,registers=none,color=no,interactive=no,timeout=120s}"
export SWIFT_BACKTRACE
# Tests of services keep many files and sockets open. The usual limit of shells is 1,024.
most=$(ulimit -n)
if [ "$most" != unlimited ] && [ "$most" -lt 8192 ]; then
  ulimit -n 8192 2>/dev/null || ulimit -n "$(ulimit -H -n)" 2>/dev/null || true
fi
limit=${SWIFT_TEST_LIMIT:-3000}
command -v timeout >/dev/null && set -- timeout -k 30 "$limit" "$@"
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
# timeout ends with 124, or 137 when it had to kill. Lines of programs that write at the same time may
# be in one line, so the names are looked for anywhere in it.
case $status in
  124 | 137)
    printf '\n== ended after %s seconds; tests that did not finish:\n' "$limit" >&2
    grep -a -o -E 'Test [A-Za-z_]+\([A-Za-z_:]*\) started' "$log" | cut -d ' ' -f 2 | sort -u |
      while read -r name; do
        grep -a -q -F -e "Test $name passed" -e "Test $name failed" -e "Test $name with " \
          -e "Test $name skipped" "$log" || printf '%s\n' "$name" >&2
      done
    ;;
esac
# A skipped suite has its own line and one line per test. Only the tests are counted.
skipped=$(grep -a -E '^[^ ]+ Test ("|[^ ]+\().* skipped(:|\.?$)' "$log" | sed 's/^[^ ]* Test //')
printf '\n== skipped: %s tests\n' "$(printf '%s' "$skipped" | grep -c '')" >&2
[ -z "$skipped" ] || printf '%s\n' "$skipped" | cut -c 1-300 >&2
exit "$status"
