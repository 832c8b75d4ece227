# SPDX-License-Identifier: Apache-2.0
#
# Tests the fast parts of packaging: the commit in --version, the format of an image with a Debian
# program, the checksum of the formula and the SBOM. `make deb` and `make container` test the rest.

. "$(dirname "$0")/lib.sh"
packages=$repository/scripts/packages
unset COMMIT

# --- the commit -----------------------------------------------------------------------------------

tree=$scratch/tree
mkdir -p "$tree/Sources"
echo one >"$tree/Package.swift"
cd "$tree" || exit 1
said() { sed -n 's/.*"\(.*\)"/\1/p' "$1/passc-commit.h"; }

check "outside a checkout too" sh "$repository/scripts/commit.sh" out
equal "no commit is named outside a checkout" "$(said out)" ""
git init -q . && git add Package.swift
git -c user.name=a -c user.email=a@example.com commit -q -m one
sh "$repository/scripts/commit.sh" out
equal "the commit is named by twelve digits" "$(said out)" "$(git rev-parse HEAD | cut -c1-12)"
equal "and its time" "$(sed -n 's/.*_TIME //p' out/passc-commit.h)" "$(git log -1 --format=%ct)"
touch -d 2020-01-01 out/passc-commit.h
sh "$repository/scripts/commit.sh" out
equal "a file that is right stays untouched" "$(date -r out/passc-commit.h +%Y)" 2020
echo two >Sources/new.swift
sh "$repository/scripts/commit.sh" out
equal "a source that is not in the commit is said" "$(said out)" "$(git rev-parse HEAD | cut -c1-12)+"
rm Sources/new.swift
echo note >README.md
sh "$repository/scripts/commit.sh" out
equal "what is not compiled makes no difference" "$(said out)" "$(git rev-parse HEAD | cut -c1-12)"
mkdir inner
(cd inner && sh "$repository/scripts/commit.sh" out)
equal "a folder within another's checkout is not at its commit" "$(said inner/out)" ""
COMMIT=v1.2 sh "$repository/scripts/commit.sh" out
equal "a commit can be given" "$(said out)" "v1.2"
equal "its time is then unknown" "$(sed -n 's/.*_TIME //p' out/passc-commit.h)" 0
COMMIT=v1.2 SOURCE_DATE_EPOCH=1700000000 sh "$repository/scripts/commit.sh" out
equal "or the one that is given" "$(sed -n 's/.*_TIME //p' out/passc-commit.h)" 1700000000
COMMIT=v1.2 SOURCE_DATE_EPOCH='1; x' sh "$repository/scripts/commit.sh" out 2>err
equal "which has to be a number" "$?" 2
COMMIT='1"; #' sh "$repository/scripts/commit.sh" out 2>err
equal "one that would end the text is refused" "$? $(said out)" "2 v1.2"

cd "$tree" || exit 1
equal "packages have to name the checkout's commit" "$(sh "$packages/built.sh")" \
  "$(git rev-parse HEAD | cut -c1-12)"
equal "or the one that is given" "$(COMMIT=v1.2 sh "$packages/built.sh")" "v1.2"
equal "none outside a checkout" "$(cd inner && sh "$packages/built.sh" && echo fine)" "
fine"
mkdir "$scratch/mute"
printf '#!/bin/sh\nexit 1\n' >"$scratch/mute/git"
chmod +x "$scratch/mute/git"
check "a checkout that git does not tell of is not packed" \
  test "$(PATH=$scratch/mute:$PATH sh "$packages/built.sh" 2>/dev/null; echo $?)" = 1

# --- an installed passc ---------------------------------------------------------------------------

