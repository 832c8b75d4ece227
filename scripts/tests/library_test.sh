# SPDX-License-Identifier: Apache-2.0
#
# Builds three small packages that depend on the products PassBuild, PassCheck and PassNFC, one
# each, without the traits of the programs. They must resolve no other package. They must link only
# libcrypto, libzip and libexpat if they read archives, and the libraries of Swift and the system. Their programs
# are the snippets of the documentation, which are built and run. The build results stay in
# .build/library-user, so that a second run takes seconds.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1
swift=${SWIFT:-swift}

# --- what Package.swift says --------------------------------------------------------------------

"$swift" package dump-package >"$scratch/package.json" 2>"$scratch/out" || cat "$scratch/out" >&2
# outside PRODUCT [TRAIT...] prints the system libraries and external products that one of our
# products depends on with these traits.
outside() {
  python3 - "$scratch/package.json" "$@" <<'PYTHON'
import json, sys
package = json.load(open(sys.argv[1]))
traits = set(sys.argv[3:])
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
    for dependency in targets[name]["dependencies"]:
        # A kind of dependency with its details: the name first, the condition last.
        for details in dependency.values():
            asked = (details[-1] or {}).get("traits") if isinstance(details[-1], dict) else None
            if not asked or traits & set(asked):
                wanted.append(details[0])
print(" ".join(sorted(found)) if seen else "no such product")
PYTHON
}
equal "PassBuild hangs on three C libraries and no other package" "$(outside PassBuild Programs)" \
  "CExpat COpenSSL CZip"
equal "PassCheck hangs on three C libraries and no other package" "$(outside PassCheck Programs)" \
  "CExpat COpenSSL CZip"
equal "PassNFC hangs on one C library and no other package" "$(outside PassNFC Programs)" "COpenSSL"
equal "the command hangs on what PassBuild does without" "$(outside passc Programs)" \
  "ArgumentParser CExpat COpenSSL CPKCS11 CSQLite CZip"
# CPKCS11 is our own header. Token modules are loaded on demand, and nothing is linked.
equal "but for the trait of the programs" "$(outside passc)" "CExpat COpenSSL CPKCS11 CSQLite CZip"

# --- packages of users --------------------------------------------------------------------------

build=$repository/.build/library-user
user=$scratch/user
# tiny NAME PRODUCT [TRAITS] creates a package with one program that uses one product.
tiny() {
  mkdir -p "$user/$1/Sources/$1"
  cat >"$user/$1/Package.swift" <<MANIFEST
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "$1",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "$repository"${3-, traits: []})],
  targets: [
    .executableTarget(
      name: "$1", dependencies: [.product(name: "$2", package: "$(basename "$repository")")])
  ])
MANIFEST
}
tiny server PassBuild
tiny desk PassCheck
tiny till PassNFC

# resolved NAME prints all packages that it depends on, directly or indirectly.
resolved() {
  "$swift" package --package-path "$user/$1" --scratch-path "$scratch/resolving" \
    show-dependencies --format json 2>"$scratch/out" |
    python3 -c 'import json, sys
def names(package):
    for each in package["dependencies"]:
        yield each["identity"]
        yield from names(each)
print(" ".join(sorted(set(names(json.load(sys.stdin))))))' || cat "$scratch/out" >&2
}
for name in server desk till; do
  echo 'print("")' >"$user/$name/Sources/$name/main.swift"
  equal "$name resolves no package but ours" "$(resolved "$name")" "$(basename "$repository")"
  check "$name pins none" test ! -e "$user/$name/Package.resolved"
done

# article MODULE NAME TARGET writes the Swift code of an article into a file of a target.
article() {
  {
    echo "import $1"
    awk '$0 == "```swift" { on = 1; next } /^```/ { on = 0 } on' "$(find Sources -path "*/$1.docc/$2.md")"
  } >"$user/$3/Sources/$3/$2.swift"
  check "the article $2 shows Swift" test "$(wc -l <"$user/$3/Sources/$3/$2.swift")" -gt 5
}
article PassBuild SignOnePass server
article PassBuild KeyElsewhere server
article PassBuild CheckAnUpload server
article PassBuild EveryType server
article PassCheck JudgeABundle desk
article PassNFC DecryptATap till

cat >"$user/server/Sources/server/main.swift" <<'PROGRAM'
import PassBuild

