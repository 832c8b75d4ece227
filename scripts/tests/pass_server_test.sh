# SPDX-License-Identifier: Apache-2.0
#
# Sends HTTP requests to the example server: it signs, rejects and checks. `swift build
# --build-tests` has built it as a target of this package. Its own package is also checked here.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1
swift=${SWIFT:-swift}
server_program=.build/debug/PassServer

check "the server is some sixty lines" \
  test "$(wc -l <examples/pass-server/Sources/PassServer/main.swift)" -le 70
check "and sixty of code at most" \
  test "$(grep -cvE '^ *(//.*)?$' examples/pass-server/Sources/PassServer/main.swift)" -le 60
"$swift" package --package-path examples/pass-server --scratch-path "$scratch/described" \
  dump-package >"$scratch/package.json" 2>"$scratch/out" || cat "$scratch/out" >&2
equal "its package takes ours without traits" "$(python3 -c 'import json, sys
package = json.load(open(sys.argv[1]))
for each in package["dependencies"]:
    for ours in each.get("fileSystem", []):
        print(ours["path"], ours["traits"])' "$scratch/package.json")" "$repository []"
# The last step of the tutorial is the server, and each earlier step contains lines of it.
tutorial=Sources/Build/Build/PassBuild.docc/Resources
check "the tutorial ends with the server" \
  cmp "$tutorial/pass-server-5.swift" examples/pass-server/Sources/PassServer/main.swift
check "with its event loops" \
  cmp "$tutorial/pass-server-event-loops.swift" examples/pass-server/Sources/PassServer/EventLoops.swift
for step in 1 2 3 4; do
  check "step $step of the tutorial is a part of the server" python3 -c 'import sys
def lines(path): return [line.strip() for line in open(path) if line.strip()]
server = iter(lines(sys.argv[2]))
sys.exit(any(line not in server for line in lines(sys.argv[1])))' \
    "$tutorial/pass-server-$step.swift" examples/pass-server/Sources/PassServer/main.swift
done
equal "and its package has the products of the server" \
  "$(grep '\.product(' "$tutorial/pass-server-package.swift")" \
  "$(grep '\.product(' examples/pass-server/Package.swift)"

check "swift build --build-tests has built it" test -x "$server_program"
[ -x "$server_program" ] || finish

check "docs/reference/library.md shows lines of it" python3 -c 'import pathlib, sys
blocks = [block.split("```")[0] for block in pathlib.Path("docs/reference/library.md").read_text().split("```swift\n")]
heart = next(block for block in blocks if "Coupon(serial" in block)
server = [line.strip() for line in open("examples/pass-server/Sources/PassServer/main.swift")]
sys.exit(not all(line.strip() in server for line in heart.splitlines()))'

port=$(python3 -c 'import socket
with socket.socket() as any: any.bind(("127.0.0.1", 0)); print(any.getsockname()[1])')
"$server_program" templates/bakery-coupon.pass certs-example/ordinary "$port" \
  >"$scratch/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$scratch"' EXIT
here=http://127.0.0.1:$port
tries=0
until curl -s -o "$scratch/nothing" "$here/" || [ "$tries" -ge 100 ]; do
  tries=$((tries + 1))
  sleep 0.1
done

# ask NAME ARGUMENT... sends a request. The body goes into a file, and it prints status and type.
ask() {
  name=$1
  shift
  curl -s --max-time 20 -o "$scratch/$name" -w '%{http_code} %{content_type}' "$@"
}
equal "it sends a pass" "$(ask a.pkpass "$here/passes/KB-2031-0418")" \
  "200 application/vnd.apple.pkpass"
check "which is an archive" unzip -tqq "$scratch/a.pkpass"
equal "of the serial number that was asked for" \
  "$(unzip -p "$scratch/a.pkpass" pass.json | python3 -c 'import json, sys; print(json.load(sys.stdin)["serialNumber"])')" \
  "KB-2031-0418"
unzip -p "$scratch/a.pkpass" manifest.json >"$scratch/manifest.json"
unzip -p "$scratch/a.pkpass" signature >"$scratch/signature"
check "openssl verifies what it signed" openssl cms -verify -binary -inform DER -in "$scratch/signature" \
  -content "$scratch/manifest.json" -CAfile certs-example/root.pem -purpose any -out "$scratch/nothing"
equal "a row with a fault is refused" "$(ask refused "$here/passes/nonsense")" \
  "422 application/json; charset=utf-8"
check "with the code of the fault" contains "$scratch/refused" data.pattern.mismatch
equal "and the column, and nothing of the server" "$(python3 -c 'import json, sys
print([(fault["column"], sorted(fault)) for fault in json.load(open(sys.argv[1]))])' "$scratch/refused")" \
  "[('serial', ['code', 'column', 'message'])]"
equal "it judges the bundle that it made" \
  "$(ask verdict --data-binary "@$scratch/a.pkpass" "$here/check")" "200 application/json; charset=utf-8"
check "whose serial number it tells" contains "$scratch/verdict" '"serial":"KB-2031-0418"'
check "and that Apple did not certify it" contains "$scratch/verdict" signature.chain.notApple
equal "it judges what is no bundle" "$(ask nonsense --data-binary "no archive" "$here/check")" \
  "200 application/json; charset=utf-8"
check "and says so" contains "$scratch/nonsense" archive.
# Several requests at the same time.
pids=
for number in 1 2 3 4 5 6 7 8; do
  curl -s --max-time 20 -o "$scratch/$number.pkpass" "$here/passes/KB-2031-000$number" &
  pids="$pids $!"
done
for pid in $pids; do wait "$pid"; done
for number in 1 2 3 4 5 6 7 8; do
  check "of eight at once each gets its own" sh -c \
    "unzip -p '$scratch/$number.pkpass' pass.json | grep -q 'KB-2031-000$number'"
done
equal "more than any pass has is not read" \
  "$(head -c 5300000 /dev/zero | ask large --data-binary @- "$here/check" | cut -d' ' -f1)" 413
kill -TERM "$server"
wait "$server" 2>/dev/null
check "it complained of nothing" lacks "$scratch/log" error

# A template without an icon is not an error of the client.
cp -R templates "$scratch/own"
find "$scratch/own" -name 'icon*' -exec rm {} +
"$server_program" "$scratch/own/bakery-coupon.pass" certs-example/ordinary "$port" >"$scratch/log" 2>&1 &
server=$!
tries=0
until curl -s -o "$scratch/nothing" "$here/" || [ "$tries" -ge 100 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
equal "a fault of the server's own is no fault of the row" \
  "$(ask answer "$here/passes/KB-2031-0418" | cut -d' ' -f1)" 500
check "nothing of it is answered" lacks "$scratch/answer" icon
check "it stands in the log" contains "$scratch/log" icon
kill -TERM "$server"
wait "$server" 2>/dev/null

"$server_program" >"$scratch/usage" 2>&1
equal "a wrong call ends with 2" "$?" 2
check "and says how to call it" contains "$scratch/usage" "usage: PassServer TEMPLATE IDENTITY PORT"

finish
