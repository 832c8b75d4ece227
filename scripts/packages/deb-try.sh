#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Tests a package in a minimal root file system: installs it with only its dependencies, uses it as
# a normal user and removes it. No file may remain.
#
#   [COMMIT=NAME] scripts/packages/deb-try.sh ROOT FILE    COMMIT is the commit that --version must name

set -eu
here=$(dirname "$0")
# shellcheck source=scripts/packages/roots.sh
. "$here/roots.sh"
root=$1
cp "$2" "$root/tmp/passc.deb"
cp "$here/try.sh" "$root/tmp/try.sh"

# Lists paths and file types, without the databases of apt and dpkg.
files() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./var/lib/apt \
    -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/dpkg \) -prune -o -printf '%y %p\n' | LC_ALL=C sort)
}
# shellcheck disable=SC2016 # dpkg's own variables
packages() { within "$root" -- dpkg-query -W -f '${Package} ${Status}\n' | grep 'ok installed' | LC_ALL=C sort; }

files >"$root.before"
packages >"$root.packages"
add "$root" /tmp/passc.deb
within "$root" -- dpkg --audit
within "$root" -- useradd --create-home --uid 1234 somebody
within "$root" -- setpriv --reuid 1234 --regid 1234 --clear-groups \
  env HOME=/home/somebody COMMIT="${COMMIT:-}" sh /tmp/try.sh /home/somebody/try
within "$root" -- userdel --remove somebody 2>/dev/null
within "$root" -- apt-get purge -y -q passc >"$root.log" 2>&1
left=$(within "$root" -- dpkg -l passc 2>/dev/null | grep -c '^[a-z][a-z]  *passc ' || true)
[ "$left" = 0 ] || { echo "dpkg still knows passc" >&2; exit 1; }
within "$root" -- apt-get autoremove --purge -y -q >>"$root.log" 2>&1
if grep -iE 'warning|not empty' "$root.log"; then
  echo "removing said something" >&2
  exit 1
fi
packages | cmp "$root.packages" -
files >"$root.after"
# Ignores the backups of the account files. fontconfig recreates its caches.
if ! diff "$root.before" "$root.after" | grep '^[<>]' | grep -v ' ./etc/[a-z]*-$' >"$root.left"; then
  echo "$(basename "$2"): installed, used, removed; nothing is left"
else
  cat "$root.left" >&2
  echo "removing the package left the above behind" >&2
  exit 1
fi