# A passc that prints only the version of each program. The last message of try.sh then shows how
# far it came.
mkdir -p "$scratch/installed"
cat >"$scratch/installed/passc" <<'FAKE'
#!/bin/sh
[ "$1" = --version ] || { echo "no more than a version"; exit 9; }
name=$(basename "${PROGRAM:-passc}")
case $name in "$OTHER") commit=$THEIRS ;; *) commit=$OURS ;; esac
echo "$name 0.1.0 (${commit:+commit $commit, }time zones 2026f)"
FAKE
chmod +x "$scratch/installed/passc"
# tried EXPECTED OURS OTHER THEIRS prints the end of a test run where the programs have commit OURS,
# except that OTHER has THEIRS.
tried() {
  COMMIT=$1 OURS=$2 OTHER=${3:-none} THEIRS=${4:-} sh "$packages/try.sh" "$scratch/trial" "$scratch/installed/passc" 2>&1
}
got_on="try.sh: init: no more than a version"
equal "programs of the commit that was built are fine" "$(tried 0123456789ab 0123456789ab)" "$got_on"
for program in passc passc-app passc-preview passc-service; do
  equal "$program of another commit is not" "$(tried 0123456789ab 0123456789ab $program 0123456789ac)" \
    "try.sh: --version of $program does not name commit 0123456789ab: $program 0.1.0 (commit 0123456789ac, time zones 2026f)"
done
equal "nor of sources that differed from it" "$(tried 0123456789ab 0123456789ab+ | cut -c1-61)" \
  "try.sh: --version of passc-app does not name commit 012345678"
equal "nor one that names none" "$(tried 0123456789ab "")" \
  "try.sh: --version of passc-app does not name commit 0123456789ab: passc-app 0.1.0 (time zones 2026f)"
equal "where no commit is known any is" "$(tried "" "")" "$got_on"
equal "a program that is not the one that was asked for is not" "$(PROGRAM=x sh "$packages/try.sh" "$scratch/trial" echo passc 0 2>&1)" \
  "try.sh: --version of passc-app says: passc 0 --version"

equal "a passc without its companions is tried alone" \
  "$(COMPANIONS=no tried 0123456789ab 0123456789ab passc-app 0123456789ac)" "$got_on"

# --- linked libraries -----------------------------------------------------------------------------

# linked LIBRARY... runs linked.sh for a program with these libraries and prints its exit code.
mkdir -p "$scratch/fake"
cat >"$scratch/fake/readelf" <<'FAKE'
#!/bin/sh
for library in $LIBRARIES; do echo " 0x0000000000000001 (NEEDED)             Shared library: [$library]"; done
echo " 0x000000000000000c (INIT)               0x401000"
FAKE
chmod +x "$scratch/fake/readelf"
linked() {
  LIBRARIES=$* PATH=$scratch/fake:$PATH sh "$repository/scripts/linked.sh" passc >"$scratch/linked" 2>&1
  echo "$?"
}
equal "what passc is linked with is fine" \
  "$(linked libzip.so.4 libexpat.so.1 libcrypto.so.3 libm.so.6 libc.so.6 ld-linux-x86-64.so.2)" 0
equal "in other versions and elsewhere too" "$(linked libc.so.6 libm.so.6 libcrypto.so.3 libzip.so.5 libexpat.so.1)" 0
equal "PKCS #11's library beside it is not" \
  "$(linked libzip.so.4 libexpat.so.1 libcrypto.so.3 libp11-kit.so.0 libm.so.6 libc.so.6)" 1
check "which is named" contains "$scratch/linked" "passc is linked with: libc libcrypto libexpat libm libp11-kit libzip"
check "and why" contains "$scratch/linked" "PKCS #11"
equal "Swift's library is not" "$(linked libzip.so.4 libexpat.so.1 libcrypto.so.3 libswiftCore.so libm.so.6 libc.so.6)" 1
equal "nor is one that is gone" "$(linked libexpat.so.1 libcrypto.so.3 libm.so.6 libc.so.6)" 1
equal "nor a program that names none" "$(linked)" 1

# --- programs with their libraries ----------------------------------------------------------------

