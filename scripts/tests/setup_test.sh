# SPDX-License-Identifier: Apache-2.0
#
# Tests scripts/setup.sh on simulated machines with fake programs: what it finds missing, how it
# gets root, and what it prints if it cannot install. Nothing is installed. The fake apt-get writes
# its arguments to a log.

. "$(dirname "$0")/lib.sh"

tools="sh sed head grep printf env cat touch mkdir dirname true rm ln chmod"

# Creates a machine: its PATH contains only the basic tools and the fakes, and its files are in
# $machine/root.
new_machine() {
  machine=$scratch/$1
  mkdir -p "$machine/bin" "$machine/root/usr/include" "$machine/root/usr/share/zoneinfo/Europe" \
    "$machine/root/usr/lib/gcc/x86_64-linux-gnu/12" "$machine/root/etc/ssl/certs"
  for tool in $tools; do
    # Not `command -v`, because several of these are shell builtins without a path.
    for folder in /usr/bin /bin; do
      [ -x "$folder/$tool" ] && ln -sf "$folder/$tool" "$machine/bin/$tool" && break
    done
  done
  touch "$machine/root/usr/include/stdio.h" "$machine/root/usr/share/zoneinfo/Europe/Berlin" \
    "$machine/root/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.so" \
    "$machine/root/etc/ssl/certs/ca-certificates.crt" "$machine/log"
  fonts=$machine/root/usr/share/fonts
  mkdir -p "$fonts/opentype/inter" "$fonts/truetype/inter-vf" "$fonts/truetype/noto" "$machine/root/usr/lib/python3/dist-packages/numpy"
  mkdir -p "$machine/root/usr/lib/x86_64-linux-gnu"
  touch "$machine/root/usr/lib/x86_64-linux-gnu/librsvg-2.so.2"
  touch "$machine/root/usr/include/zint.h" "$fonts/opentype/inter/Inter-Regular.otf" \
    "$fonts/truetype/inter-vf/Inter-roman.var.ttf" "$fonts/truetype/noto/NotoSansHebrew-Regular.ttf" \
    "$fonts/truetype/noto/NotoColorEmoji.ttf" \
    "$machine/root/usr/lib/python3/dist-packages/zxingcpp.cpython-311-x86_64-linux-gnu.so"
  fake uname 'echo Linux'
  fake id 'echo 1000'
  fake softhsm2-util 'exit 0'
  fake p11-kit 'exit 0'
  fake swift 'echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)"; echo "Target: x86_64-unknown-linux-gnu"'
  fake pkg-config 'exit 0'
  for tool in ld git openssl python3 unzip bsdtar zip parallel gpg chromium initdb promtool nghttpd curl patchelf; do
    fake "$tool" 'exit 0'
  done
  # The fake apt-get creates a mark, and the fake pkg-config then finds what was installed.
  fake apt-get 'echo "apt-get $*" >>"'"$machine"'/log"; [ "$1" = update ] || touch "'"$machine"'/installed"'
}

fake() {
  printf '#!/bin/sh\n%s\n' "$2" >"$machine/bin/$1"
  chmod +x "$machine/bin/$1"
}

without_libraries() { fake pkg-config '[ -e "'"$machine"'/installed" ]'; }

run_setup() {
  env -i PATH="$machine/bin" PASSC_SETUP_ROOT="$machine/root" \
    sh "$repository/scripts/setup.sh" "$@" >"$machine/out" 2>"$machine/err" </dev/null
  code=$?
}

libraries="libssl-dev libzip-dev libexpat1-dev libsqlite3-dev libpq-dev libcairo2-dev libharfbuzz-dev libfribidi-dev libfontconfig-dev libspng-dev libturbojpeg0-dev"
line="apt-get install -y $libraries"

new_machine complete
run_setup build
equal "a complete machine is ready" "$code" 0
equal "a complete machine hears nothing" "$(cat "$machine/out" "$machine/err")" ""
run_setup test
equal "a complete machine is ready for the tests" "$code" 0
equal "apt-get is not touched when nothing is missing" "$(cat "$machine/log")" ""

new_machine spark
fake id 'echo 0'
run_setup scale
equal "Java and rclone are installed for Spark alone" "$(tail -n 1 "$machine/log")" \
  "apt-get install -y -q --no-install-recommends openjdk-17-jre-headless rclone"
