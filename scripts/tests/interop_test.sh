# SPDX-License-Identifier: Apache-2.0
#
# Tests scripts/interop.sh when it cannot run its programs. Also tests --break: a program that
# notices nothing must make it fail. `make interop` shows the results of the programs themselves.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

sh scripts/interop.sh >/dev/null 2>&1
equal "without passc it is wrong usage" "$?" 2
sh scripts/interop.sh "$scratch/passc" >/dev/null 2>&1
equal "a passc that is not there is wrong usage" "$?" 2

# Uses only Python's zipfile, which exists on every machine.
check "Python's zipfile finds nothing" \
  python3 scripts/interop/interop.py "$PASSC" --only python >"$scratch/said" 2>&1
check "the last line counts" contains "$scratch/said" "interop: 1 judges (0 missing), "
check "it notices six changes" \
  python3 scripts/interop/interop.py "$PASSC" --only python --break >"$scratch/said" 2>&1
check "the last line counts the changes" contains "$scratch/said" "interop --break: 6 changes, 0 not noticed"

# A program that checks nothing.
mkdir "$scratch/deaf"
cp scripts/interop/*.py "$scratch/deaf"
sed -i.old 's|^            compare_files(tally, bundle, files)$|            tally.compared += 1|' "$scratch/deaf/judges.py"
sed -i.old "s|^ROOT = .*|ROOT = pathlib.Path('$repository')|" "$scratch/deaf/interop.py"
python3 "$scratch/deaf/interop.py" "$PASSC" --only python --break >"$scratch/said" 2>&1
equal "a judge that compares nothing fails" "$?" 1
check "and is named" contains "$scratch/said" "Python's zipfile: field"

finish