if command -v patchelf >/dev/null && command -v dpkg >/dev/null && command -v openssl >/dev/null; then
  carried="$scratch/the carried"
  mkdir -p "$carried/bin" "$carried/libexec/passc"
  cp "$(readlink -f "$(command -v openssl)")" "$carried/bin/passc"
  cp "$carried/bin/passc" "$carried/libexec/passc/passc-app"
  check "the libraries of programs are carried along" sh "$packages/portable.sh" "$carried"
  check "but not glibc" test -z "$(ls "$carried/lib/passc" | grep -E '^(libc|libm|ld-linux.*)\.so')"
  check "with their licences" grep -qi openssl "$carried/share/doc/passc/libraries/libssl3.txt"
  for program in bin/passc libexec/passc/passc-app; do
    found=$(ldd "$carried/$program" | sed -n 's/.*libcrypto[^ ]* => \(.*\) (.*/\1/p')
    equal "$program takes its own libcrypto" "$(readlink -f "$found")" "$(readlink -f "$carried/lib/passc/libcrypto.so.3")"
    check "and runs" "$carried/$program" version >"$scratch/ran"
  done
  cp -r "$carried" "$scratch/moved"
  found=$(ldd "$scratch/moved/bin/passc" | sed -n 's/.*libcrypto[^ ]* => \(.*\) (.*/\1/p')
  equal "also after a move" "$(readlink -f "$found")" "$(readlink -f "$scratch/moved/lib/passc/libcrypto.so.3")"
else
  skip "programs with their libraries: there is no patchelf, dpkg or openssl"
fi

# --- programs that read untrusted bytes are loaded at a random address ----------------------------

# hardened HEADER SEGMENTS DYNAMIC runs hardened.sh for a program with this readelf output.
cat >"$scratch/fake/readelf" <<'FAKE'
#!/bin/sh
case $1 in -h) echo "  Type: $HEADER" ;; -lW) echo "  $SEGMENTS" ;; -dW) echo " $DYNAMIC" ;; esac
FAKE
hardened() {
  HEADER=$1 SEGMENTS=$2 DYNAMIC=$3 PATH=$scratch/fake:$PATH sh "$repository/scripts/hardened.sh" passc-service \
    >"$scratch/hardened" 2>&1
  echo "$?"
}
pie="DYN (Position-Independent Executable file)"
equal "PIE and full RELRO are fine" "$(hardened "$pie" GNU_RELRO "(FLAGS) BIND_NOW")" 0
equal "as other linkers write it too" "$(hardened "$pie" GNU_RELRO "(FLAGS_1) Flags: NOW PIE")" 0
equal "a fixed address is not" "$(hardened "EXEC (Executable file)" GNU_RELRO "(FLAGS) BIND_NOW")" 1
check "which is printed" contains "$scratch/hardened" "passc-service: not position-independent"
equal "nor is a program without RELRO" "$(hardened "$pie" LOAD "(FLAGS) BIND_NOW")" 1
equal "nor partial RELRO" "$(hardened "$pie" GNU_RELRO "(FLAGS_1) Flags: PIE")" 1
check "which is printed too" contains "$scratch/hardened" "resolves symbols lazily"

# --- the packages of a release --------------------------------------------------------------------

locked=$scratch/locked
mkdir -p "$locked/release"
echo '{"packages": {"swift-log": "1.16.2", "swift-nio": "2.101.2"}}' >"$locked/release/versions.json"
# resolved LOG NIO [MORE] prints the result of versions.py for packages resolved at these versions.
resolved() {
  cat >"$locked/Package.resolved" <<RESOLVED
{"pins": [{"identity": "swift-log", "state": {"revision": "$(date +%N)", "version": "$1"}},
          {"identity": "swift-nio", "state": {"revision": "1", "version": "$2"}}${3:-}], "version": 3}
RESOLVED
  python3 "$packages/versions.py" check "$locked" >"$scratch/versions" 2>&1
  echo "$?"
}
equal "packages at the versions of the list are fine, whatever their commit ids" "$(resolved 1.16.2 2.101.2)" 0
equal "another version is not" "$(resolved 1.16.2 2.102.0)" 1
check "which is printed" contains "$scratch/versions" "swift-nio was resolved at 2.102.0, the list has 2.101.2"
check "with the command that resolves the list" contains "$scratch/versions" "versions.py pin"
equal "a package that is not in the list is not" \
  "$(resolved 1.16.2 2.101.2 ', {"identity": "left-pad", "state": {"version": "1.0.0"}}')" 1
