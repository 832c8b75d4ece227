# SPDX-License-Identifier: Apache-2.0
#
# scripts/interop.sh where it cannot do its work, and what --break is for: a judge that hears nothing
# makes it fail. What the judges find is `make interop`'s to say.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

sh scripts/interop.sh >/dev/null 2>&1
equal "without passc it is wrong usage" "$?" 2
sh scripts/interop.sh "$scratch/passc" >/dev/null 2>&1
equal "a passc that is not there is wrong usage" "$?" 2

# Only what Python brings along: the judge is there on every machine.
check "Python's zipfile finds nothing" \
  python3 scripts/interop/interop.py "$PASSC" --only python >"$scratch/said" 2>&1
check "the last line counts" contains "$scratch/said" "interop: 1 judges (0 missing), "
check "it notices six changes" \
  python3 scripts/interop/interop.py "$PASSC" --only python --break >"$scratch/said" 2>&1
check "the last line counts the changes" contains "$scratch/said" "interop --break: 6 changes, 0 not noticed"

# A judge that looks at nothing.
mkdir "$scratch/deaf"
cp scripts/interop/*.py "$scratch/deaf"
sed -i.old 's|^            compare_files(tally, bundle, files)$|            tally.compared += 1|' "$scratch/deaf/judges.py"
sed -i.old "s|^ROOT = .*|ROOT = pathlib.Path('$repository')|" "$scratch/deaf/interop.py"
python3 "$scratch/deaf/interop.py" "$PASSC" --only python --break >"$scratch/said" 2>&1
equal "a judge that compares nothing fails" "$?" 1
check "and is named" contains "$scratch/said" "Python's zipfile: field"

finish
