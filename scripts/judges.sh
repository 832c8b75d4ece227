#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Fetches the outside judges of the reports into .build/judges: pydantic-sarif for SARIF, xmlschema with
# the XSD that pytest's source distribution carries for JUnit, jsonschema for `passc schema`, pre-commit, the
# release of the time zones that passc has (tzdata 2026.6 is 2026f), for `make interop` asn1crypto and pillow, and
# playwright with axe-core, which look at our pages in the Chromium of the machine (no browser is fetched), and moto
# with boto3 and cryptography, which stand in for key services.
# Tests that need them are skipped with a reason while they are not there.
#
#   scripts/judges.sh [PYTHON]

set -eu
python=${1:-python3}
root=$(cd "$(dirname "$0")/.." && pwd)
judges=$root/.build/judges
zones=tzdata==2026.6
[ -f "$judges/junit-10.xsd" ] && [ -x "$judges/bin/pre-commit" ] && [ -f "$judges/$zones" ] &&
  [ -f "$judges/interop" ] && [ -f "$judges/browser" ] && [ -f "$judges/keys" ] && exit 0

# All of them or none: tests run with what is there.
rm -rf "$judges"
trap '[ $? = 0 ] || rm -rf "$judges"' EXIT
mkdir -p "$judges"
"$python" -m venv "$judges"
"$judges/bin/python" -m pip install --quiet --disable-pip-version-check \
  pydantic-sarif==0.1.1 xmlschema jsonschema pre-commit pyyaml asn1crypto pillow "$zones" \
  playwright==1.65.2 axe-playwright-python==0.1.8 'moto[server]==5.2.5' boto3 cryptography
"$judges/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary pytest \
  --dest "$judges/sdist" pytest==8.4.2 >/dev/null 2>&1 || true
sdist=$(ls "$judges"/sdist/pytest-*.tar.gz 2>/dev/null | head -1)
[ -n "$sdist" ] || { echo "judges: pytest's source distribution could not be had" >&2; exit 3; }
tar -xzf "$sdist" -C "$judges" --strip-components=3 "$(tar -tzf "$sdist" | grep 'junit-10.xsd$')"
: >"$judges/$zones"
: >"$judges/interop"
: >"$judges/browser"
: >"$judges/keys"
echo "judges: in $judges"