check "and is named" contains "$scratch/versions" "left-pad 1.0.0 was resolved and is not in the list"
equal "nor a package at a branch" "$(resolved 1.16.2 2.101.2 ', {"identity": "x", "state": {"branch": "main"}}')" 1
cp "$locked/release/versions.json" "$scratch/versions.before"
resolved 1.16.3 2.101.2 >/dev/null
python3 "$packages/versions.py" write "$locked"
equal "the list can be written from what was resolved" "$(resolved 1.16.3 2.101.2)" 0
check "make dist compares" contains "$repository/scripts/dist.sh" 'packages/versions.py" check'
if [ -f "$repository/Package.resolved" ]; then
  check "this checkout is at the versions of the list" python3 "$packages/versions.py" check
fi
check "the list holds no commit id" test -z "$(grep -E '[0-9a-f]{40}' "$repository/release/versions.json")"

# --- Swift's signature ----------------------------------------------------------------------------

export GNUPGHOME="$scratch/gpg"
mkdir -m 700 "$GNUPGHOME"
for name in release other; do
  gpg --batch --quiet --passphrase '' --quick-generate-key "$name@example.com" ed25519 sign never 2>/dev/null
done
fingerprint() { gpg --batch --with-colons --list-keys "$1@example.com" 2>/dev/null | sed -n 's/^fpr:*\([0-9A-F]*\):/\1/p' | head -n 1; }
echo swift >"$scratch/swift.tar"
for name in release other; do
  gpg --batch --quiet --local-user "$name@example.com" --output "$scratch/$name.sig" --detach-sign "$scratch/swift.tar" 2>/dev/null
done
# verified SIGNATURE FINGERPRINT
verified() {
  sh "$packages/verify-swift.sh" "$scratch/swift.tar" "$scratch/$1.sig" "$2" >"$scratch/verified" 2>&1
  echo "$?"
}
equal "a signature by the named key is accepted" "$(verified release "$(fingerprint release)")" 0
equal "one by another key of the keyring is not" "$(verified other "$(fingerprint release)")" 1
check "which is printed" contains "$scratch/verified" "signed by another key"
equal "a short fingerprint is not accepted" "$(verified release "$(fingerprint release | cut -c25-)")" 2
echo more >>"$scratch/swift.tar"
equal "nor are other bytes" "$(verified release "$(fingerprint release)")" 1
gpgconf --kill all
unset GNUPGHOME

# --- the workflow ---------------------------------------------------------------------------------

workflow=$repository/.github/workflows
check "actions are named by commit" test -z "$(grep -hE '^ *- *uses:' "$workflow"/*.yml | grep -vE '@[0-9a-f]{40} # v')"
check "images by digest" test -z "$(grep -hE '^ *image: ' "$workflow"/*.yml | grep -v '@sha256:[0-9a-f]\{64\}$')"
check "Swift's key by its fingerprint" contains "$workflow/release.yml" 'verify-swift.sh "$made/swift.tar.gz"'
check "and the release attaches what was resolved" contains "$workflow/release.yml" "cp Package.resolved build/release/"
check "libraries are those of today" contains "$workflow/release.yml" "apt-get upgrade -y -q"
number=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' "$repository/Sources/Programs/Console/Version.swift")
equal "pre-commit installs this version" "$(grep -c "$number" "$repository/pyproject.toml")" 2
# What setup.sh asks for on a Mac, by name.
brew=$(sed -n 's/.*missing="$missing \([a-z0-9@-]*\)".*/\1/p' "$repository/scripts/setup.sh" | sort -u | tr '\n' ' ')
for page in .github/workflows/ci.yml docs/reference/packages.md; do
  named=$(sed -n 's/.*brew install \(pkgconf [^`]*\).*/\1/p' "$repository/$page" | head -n 1)
  equal "$page names the same packages of Homebrew" "$(printf '%s\n' $named | sort -u | tr '\n' ' ')" "$brew"
