#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Creates the Python environment for the tests of passc-spark, with the versions of its
# requirements, unless it exists. gsutil gets its own environment, because it needs other versions.
#
#   scripts/spark-python.sh FOLDER

set -eu
folder=$1
requirements=$(dirname "$0")/../integrations/spark/requirements.txt
gsutil=gsutil==5.38
wanted=$(cat "$requirements" && echo $gsutil)
if [ "$wanted" = "$(cat "$folder/wanted" 2>/dev/null)" ]; then exit 0; fi
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" >&2
python3 -m venv "$folder/gsutil"
"$folder/gsutil/bin/pip" install --quiet --disable-pip-version-check $gsutil >&2
printf '%s\n' "$wanted" >"$folder/wanted"
