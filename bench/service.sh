#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The update service beside nginx on the same processors: lists, passes, 304 and registrations on SQLite, lists on
# PostgreSQL, passes made when asked for beside RSA signatures, and pushes. In turns, medians of RUNS. Wants a free
# machine; each part takes at most two minutes, and asks what `prepare` has made.
#
#   bench/service.sh [FOLDER OF passc AND passc-service] [PREPARED] [PART...]
#
# Parts: prepare sqlite postgres made outbox (default: all). PREPARED is a folder on a disk, by default one that goes
# with the script. BENCH_RUNS and BENCH_SECONDS: 5 turns of 3 seconds.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-.build/release}
[ $# -lt 1 ] || shift
prepared=${1:-}
[ $# -lt 1 ] || shift
PATH=$PATH:/usr/sbin
for tool in nginx wrk nghttpd openssl; do
  command -v "$tool" >/dev/null ||
    { echo "bench/service.sh: $tool is missing (apt-get install nginx-light wrk nghttp2-server openssl)" >&2; exit 3; }
done
if [ -z "$prepared" ]; then
  prepared=$(mktemp -d "${TMPDIR:-/tmp}/passc-bench.XXXXXX")
  trap 'rm -rf "$prepared"' EXIT
fi
[ $# -gt 0 ] || set -- prepare sqlite postgres made outbox
for part; do
  python3 "$here/service.py" "$programs" "$prepared" "$part" "${BENCH_RUNS:-5}" "${BENCH_SECONDS:-3}"
done
