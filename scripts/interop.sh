#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Lets other programs read our bundles and compares the results with the templates and rows. `make
# interop` runs it.
#
#   scripts/interop.sh PASSC [--break] [--only JUDGE]
#
# Installs missing programs from Debian or PyPI if this user may, and names those that are still
# missing. --break changes one thing at a time in a bundle, and every program must notice it. Exit
# codes: 0 all results match · 1 a result differs · 2 wrong usage · 3 no Python for the programs.

set -u
[ $# -ge 1 ] && [ -x "$1" ] || {
  echo "usage: scripts/interop.sh PASSC [--break] [--only JUDGE]" >&2
  exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
judges=$here/../.build/judges

has() { command -v "$1" >/dev/null 2>&1; }

# Prints the missing packages with their Debian names.
missing_packages() {
  has g++ || printf ' g++'
  has pkg-config || printf ' pkg-config'
  [ -e /usr/include/KPim/KPkPass ] || printf ' libkpimpkpass-dev'
  [ -e /usr/share/passes-gtk ] || printf ' passes-gtk'
  has bsdtar || printf ' libarchive-tools'
  has 7z || printf ' p7zip-full'
  has busybox || printf ' busybox'
  has zip || printf ' zip'
  has certtool || printf ' gnutls-bin'
  # A runtime without compiler cannot run a program from its source.
  has javac || printf ' default-jdk-headless'
}

missing=$(missing_packages)
as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if [ -n "$missing" ] && has apt-get && { [ -z "$as_root" ] || sudo -n true 2>/dev/null; }; then
  echo "interop: installing$missing" >&2
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >/dev/null 2>&1 </dev/null
  # Installs the packages one by one, so that an unavailable package does not block the others.
  for package in $missing; do
    $as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -q --no-install-recommends "$package" >/dev/null 2>&1 </dev/null ||
      echo "interop: $package could not be installed" >&2
  done
fi

"$here/judges.sh" >&2 || echo "interop: the judges from PyPI could not be had" >&2
python=$judges/bin/python
[ -x "$python" ] || python=python3
has "$python" || {
  echo "interop: there is no Python here (python3)" >&2
  exit 3
}
exec "$python" "$here/interop/interop.py" "$@"