: >"$machine/log"
fake java 'exit 0'
fake rclone 'exit 0'
run_setup scale
equal "a Java that is there is taken" "$code $(cat "$machine/log")" "0 "

new_machine packages
rm "$machine/bin/patchelf"
fake id 'echo 0'
run_setup packages
equal "what makes packages is installed for them alone" "$(tail -n 1 "$machine/log")" \
  "apt-get install -y -q --no-install-recommends dpkg debootstrap umoci bubblewrap patchelf ruby shellcheck"
: >"$machine/log"
for tool in dpkg-deb debootstrap umoci bwrap patchelf ruby shellcheck; do fake "$tool" 'exit 0'; done
run_setup packages
equal "and not again" "$code $(cat "$machine/log")" "0 "

new_machine root
without_libraries
fake id 'echo 0'
run_setup build
equal "root installs what is missing" "$code" 0
equal "root updates the lists, then installs the libraries and nothing else" "$(cat "$machine/log")" \
  "apt-get update -q
apt-get install -y -q --no-install-recommends $libraries"
run_setup build
equal "a second run has nothing to do" "$(wc -l <"$machine/log" | tr -d ' ')" 2

new_machine sudo
without_libraries
fake sudo 'echo "sudo $*" >>"'"$machine"'/log"; [ "$1" = -n ] && shift; exec "$@"'
run_setup build
equal "sudo without a password installs" "$code" 0
check "sudo is asked not to ask" contains "$machine/log" "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get"

new_machine passworded
without_libraries
fake sudo 'echo "sudo $*" >>"'"$machine"'/log"; exit 1'
run_setup build
equal "sudo that wants a password and no terminal: 3" "$code" 3
check "the one line is printed" contains "$machine/err" "$line"
check "apt-get was not run" lacks "$machine/log" "apt-get"

if script --version 2>/dev/null | grep -q util-linux && script -q -e -c true /dev/null >/dev/null 2>&1; then
  new_machine terminal
  without_libraries
  fake sudo 'echo "sudo $*" >>"'"$machine"'/log"; [ "$1" = -n ] && exit 1; exec "$@"'
  printf '%s\n' "exec env -i PATH=$machine/bin PASSC_SETUP_ROOT=$machine/root sh $repository/scripts/setup.sh build" \
    >"$machine/command"
  # At a terminal the user can type a password, so sudo may ask for it.
  script -q -e -c "sh $machine/command" /dev/null >"$machine/out" 2>&1 </dev/null
  equal "sudo with a terminal installs" "$?" 0
  check "sudo may ask at a terminal" contains "$machine/log" "sudo env DEBIAN_FRONTEND=noninteractive apt-get install"
else
  skip "sudo at a terminal, there is no script(1) of util-linux or no terminal to be had"
fi

new_machine nobody
without_libraries
run_setup build
equal "neither root nor sudo: 3" "$code" 3
check "the one line is printed without sudo" contains "$machine/err" "$line"
equal "it is one line" "$(grep -c '^apt-get update && apt-get install' "$machine/err")" 1
equal "nothing goes to standard output" "$(cat "$machine/out")" ""

new_machine fedora
without_libraries
rm "$machine/bin/apt-get"
run_setup build
equal "no apt-get: 3" "$code" 3
check "the packages are named all the same" contains "$machine/err" "$libraries"

new_machine failing
without_libraries
fake id 'echo 0'
fake apt-get '[ "$1" = update ] && exit 100; echo "E: Unable to locate package" >&2; exit 100'
run_setup build
equal "apt-get that fails: 3" "$code" 3
check "its words are shown" contains "$machine/err" "E: Unable to locate package"
check "and the line to run" contains "$machine/err" "$line"

new_machine stale-lists
without_libraries
fake id 'echo 0'
fake apt-get '[ "$1" = update ] && exit 100; touch "'"$machine"'/installed"'
run_setup build
equal "a failing update alone does not stop us" "$code" 0

new_machine useless
without_libraries
fake id 'echo 0'
fake apt-get 'exit 0'
run_setup build
equal "an install that brings nothing: 3" "$code" 3
check "what is still missing is named" contains "$machine/err" "still not found: $libraries"

new_machine bare
rm "$machine/bin/softhsm2-util" "$machine/bin/p11-kit" "$machine/bin/promtool" "$machine/bin/nghttpd" \
  "$machine/bin/curl" "$machine/bin/patchelf"
