#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Writes the documentation of the libraries with DocC, as a static site in build/api. Builds in a
# separate folder, because only this build resolves the plugin.
#
#   scripts/api-docs.sh [SWIFT]

set -eu
mkdir -p build
PASSC_API_DOCS=1 "${1:-swift}" package --scratch-path .build/api-docs \
  --allow-writing-to-directory build/api generate-documentation \
  --target PassBuild --target PassTemplate --target PassDiagnostics --target PassNFC --target PassCheck \
  --enable-experimental-combined-documentation \
  --transform-for-static-hosting --warnings-as-errors --output-path build/api
