#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# How fast passes are issued with keys outside files, beside what the signer alone can do. Needs softhsm2
# and cc with OpenSSL's headers.
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

# The rate that the run itself tells, in passes a second.
issue() {
  rm -f "$work/out.tar"
  "$passc" issue "$work/card.pass" --data "$work/members.csv" -o "$work/out.tar" --format json \
    --progress none --certificate $identity/certificate.pem --wwdr $identity/intermediate.pem "$@" \
    2>/dev/null | sed -n 's/.*"passesPerSecond":\([0-9.]*\).*/\1/p'
}

median() { sort -n "$1" | sed -n '2p'; }

# In turns, so that whatever else the machine does meets all of them.
for round in 1 2 3; do
  "$work/token_rate" $module bench 1234 "$processors" "$rows" >>"$work/alone"
  issue --key "pkcs11:token=bench?module-path=$module&pin-source=file:$work/pin" >>"$work/token"
  issue --key $identity/key.pem >>"$work/file"
  issue --in-flight 64 --sign-with "exec '$work/late_signer' $identity/key.pem 20" >>"$work/program"
done
echo "rows: $rows, processors: $processors, median of 3"
echo "SoftHSM alone, signatures a second: $(median "$work/alone")"
echo "--key pkcs11, passes a second:      $(median "$work/token")"
echo "--key FILE, passes a second:        $(median "$work/file")"
echo "--sign-with 20 ms, 64 in flight:    $(median "$work/program")"
awk -v token="$(median "$work/token")" -v alone="$(median "$work/alone")" \
  'BEGIN { printf "PKCS #11 to SoftHSM alone:          %.2f\n", token / alone }'
