#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The service under ThreadSanitizer while everything happens to it at once, for SECONDS (120): phones, a table that
# changes, rows, operators, pushes, backups (soak/service_load.py). The first run compiles the service and all it
# is made of with it, for a quarter of an hour. nghttpd stands in for the push service.
#
#   scripts/service-races.sh [SECONDS]

set -eu
cd "$(dirname "$0")/.."
command -v nghttpd >/dev/null || { echo "nghttpd is missing (apt-get install nghttp2-server)" >&2; exit 3; }
scratch=.build/service-races
for product in passc passc-service; do
  ${SWIFT:-swift} build --sanitize thread --scratch-path "$scratch" --product "$product"
done
. scripts/sanitizer/preload.sh
log=$(mktemp "${TMPDIR:-/tmp}/passc-races.XXXXXX")
trap 'rm -f "$log"' EXIT
# A service that found a race ends with 66, which the load complains about.
PASSC_LOAD_LOG=$log PASSC_BENCH_PRELOAD=$sanitizer_mutex TSAN_OPTIONS="${TSAN_OPTIONS:-}" python3 soak/service_load.py "$scratch/debug" "${1:-120}" || {
  sed -n '/WARNING: ThreadSanitizer/,/^SUMMARY/p' "$log" >&2
  exit 1
}
echo "no race was found"