rm "$machine/bin/pkg-config" "$machine/bin/ld" "$machine/bin/git" "$machine/bin/python3" \
  "$machine/bin/unzip" "$machine/bin/bsdtar" "$machine/bin/zip" "$machine/bin/parallel" "$machine/bin/gpg" "$machine/bin/openssl" "$machine/bin/chromium" "$machine/bin/initdb"
rm -r "$machine/root/usr/include" "$machine/root/usr/lib" "$machine/root/etc" \
  "$machine/root/usr/share/zoneinfo" "$machine/root/usr/share/fonts"
run_setup build
check "a bare machine: everything the build needs" contains "$machine/err" \
  "install -y pkg-config $libraries librsvg2-2 libzint-dev fonts-inter fonts-inter-variable fonts-noto-core fonts-noto-color-emoji g++ binutils git ca-certificates tzdata"
check "the build alone needs no Python" lacks "$machine/err" "python3"
run_setup test
check "the tests need tokens" contains "$machine/err" "prometheus softhsm2 p11-kit p11-kit-modules nghttp2-server curl patchelf"
check "the tests need their judges" contains "$machine/err" \
  "tzdata openssl python3 python3-venv unzip libarchive-tools zip parallel gnupg postgresql python3-zxing-cpp python3-numpy chromium"

echo "ID=ubuntu" >"$machine/root/os-release"
mkdir -p "$machine/root/etc" && mv "$machine/root/os-release" "$machine/root/etc/os-release"
run_setup test
check "Ubuntu's Chromium is a snap, and is not asked for" lacks "$machine/err" "chromium"

new_machine python-alone
fake id 'echo 0'
fake python3 '[ -e "'"$machine"'/installed" ]'
run_setup test
equal "a Python without environments gets them" "$code $(tail -n 1 "$machine/log")" \
  "0 apt-get install -y -q --no-install-recommends python3-venv"

new_machine no-swift
without_libraries
fake id 'echo 0'
rm "$machine/bin/swift"
run_setup build
equal "no Swift: 3" "$code" 3
check "says that none was found" contains "$machine/err" "found none"
check "says where Swift comes from" contains "$machine/err" "https://www.swift.org/install/"
equal "installs nothing before Swift is there" "$(cat "$machine/log")" ""

for old in 5.10.1 6.2 6.2.4; do
  new_machine "swift-$old"
  fake swift "echo 'Swift version $old (swift-$old-RELEASE)'"
  run_setup test
  equal "Swift $old is too old: 3" "$code" 3
  check "names Swift $old" contains "$machine/err" "found Swift $old "
  check "says where Swift comes from" contains "$machine/err" "https://www.swift.org/install/"
done

for good in "Swift version 6.3 (swift-6.3-RELEASE)" "Swift version 6.10.2 (swift-6.10.2-RELEASE)" \
  "Swift version 7.0 (x)" "Swift version 6.4-dev (LLVM 1, Swift 2)" \
  "Apple Swift version 6.3 (swiftlang-6.3.0.1 clang-1700.0.1)" \
  "swift-driver version: 1.120 Apple Swift version 6.3.1 (swiftlang)"; do
  new_machine "good"
  fake swift "echo '$good'"
  run_setup build
  equal "accepts: $good" "$code" 0
  rm -r "$machine"
done

new_machine broken-swift
fake swift 'echo "swift: error while loading shared libraries: libxml2.so.2" >&2; exit 127'
run_setup build
equal "Swift that does not start: 3" "$code" 3
check "repeats why" contains "$machine/err" "libxml2.so.2"

new_machine mute-swift
fake swift 'echo hello'
run_setup build
equal "something else called swift: 3" "$code" 3
check "repeats what it said" contains "$machine/err" "hello"

new_machine mac
without_libraries
fake uname 'echo Darwin'
run_setup build
equal "a Mac without the libraries: 3" "$code" 3
check "prints the Homebrew line" contains "$machine/err" "brew install openssl@3 libzip cairo harfbuzz fribidi fontconfig libspng jpeg-turbo zint librsvg libpq"
check "never runs apt-get" lacks "$machine/log" "apt-get"

new_machine wrong-use
run_setup everything
equal "an unknown word: 2" "$code" 2

finish
