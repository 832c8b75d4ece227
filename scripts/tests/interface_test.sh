# SPDX-License-Identifier: Apache-2.0
#
# docs/interface.txt must match the compiled public interface. After the first release, CHANGELOG.md
# must name everything that was removed.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1
modules=.build/debug/Modules
swiftc=${SWIFTC:-swiftc}

python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" >"$scratch/said" 2>&1
equal "docs/interface.txt is what was compiled" "$?" 0
[ ! -s "$scratch/said" ] || sed 's/^/  | /' "$scratch/said" >&2
check "it has the press" contains docs/interface.txt "PassBuild PassFactory.pass(for:at:): "

check "and what types of Foundation conform to" contains docs/interface.txt \
  "PassFoundation Date: conforms to PassTemplate.RowValueConvertible"

equal "each declaration has a comment that documents it" \
  "$(python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --bare 2>&1)" ""

{ cat docs/interface.txt; echo "PassBuild PassFactory.stamp(): func stamp()"; } >"$scratch/before.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --baseline "$scratch/before.txt" \
  --released "$scratch/before.txt" --write >"$scratch/said" 2>&1
equal "what is gone and not named in CHANGELOG.md is not written" "$?" 1
check "and it says which declaration that is" contains "$scratch/said" \
  "in CHANGELOG.md: PassBuild PassFactory.stamp()"
cat >"$scratch/changes.md" <<'END'
## [Unreleased]

### Added

- `PassFactory` makes passes in a server.

### Changed

- `Verdict.unprovable` is gone.

## [0.0.9]

### Changed

- `PassFactory` had another name.
END
{ cat docs/interface.txt; echo "PassBuild PassFactory: struct PassFactory"; } >"$scratch/before.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --baseline "$scratch/before.txt" \
  --changelog "$scratch/changes.md" --released "$scratch/before.txt" --write >"$scratch/said" 2>&1
equal "what only Added names is not said to be gone" "$?" 1
{ cat docs/interface.txt; echo "PassDiagnostics Verdict.unprovable: case unprovable"; } >"$scratch/before.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --baseline "$scratch/before.txt" \
  --changelog "$scratch/changes.md" --released "$scratch/before.txt" --write >"$scratch/said" 2>&1
equal "what Changed or Removed names may go" "$?" 0
check "and is written" cmp -s "$scratch/before.txt" docs/interface.txt

# Users who switch over all cases must learn of a new one.
grep -v "PassBuild PassFactory.SetupError.noToken: " docs/interface.txt >"$scratch/released.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --released "$scratch/released.txt" \
  >"$scratch/said" 2>&1
equal "a case that others had not has to be named" "$?" 1
check "and it says which" contains "$scratch/said" \
  "not named under Changed in CHANGELOG.md: PassBuild PassFactory.SetupError.noToken"

# Editing docs/interface.txt by hand does not help, because the released file counts.
{ cat docs/interface.txt; echo "PassBuild PassFactory.stamp(): func stamp()"; } >"$scratch/released.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --released "$scratch/released.txt" \
  >"$scratch/said" 2>&1
equal "what was released and is gone has to be named" "$?" 1
check "and it says since when" contains "$scratch/said" "gone or changed since $scratch/released.txt, and not named"
GIT_DIR=$scratch/none python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" >"$scratch/said" 2>&1
equal "without git the file alone is compared" "$?" 0
check "and it says so" contains "$scratch/said" "no git history"

# A repository with these files, without and with a tag.
GIT_DIR=$scratch/history
GIT_WORK_TREE=$repository
export GIT_DIR GIT_WORK_TREE
git init -q
blob=$(git hash-object -w "$scratch/released.txt")
folder=$(printf '100644 blob %s\tinterface.txt\n' "$blob" | git mktree)
tree=$(printf '040000 tree %s\tdocs\n' "$folder" | git mktree)
commit=$(git -c user.name=test -c user.email=test@example.com commit-tree -m release "$tree")
git update-ref HEAD "$commit"
git tag nightly
cp "$scratch/released.txt" "$scratch/before.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --baseline "$scratch/before.txt" \
  --write >"$scratch/said" 2>&1
equal "before the first release nothing has to be named" "$?" 0
check "and what was compiled is written" cmp -s "$scratch/before.txt" docs/interface.txt
git tag v0.1.0
cp "$scratch/released.txt" "$scratch/before.txt"
python3 scripts/interface.py --modules "$modules" --swiftc "$swiftc" --baseline "$scratch/before.txt" \
  --write >"$scratch/said" 2>&1
equal "after it, what is gone has to be named" "$?" 1
check "and it says since which release" contains "$scratch/said" "gone or changed since v0.1.0, and not named"
unset GIT_DIR GIT_WORK_TREE

# Public declarations are for users of the library, so each one must be used in an article, the
# tutorial or the example. library_test.sh and pass_server_test.sh compile and run those. Cases and
# requirements of conformances are excluded.
python3 - >"$scratch/unseen" <<'PYTHON'
import pathlib, re
pages = sorted(pathlib.Path("Sources").glob("**/*.docc/*.md"))
used = " ".join(block.split("```")[0] for page in pages
                for block in page.read_text(encoding="utf-8").split("```swift\n")[1:])
used += pathlib.Path("examples/pass-server/Sources/PassServer/main.swift").read_text(encoding="utf-8")
words = set(re.findall(r"\w+", used))
# Of Equatable, Hashable, Comparable, Encodable, LocalizedError, AsyncSequence and of literals.
asked = {"==", "<", "hash", "encode", "errorDescription", "description", "Element", "Iterator", "next",
         "makeAsyncIterator", "rawValue", "booleanLiteral", "floatLiteral", "integerLiteral", "nilLiteral",
         "stringLiteral"}
# PassPreview has no article yet.
modules = ("PassBuild", "PassCheck", "PassDiagnostics", "PassFoundation", "PassNFC", "PassTemplate")
for line in pathlib.Path("docs/interface.txt").read_text(encoding="utf-8").splitlines():
    module, name, text = re.match(r"(\w+) ((?:[^:(]|\([^)]*\))*): (.*)", line).groups()
    if module not in modules or text.startswith(("conforms to", "case ")):
        continue
    plain, _, labels = name.partition("(")
    wanted = {plain.split(".")[-1]}
    if wanted == {"init"}:
        wanted = {label for label in labels.rstrip(")").split(":") if label and label != "_"}
    if wanted - words - asked:
        print(line)
PYTHON
equal "each public declaration is used by a program" "$(cat "$scratch/unseen")" ""

finish