done

# --- the releases of Debian and Ubuntu ------------------------------------------------------------

# marks RELEASE... prints the ends of the packages' versions.
marks() { (cd "$repository" && . scripts/packages/roots.sh && for release in "$@"; do mark "$release"; done | tr '\n' ' '); }
equal "each release has its mark in the version" "$(marks bookworm trixie noble resolute)" "deb12 deb13 ubuntu24.04 ubuntu26.04 "
releases=$(sed -n 's/^ *release: \[\(.*\)\]/\1/p' "$workflow/release.yml" | tr -d ,)
equal "the workflow names these" "$releases" "bookworm trixie noble resolute"
equal "for two processors" "$(grep -c 'architecture: arm64' "$workflow/release.yml") $(grep -c 'architecture: amd64' "$workflow/release.yml")" "2 2"
if [ "$(id -u)" = 0 ]; then
  # The packages of a machine that has everything.
  mkdir "$scratch/nothing missing"
  for tool in swift dpkg-deb debootstrap umoci bwrap patchelf ruby shellcheck pkg-config; do
    printf '#!/bin/sh\necho "Swift version 6.3.1"\n' >"$scratch/nothing missing/$tool"
    chmod +x "$scratch/nothing missing/$tool"
  done
  PATH="$scratch/nothing missing:$PATH" sh "$packages/deb.sh" woody >"$scratch/deb" 2>&1
  equal "another release is an error" "$?" 2
  check "which names those that are known" contains "$scratch/deb" "unknown release woody, expected bookworm"
fi
# bootstraps RELEASE prints the arguments of debootstrap, and the sources of the root.
bootstraps() {
  mkdir -p "$scratch/boot" "$scratch/a root/etc/apt"
  printf '#!/bin/sh\necho "$*"\n' >"$scratch/boot/debootstrap"
  chmod +x "$scratch/boot/debootstrap"
  (cd "$repository" && MIRROR=http://deb.test/debian SECURITY_MIRROR=http://deb.test/security UBUNTU_MIRROR=http://ub.test/ubuntu \
    PATH=$scratch/boot:$PATH sh -c '. scripts/packages/roots.sh; bootstrap "$1" "$2"; cat "$2/etc/apt/sources.list"' sh "$1" "$scratch/a root")
}
check "a root of Debian comes from Debian's mirror" sh -c 'printf "%s\n" "$1" | grep -qx "deb http://deb.test/security trixie-security main"' sh "$(bootstraps trixie)"
check "one of Ubuntu from Ubuntu's, verified by its key" sh -c 'printf "%s\n" "$1" | grep -q "ubuntu-archive-keyring.gpg noble .*http://ub.test/ubuntu"' sh "$(bootstraps noble)"
check "with the packages of universe" sh -c 'printf "%s\n" "$1" | grep -qx "deb http://ub.test/ubuntu noble-security main universe"' sh "$(bootstraps noble)"

# --- an image without namespaces ------------------------------------------------------------------

