# SPDX-License-Identifier: Apache-2.0
#
# A short test of the library under the load of a server: 16 tasks with one press while identity and
# template are replaced, invalid rows, damaged bundles, and memory growth. The long forms are
# bench/library.sh and scripts/library-races.sh.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1
probe=.build/debug/library-probe
check "swift build --build-tests has built library-probe" test -x "$probe"
[ -x "$probe" ] || finish

python3 bench/batch_card.py "$scratch/card.pass" "$scratch/rows.csv" 1
# value NAME prints a number from the line that the probe printed.
value() { sed "s/.*\"$1\":\([0-9.]*\).*/\1/" "$scratch/said"; }

"$probe" share "$scratch/card.pass" certs-example/ordinary 400 >"$scratch/said" 2>&1
equal "sixteen tasks get the passes of their rows" "$?:$(value count)" "0:400"
"$probe" turns "$scratch/card.pass" certs-example/ordinary 400 >"$scratch/said" 2>&1
equal "so they do where they take turns" "$?:$(value count)" "0:400"
check "each pass was interrupted twice or more, found $(value jobs) jobs" \
  test "$(value jobs)" -ge 1200
"$probe" bad "$scratch/card.pass" certs-example/ordinary 1500 >"$scratch/said" 2>&1
equal "no wrong row and no broken bundle ends the program" "$?" 0
equal "each wrong row is refused for a column" "$(value refusedRows)" 1500
check "of rows that may be good or bad some make passes, found $(value madeRows)" \
  test "$(value madeRows)" -gt 100
equal "each broken bundle has an error" "$(value faultyBundles)" 1500
"$probe" sequence "$scratch/card.pass" certs-example/ordinary 400 4 >"$scratch/said" 2>&1
equal "a sequence gives a pass for each row" "$?:$(value count)" "0:400"
"$probe" factory "$scratch/card.pass" certs-example/ordinary 3000 4 >"$scratch/said" 2>&1
equal "it makes passes" "$?" 0
grown=$(($(value peakInKilobytes) - $(value kilobytesAtStart)))
check "3000 passes need no more memory than 200, found $grown kB" test "$grown" -lt 8000

finish
