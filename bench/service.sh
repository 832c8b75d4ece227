#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures the update service, compared with nginx on the same processors: lists, passes, 304
# responses and registrations with SQLite, lists with PostgreSQL, passes made on request compared
# with RSA signatures, and pushes. The runs alternate, and the results are medians of RUNS. Needs an
# idle machine. Each part takes at most two minutes and uses the data that `prepare` has made.
#
#   bench/service.sh [FOLDER OF passc AND passc-service] [PREPARED] [PART...]
#
# Parts: prepare sqlite postgres made outbox (default: all). PREPARED is a folder on a disk, by
# default a temporary one. BENCH_RUNS and BENCH_SECONDS: 5 runs of 3 seconds.

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
