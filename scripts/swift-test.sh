#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# scripts/swift-test.sh COMMAND...
# Runs COMMAND, a `swift test`, and says at the end once more what failed and what was skipped: in thousands
# of lines nobody finds it, and a log of CI may be kept by its end only. All of it is in .build/test.log.
# On a machine that has everything (`make test` sets it up) nothing is skipped.

set -u
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
fi
# A skipped suite has a line of its own and one for each of its tests; only those are counted.
skipped=$(grep -a -E '^[^ ]+ Test ("|[^ ]+\().* skipped(:|\.?$)' "$log" | sed 's/^[^ ]* Test //')
printf '\n== skipped: %s tests\n' "$(printf '%s' "$skipped" | grep -c '')" >&2
[ -z "$skipped" ] || printf '%s\n' "$skipped" | cut -c 1-300 >&2
exit "$status"
