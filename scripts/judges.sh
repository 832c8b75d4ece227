#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs the independent checkers of our output into .build/judges. For reports: pydantic-sarif
# for SARIF, xmlschema with the XSD from pytest's source distribution for JUnit, jsonschema for
# `passc schema`, and pre-commit. For time zones: the release that passc contains (tzdata 2026.6 is
# 2026f). For `make interop`: asn1crypto and pillow. For our pages: playwright and axe-core, which
# use the machine's Chromium (no browser is downloaded). For key services: moto, boto3 and
# cryptography. For workbooks: openpyxl and XlsxWriter. Tests that need them are skipped with a reason if they are missing.
#
#   scripts/judges.sh [PYTHON]

set -eu
python=${1:-python3}
root=$(cd "$(dirname "$0")/.." && pwd)
judges=$root/.build/judges
zones=tzdata==2026.6
[ -f "$judges/junit-10.xsd" ] && [ -x "$judges/bin/pre-commit" ] && [ -f "$judges/$zones" ] &&
  [ -f "$judges/interop" ] && [ -f "$judges/browser" ] && [ -f "$judges/keys" ] &&
  [ -f "$judges/sheets" ] && exit 0

# Installs all of them or none, because the tests use what is there.
rm -rf "$judges"
trap '[ $? = 0 ] || rm -rf "$judges"' EXIT
mkdir -p "$judges"
"$python" -m venv "$judges"
"$judges/bin/python" -m pip install --quiet --disable-pip-version-check \
  pydantic-sarif==0.1.1 xmlschema jsonschema pre-commit pyyaml asn1crypto pillow "$zones" \
  playwright==1.65.2 axe-playwright-python==0.1.8 'moto[server]==5.2.5' boto3 cryptography \
  openpyxl xlsxwriter
"$judges/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary pytest \
  --dest "$judges/sdist" pytest==8.4.2 >/dev/null 2>&1 || true
sdist=$(ls "$judges"/sdist/pytest-*.tar.gz 2>/dev/null | head -1)
[ -n "$sdist" ] || { echo "judges: pytest's source distribution could not be had" >&2; exit 3; }
tar -xzf "$sdist" -C "$judges" --strip-components=3 "$(tar -tzf "$sdist" | grep 'junit-10.xsd$')"
: >"$judges/$zones"
: >"$judges/interop"
: >"$judges/browser"
: >"$judges/keys"
: >"$judges/sheets"
echo "judges: in $judges"
