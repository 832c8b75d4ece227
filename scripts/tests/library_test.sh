# SPDX-License-Identifier: Apache-2.0
#
# A package that depends on the products PassBuild, PassCheck and PassNFC, one of them each program, built and run with the snippets of their
# documentation: it must link neither SQLite nor ArgumentParser. What was compiled stays in .build/library-user,
# so that a second run takes seconds.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1
swift=${SWIFT:-swift}

# --- what Package.swift says --------------------------------------------------------------------

"$swift" package dump-package >"$scratch/package.json" 2>"$scratch/out" || cat "$scratch/out" >&2
# outside PRODUCT: the system libraries and the foreign products that a product of ours hangs on.
outside() {
  python3 - "$scratch/package.json" "$1" <<'PYTHON'
import json, sys
package = json.load(open(sys.argv[1]))
targets = {target["name"]: target for target in package["targets"]}
wanted = [name for product in package["products"] if product["name"] == sys.argv[2]
          for name in product["targets"]]
seen, found = set(), set()
while wanted:
    name = wanted.pop()
    if name in seen:
        continue
    seen.add(name)
    if name not in targets or targets[name]["type"] == "system":
        found.add(name)
        continue
    # Each is a kind of dependency with its details, the name first.
    wanted += [details[0] for each in targets[name]["dependencies"] for details in each.values()]
print(" ".join(sorted(found)) if seen else "no such product")
PYTHON
}
equal "PassBuild hangs on two C libraries and no other package" "$(outside PassBuild)" "COpenSSL CZip"
equal "PassCheck hangs on two C libraries and no other package" "$(outside PassCheck)" "COpenSSL CZip"
equal "PassNFC hangs on one C library and no other package" "$(outside PassNFC)" "COpenSSL"
equal "the command hangs on what PassBuild does without" "$(outside passc)" \
  "ArgumentParser COpenSSL CZip GRDB GRDBSQLite"

# --- a package of a user ------------------------------------------------------------------------

user=$scratch/user
mkdir -p "$user/Sources/server" "$user/Sources/till" "$user/Sources/desk"
cat >"$user/Package.swift" <<MANIFEST
// swift-tools-version: 6.0
import PackageDescription

let passc = "$(basename "$repository")"
let package = Package(
  name: "user",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "$repository")],
  targets: [
    .executableTarget(name: "server", dependencies: [.product(name: "PassBuild", package: passc)]),
    .executableTarget(name: "desk", dependencies: [.product(name: "PassCheck", package: passc)]),
    .executableTarget(name: "till", dependencies: [.product(name: "PassNFC", package: passc)]),
  ])
MANIFEST

# article MODULE NAME TARGET: the Swift of an article becomes a file of a target.
article() {
  {
    echo "import $1"
    awk '$0 == "```swift" { on = 1; next } /^```/ { on = 0 } on' "Sources/$1/$1.docc/$2.md"
  } >"$user/Sources/$3/$2.swift"
  check "the article $2 shows Swift" test "$(wc -l <"$user/Sources/$3/$2.swift")" -gt 5
}
article PassBuild SignOnePass server
article PassBuild CheckAnUpload server
article PassCheck JudgeABundle desk
article PassNFC DecryptATap till

cat >"$user/Sources/server/main.swift" <<'PROGRAM'
import PassBuild

let maker = try PassMaker(identity: CommandLine.arguments[1], template: CommandLine.arguments[2])
let row = [
  "serial": "KB-2031-0418", "customer": "10442", "discount": "0,25", "saving": "5,00",
  "offer": "alle Brote", "offerEnglish": "all bread", "offerFrench": "tous les pains",
  "until": "31.10.2031", "ean": "2991044204180",
]
print(maker.identity.passTypeIdentifier ?? "no pass type")
print("sound: \(try complaints(about: row, maker: maker))")
print("bytes: \(try maker.pass(for: row).map { String($0) }.joined(separator: " "))")
for line in try complaints(about: ["ean": "7"], maker: maker) { print(line) }
do {
  _ = try maker.pass(for: [:])
} catch let rejected as Rejected {
  print("rejected: \(rejected.diagnostics.count > 1)")
}
PROGRAM
cat >"$user/Sources/desk/main.swift" <<'PROGRAM'
import PassCheck

let desk = UploadDesk()
// The bytes of an upload as numbers, a bundle a line.
while let line = readLine() {
  let bytes = line.split(separator: " ").compactMap { UInt8($0) }
  let (isFine, lines) = await desk.answer(to: bytes, named: "upload.pkpass")
  print("fine: \(isFine)")
  for line in lines { print(line) }
}
PROGRAM
cat >"$user/Sources/till/main.swift" <<'PROGRAM'
import PassNFC

