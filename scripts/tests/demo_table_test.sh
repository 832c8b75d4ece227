# SPDX-License-Identifier: Apache-2.0
#
# Runs the part of `make demo` that makes passes from a table.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

sh scripts/demo-table.sh "$PASSC" certs-example/ordinary >"$scratch/said" 2>&1
equal "a German table becomes passes in two commands" "$?" 0
check "the guesses are printed" contains "$scratch/said" "whole number 1.000"
check "each with its reason" contains "$scratch/said" "the headers are German"
check "every row is issued" contains "$scratch/said" "issued 3"
check "and no address is on a pass" contains "$scratch/said" "e-mail, never on the pass"

cat >"$scratch/passc" <<END
#!/bin/sh
case "\$1" in issue) mkdir passes; exit 0 ;; esac
exec "$PASSC" "\$@"
END
chmod +x "$scratch/passc"
sh scripts/demo-table.sh "$scratch/passc" certs-example/ordinary >"$scratch/said" 2>&1
equal "missing passes fail it" "$?" 1
check "and it says so" contains "$scratch/said" "expected 3 passes, found 0"

# At a terminal passc asks instead.
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  printf 'Nr;Name;Punkte;Bis\n1;Ada;1.250;01.02.2031\n2;Max;17;03.04.2031\n' >"$scratch/m.csv"
  printf '9\n1\n2\n' | script -qec "'$PASSC' init '$scratch/asked.pass' --from '$scratch/m.csv'" /dev/null \
    >"$scratch/said" 2>&1
  check "a question shows the option that it stands for" contains "$scratch/said" "--column Punkte=integer"
  check "a number that is not a choice is asked again" contains "$scratch/said" "--date-order mdy"
  check "an answer is written down" contains "$scratch/asked.pass/template.json" '"format": "MM.dd.yyyy"'
else
  skip "the questions of init: script is not installed"
fi

finish
