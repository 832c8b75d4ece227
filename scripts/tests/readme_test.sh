# SPDX-License-Identifier: Apache-2.0
#
# Runs the commands of README and other pages as printed. Their output must match the page.

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
check "and none is left out unnoticed" contains "$scratch/readme.log" "26 commands"
for command in "make demo" "make test"; do
  check "README has $command, a command of a checkout" grep -q "^$command " "$repository/README.md"
done

# pages COUNT PAGE... starts the commands of consecutive pages in one folder.
pages() {
  count=$1 name=$(basename "$2" .md)
  shift
  mkdir "$scratch/$name"
  echo "$count commands" >"$scratch/$name.expected"
  (cd "$repository/docs" && python3 ../scripts/tests/page_examples.py "$@" "$scratch/$name") \
    >"$scratch/$name.shown" 2>&1 &
}
pages 11 tutorials/first-pass.md tutorials/table-to-mail.md
pages 11 llms.txt
pages 10 ../integrations/skill/SKILL.md
pages 20 how-to/service.md how-to/operating.md how-to/when-it-ends.md reference/web-service.md how-to/rehearsing.md
pages 3 how-to/certificates.md
pages 4 how-to/make.md
pages 5 how-to/scale.md
pages 4 reference/templates.md
pages 6 reference/checking.md
pages 8 reference/admin-api.md
pages 5 reference/inspect.md
pages 5 reference/issuing.md
pages 9 reference/ledger.md
pages 12 reference/preview.md
pages 22 reference/apps.md reference/payments.md reference/notifications.md reference/provisioning.md
wait
for log in "$scratch"/*.expected; do
  name=$(basename "$log" .expected)
  equal "the commands of $name.md do what the page shows" "$(cat "$scratch/$name.shown")" "$(cat "$log")"
done

# broken NAME MESSAGE: the page on standard input has an error, which must be found.
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
broken other-ending "ends with 0, not 1" <<'END'
```sh
passc --version   # ends with 1
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
