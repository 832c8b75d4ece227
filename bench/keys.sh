#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# How fast passes are issued with keys outside files, beside what the signer alone can do, and by processor time
# too, which other work on the machine disturbs less. A program that answers late is asked twice over: it makes the
# signatures here, on the same processors, and it has made them before. Needs softhsm2 and cc with OpenSSL's headers.
#
#   bench/keys.sh PASSC [ROWS]

set -eu
cd "$(dirname "$0")/.."
passc=$(realpath "$1")
rows=${2:-4000}
module=/usr/lib/softhsm/libsofthsm2.so
identity=certs-example/ordinary
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOFTHSM2_CONF="$work/softhsm2.conf"
mkdir "$work/tokens"
printf 'directories.tokendir = %s\nobjectstore.backend = file\n' "$work/tokens" >"$SOFTHSM2_CONF"
softhsm2-util --init-token --free --label bench --so-pin 12345678 --pin 1234 >/dev/null
openssl pkcs8 -topk8 -nocrypt -in $identity/key.pem -out "$work/key.p8"
softhsm2-util --import "$work/key.p8" --token bench --label pass --id 01 --pin 1234 >/dev/null
printf '1234\n' >"$work/pin"
cc -O2 -o "$work/token_rate" bench/token_rate.c -ldl -lpthread
cc -O2 -o "$work/late_signer" bench/late_signer.c -lcrypto -lpthread
{ echo serial,name; seq -f 'A-%g,Ada Example' 1 "$rows"; } >"$work/members.csv"
mkdir "$work/card.pass"
cp templates/gym-membership.pass/icon*.png "$work/card.pass"
cat >"$work/card.pass/pass.json" <<'END'
{
  "formatVersion": 1,
  "serialNumber": "{{ serial }}",
  "organizationName": "Example Library",
  "description": "Library card of the Example Library",
  "generic": { "primaryFields": [{ "key": "name", "label": "Name", "value": "{{ name }}" }] }
}
END
processors=$(nproc)
# Runs that sign the same.
SOURCE_DATE_EPOCH=$(date +%s)
export SOURCE_DATE_EPOCH

# The rate that the run itself tells, in passes a second.
issue() {
  rm -f "$work/out.tar"
  "$passc" issue "$work/card.pass" --data "$work/members.csv" -o "$work/out.tar" --format json \
    --progress none --certificate $identity/certificate.pem --wwdr $identity/intermediate.pem "$@" \
    2>/dev/null | sed -n 's/.*"passesPerSecond":\([0-9.]*\).*/\1/p'
}

median() { sort -n "$1" | sed -n '2p'; }

# Runs a command and adds its processor time, user and system, to a file: microseconds for each of the rows.
processor() {
  file=$1
  shift
  # Not through a pipe: there "times" would be those of another shell.
  ( "$@" >>"$file.rates"; times >"$file.times" )
  tail -n 1 "$file.times" |
    awk -v rows="$rows" '{ for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); all += 60 * part[1] + part[2] }
      printf "%.1f\n", 1e6 * all / rows }' >>"$file"
}

# In turns, so that whatever else the machine does meets all of them.
for round in 1 2 3; do
  processor "$work/alone" "$work/token_rate" $module bench 1234 "$processors" "$rows"
  processor "$work/token" issue --key "pkcs11:token=bench?module-path=$module&pin-source=file:$work/pin"
  processor "$work/file" issue --key $identity/key.pem
  processor "$work/program" issue --in-flight 64 --sign-with "exec '$work/late_signer' $identity/key.pem 20"
  # With signatures made before, as of a service that takes none of these processors.
  signer="exec '$work/late_signer' $identity/key.pem 20 '$work/memory'"
  [ -f "$work/memory" ] || issue --in-flight 64 --sign-with "$signer" >/dev/null
  processor "$work/service" issue --in-flight 64 --sign-with "$signer"
done
[ "$(wc -l <"$work/memory")" = "$rows" ] || { echo "bench/keys.sh: signatures were made again" >&2; exit 1; }
echo "rows: $rows, processors: $processors, median of 3"
line() { printf '%-36s %8s a second, %7s us of processor each\n' "$1" "$(median "$work/$2.rates")" "$(median "$work/$2")"; }
line "SoftHSM alone, signatures" alone
line "--key pkcs11, passes" token
line "--key FILE, passes" file
line "--sign-with 20 ms, 64 in flight" program
line "the same, signatures made before" service
awk -v token="$(median "$work/token.rates")" -v alone="$(median "$work/alone.rates")" \
  -v more="$(median "$work/token")" -v less="$(median "$work/alone")" \
  'BEGIN { printf "PKCS #11 to SoftHSM alone: %.2f by the clock, %.2f by processor time\n", token / alone, less / more }'
