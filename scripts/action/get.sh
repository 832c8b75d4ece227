#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The third step of action.yml: installs the release's FILE, from FOLDER if the cache had it, or else
# from the release page. Without FILE it builds passc. Adds passc to the path of the next steps.
#
#   ACTION=FOLDER FILE=NAME SUM=SHA256 FOLDER=FOLDER REPOSITORY=OWNER/NAME FROM=ADDRESS scripts/action/get.sh

set -euo pipefail

if [ -n "$FILE" ]; then
  version=${FILE#passc-check-}
  version=${version%-linux-*}
  page=${GITHUB_SERVER_URL:-https://github.com}/${REPOSITORY:-$GITHUB_REPOSITORY}/releases/download/v$version
  how=downloaded
  ! echo "$SUM  $FOLDER/$FILE" | sha256sum --check --status 2>/dev/null || how="from the cache"
  sh "$ACTION/packaging/install.sh" --only-passc --sums "$ACTION/release/SHA256SUMS" --from "${FROM:-$page}" \
    --cache "$FOLDER" --dir "$RUNNER_TEMP/passc" >/dev/null
  bin=$RUNNER_TEMP/passc/bin
else
  how="built from source"
  "$ACTION/scripts/setup.sh" build
  swift build --package-path "$ACTION" -c release --product passc
  bin=$ACTION/.build/release
fi
echo "$bin" >>"$GITHUB_PATH"
echo "$("$bin/passc" --version | head -n 1): $how, $SECONDS s"
