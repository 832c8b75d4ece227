# SPDX-License-Identifier: Apache-2.0
#
# Tests action.yml, the pre-commit hooks and the snippets of docs/how-to/ci.md by running them. The
# YAML reader and pre-commit come from scripts/judges.sh. Without them this test is skipped.

. "$(dirname "$0")/lib.sh"

[ -x "$PASSC" ] || { echo "there is no $PASSC; build it first, or set PASSC" >&2; exit 1; }
judges=$repository/.build/judges/bin
if [ ! -x "$judges/pre-commit" ]; then
  skip "all of it, there is no pre-commit: run scripts/judges.sh"
  exit 0
fi

project=$scratch/project
mkdir -p "$project/passes" "$scratch/bin"
ln -s "$PASSC" "$scratch/bin/passc"
PATH=$scratch/bin:$PATH
export PATH SOURCE_DATE_EPOCH=1767225600 HOME="$scratch/home"
mkdir -p "$HOME"
root=$repository/certs-example/root.pem
cd "$project" || exit 1

passc init "$scratch/gym.pass" --style generic >/dev/null 2>&1
passc build "$scratch/gym.pass" --sample 1 --identity "$repository/certs-example/ordinary" \
  -o passes/gym.pkpass >/dev/null 2>&1
check "a pass was built" test -s passes/gym.pkpass

# block LANGUAGE [WORD] prints the first fenced block of docs/how-to/ci.md with this info string.
block() {
  awk -v wanted="\`\`\`$*" '$0 == wanted { on = 1; next } /^```/ { if (on) exit } on' "$repository/docs/how-to/ci.md"
}
# yaml FILE EXPRESSION evaluates a Python expression for a YAML document, `it`.
yaml() {
  "$judges/python" -c 'import sys, yaml; it = yaml.safe_load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"
}

# --- GitHub -------------------------------------------------------------------------------------

action=$repository/action.yml
yaml "$action" 'it["runs"]["steps"][0]["run"]' >"$scratch/step.sh"
equal "the action is composite" "$(yaml "$action" 'it["runs"]["using"]')" composite
block yaml github >"$scratch/github.yml"
for input in $(yaml "$scratch/github.yml" '" ".join(it[1]["with"])'); do
  equal "the snippet's input $input exists" "$(yaml "$action" "'$input' in it['inputs']")" True
done
# step PATHS ARGUMENTS REPOSITORY runs the shell step as a runner does.
step() {
  PATHS=$1 ARGUMENTS=$2 SARIF=passc.sarif ACTION=$repository REPOSITORY=$3 REF=v1 \
    bash --noprofile --norc -eo pipefail "$scratch/step.sh" >"$scratch/out" 2>&1
}
step passes "--trust $root --as-of 2026-01-02" someone/passc
equal "the action passes for a sound pass" "$?" 0
check "and writes SARIF" grep -q '"2.1.0"' passc.sarif
step passes "--as-of 2026-01-02" someone/passc
equal "the action fails for a pass that is not Apple's" "$?" 1
check "with an annotation" grep -q '^::error file=passes/gym.pkpass,' "$scratch/out"
check "and a link to its own rules" \
  grep -q 'https://github.com/someone/passc/blob/v1/docs/rules.md#signature.chain.notApple' passc.sarif
step passes "--as-of 2026-01-02" ""
check "a local action links nowhere" lacks passc.sarif helpUri
# Without passc the action must build it. A fake swift prints its arguments.
mkdir -p "$scratch/fake/scripts" "$scratch/swift"
printf '#!/bin/sh\necho set up\n' >"$scratch/fake/scripts/setup.sh"
cat >"$scratch/swift/swift" <<FAKE
#!/bin/sh
echo "\$*" >"$scratch/swift/arguments"
mkdir -p "$scratch/fake/.build/release" && ln -sf "$PASSC" "$scratch/fake/.build/release/passc"
FAKE
chmod +x "$scratch/fake/scripts/setup.sh" "$scratch/swift/swift"
PATHS=passes ARGUMENTS="--trust $root --as-of 2026-01-02" SARIF=built.sarif ACTION=$scratch/fake REPOSITORY="" REF="" \
  PATH=$scratch/swift:/usr/bin:/bin bash -eo pipefail "$scratch/step.sh" >"$scratch/out" 2>&1
equal "the action builds passc where there is none" "$?" 0
check "in release mode" contains "$scratch/swift/arguments" "-c release --product passc"
check "and checks with it" test -s built.sarif

# --- GitLab -------------------------------------------------------------------------------------

