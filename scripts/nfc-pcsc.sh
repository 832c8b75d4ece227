#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Reads the simulated phone through a real PC/SC stack with other programs: pcscd with vsmartcard's
# virtual reader, opensc-tool, and pyscard if it is installed. `make nfc-pcsc` runs it.
#
#   scripts/nfc-pcsc.sh PASSC
#
# vpcd listens on every interface, so everything runs in its own network and mount namespace.
# Debian: apt-get install pcscd vsmartcard-vpcd opensc python3-pyscard iproute2 util-linux
# Exit codes: 0 read as expected, or skipped with a reason · 1 wrong data read · 2 wrong usage.

set -eu

if [ "${1:-}" = --inside ]; then
  shift
  inside=yes
else
  inside=
fi
[ $# -eq 1 ] || {
  echo "usage: scripts/nfc-pcsc.sh PASSC" >&2
  exit 2
}
passc=$1
# `pcscd` is in /usr/sbin, which is not in the PATH of every user.
PATH=$PATH:/usr/sbin:/sbin
here=$(cd "$(dirname "$0")/.." && pwd)

skip() {
  echo "nfc-pcsc: skipped: $*"
  exit 0
}

if [ -z "$inside" ]; then
  for program in pcscd opensc-tool unshare ip; do
    command -v $program >/dev/null 2>&1 || skip "$program is not installed"
  done
  [ -e /etc/reader.conf.d/vpcd ] || skip "vsmartcard-vpcd is not installed"
  [ "$(id -u)" = 0 ] || skip "a network namespace and pcscd need root"
  unshare -n -m true 2>/dev/null || skip "this machine allows no namespaces"
  exec unshare -n -m "$0" --inside "$passc"
fi

work=$(mktemp -d)
daemon= phone=
stop() {
  [ -z "$phone" ] || kill "$phone" 2>/dev/null || true
  [ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT
trap 'exit 1' INT TERM

ip link set lo up
# The machine's pcscd keeps its socket. Ours gets its own folder.
mkdir -p /run/pcscd
mount -t tmpfs none /run/pcscd

fail() {
  echo "nfc-pcsc: $*" >&2
  echo "--- pcscd:" >&2
  tail -n 5 "$work/pcscd.log" >&2 || true
  echo "--- phone:" >&2
  cat "$work/phone.log" >&2 || true
  exit 1
}

# Prints the hex digits that opensc-tool shows for the last response.
response() {
  awk '
    /^Sending: / { data = ""; status = "" }
    /^Received \(SW1=/ {
      status = $0
      sub(/.*SW1=0x/, "", status); sub(/, SW2=0x/, "", status); sub(/\).*/, "", status)
      next
    }
    status != "" && /^[0-9A-F][0-9A-F] / {
      line = $0
      # 16 bytes a line, then the same as characters.
      for (i = 0; i < 16 && line ~ /^[0-9A-F][0-9A-F]( |$)/; i++) {
        data = data substr(line, 1, 2); line = substr(line, 4)
      }
    }
    END { print tolower(data status) }
  '
}

key=$here/certs-example/nfc-reader/gym-nfc-private.pem
trust=$here/certs-example/root.pem
message=kb1:20871:012345678901234567890123456789012345678901234567890123
"$passc" build "$here/templates/gym-membership.pass" --sample 1 --set "chip=$message" \
  --identity "$here/certs-example/nfc" -o "$work/gym.pkpass" >/dev/null
type=$("$passc" inspect "$work/gym.pkpass" --format json |
  sed -n 's/.*"passTypeIdentifier": *"\([^"]*\)".*/\1/p' | head -n 1)
# Our own reader says what it would send.
commands=$("$passc" nfc tap "$work/gym.pkpass" --pass-type "$type" --reader-key "$key" --trust "$trust" \
  --format json | grep -o '"command":{"hex":"[0-9a-f]*"' | sed 's/.*"hex":"//; s/"//')
# The response of the same phone without the PC/SC stack: the first four bytes of a cryptogram.
identifier=$("$passc" nfc tap "$work/gym.pkpass" --pass-type "$type" --trust "$trust" \
  --format json | sed 's/.*"cryptogram":"\([0-9a-f]\{8\}\).*/\1/')
select=$(printf '%s\n' "$commands" | sed -n 1p)
get_data=$(printf '%s\n' "$commands" | sed -n 2p)

pcscd --foreground >"$work/pcscd.log" 2>&1 &
daemon=$!

# Starts the phone and repeats this until vpcd listens. The other arguments are options of the
# phone.
insert() {
  tries=0
  while :; do
    "$passc" nfc phone "$work/gym.pkpass" --vpcd 127.0.0.1:35963 --trust "$trust" "$@" \
      >"$work/phone.log" 2>&1 &
    phone=$!
    sleep 0.5
    kill -0 "$phone" 2>/dev/null && break
    wait "$phone" || true
    phone=
    tries=$((tries + 1))
    [ $tries -lt 20 ] || fail "vpcd does not listen"
  done
  # pcscd looks for a card about once per second.
  tries=0
  until opensc-tool -r 0 -a >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 20 ] || fail "pcscd sees no card"
    sleep 0.5
  done
}

remove() {
  kill "$phone" 2>/dev/null || true
  wait "$phone" 2>/dev/null || true
  phone=
  sleep 1.5
}

# Compares the bytes: tags, lengths, the token, the identifier of the key and the status word. The
# rest is authenticated when it is decrypted.
starts() {
  case $1 in
    "$2"*) ;;
    *) fail "expected $2 and more, got $1" ;;
  esac
  case $1 in
    *9000) ;;
    *) fail "expected 9000 at the end, got $1" ;;
  esac
}

