#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes the Python environment that passc-spark is tried in, with the versions its requirements name,
# unless it is there already.
#
#   scripts/spark-python.sh FOLDER

set -eu
folder=$1
wanted=$(dirname "$0")/../integrations/spark/requirements.txt
if cmp -s "$wanted" "$folder/requirements.txt"; then exit 0; fi
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2
cp "$wanted" "$folder/requirements.txt"