# A hand-made root. Its passc is a shell that runs the file in /w given as its first argument.
ways=$scratch/ways
root=$ways/bundle/rootfs
mkdir -p "$ways/fake" "$root/usr/bin" "$root/dev" "$root/proc" "$root/tmp" "$root/w"
# fake NAME TEXT creates a program that replaces the one of the machine.
fake() {
  printf '#!/bin/sh\n%s\n' "$2" >"$ways/fake/$1"
  chmod +x "$ways/fake/$1"
}
image_try() { PATH=$ways/fake:$PATH sh "$packages/image-try.sh" "$@"; }
fake bwrap 'exit 1'
fake id 'echo 1000'
equal "who may make no namespaces and is not root runs no image" "$(image_try --way 2>/dev/null; echo $?)" 3
fake id 'echo 0'
fake umount 'exit 0'
fake mount 'exit 1'
equal "nor does root who may mount nothing" "$(image_try --way 2>/dev/null; echo $?)" 3
fake mount 'case $* in *remount*) exit 1 ;; esac'
equal "where no mount can be read-only a chroot is" "$(image_try --way)" writable
fake mount 'exit 0'
equal "else it is a read-only chroot" "$(image_try --way)" chroot
fake setpriv 'exit 0'
equal "and namespaces where they can be made" "$(image_try --way)" bwrap
equal "a way that is none is refused" "$(WAY=boat image_try "$ways/bundle" 2>/dev/null; echo $?)" 2
rm "$ways/fake/id" "$ways/fake/mount" "$ways/fake/umount" "$ways/fake/setpriv"

if command -v ldd >/dev/null && [ "$(id -u)" = 0 ] && [ "$(image_try --way 2>/dev/null)" = chroot ]; then
  cp "$(readlink -f /bin/sh)" "$root/usr/bin/passc"
  for library in $(ldd "$root/usr/bin/passc" | grep -o '/[^ ]*'); do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
  chmod 1777 "$root/tmp"
  echo '{"process": {"user": {"uid": 65532}, "args": ["/usr/bin/passc"], "cwd": "/w"}}' >"$ways/bundle/config.json"
  cat >"$ways/trial" <<'TRIAL'
cat >"$1/look" <<'LOOK'
while read -r key value rest; do [ "$key" = Uid: ] && echo "user $value"; done </proc/self/status
while read -r name rest; do case $name in *:) echo "network $name" ;; esac; done </proc/net/dev
: >/dev/null && : >/tmp/new && : >/w/new && echo writes
LOOK
echo '( : >"$3" ) || exit 3' >"$1/cert"
"$2" look
TRIAL
  WAY=chroot image_try "$ways/bundle" "$ways/trial" >"$ways/out" 2>&1
  equal "an image is run in a chroot" "$?" 0
  check "as its own user" contains "$ways/out" "user 65532"
  check "who writes to /tmp and /w" contains "$ways/out" "writes"
  check "and nowhere else" contains "$ways/out" "bundle: runs as 65532 in a chroot with a read-only root"
  if unshare --net true 2>/dev/null; then
    check "without a network" contains "$ways/out" "root, without a network"
    equal "but for the loopback" "$(grep '^network' "$ways/out" | grep -v tunl)" "network lo:"
  fi
  WAY=chroot PASSC_APART=no image_try "$ways/bundle" "$ways/trial" >"$ways/out" 2>&1
  equal "also with mounts of the machine's own" "$?" 0
  check "with its network, which is said" contains "$ways/out" "with the network of this machine"
  check "of which none stays" lacks /proc/mounts passc-image.
  WAY=writable image_try "$ways/bundle" "$ways/trial" >"$ways/out" 2>&1
  equal "an image is run in a chroot that is not read-only" "$?" 0
  check "which is said" contains "$ways/out" "its root NOT read-only"
  chown 65532 "$root/usr"
  WAY=chroot image_try "$ways/bundle" "$ways/trial" >"$ways/out" 2>&1
  equal "what is the user's cannot be written in the one" "$?" 0
  WAY=writable image_try "$ways/bundle" "$ways/trial" >"$ways/out" 2>&1
  equal "and is noticed in the other" "$?" 1
  check "with what became of it" contains "$ways/out" "writing into the root ended with 0"
else
  skip "images in a chroot: nobody may mount here, or this is not root"
fi

# --- the image ------------------------------------------------------------------------------------

if ! grep -qs '^ID=debian$' /etc/os-release || ! command -v ldd >/dev/null; then
  skip "images are made on Debian alone"
  finish
