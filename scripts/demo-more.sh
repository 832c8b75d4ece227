#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The second part of `make demo`, after the build of passc-preview: makes passes from a table and a
# design, draws passes, checks damaged copies of one, taps it and issues many.
#
#   scripts/demo-more.sh PASSC IDENTITY BUNDLE...

set -eu
passc=$1
identity=$2
shift 2
gym=build/passes/gym-membership.pkpass
root=certs-example/root.pem
scripts/demo-table.sh "$passc" "$identity"
scripts/demo-designer.sh "$passc" "$identity"
scripts/demo-preview.sh "$passc" build/pictures "$@"
scripts/demo-check.sh "$passc" $gym $root
scripts/demo-nfc.sh "$passc" $gym certs-example/nfc-reader/gym-nfc-private.pem $root
scripts/demo-issue.sh "$passc" templates/bakery-coupon.pass "$identity" $root