func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.utf8.map { UInt8($0 < 58 ? $0 - 48 : $0 - 87) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

let arguments = CommandLine.arguments
var decryptor = try TapDecryptor(
  privateKeys: [Array(arguments[1].utf8)], passTypeIdentifiers: [arguments[2]])
print(try answer(to: bytes(arguments[3]), with: decryptor, at: 0))
decryptor.maximumAge = nil
print(try answer(to: bytes(arguments[3]), with: decryptor, at: 0))
PROGRAM

build=$repository/.build/library-user
# Nobody debugs it: without information for a debugger and an editor it is built sooner.
if ! "$swift" build --package-path "$user" --scratch-path "$build" --disable-index-store \
  -debug-info-format none >"$scratch/out" 2>&1; then
  check "a package that uses the libraries is built" contains "$scratch/out" "no such line: swift build failed"
  finish
fi

# --- what it does -------------------------------------------------------------------------------

"$build/debug/server" certs-example/ordinary templates/bakery-coupon.pass >"$scratch/said" 2>&1
equal "the server of the articles runs" "$?" 0
equal "it has an identity" "$(sed -n 1p "$scratch/said")" \
  "$(openssl x509 -in certs-example/ordinary/certificate.pem -noout -subject -nameopt multiline |
    sed -n 's/^ *userId *= //p')"
check "it complains of nothing in a sound row" contains "$scratch/said" 'sound: []'
python3 -c 'import sys
line = next(line for line in open(sys.argv[1]) if line.startswith("bytes: "))
open(sys.argv[2], "wb").write(bytes(map(int, line.split()[1:])))' "$scratch/said" "$scratch/coupon.pkpass"
check "what it signs is an archive" unzip -tqq "$scratch/coupon.pkpass"
check "with a signature" sh -c "unzip -p '$scratch/coupon.pkpass' signature | grep -q ."
check "it names a column that is missing" grep -q '^data\.column\.missing: ' "$scratch/said"
check "and says what to do" grep -q '^data\.column\.missing: .*; .' "$scratch/said"
check "it signs nothing for an empty row" contains "$scratch/said" 'rejected: true'

# The bundle the server signed, and something that is none.
{ sed -n 's/^bytes: //p' "$scratch/said"; echo 1 2 3; } >"$scratch/uploads"
"$build/debug/desk" <"$scratch/uploads" >"$scratch/answered" 2>&1
equal "the desk of the article runs" "$?" 0
equal "it answers both uploads" "$(grep -c '^fine: false$' "$scratch/answered")" 2
equal "it says what Wallet makes of a pass that Apple did not certify" "$(sed -n 2p "$scratch/answered")" \
  "Wallet refuses this pass: signature.chain.notApple"
check "it says whose pass it is" grep -q '^pass\..* KB-2031-0418$' "$scratch/answered"
check "it says why, with place and code" \
  grep -q '^upload\.pkpass!signature: error: .* \[signature\.chain\.notApple\]$' "$scratch/answered"
check "and what to do" grep -q '^help: .' "$scratch/answered"
check "it says that three bytes are no archive" grep -q '\[archive\.' "$scratch/answered"

# field NAME...: a value of the first vector.
field() {
  python3 -c 'import json, sys
value = json.load(open("Tests/Fixtures/vas-vectors.json"))["vectors"][0]
for name in sys.argv[1:]: value = value[name]
print(value)' "$@"
}
"$build/debug/till" "$(field reader privateKeyPKCS8PEM)" "$(field passTypeIdentifier)" \
  "$(field getDataResponse)" >"$scratch/said" 2>&1
equal "the till of the article runs" "$?" 0
check "it says why an old message does not count" grep -q '^staleTimestamp: ' "$scratch/said"
equal "it reads the message" "$(sed -n 2p "$scratch/said")" "$(field message utf8)"

# --- what is linked -----------------------------------------------------------------------------

for program in server till desk; do
  if [ "$(uname -s)" = Darwin ]; then
    otool -L "$build/debug/$program" >"$scratch/libraries"
  else
    readelf -d "$build/debug/$program" | grep NEEDED >"$scratch/libraries"
  fi
  check "$program loads libcrypto, so this is a list of libraries" contains "$scratch/libraries" libcrypto
  check "$program does not load SQLite" lacks "$scratch/libraries" sqlite
  nm "$build/debug/$program" >"$scratch/symbols"
  # Names of Swift hold their module with its length before it.
  check "$program holds PassCrypto, so this is a list of names" grep -q 10PassCrypto "$scratch/symbols"
  for name in sqlite3_ 4GRDB 14ArgumentParser 10PassLedger; do
    equal "$program holds no name with $name" "$(grep -c -- "$name" "$scratch/symbols")" 0
  done
done

finish
