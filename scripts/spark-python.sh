#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes the Python environment that passc-spark is tried in, with the versions its requirements name,
# unless it is there already. gsutil has one of its own in it, since it wants other versions.
#
#   scripts/spark-python.sh FOLDER

set -eu
folder=$1
wanted=$(dirname "$0")/../integrations/spark/requirements.txt
gsutil=gsutil==5.38
if { cat "$wanted"; echo $gsutil; } | cmp -s - "$folder/requirements.txt"; then exit 0; fi
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2
python3 -m venv "$folder/gsutil"
"$folder/gsutil/bin/pip" install --quiet --disable-pip-version-check $gsutil >&2
{ cat "$wanted"; echo $gsutil; } >"$folder/requirements.txt"