fi
cd "$scratch" || exit 1
mkdir -p stage/usr/bin stage/usr/share/passc stage/usr/share/man
cp /usr/bin/openssl stage/usr/bin/
echo data >stage/usr/share/passc/data
echo page >stage/usr/share/man/page
export SOURCE_DATE_EPOCH=1700000000
image() { python3 "$packages/image.py" stage --version 1.2.3 --out "$@" --packages packages >said 2>err; }
check "an image is made" image one.tar
size=$(wc -c <one.tar)
check "and once more, of as many bytes as it may have" image two.tar --limit "$size"
check "both are equal" cmp one.tar two.tar
check "the packages of the libraries are named" contains packages "libssl3"
check "that of what glibc opens to end a thread" contains packages "libgcc-s1"
check "and that of the authorities" contains packages "ca-certificates"

mkdir -p stage/usr/share/doc/passc && echo licence >stage/usr/share/doc/passc/LICENSE
echo read >stage/usr/share/doc/passc/README.md
image bare.tar --bare --name passc-check
equal "a bare image has its own name" "$(tar -xOf bare.tar manifest.json | grep -o 'passc-check:1.2.3')" "passc-check:1.2.3"
for layer in $(tar -tf bare.tar | grep '^blobs/'); do
  tar -xOf bare.tar "$layer" | tar -tzf - 2>/dev/null
done | grep -v '/$' | sort >held
# Programs and libraries, without the licences and the list of packages.
equal "a bare image holds the program, its libraries and the authorities, and nothing else" \
  "$(grep -vE '^(usr/share/doc|var/lib/dpkg/status\.d)/' held | sed 's/\.so[.0-9]*$//; s|.*/||' | sort -u | tr '\n' ' ')" \
  "bin ca-certificates.crt data ld-linux-x86-64 lib lib64 libc libcrypto libgcc_s libssl openssl os-release "
check "and the licence, but not the README" sh -c 'grep -q doc/passc/LICENSE held && ! grep -q README held'
rm -r stage/usr/share/doc

# Reads the image with code that shares only the specification with image.py.
mkdir layout && tar -xf one.tar -C layout
python3 - layout >read 2>&1 <<'PYTHON'
import gzip, hashlib, io, json, pathlib, sys, tarfile
layout = pathlib.Path(sys.argv[1])
def blob(what):
    data = (layout / "blobs" / what["digest"].replace(":", "/")).read_bytes()
    assert hashlib.sha256(data).hexdigest() == what["digest"].split(":")[1], what
    assert len(data) == what["size"], what
    return data
index = json.loads((layout / "index.json").read_text())
manifest = json.loads(blob(index["manifests"][0]))
config = json.loads(blob(manifest["config"]))
assert json.loads((layout / "oci-layout").read_text())["imageLayoutVersion"] == "1.0.0"
assert config["config"]["User"] == "65532:65532" and config["architecture"], config
entries = {}
for what, plain in zip(manifest["layers"], config["rootfs"]["diff_ids"], strict=True):
    data = gzip.decompress(blob(what))
    assert hashlib.sha256(data).hexdigest() == plain.split(":")[1]
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for entry in archive:
            assert entry.name not in entries or entry.isdir(), entry.name
            assert entry.mtime == 1700000000 and not entry.mode & 0o6000, entry.name
            entries[entry.name] = entry
for name in ("usr/bin/openssl", "usr/share/passc/data", "etc/ssl/certs/ca-certificates.crt",
             "etc/passwd", "tmp", "w", "var/lib/dpkg/status.d/libssl3"):
    assert name in entries, name
assert entries["w"].uid == 65532 and entries["tmp"].mode == 0o1777
assert not any(name.endswith("/sh") or "/man/" in name for name in entries)
for name, entry in entries.items():
    if entry.issym() and not entry.linkname.startswith("/"):
        target = pathlib.PurePosixPath(name).parent / entry.linkname
        parts = []
        for part in target.parts:
            parts = parts[:-1] if part == ".." else parts + [part]
        assert "/".join(parts) in entries, (name, entry.linkname)
