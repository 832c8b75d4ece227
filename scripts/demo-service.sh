#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# `make demo-service`: issues passes from a table and starts the service. Phones add a pass and
# learn of changes through a simulated push service. Then a rehearsal runs. All are real processes
# on loopback.
#
#   scripts/demo-service.sh FOLDER-WITH-PROGRAMS IDENTITY ROOT-CERTIFICATE [PASSES] [PHONES]

set -eu
for tool in curl openssl python3; do
  command -v "$tool" >/dev/null || { echo "$tool is needed: apt-get install $tool" >&2; exit 3; }
done
programs=$(cd "$1" && pwd)
identity=$(cd "$2" && pwd)
root=$(cd "$(dirname "$3")" && pwd)/$(basename "$3")
count=${4:-1000}
phones=${5:-50}
passc=$programs/passc
type=pass.com.example.passc

base=${TMPDIR:-/tmp}
if [ -d /dev/shm ] && [ -w /dev/shm ]; then base=/dev/shm; fi
folder=$(mktemp -d "$base/passc-service.XXXXXX")
service=
fleet=
end() {
  code=$?
  if [ "$code" != 0 ]; then
    curl -sS --unix-socket "$folder/passc-service.sock" http://localhost/metrics http://localhost/pushes >&2 || true
  fi
  for pid in $service $fleet; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  if [ "$code" != 0 ]; then cat "$folder"/*.err "$folder/fleet.out" >&2 2>/dev/null || true; fi
  rm -rf "$folder"
  exit "$code"
}
trap end EXIT
cd "$folder"

now() { date +%s%3N; }
# `wait_for FILE WORDS` waits until a line of the file starts with the words, at most one minute.
wait_for() {
  tries=0
  until grep -q "^$2" "$1" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt "${PASSC_DEMO_TRIES:-1200}" ] || { echo "nothing says $2 in $1" >&2; exit 1; }
    sleep 0.05
  done
}
issue() {
  "$passc" issue gym.pass --data members.csv --identity "$identity" --token-key token.key \
    -o out --ledger gym.ledger --progress none 2>issue.err
}
operators() { curl -sS --fail-with-body --unix-socket passc-service.sock "$@"; }

# --- a template with a web service, a table, a key for tokens ---------------------------------------

"$passc" init gym.pass --style storeCard >/dev/null 2>&1
cat >gym.pass/pass.json <<'END'
{
  "formatVersion": 1, "organizationName": "Gym", "description": "Gym membership",
  "serialNumber": "{{ serial }}", "webServiceURL": "https://passes.example.com/gym",
  "storeCard": {
    "headerFields": [
      { "key": "points", "label": "Points", "value": "{{ points }}", "changeMessage": "You have %@ points now." }
    ],
    "primaryFields": [{ "key": "name", "label": "Member", "value": "{{ name }}" }]
  }
}
END
echo '{ "columns": { "serial": {}, "name": {}, "points": { "type": "integer" } } }' >gym.pass/template.json
openssl rand -hex 32 >token.key
openssl rand -hex 32 >link.key
table() {
  awk -v count="$count" -v more="$1" 'BEGIN {
    print "serial,name,points"
    for (i = 1; i <= count; i++) printf "M-%05d,Member %d,%d\n", i, i, i + (i <= 100 ? more : 0)
  }'
}
table 0 >members.csv

echo
echo "$count passes from a table, issued with a ledger:"
issue | sed 's/^/  /'

# --- the service, with the ledger and rows of its own
# -----------------------------------------------

# Starts the phones first. Their simulated push service writes the certificate that the service must
# trust.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkdir phones
cp $(ls out/*.pkpass | head -n $((phones - 1))) phones/
url=http://127.0.0.1:$port
serve() {
  "$passc" serve --ledger gym.ledger --template gym.pass --token-key token.key --identity "$identity" \
    --link-key link.key --public-url "$url" --listen "127.0.0.1:$port" "$@" >serve.out 2>>serve.err &
  service=$!
  wait_for serve.out serving
  sed 's/^/  /' serve.out
}
stop() {
  kill -TERM "$service"
  wait "$service" || { echo "the service did not end finely" >&2; exit 1; }
  service=
  # The next command prints this when the service is ready.
  : >serve.out
}

echo
echo "The service takes over the ledger; one member's pass is a row that is put:"
serve
operators -X PUT "http://localhost/passes/$type/A-ANN" -d '{"serial": "A-ANN", "name": "Ann", "points": 1}' |
  sed 's/^/  /'
token=$(printf '%s\0%s' $type A-ANN | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(cat token.key)" | sed 's/.* //')
curl -sS --fail -H "Authorization: ApplePass $token" "$url/v1/passes/$type/A-ANN" -o phones/A-ANN.pkpass
stop

echo
echo "$phones phones add a pass and register; changes are pushed to a stand-in for Apple's push service"
echo "(HTTP/2, TLS, the pass certificate as client):"
"$programs/phone-fleet" --at "$url" --passes phones --count "$phones" --ca-out push-ca.pem --out ann \
  --trust "$root" --then 1 --seconds "${PASSC_DEMO_SECONDS:-60}" >fleet.out 2>fleet.err &
fleet=$!
wait_for fleet.out push
serve --push "$(sed -n 's/^push //p' fleet.out)" --push-trust push-ca.pem
wait_for fleet.out registered

echo
echo "A changed table, issued again, and a change of Ann's row:"
table 1000 >members.csv
issue | sed 's/^/  /'
operators -X PATCH "http://localhost/passes/$type/A-ANN" -d '{"points": 2}' | sed 's/^/  /'
wait_for fleet.out phones
sed -n '/^phones/,$p' fleet.out | sed 's/^/  /'
grep -q "^phones $phones, pushes $phones, most for one phone 1, updated $phones, signatures proven $phones, " fleet.out

echo
echo "What one holder reads (passc diff):"
"$passc" diff ann/old.pkpass ann/new.pkpass >diff.out || true
sed 's/^/  /' diff.out
grep -q 'points now' diff.out

echo
echo "A PUT of Ann's points, until her phone has the new pass:"
begun=$(now)
operators -X PUT "http://localhost/passes/$type/A-ANN" -d '{"serial": "A-ANN", "name": "Ann", "points": 300}' >/dev/null
wait_for fleet.out 'updated A-ANN'
reached=$(sed -n 's/^updated A-ANN //p' fleet.out | head -n 1)
echo "  $((reached - begun)) ms"
[ $((reached - begun)) -lt "${PASSC_DEMO_LIMIT:-1000}" ] || { echo "that is too long" >&2; exit 1; }
wait "$fleet"
fleet=

echo
echo "A rehearsal plays phone and watch against the service:"
cat >change.sh <<END
points=\$((\$(cat points 2>/dev/null || echo 300) + 1))
echo "\$points" >points
curl -sS --fail --unix-socket passc-service.sock -X PATCH http://localhost/passes/$type/A-ANN -d "{\"points\": \$points}" >/dev/null
END
"$passc" rehearse phones/A-ANN.pkpass "$(ls phones/M-*.pkpass | head -n 1)" --at "$url" --trust "$root" \
  --strict --change 'sh change.sh' >rehearsal.out 2>&1 || { cat rehearsal.out >&2; exit 1; }
grep -q 'no errors, no warnings' rehearsal.out || { cat rehearsal.out >&2; exit 1; }
echo "  $(grep -c ' s  ' rehearsal.out) steps, the last ones:"
tail -n 6 rehearsal.out | sed 's/^/  /'

echo
echo "A link brings a pass to whoever opens it: the pass to an iPhone, a page with a code to a computer:"
link=$("$passc" serve link M-00001 --database passes.sqlite --link-key link.key --public-url "$url")
curl -sS --fail -A 'iPhone AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1' "$link" -o added.pkpass
"$passc" check added.pkpass --trust "$root" | tail -n 1 | sed 's/^/  iPhone: /'
curl -sS --fail "$link" >added.html
grep -q '<svg class="code"' added.html
echo "  computer: $(wc -c <added.html) bytes, $(grep -c '<img' added.html || true) picture"
stop

echo
echo "The same table served without files, each pass made when it is asked for:"
"$passc" serve --template gym.pass --data members.csv --token-key token.key --identity "$identity" \
  --database table.sqlite --listen "127.0.0.1:$port" >serve.out 2>>serve.err &
service=$!
wait_for serve.out serving
token=$(printf '%s\0%s' $type M-00007 | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(cat token.key)" | sed 's/.* //')
curl -sS --fail -H "Authorization: ApplePass $token" "$url/v1/passes/$type/M-00007" -o made.pkpass
"$passc" check made.pkpass --trust "$root" | tail -n 1 | sed 's/^/  /'
stop
