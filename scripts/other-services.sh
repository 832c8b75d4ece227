#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Rehearses two services from PyPI, and compares the findings with those that were noted before.
#
#     scripts/other-services.sh [FOLDER]           compare with scripts/other-services/*.expected
#     scripts/other-services.sh --note [FOLDER]    note the findings again
#
# It needs python3 with venv, network access to PyPI, and passc with passc-service in .build/debug
# (PASSC names another passc). It is not part of continuous integration: its result depends on
# packages that others publish.
set -euo pipefail

note=
if [ "${1:-}" = --note ]; then note=1; shift; fi
here=$(cd "$(dirname "$0")" && pwd)
repository=$(dirname "$here")
folder=${1:-$repository/build/other-services}
passc=${PASSC:-$repository/.build/debug/passc}
identity=$repository/certs-example/ordinary
rm -rf "$folder/run"
mkdir -p "$folder/run"
cd "$folder"
# Versions are fixed, so that a difference comes from passc.
[ -x venv/bin/pip ] || python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check -r "$here/other-services/requirements.txt"

# free_port prints an unused port.
free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# template makes the template of the passes, and a.pkpass and b.pkpass.
template() {
  "$passc" init gym.pass --style generic >/dev/null 2>&1
  cat >gym.pass/pass.json <<'END'
{"formatVersion": 1, "organizationName": "Gym", "description": "Gym", "serialNumber": "{{ serial }}",
 "webServiceURL": "https://passes.example.com/", "authenticationToken": "token-of-{{ serial }}-0123456789",
 "generic": {"primaryFields": [
   {"key": "points", "label": "Points", "value": "{{ points }}", "changeMessage": "You have %@ points"}]}}
END
  echo '{"columns": {"serial": {}, "points": {"type": "integer"}}}' >gym.pass/template.json
  build a 1
  build b 1
  # The command of --change raises the points of the first pass.
  cat >change.sh <<'END'
points=$(($(cat points 2>/dev/null || echo 1) + 1))
echo "$points" >points
"$1" build gym.pass --set serial=a --set "points=$points" --identity "$2" --output new.pkpass --quiet
"$3" "$4" change a new.pkpass
END
}

build() {
  "$passc" build gym.pass --set "serial=$1" --set "points=$2" --identity "$identity" --output "$1.pkpass" --quiet
}

# rehearse NAME PATH [OPTION...] rehearses one service and prints severity and code of each finding.
rehearse() {
  local name=$1 path=$2 python=$folder/venv/bin/python program=$here/other-services/$1_service.py port service code=0
  shift 2
  mkdir "$folder/run/$name"
  cd "$folder/run/$name"
  template
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out AuthKey.p8 2>/dev/null
  "$python" "$program" seed a.pkpass b.pkpass
  port=$(free_port)
  "$python" "$program" serve "$port" >service.log 2>&1 &
  service=$!
  for _ in $(seq 100); do
    if curl -s -o service.html "http://127.0.0.1:$port/"; then break; fi
    sleep 0.1
  done
  "$passc" rehearse a.pkpass b.pkpass --at "http://127.0.0.1:$port$path" --trust "$identity/root.pem" \
    --change "sh change.sh '$passc' '$identity' '$python' '$program'" --notes --format json \
    --report "text=found.txt" --timeline timeline.txt "$@" >found.json 2>said.txt || code=$?
  kill "$service"
  wait "$service" 2>/dev/null || true
  [ "$code" -le 1 ] || { cat said.txt >&2; echo "$name: passc rehearse ended with $code" >&2; exit 1; }
  python3 -c '
import json, sys
for line in open("found.json"):
    value = json.loads(line)
    if "code" in value:
        print(value["severity"], value["code"])
    for words in value.get("notJudged", []):
        print("not checked", words.split(":")[0])
' | LC_ALL=C sort
}

failed=0
compare() {
  local name=$1 expected=$here/other-services/$1.expected
  if [ -n "$note" ]; then cp "$folder/run/$name.found" "$expected"; fi
  if [ ! -e "$expected" ]; then
    failed=1
    echo "$name: no findings are noted yet. Run: scripts/other-services.sh --note" >&2
    return
  fi
  if diff "$expected" "$folder/run/$name.found"; then
    echo "$name: $(grep -c . "$expected") lines, as noted"
  else
    failed=1
    echo "$name: other findings than noted. See $folder/run/$name" >&2
  fi
}

# The push service keeps its CA, so that the service can trust it before the rehearsal begins.
push_port=$(free_port)
export PUSH_PORT=$push_port SSL_CERT_FILE=$folder/run/push-ca/ca.pem
rehearse django / --push-listen "127.0.0.1:$push_port" --push-ca "$folder/run/push-ca" --push-auth token \
  >"$folder/run/django.found"
unset PUSH_PORT SSL_CERT_FILE
rehearse edutap /apple_update_service >"$folder/run/edutap.found"
compare django
compare edutap
exit "$failed"
