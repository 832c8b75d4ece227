#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures how fast passes are issued with keys that are not in files, compared with the signer
# alone. Processor time is measured too, because other load changes it less. A slow signing program
# is run twice: first it makes the signatures on the same processors, then it only returns them.
# Needs softhsm2 and cc with the OpenSSL headers.
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
# All runs then sign the same content.
SOURCE_DATE_EPOCH=$(date +%s)
export SOURCE_DATE_EPOCH

# Prints the rate that the run reports, in passes per second.
issue() {
  rm -f "$work/out.tar"
  "$passc" issue "$work/card.pass" --data "$work/members.csv" -o "$work/out.tar" --format json \
    --progress none --certificate $identity/certificate.pem --wwdr $identity/intermediate.pem "$@" \
    2>/dev/null | sed -n 's/.*"passesPerSecond":\([0-9.]*\).*/\1/p'
}

median() { sort -n "$1" | sed -n '2p'; }

# Runs a command and appends its processor time (user and system) to a file, in microseconds per
# row.
processor() {
  file=$1
  shift
  # No pipe here, because `times` would then report the times of another shell.
  ( "$@" >>"$file.rates"; times >"$file.times" )
  tail -n 1 "$file.times" |
    awk -v rows="$rows" '{ for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); all += 60 * part[1] + part[2] }
      printf "%.1f\n", 1e6 * all / rows }' >>"$file"
}

# The runs alternate, so that other load affects all of them.
for round in 1 2 3; do
  processor "$work/alone" "$work/token_rate" $module bench 1234 "$processors" "$rows"
  processor "$work/token" issue --key "pkcs11:token=bench?module-path=$module&pin-source=file:$work/pin"
  processor "$work/file" issue --key $identity/key.pem
  processor "$work/program" issue --in-flight 64 --sign-with "exec '$work/late_signer' $identity/key.pem 20"
  # The signatures are made beforehand, as by a service that does not use these processors.
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