check() {
  got=$1
  length=$2
  [ ${#got} -eq $((length * 2)) ] || fail "expected $length bytes, got $((${#got} / 2)): $got"
  read=$("$passc" nfc decrypt --pass-type "$type" --reader-key "$key" --max-age 30 "$got" |
    sed -n 's/^message  *//p')
  [ "$read" = "$message" ] || fail "expected $message, got $read"
}

insert
echo "nfc-pcsc: $(opensc-tool -l | sed -n '/^0 /p')"
answer=$(opensc-tool -r 0 -s "$select" -s "$get_data" | response)
starts "$answer" "707e9f2a009f2778$identifier"
check "$answer" 130
echo "nfc-pcsc: opensc-tool read 130 bytes, and decrypt $message"
other=$(opensc-tool -r 0 -s "$select" -s "80ca0101369f220201009f2804010203049f2604008000029f25205888d01ebeeadf85c8b01eb437dd53d97f9b7d05761311c597340088bbb20b4100" | response)
[ "$other" = 6a83 ] || fail "another pass type: expected 6a83, got $other"
other=$(opensc-tool -r 0 -s 00a4040007a000000003101000 | response)
[ "$other" = 6a82 ] || fail "another application: expected 6a82, got $other"
echo "nfc-pcsc: opensc-tool got 6A83 for another pass type and 6A82 for another application"
remove

token=000102030405060708090a0b0c0d0e0f
insert --mobile-token $token
answer=$(opensc-tool -r 0 -s "$select" -s "$get_data" | response)
starts "$answer" "70818e9f2a10${token}9f2778$identifier"
check "$answer" 147
echo "nfc-pcsc: opensc-tool read 147 bytes with long-form lengths, decrypted"

if /usr/bin/python3 -c 'import smartcard' 2>/dev/null; then
  # The owner presents the pass again. Without that, a second read gets the response 6287.
  remove
  insert --mobile-token $token
  answer=$(/usr/bin/python3 - "$select" "$get_data" <<'EOF'
import sys
from smartcard.System import readers
from smartcard.util import toBytes
connection = readers()[0].createConnection()
connection.connect()
for command in sys.argv[1:]:
    data, sw1, sw2 = connection.transmit(toBytes(command))
print(bytes(data + [sw1, sw2]).hex())
EOF
  ) || fail "pyscard could not read"
  starts "$answer" "70818e9f2a10${token}9f2778$identifier"
  check "$answer" 147
  echo "nfc-pcsc: pyscard read the same, decrypted"
else
  echo "nfc-pcsc: pyscard is not installed, so only opensc-tool read it"
fi
remove
