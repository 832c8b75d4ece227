#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The first step of action.yml: decides where passc comes from. Its outputs are `installed` if passc
# is on the path, or `file`, `sum` and `folder` of the release's file for this runner. Without any of
# them, passc is built from source.
#
#   ACTION=FOLDER GITHUB_OUTPUT=FILE scripts/action/plan.sh

set -euo pipefail

if passc=$(command -v passc); then
  echo "using $passc: $(passc --version | head -n 1)"
  echo "installed=yes" >>"$GITHUB_OUTPUT"
  exit
fi
sums=$ACTION/release/SHA256SUMS
if [ ! -f "$sums" ]; then
  reason="This commit of the action belongs to no release."
elif found=$(sh "$ACTION/packaging/install.sh" --only-passc --sums "$sums" --print 2>&1); then
  # A self-hosted runner keeps its tools from job to job.
  folder=${RUNNER_TOOL_CACHE:-$RUNNER_TEMP}/passc-download
  mkdir -p "$folder" 2>/dev/null || folder=$RUNNER_TEMP/passc-download
  {
    echo "sum=${found%% *}"
    echo "file=${found##* }"
    echo "folder=$folder"
  } >>"$GITHUB_OUTPUT"
  exit
else
  found=${found%%$'\n'*}
  reason="No release of passc fits this runner: ${found#install.sh: }."
fi
echo "::notice title=passc is built from source::$reason The build needs Swift 6.3. It takes about 4 minutes on two processors."
