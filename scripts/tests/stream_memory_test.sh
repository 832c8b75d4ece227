# SPDX-License-Identifier: Apache-2.0
#
# `passc check -` reads a tar as a stream. For 300 MB through a pipe, in bundles of 1.5 MB, its
# memory must not grow with the input. The test uses the peak memory (wait4) of any build: about 55
# MB for the debug build and 33 MB for the release build.

. "$(dirname "$0")/lib.sh"

[ -x "$PASSC" ] || { echo "there is no $PASSC; build it first, or set PASSC" >&2; exit 1; }
stream="python3 $repository/scripts/tests/stream_memory.py"
most=100000
count=210
cd "$scratch" || exit 1
HOME=$scratch
export HOME

"$PASSC" init gym.pass --style generic >log 2>&1
# A picture that cannot be compressed.
python3 - gym.pass/thumbnail@3x.png <<'PYTHON'
import os, struct, sys, zlib
side = 700
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\0" + os.urandom(3 * side) for _ in range(side))
with open(sys.argv[1], "wb") as file:
    file.write(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))
PYTHON
"$PASSC" build gym.pass --sample 1 --identity "$repository/certs-example/ordinary" -o gym.pkpass >>log 2>&1
check "a bundle of more than a megabyte was built" test "$(wc -c <gym.pkpass)" -gt 1400000

# shellcheck disable=SC2086 # a list of words
$stream gym.pkpass "$count" "$PASSC" check - --trust "$repository/certs-example/root.pem" \
  --allow image.size.oversized >said 2>err
tail -n 1 said >figures
read -r code peak sent <figures
equal "the tar is judged" "$code" 0
check "all of it" grep -q "^$count packages checked: no errors" said
check "there were 300 MB of it" test "$sent" -gt 300000000
check "in less than $most kB of memory, not $peak" test "$peak" -lt "$most"

# A program that keeps everything it reads must be noticed.
# shellcheck disable=SC2086
read -r code peak sent <<FIGURES
$($stream gym.pkpass "$count" python3 -c 'import sys; sys.stdin.buffer.read()')
FIGURES
equal "what holds the tar ends well too" "$code" 0
check "and its memory is seen, $peak kB" test "$peak" -gt 300000

finish
