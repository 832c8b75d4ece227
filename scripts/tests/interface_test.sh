# SPDX-License-Identifier: Apache-2.0
#
# docs/interface.txt is the public interface as it was compiled, and nothing goes out of it unsaid.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1
modules=.build/debug/Modules
swiftc=${SWIFTC:-swiftc}

python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" >"$scratch/said" 2>&1
equal "docs/interface.txt is what was compiled" "$?" 0
[ ! -s "$scratch/said" ] || sed 's/^/  | /' "$scratch/said" >&2
check "it has the press" contains docs/interface.txt "PassBuild PassPress.pass(for:at:): "

{ cat docs/interface.txt; echo "PassBuild PassPress.stamp(): func stamp()"; } >"$scratch/before.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --baseline "$scratch/before.txt" \
  --write >"$scratch/said" 2>&1
equal "what is gone and not named in CHANGELOG.md is not written" "$?" 1
check "and it says which declaration that is" contains "$scratch/said" \
  "not named in CHANGELOG.md: PassBuild PassPress.stamp()"
{ cat docs/interface.txt; echo "PassBuild PassPress: struct PassPress"; } >"$scratch/before.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --baseline "$scratch/before.txt" \
  --write >"$scratch/said" 2>&1
equal "what CHANGELOG.md names may go" "$?" 0
check "and is written" cmp -s "$scratch/before.txt" docs/interface.txt

# Types of their own, those inside another one apart; articles are compiled by library_test.sh.
python3 - >"$scratch/unseen" <<'PYTHON'
import pathlib, re
shown = " ".join(block.split("```")[0] for page in pathlib.Path("Sources").glob("*/*.docc/*.md")
                 for block in page.read_text(encoding="utf-8").split("```swift\n")[1:])
for line in pathlib.Path("docs/interface.txt").read_text(encoding="utf-8").splitlines():
    module, name, text = re.match(r"(\w+) ([^:]*(?:\([^)]*\))?[^:]*): (.*)", line).groups()
    if module in ("PassBuild", "PassCheck", "PassDiagnostics", "PassNFC", "PassTemplate"):
        if re.match(r"(struct|enum|class|final class|actor|protocol) \w+$", text) and "." not in name:
            if not re.search(rf"\b{name}\b", shown):
                print(module, name)
PYTHON
equal "an article shows every public type" "$(cat "$scratch/unseen")" ""

finish
