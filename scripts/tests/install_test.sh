# SPDX-License-Identifier: Apache-2.0
#
# Tests `make install`: the installed programs have no symbols, but the build keeps them.

. "$(dirname "$0")/lib.sh"

compiler=
for name in cc gcc clang; do
  command -v "$name" >/dev/null && compiler=$name && break
done
if [ -z "$compiler" ]; then
  skip "what is installed: there is no C compiler"
  finish
fi

built=$scratch/built
prefix="$scratch/the prefix"
mkdir "$built"
cat >"$scratch/program.c" <<'PROGRAM'
static int only_a_debugger_asks(void) { return 0; }
int main(void) { return only_a_debugger_asks(); }
PROGRAM
for program in passc passc-app passc-preview passc-service; do
  "$compiler" -g -O0 -o "$built/$program" "$scratch/program.c"
done

# symbols PROGRAM prints how many of our symbols a program has.
symbols() { nm "$1" 2>/dev/null | grep -c only_a_debugger_asks; }

check "the programs are installed" \
  sh "$repository/scripts/install.sh" "$built/passc" "$prefix" >"$scratch/out" 2>"$scratch/err"
for program in bin/passc libexec/passc/passc-app libexec/passc/passc-preview libexec/passc/passc-service; do
  check "$program can be run" "$prefix/$program"
  equal "$program is stripped" "$(symbols "$prefix/$program")" 0
  equal "the build of $program keeps its symbols" "$(symbols "$built/$(basename "$program")")" 1
  check "$program is named" contains "$scratch/out" "$prefix/$program"
done
equal "the way of installation is recorded" "$(cat "$prefix/share/passc/installed-by")" make
check "also that of a package" \
  env INSTALLED_BY=deb COMPANIONS=no sh "$repository/scripts/install.sh" "$built/passc" "$scratch/alone" >"$scratch/out"
equal "by its word" "$(cat "$scratch/alone/share/passc/installed-by")" deb
equal "passc can be installed alone" "$(cd "$scratch/alone" && find bin libexec -type f 2>/dev/null)" bin/passc
check "without fonts" test ! -e "$scratch/alone/share/passc/fonts"
if command -v objcopy >/dev/null; then
  check "debug files can be installed" env DEBUG_FILES=yes COMPANIONS=no \
    sh "$repository/scripts/install.sh" "$built/passc" "$scratch/debugged" >"$scratch/out"
  equal "the program is stripped all the same" "$(symbols "$scratch/debugged/bin/passc")" 0
  equal "the debug file has its symbols" "$(symbols "$scratch/debugged/bin/.debug/passc.debug")" 1
  check "and the program names the file" \
    sh -c 'objcopy -O binary --only-section=.gnu_debuglink --set-section-flags .gnu_debuglink=alloc "$1" "$2" &&
      grep -q passc.debug "$2"' sh "$scratch/debugged/bin/passc" "$scratch/link"
else
  skip "debug files: there is no objcopy"
fi
check "an ordinary installation has none" test ! -e "$prefix/bin/.debug"
for way in $(sed -n 's/^ *case [A-Za-z]* = "\(.*\)"$/\1/p' "$repository/Sources/Programs/Console/Installation.swift"); do
  case $way in make | wheel) continue ;; esac
  check "something is installed as $way" grep -rqE "INSTALLED_BY=$way\b" "$repository/scripts" "$repository/packaging" \
    --include=*.sh --include=*.rb --exclude-dir=tests
done
check "the completions are those of the shells" \
  test -f "$prefix/share/bash-completion/completions/passc"
check "a program that is not there is an error" \
  sh -c '! sh "$1/scripts/install.sh" "$2/none" "$3" 2>/dev/null' sh "$repository" "$scratch" "$prefix"

finish
