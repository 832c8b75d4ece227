#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs the wheels in FOLDER into a bare Debian (default: bookworm), in which neither Swift nor our
# sources are, checks a template there, and reads a .p12 file with old ciphers. Prints the time from pip to
# the first finding. Ends with 3 if no root could be made.
#
#   packaging/python/try.sh FOLDER [RELEASE]

set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
cd "$here"
# shellcheck source=scripts/packages/roots.sh
. scripts/packages/roots.sh
wheels=$(cd "$1" && pwd)
release=${2:-bookworm}
made=$(mktemp -d "${TMPDIR:-/tmp}/passc-wheel-try.XXXXXX")
trap 'rm -rf --one-file-system "$made"' EXIT

mkdir "$made/files"
cp -r templates/gym-membership.pass "$made/files/gym.pass"
# A finding to print.
sed -i 's/"description"/"descripton"/' "$made/files/gym.pass/pass.json"
# RC2, which OpenSSL has in its legacy provider alone.
openssl pkcs12 -export -legacy -certpbe PBE-SHA1-RC2-40 -keypbe PBE-SHA1-RC2-40 -passout pass:old \
  -inkey certs-example/ordinary/key.pem -in certs-example/ordinary/certificate.pem -out "$made/files/old.p12"
echo old >"$made/files/password"
bare_root "$release" "$made/root" || exit 3
# pip checks that its environment is a virtual one.
within "$made/root" -- apt-get install -y -q --no-install-recommends python3-venv >"$made/apt.log" 2>&1 || {
  cat "$made/apt.log" >&2
  exit 3
}
begun=$(date +%s%N)
# shellcheck disable=SC2016 # for the inner shell
within "$made/root" "$wheels" "$made/files/gym.pass" -- sh -euc '
  python3 -m venv /opt/wheel
  /opt/wheel/bin/pip install --quiet --disable-pip-version-check --no-index --find-links "$1" passc
  /opt/wheel/bin/passc check "$2" || [ $? = 1 ]' sh "$wheels" "$made/files/gym.pass" >"$made/out"
ended=$(date +%s%N)
grep -q 'descripton' "$made/out" || { cat "$made/out" >&2; exit 1; }
# shellcheck disable=SC2016 # for the inner shell
within "$made/root" "$wheels" "$made/files" -- sh -euc '
  /opt/wheel/bin/pip install --quiet --disable-pip-version-check --no-index --find-links "$1" "passc[preview]"
  /opt/wheel/bin/python -c "import passc, sys; sys.exit(0 if passc.check(sys.argv[1]) else 1)" "$2/gym.pass"
  /opt/wheel/bin/passc preview "$2/gym.pass" -o /tmp/gym.png
  /opt/wheel/bin/passc cert import "$2/old.p12" --into /tmp/identity --password-file "$2/password"
  /opt/wheel/bin/passc --version' sh "$wheels" "$made/files" >"$made/out" 2>&1 || { cat "$made/out" >&2; exit 1; }
grep -q 'installed from a Python wheel' "$made/out" || { cat "$made/out" >&2; exit 1; }
[ -s "$made/root/tmp/gym.png" ]
awk -v release="$release" -v time="$((ended - begun))" \
  'BEGIN { printf "wheel in a bare %s: %.1f s from pip to the first finding\n", release, time / 1e9 }'