struct Customer: Encodable { let serial: String, offer: String? }
let maker = try PassMaker(identity: CommandLine.arguments[1], template: CommandLine.arguments[2])
let row: [String: RowValue] = [
  "serial": "KB-2031-0418", "customer": "10442", "discount": "0,25", "saving": "5,00",
  "offer": "alle Brote", "offerEnglish": "all bread", "offerFrench": "tous les pains",
  "until": "31.10.2031", "ean": "2991044204180",
]
print(maker.identity.passTypeIdentifier ?? "no pass type")
print("sound: \(try complaints(about: row, maker: maker))")
print("bytes: \(try await maker.pass(for: row).map { String($0) }.joined(separator: " "))")
for line in try complaints(about: ["ean": "7"], maker: maker) { print(line) }
do {
  _ = try await maker.pass(for: Customer(serial: "KB-2031-0419", offer: nil))
} catch let rejected as DiagnosticsError {
  print("rejected: \(rejected.columns.contains { $0.column == "offer" && $0.kind == .missing })")
}
PROGRAM
cat >"$user/desk/Sources/desk/main.swift" <<'PROGRAM'
import PassCheck

let desk = UploadDesk()
// The bytes of an upload as numbers, a bundle a line.
while let line = readLine() {
  let bytes = line.split(separator: " ").compactMap { UInt8($0) }
  let (isFine, lines) = try await desk.answer(to: bytes, named: "upload.pkpass")
  print("fine: \(isFine)")
  for line in lines { print(line) }
}
PROGRAM
cat >"$user/till/Sources/till/main.swift" <<'PROGRAM'
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

for name in server desk till; do
  # Without debug information and index, the build is faster.
  if ! "$swift" build --package-path "$user/$name" --scratch-path "$build" --disable-index-store \
    -debug-info-format none >"$scratch/out" 2>&1; then
    check "$name is built" contains "$scratch/out" "no such line: swift build failed"
    finish
  fi
done

# --- behaviour ----------------------------------------------------------------------------------

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
check "it signs nothing for a row with gaps, and names a column" contains "$scratch/said" 'rejected: true'

# The bundle that the server signed, and bytes that are not a bundle.
{ sed -n 's/^bytes: //p' "$scratch/said"; echo 1 2 3; } >"$scratch/uploads"
"$build/debug/desk" <"$scratch/uploads" >"$scratch/answered" 2>&1
equal "the desk of the article runs" "$?" 0
equal "it answers both uploads" "$(grep -c '^fine: false$' "$scratch/answered")" 2
equal "it says what Wallet makes of a pass that Apple did not certify" "$(sed -n 2p "$scratch/answered")" \
  "Wallet rejects this pass: signature.chain.notApple"
check "it says whose pass it is" grep -q '^pass\..* KB-2031-0418$' "$scratch/answered"
check "it says why, with place and code" \
  grep -q '^upload\.pkpass!signature: error: .* \[signature\.chain\.notApple\]$' "$scratch/answered"
check "and what to do" grep -q '^help: .' "$scratch/answered"
check "it says that three bytes are no archive" grep -q '\[archive\.' "$scratch/answered"

# field NAME... prints a value of the first vector.
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

# unexpected PROGRAM prints the linked libraries that the program must not load. A program that
# reads taps unpacks no archives.
unexpected() {
  case $1 in
    till) ours='libcrypto' ;;
    *) ours='libcrypto|libzip|libexpat' ;;
  esac
  system='libc|libm|libdl|libpthread|librt|libresolv|libutil|libgcc_s|libstdc[+][+]|libc[+][+]'
  system="$system|libSystem|libobjc|ld-linux[-a-z0-9_]*"
  sed -n 's/.*\[\(.*\)\]$/\1/p; s|^[[:space:]]*\(/[^ ]*\) (.*|\1|p; s|^[[:space:]]*\(@[^ ]*\) (.*|\1|p' |
    sed 's|.*/||' | grep -Ev "^($ours|$system|libswift[A-Za-z_0-9]*|lib_?Foundation[A-Za-z_]*|libdispatch|libBlocksRuntime)[.]"
}
equal "SQLite would be noticed" \
  "$(printf ' 0x1 (NEEDED)  Shared library: [%s]\n' libc.so.6 libsqlite3.so.0 libswiftCore.so libzip.so.4 |
    unexpected till | tr '\n' ' ')" "libsqlite3.so.0 libzip.so.4 "

for program in server till desk; do
  if [ "$(uname -s)" = Darwin ]; then
    otool -L "$build/debug/$program" >"$scratch/libraries"
  else
    readelf -d "$build/debug/$program" | grep NEEDED >"$scratch/libraries"
  fi
  check "$program loads libcrypto, so this is a list of libraries" contains "$scratch/libraries" libcrypto
  equal "$program loads nothing else that is not of Swift or the system" \
    "$(unexpected "$program" <"$scratch/libraries")" ""
  nm "$build/debug/$program" >"$scratch/symbols"
  # Swift symbols contain the module name with its length before it.
  check "$program holds PassCrypto, so this is a list of names" grep -q 10PassCrypto "$scratch/symbols"
  for name in sqlite3_ 12PassDatabase 14ArgumentParser 10PassLedger; do
    equal "$program holds no name with $name" "$(grep -c -- "$name" "$scratch/symbols")" 0
  done
done

finish
