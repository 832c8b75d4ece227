#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs the Python programs that check packages, once, from PyPI into .build/packages-env.
#
#   scripts/packages/env.sh [PYTHON]

set -euo pipefail
python=${1:-python3}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
wanted=scripts/packages/requirements.txt
env=.build/packages-env

# Installs all packages or none.
cmp -s "$wanted" "$env/requirements.txt" && exit
rm -rf "$env"
"$python" -m venv "$env"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wanted"
cp "$wanted" "$env/requirements.txt"
