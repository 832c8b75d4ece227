#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs the service under ThreadSanitizer with all kinds of load at the same time, for SECONDS (120):
# phones, a changing table, rows, operators, pushes and backups (soak/service_load.py). The first
# run compiles the service and its dependencies for 15 minutes. nghttpd simulates the push service.
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
# If the service finds a race, it exits with 66, and the load test reports this.
PASSC_LOAD_LOG=$log PASSC_BENCH_PRELOAD=$sanitizer_mutex TSAN_OPTIONS="${TSAN_OPTIONS:-}" python3 soak/service_load.py "$scratch/debug" "${1:-120}" || {
  sed -n '/WARNING: ThreadSanitizer/,/^SUMMARY/p' "$log" >&2
  exit 1
}
echo "no race was found"
