# SPDX-License-Identifier: Apache-2.0
#
# Tests packaging/install.sh against the stand-in of a release page. The released passc is a script
# that starts the passc under test.

. "$(dirname "$0")/lib.sh"

if [ "$(uname -s)" != Linux ] || ! getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
  skip "the installer: releases are for Linux with glibc"
  finish
fi
installer=$repository/packaging/install.sh
files=$scratch/files
mkdir "$files"
processor=$(uname -m)
export HOME="$scratch/home of one"
mkdir "$HOME"

# release VERSION makes the files of a release with its sums, and an installer that knows them.
release() {
  rm -rf "$files" && mkdir "$files"
  for kind in passc passc-check; do
    name=$kind-$1-linux-$processor
    tree=$scratch/tree/$name
    rm -rf "$scratch/tree" && mkdir -p "$tree/bin" "$tree/lib/passc" "$tree/share/passc" "$tree/share/man/man1"
    printf '#!/bin/sh\n[ "$1" = --version ] && echo "passc %s (commit 0123456789ab, time zones 2026f), installed from a tarball" && exit\nexec "%s" "$@"\n' \
      "$1" "$PASSC" >"$tree/bin/passc"
    chmod +x "$tree/bin/passc"
    echo "library of $1" >"$tree/lib/passc/lib-$1.so"
    echo tarball >"$tree/share/passc/installed-by"
    echo page >"$tree/share/man/man1/passc.1"
    if [ "$kind" = passc ]; then
      mkdir -p "$tree/libexec/passc" && cp "$tree/bin/passc" "$tree/libexec/passc/passc-app"
    fi
    tar -C "$scratch/tree" -czf "$files/$name.tar.gz" "$name"
  done
  (cd "$files" && sha256sum ./*.tar.gz | sed 's|\./||' >SHA256SUMS)
  sed "s|^version=.*|version=$1|; s|^commit=.*|commit=0123456789ab|; s|^from=.*|from=$address/someone/passc/releases/download/v$1|" \
    "$installer" | sed "/<<'SUMS'/r $files/SHA256SUMS" >"$files/install.sh"
}

stand_in "$files" --log "$scratch/sent"
# install OPTION... runs the installer as from a pipe and prints its exit code.
install() {
  sh -s -- "$@" <"$files/install.sh" >"$scratch/out" 2>"$scratch/err"
  echo $?
}

# --- a release is installed -----------------------------------------------------------------------

release 0.1.0
equal "a release is installed from a pipe" "$(curl -fsSL "$address/someone/passc/releases/latest/download/install.sh" | sh >"$scratch/out" 2>&1; echo $?)" 0
check "into ~/.local" test -x "$HOME/.local/bin/passc"
check "with the companions" test -x "$HOME/.local/libexec/passc/passc-app"
check "the version and commit are printed" contains "$scratch/out" "passc 0.1.0 (commit 0123456789ab"
check "and the next step" contains "$scratch/out" "passc check ."
check "and the line for PATH" contains "$scratch/out" "export PATH=\"$HOME/.local/bin:\$PATH\""
equal "nothing else is left" "$(ls -A "$HOME/.local" | tr '\n' ' ')" "bin lib libexec share "
"$HOME/.local/bin/passc" init "$scratch/gym.pass" >/dev/null 2>&1
check "what was installed works" "$HOME/.local/bin/passc" check "$scratch/gym.pass" >/dev/null

PATH="$scratch/a b/bin:$PATH"
equal "a directory with spaces is fine" "$(install --dir "$scratch/a b" --only-passc)" 0
check "passc alone can be installed" test ! -e "$scratch/a b/libexec"
check "no line for PATH if it is there" lacks "$scratch/out" "export PATH"
check "a file of somebody else stays" sh -c 'echo mine >"$1/bin/mine"' sh "$scratch/a b"
equal "a relative directory is below the current one" "$(cd "$scratch" && install --dir here && here/bin/passc --version | cut -c1-11)" "0
passc 0.1.0"

# --- an update ------------------------------------------------------------------------------------

release 0.2.0
equal "the next release takes its place" "$(install --dir "$scratch/a b")" 0
equal "with its own libraries alone" "$(ls "$scratch/a b/lib/passc")" lib-0.2.0.so
equal "the program is the new one" "$("$scratch/a b/bin/passc" --version | cut -c1-11)" "passc 0.2.0"
check "and the file of somebody else is there" test -f "$scratch/a b/bin/mine"
equal "passc alone removes the companions, which are of another version" \
  "$(install --dir "$HOME/.local" --only-passc; ls "$HOME/.local/libexec/passc" 2>/dev/null)" 0
mkdir -p "$scratch/packaged/share/passc" "$scratch/packaged/bin"
echo deb >"$scratch/packaged/share/passc/installed-by"
ln -s /nowhere "$scratch/packaged/bin/passc"
equal "a passc of a package is not touched" "$(install --dir "$scratch/packaged")" 3
check "the message names it" contains "$scratch/err" "$scratch/packaged/bin/passc was installed another way (deb)"
rm "$scratch/packaged/share/passc/installed-by"
equal "nor is one of pipx, which is a link" "$(install --dir "$scratch/packaged"; readlink "$scratch/packaged/bin/passc")" "3
/nowhere"
check "the message says so" contains "$scratch/err" "(not by this installer)"

# --- the checksum ---------------------------------------------------------------------------------

archive=$files/passc-0.2.0-linux-$processor.tar.gz
cp "$archive" "$scratch/good.tar.gz"
echo more >>"$archive"
equal "a file with another checksum is not installed" "$(install --dir "$scratch/none")" 1
check "the message has both" grep -q "expected: $(sha256sum <"$scratch/good.tar.gz" | cut -c1-64)" "$scratch/err"
check "and nothing is left" test ! -e "$scratch/none"
equal "an installed passc stays as it was" "$(install --dir "$scratch/a b"; "$scratch/a b/bin/passc" --version | cut -c1-11)" "1
passc 0.2.0"
cp "$scratch/good.tar.gz" "$archive"
cp "$files/install.sh" "$scratch/whole.sh"
sed -i.bak '/^[0-9a-f]\{64\}/d' "$files/install.sh"
equal "without a checksum there is no file to install" "$(install --dir "$scratch/none")" 3
check "the message says so" contains "$scratch/err" "has no file passc-VERSION-linux-$processor.tar.gz"
equal "half of the installer does nothing" "$(head -n 150 "$scratch/whole.sh" | HOME=$scratch/none sh 2>/dev/null >&2; ls "$scratch/none" 2>/dev/null)" ""
cp "$scratch/whole.sh" "$files/install.sh"
# A machine with everything but a program that computes checksums.
mkdir "$scratch/few"
for tool in sh uname sed grep sort tail cut cat head mktemp mkdir rm rmdir mv tar gzip find curl getconf; do
  ln -s "$(command -v "$tool")" "$scratch/few/$tool"
done
equal "without a program for checksums nothing is installed" "$(PATH=$scratch/few install --dir "$scratch/none")" 3
check "the message names them" contains "$scratch/err" "neither sha256sum, shasum nor openssl"

# --- the download ---------------------------------------------------------------------------------

rm "$scratch/few/curl"
ln -s "$(command -v sha256sum)" "$scratch/few/sha256sum"
equal "without curl and wget nothing is downloaded" "$(PATH=$scratch/few install --dir "$scratch/none")" 3
check "the message names both" contains "$scratch/err" "neither curl nor wget"
if command -v wget >/dev/null; then
  ln -s "$(command -v wget)" "$scratch/few/wget"
  equal "wget will do" "$(PATH=$scratch/few install --dir "$scratch/by wget")" 0
fi
: >"$scratch/sent"
equal "a download can be kept" "$(install --dir "$scratch/one" --cache "$scratch/kept files")" 0
equal "and is used the next time" "$(install --dir "$scratch/two" --cache "$scratch/kept files")" 0
equal "without another download" "$(wc -l <"$scratch/sent")" 1
echo more >>"$scratch/kept files/passc-0.2.0-linux-$processor.tar.gz"
equal "a kept file that was changed is downloaded again" "$(install --dir "$scratch/two" --cache "$scratch/kept files"; wc -l <"$scratch/sent")" "0
2"
equal "a file that is gone is reported" "$(rm "$archive"; install --dir "$scratch/none")" 3
check "with its address" contains "$scratch/err" "cannot download $address/someone/passc/releases/download/v0.2.0/"
equal "http is for this machine alone" "$(install --from http://example.com/x)" 2
equal "also if the name only begins like it" "$(install --from http://127.0.0.1.example.com/x)" 2

# --- the machine ----------------------------------------------------------------------------------

fakes=$scratch/fakes
mkdir "$fakes"
# fake NAME TEXT
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$fakes/$1" && chmod +x "$fakes/$1"; }
on() { PATH=$fakes:$PATH install --dir "$scratch/none"; }
fake uname 'case $1 in -s) echo Darwin ;; *) echo arm64 ;; esac'
equal "a Mac has no release yet" "$(on)" 3
check "and is told how to go on" contains "$scratch/err" "docs/install.md"
fake uname 'case $1 in -s) echo Linux ;; *) echo riscv64 ;; esac'
equal "another processor has none either" "$(on)" 3
fake uname 'case $1 in -s) echo Linux ;; *) echo arm64 ;; esac'
equal "a processor is known by both its names" "$(on)" 3
check "but this release has no file for it" contains "$scratch/err" "passc-VERSION-linux-aarch64.tar.gz"
rm "$fakes/uname"
fake getconf 'echo glibc 2.31'
equal "an older glibc is rejected before the download" "$(on)" 3
check "with the systems that have it" contains "$scratch/err" "glibc 2.31, passc needs 2.34 or newer"
fake getconf 'echo glibc 2.100'
equal "a newer one is fine, by number" "$(PATH=$fakes:$PATH install --print)" 0
fake getconf 'exit 1'
fake ldd 'echo "musl libc (x86_64)" >&2; exit 1'
equal "musl has no release" "$(on)" 3
check "and is told of the image" contains "$scratch/err" "container image"

# --- options --------------------------------------------------------------------------------------

equal "an unknown option is an error" "$(install --prefix /usr)" 2
equal "so is a missing value" "$(install --dir)" 2
equal "and a missing home" "$(env -u HOME sh "$files/install.sh" 2>/dev/null; echo $?)" 2
equal "a directory that cannot be made is an error" "$(install --dir /proc/none)" 3
equal "the file can be printed" "$(sh "$files/install.sh" --print | sed 's/^[0-9a-f]\{64\}  //')" "passc-0.2.0-linux-$processor.tar.gz"
equal "a copy outside a release says so" "$(cp "$installer" "$files/install.sh"; install --sums "$files/SHA256SUMS")" 2
equal "it takes an address and checksums" \
  "$(install --sums "$files/SHA256SUMS" --from "$address/a/passc/releases/download/v0.2.0" --dir "$scratch/named" --only-passc)" 0
check "shellcheck finds nothing" sh -c '! command -v shellcheck >/dev/null || shellcheck "$1"' sh "$installer"

finish