block yaml gitlab >"$scratch/gitlab.yml"
yaml "$scratch/gitlab.yml" '"\n".join(it["passes"]["script"])' >"$scratch/gitlab.sh"
sh -e "$scratch/gitlab.sh" >"$scratch/out" 2>&1
equal "GitLab's job fails with passc check" "$?" 1
for report in $(yaml "$scratch/gitlab.yml" '" ".join(it["passes"]["artifacts"]["reports"].values())'); do
  check "GitLab's job leaves $report" test -s "$report"
done
check "GitLab's report is JSON with fingerprints" \
  "$judges/python" -c 'import json; assert json.load(open("passes.json"))[0]["fingerprint"]'

# --- make ---------------------------------------------------------------------------------------

block make >Makefile
make check >"$scratch/out" 2>&1
equal "the Makefile fails with passc check" "$?" 2
check "and leaves its report" test -s build/passes.sarif
check "and names passc's code" grep -q 'Error 1' "$scratch/out"
block sh exit codes >"$scratch/codes.sh"
equal "errors are told apart" "$(sh "$scratch/codes.sh" 2>/dev/null | tail -n 1)" "errors in the passes"
mv passes elsewhere
equal "from a check that failed" "$(sh "$scratch/codes.sh" 2>/dev/null | tail -n 1)" \
  "the check itself failed with 3"
mv elsewhere passes

# --- the OpenSSL command of docs/reference/checking.md ------------------------------------------

awk '/^```sh/ { on = 1; text = ""; next } /^```$/ { if (on && text ~ /cms -verify/) print text; on = 0 }
  on { text = text $0 "\n" }' "$repository/docs/reference/checking.md" >"$scratch/openssl.sh"
mkdir "$scratch/seal"
cp passes/gym.pkpass "$scratch/seal/"
cp "$repository/certs-example/root.pem" "$scratch/seal/AppleRootCA.pem"
cp "$repository/certs-example/ordinary/intermediate.pem" "$scratch/seal/wwdr.pem"
(cd "$scratch/seal" && sh -e "$scratch/openssl.sh") >"$scratch/out" 2>&1
equal "openssl verifies a pass with the line of checking.md" "$?" 0
sed 's/ -purpose any//' "$scratch/openssl.sh" >"$scratch/default.sh"
(cd "$scratch/seal" && sh -e "$scratch/default.sh") >"$scratch/out" 2>&1
check "and refuses it by its default purpose" test "$?" -ne 0

# --- pre-commit from PyPI -----------------------------------------------------------------------

git() { command git -c user.name=test -c user.email=test@example.com -c commit.gpgsign=false "$@"; }
hooks=$scratch/hooks
mkdir "$hooks" && cp "$repository/.pre-commit-hooks.yaml" "$hooks/"
(cd "$hooks" && git init -q . && git add -A && git commit -qm hooks)
revision=$(cd "$hooks" && git rev-parse HEAD)
block yaml pre-commit | sed -e "s|https://HOST/OWNER/passc|$hooks|" -e "s|VERSION|$revision|" >.pre-commit-config.yaml
rm -rf build passc.sarif built.sarif passes.json passes.xml
git init -q . && git add -A
"$judges/pre-commit" run --color never >"$scratch/out" 2>&1
equal "pre-commit refuses a bundle that is not Apple's" "$?" 1
check "and shows why" contains "$scratch/out" "signature.chain.notApple"
sed -i.bak "s|- id: passc-check\$|&\n        args: [--trust, $root, --as-of, '2026-01-02']|" .pre-commit-config.yaml
rm .pre-commit-config.yaml.bak
git add -A
"$judges/pre-commit" run --color never >"$scratch/out" 2>&1
equal "pre-commit lets a sound bundle pass" "$?" 0
check "having looked at it" grep -q 'check Wallet passes\.*Passed' "$scratch/out"
check "and not at sources, of which none changed" grep -q 'check templates.*Skipped' "$scratch/out"
git commit -qm sound
mkdir -p cards/gym.pass && cp "$scratch/gym.pass"/* cards/gym.pass/ 2>/dev/null
rm -rf passes
sed -i.bak 's/"formatVersion": 1/"formatVersion": 2/' cards/gym.pass/pass.json && rm cards/gym.pass/pass.json.bak
git add -A
"$judges/pre-commit" run --color never >"$scratch/out" 2>&1
equal "pre-commit refuses a broken template" "$?" 1
check "at its line" grep -q 'cards/gym.pass/pass.json:2:[0-9]*: error: formatVersion is 2' "$scratch/out"

finish
