#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs the bundles of bench/hostile.py in small sizes: each gets a result, and one above a limit
# makes the run fail. `make mutate` uses the relevant sizes and times with an optimised build.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

check "every shape in small is checked within the limits" \
  bench/hostile.sh "$PASSC" --crossed 0.03 --quick --seconds 6 >"$scratch/table"
shapes=$(grep -c ' MB  exit ' "$scratch/table")
check "there are at least 90 shapes, not $shapes" test "$shapes" -ge 90

bench/hostile.sh "$PASSC" --crossed 0.03 --quick --only 'tags: links' --megabytes 1 \
  >"$scratch/over" 2>&1
equal "a bundle over a limit fails the run" "$?" 1
check "it is named" contains "$scratch/over" "over the limits: tags: links; tags: links without end"

finish
