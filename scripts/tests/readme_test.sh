# SPDX-License-Identifier: Apache-2.0
#
# README's commands are run as they are printed, and print what README shows.

. "$(dirname "$0")/lib.sh"
PATH="$(dirname "$PASSC"):$PATH"
export PATH

examples() {
  mkdir "$scratch/$2"
  python3 "$repository/scripts/tests/page_examples.py" "$1" "$scratch/$2" >"$scratch/$2.log" 2>&1
}
examples "$repository/README.md" readme
equal "each command of README does what README shows" "$?" 0
[ "$(grep -c . "$scratch/readme.log")" = 1 ] || sed 's/^/  | /' "$scratch/readme.log" >&2
check "and none is left out unnoticed" contains "$scratch/readme.log" "25 commands"
for command in "make demo" "make test"; do
  check "README has $command, a command of a checkout" grep -q "^$command " "$repository/README.md"
done

# broken NAME WHAT-IS-SAID: the page on standard input has a mistake, which has to be found.
broken() {
  cat >"$scratch/$1.md"
  examples "$scratch/$1.md" "$1"
  equal "a page with $1 is rejected" "$?" 1
  check "and the reason is printed" contains "$scratch/$1.log" "$2"
}
broken failing-command "line 2: passc biuld gym.pass" <<'END'
```sh
passc biuld gym.pass
```
END
broken other-output "line 2: passc init gym.pass" <<'END'
```console
$ passc init gym.pass
Made gym.pass: a coupon with 3 sample rows.
...
```
END
broken unknown-target "the Makefile has no target dmeo" <<'END'
```sh
make dmeo
```
END
broken dead-service "does not serve" <<'END'
```sh
passc serve --ledger gone.ledger
```
END

finish
