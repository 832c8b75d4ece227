#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures pushes per second over one connection: to the simulated push service in the same process,
# and to nghttpd (Debian's nghttp2-server), which shares no code with either side. The results are
# medians of five. Needs an idle machine.
#
#   PASSC_BENCH=1 swift build -c release --product push-probe
#   bench/push.sh [COUNT]

set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
count=${1:-20000}
probe=.build/release/push-probe
[ -x "$probe" ] || {
  echo "PASSC_BENCH=1 swift build -c release --product push-probe builds $probe" >&2
  exit 3
}

median() { sort -n | sed -n 3p; }
rate() { sed 's/.* pushes, \([0-9]*\)\/s.*/\1/'; }

for _ in 1 2 3 4 5; do "$probe" "$count" | tee /dev/stderr | rate; done | median | sed 's/^/to the stand-in, per second: /'

command -v nghttpd >/dev/null || {
  echo "nghttpd is not on this machine: apt-get install nghttp2-server" >&2
  exit 0
}
# Not in /tmp, because nghttpd gets its own /tmp.
work=$(mktemp -d /var/tmp/passc-push.XXXXXX)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
  -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -keyout "$work/key.pem" -out "$work/ca.pem" 2>/dev/null
port=21970
# nghttpd writes the received data into files in /tmp. For root, this /tmp is in memory.
memory=
[ "$(id -u)" != 0 ] || memory="unshare --mount"
$memory sh -c '[ $1 = no ] || mount -t tmpfs tmpfs /tmp; shift; exec nghttpd --echo-upload -a 127.0.0.1 "$@"' sh \
  "${memory:-no}" "$port" "$work/key.pem" "$work/ca.pem" >"$work/log" 2>&1 &
server=$!
sleep 1
for _ in 1 2 3 4 5; do "$probe" "$count" "127.0.0.1:$port" "$work/ca.pem" | tee /dev/stderr | rate; done | median |
  sed 's/^/to nghttpd, per second: /'
