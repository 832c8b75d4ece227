#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs scripts/swift-test.sh with a `swift test` that only prints. The failed and skipped tests must
# be listed at the end with correct numbers, and the exit code must be that of the command.

. "$(dirname "$0")/lib.sh"

cd "$scratch" || exit 1
# summary STATUS runs it for the lines of standard input. Its summary is then in err.
summary() {
  cat >said
  printf 'cat said\nexit %s\n' "$1" >fake
  "$repository/scripts/swift-test.sh" sh fake >out 2>err
}

summary 0 <<'LINES'
◇ Test run started.
◇ Test readsAll() started.
✔ Test readsAll() passed after 0.001 seconds.
◇ Test case passing 1 argument name → "is skipped: not" to readsNames(_:) started.
✔ Test run with 2 tests in 1 suite passed after 0.001 seconds.
LINES
equal "success stays success" "$?" 0
check "all of it is shown" cmp -s said out
check "and kept" cmp -s said .build/test.log
equal "nothing skipped is 0" "$(sed '/^$/d' err)" "== skipped: 0 tests"

summary 0 <<'LINES'
➜ Suite SchemaTests skipped: "jsonschema is not here"
➜ Test acceptsAll() skipped: "jsonschema is not here"
➜ Test "reads what Python writes" skipped: "python3 is not installed"
➜ Test judges(_:_:) skipped
➜ Test waits() skipped.
✔ Test sayWhatWasSkipped() passed after 0.001 seconds.
✔ Test run with 5 tests in 2 suites passed after 0.001 seconds.
LINES
equal "skipped tests are no failure" "$?" 0
check "each skipped test is counted, its suite is not" contains err "== skipped: 4 tests"
check "with its reason" contains err 'acceptsAll() skipped: "jsonschema is not here"'
check "and nothing that passed" lacks err sayWhatWasSkipped
check "nor what did not fail" lacks err "what failed"

summary 1 <<'LINES'
✘ Test refusesAll() recorded an issue at A.swift:1:1: Expectation failed: false
↳ it was taken
➜ Test waits() skipped: "no clock"
✘ Test run with 2 tests in 1 suite failed after 0.001 seconds with 1 issue.
LINES
equal "failure stays failure" "$?" 1
check "what failed is said" contains err "refusesAll() recorded an issue"
check "with the remark below it" contains err "it was taken"
check "and what was skipped" contains err "== skipped: 1 tests"

cat >said <<'LINES'
◇ Test hangs(_:) started.
◇ Test case passing 1 argument name → "ends() started" to hangs(_:) started.
◇ Test ends() started.
◇ Test endsInside() started.
✔ Test ends() passed after 0.001 seconds.
◇ Test case passing 1 argument name → "x✔ Test endsInside() passed after 0.001 seconds.
LINES
printf 'cat said\nexec sleep 60\n' >fake
SWIFT_TEST_LIMIT=1 "$repository/scripts/swift-test.sh" sh fake >out 2>err
equal "a test that hangs is ended" "$?" 124
check "its name is printed" contains err "hangs(_:)"
check "and no other" lacks err "ends"

summary 1 <<'LINES'
◇ Test waits() started.
*** Program crashed: Bad pointer dereference at 0x00007f83e85e4000 ***

Platform: x86_64 Linux

Thread 1 "oot.default-qos" crashed:

0 0x00007f848dd8b8b3 __memcpy_avx512_unaligned_erms + 179 in libc.so.6
1 [ra] 0x0000563f0a60b7b4 Weaver.weaves() in passcPackageTests.xctest at W.swift:51:24
error: Process 'passcPackageTests.xctest' exited with unexpected signal code 11
LINES
equal "a crash is a failure" "$?" 1
check "it is said" contains err "Bad pointer dereference"
check "and where it was" contains err "Weaver.weaves()"

# --- the skips of the shell tests -----------------------------------------------------------------

mkdir tests
cp "$repository/scripts/tests/run.sh" "$repository/scripts/tests/lib.sh" tests/
printf '. "$(dirname "$0")/lib.sh"\nskip "the moon, it is down"\nskip "the sun"\ncheck yes true\nfinish\n' >tests/a_test.sh
printf '. "$(dirname "$0")/lib.sh"\ncheck yes true\nfinish\n' >tests/b_test.sh
sh tests/run.sh >out 2>err
equal "skipped parts are no failure" "$?" 0
check "they are said" contains err "a_test.sh: skipped: the moon, it is down"
check "and counted" contains out "== skipped: 2 parts"
sh tests/run.sh tests/b_test.sh >out 2>err
check "nothing skipped is 0" contains out "== skipped: 0 parts"

finish