print("held", len(entries))
PYTHON
check "the image holds what it says" contains read "held"

if command -v bwrap >/dev/null 2>&1 && command -v umoci >/dev/null 2>&1; then
  umoci unpack --rootless --image layout:1.2.3 bundle >out 2>&1
  check "umoci unpacks it" test -x bundle/rootfs/usr/bin/openssl
  if bwrap --ro-bind / / true 2>/dev/null; then
    check "what is in it runs with it alone" bwrap --unshare-all --ro-bind bundle/rootfs / \
      --clearenv /usr/bin/openssl version
  else
    skip "running an image: this machine lets nobody make namespaces"
  fi
fi

image three.tar --limit "$((size - 1))"
equal "one of a byte more than it may have is refused" "$?" 1
check "with what it may have" contains err "MB is the most it may have"
check "and what is largest in it" contains err "libcrypto.so.3 ("
check "and is not left for somebody to take" test ! -e three.tar
check "120 MB is what an image may have" sh -c "python3 '$packages/image.py' --help | grep -q 'default: 120000000 bytes'"

cp "$repository/scripts/tests/run.sh" stage/usr/bin/broken && chmod +x stage/usr/bin/broken
check "a program that is none is refused" test "$(image three.tar; echo $?)" = 1
rm stage/usr/bin/broken
PATH_OF_SWIFT=$(ldd "$PASSC" 2>/dev/null | sed -n 's/.*=> \(.*libswift[^ ]*\).*/\1/p' | head -n 1)
if [ -n "$PATH_OF_SWIFT" ]; then
  cp "$PASSC" stage/usr/bin/passc
  check "a library of no package is refused" test "$(image three.tar; echo $?)" = 1
  check "and named" contains err "came with no package of Debian"
  rm stage/usr/bin/passc
fi

# --- formula and SBOM -----------------------------------------------------------------------------

sh "$packages/formula.sh" https://example.com/a.tar.gz one.tar >formula.rb
check "the formula has the sum" contains formula.rb "sha256 \"$(sha256sum one.tar | cut -d' ' -f1)\""
sh "$packages/formula.sh" 'https://example.com/"a' one.tar >out 2>&1
equal "an address that would end the text is refused" "$?" 2

mkdir -p swift/usr/bin
printf '#!/bin/sh\necho "Swift version 6.3.1 (swift-6.3.1-RELEASE)"\n' >swift/usr/bin/swiftc
chmod +x swift/usr/bin/swiftc
if [ -f "$repository/Package.resolved" ]; then
  python3 "$packages/sbom.py" one.tar --version 1.2.3 --programs stage/usr/bin/openssl --swift swift \
    --inside --packages packages >sbom.json 2>err
  check "an SBOM is written" test "$?" = 0
  check "it names the artifact's sum" contains sbom.json "$(sha256sum one.tar | cut -d' ' -f1)"
  check "and every package the checkout pins, with what they hold" python3 - "$repository/Package.resolved" sbom.json <<'PYTHON'
import json, sys
pins, sbom = (json.load(open(path)) for path in sys.argv[1:])
named = {package["name"]: package for package in sbom["packages"]}
for pin in pins["pins"]:
    if pin["identity"] == "swift-nio-transport-services" and sys.platform != "darwin":
        continue
    assert named[pin["identity"]]["versionInfo"] == pin["state"]["version"], pin
    assert named[pin["identity"]]["licenseDeclared"] != "NOASSERTION", pin
for held in "boringssl-in-swift-nio-ssl", "zlib-in-swift-nio-extras", "llhttp-in-swift-nio":
    assert named[held]["versionInfo"][0].isalnum(), held
ids = {package["SPDXID"] for package in sbom["packages"]} | {"SPDXRef-DOCUMENT"}
assert len(ids) == len(sbom["packages"]) + 1
for each in sbom["relationships"]:
    assert {each["spdxElementId"], each["relatedSpdxElement"]} <= ids, each
PYTHON
fi
finish
