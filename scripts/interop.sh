#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Has programs that are not ours read bundles of ours, and compares with what templates and rows mean.
# Called by `make interop`.
#
#   scripts/interop.sh PASSC [--break] [--only JUDGE]
#
# Installs the judges that are missing where Debian or PyPI has them and this user may; names those that
# stay missing. --break changes one thing at a time in a bundle: every judge must notice.
# Exit codes: 0 all read what is meant · 1 something differs · 2 wrong usage · 3 no Python for the judges.

set -u
[ $# -ge 1 ] && [ -x "$1" ] || {
  echo "usage: scripts/interop.sh PASSC [--break] [--only JUDGE]" >&2
  exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
judges=$here/../.build/judges

has() { command -v "$1" >/dev/null 2>&1; }

# The missing packages, by their Debian names.
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
  # A runtime alone does not run a program from its source.
  has javac || printf ' default-jdk-headless'
}

missing=$(missing_packages)
as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if [ -n "$missing" ] && has apt-get && { [ -z "$as_root" ] || sudo -n true 2>/dev/null; }; then
  echo "interop: installing$missing" >&2
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >/dev/null 2>&1 </dev/null
  # One by one: what this system does not have must not keep the others away.
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
