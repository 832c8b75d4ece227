#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs the measurements of `make bench` one after the other, with the programs and probes of FOLDER.
#
#   bench/run.sh FOLDER

set -eu
passc=$1/passc
bench/cold-build.sh "$passc"
bench/issue.sh "$passc"
echo
bench/nfc.sh "$passc"
echo
bench/check.sh "$passc" "$1/bundle-forge"
bench/library.sh "$passc" "$1/library-probe"
bench/hostile.sh "$passc"
python3 bench/languages.py "$passc"
echo
bench/preview.sh "$passc"
bench/server.sh "$1"
bench/service.sh "$1"
bench/push.sh
