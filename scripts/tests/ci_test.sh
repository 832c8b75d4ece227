# SPDX-License-Identifier: Apache-2.0
#
# Tests the pre-commit hooks and the snippets of docs/how-to/ci.md by running them. The
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

# action_test.sh runs the action.
action=$repository/action.yml
equal "the action is composite" "$(yaml "$action" 'it["runs"]["using"]')" composite
block yaml github >"$scratch/github.yml"
for input in $(yaml "$scratch/github.yml" '" ".join(it[1]["with"])'); do
  equal "the snippet's input $input exists" "$(yaml "$action" "'$input' in it['inputs']")" True
done

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

# --- systems that install a release ---------------------------------------------------------------

# A release whose passc is a script that starts the passc under test.
release=$scratch/release
name=passc-check-0.1.0-linux-$(uname -m)
mkdir -p "$release" "$scratch/tree/$name/bin" "$scratch/tree/$name/share/passc"
echo tarball >"$scratch/tree/$name/share/passc/installed-by"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$PASSC" >"$scratch/tree/$name/bin/passc"
chmod +x "$scratch/tree/$name/bin/passc"
tar -C "$scratch/tree" -czf "$release/$name.tar.gz" "$name"
(cd "$release" && sha256sum "$name.tar.gz" >SHA256SUMS)
stand_in "$release"
address=$address/someone/passc/releases/download/v0.1.0
sed "s|^from=.*|from=$address|" "$repository/packaging/install.sh" |
  sed "/<<'SUMS'/r $release/SHA256SUMS" >"$release/install.sh"
sum=$(sha256sum <"$release/install.sh" | cut -c1-64)
# installs NAME SHELL... runs the script $scratch/NAME.sh without a passc on the path.
installs() {
  system=$1
  shift
  rm -rf .passc install.sh passes.xml passes.json
  PATH=/usr/bin:/bin PASSC_RELEASE=$address PASSC_INSTALLER_SUM=$sum "$@" "$scratch/$system.sh" >"$scratch/out" 2>&1
  equal "$system fails with passc check" "$?" 1
  check "$system leaves its report" test -s passes.xml
  check "$system keeps the download" test -n "$(find .passc-cache "$HOME/.cache/passc" -name 'passc-check-*' 2>/dev/null)"
  rm -rf .passc-cache "$HOME/.cache"
  rm -rf .passc install.sh
  PATH=/usr/bin:/bin PASSC_RELEASE=$address PASSC_INSTALLER_SUM=$(printf '%064d' 0) "$@" "$scratch/$system.sh" >"$scratch/out" 2>&1
  check "$system stops at another installer" test "$?" -ne 0 -a ! -e .passc
}
block groovy jenkins >"$scratch/Jenkinsfile"
awk "/'''/ { if (on) exit; on = 1; next } on" "$scratch/Jenkinsfile" >"$scratch/jenkins.sh"
installs jenkins sh -xe
block yaml azure >"$scratch/azure.yml"
yaml "$scratch/azure.yml" 'next(step["script"] for step in it["steps"] if "script" in step)' >"$scratch/azure.sh"
installs azure bash
for word in PASSC_RELEASE PASSC_INSTALLER_SUM; do
  equal "Jenkins and Azure set $word" \
    "$(cat "$scratch/Jenkinsfile" "$scratch/azure.yml" | grep -cE "$word( =|:) ")" 2
done
# component FILE [INPUT VALUE]... writes the script of GitLab's component with these inputs.
component() {
  "$judges/python" - "$@" <<'PYTHON' >"$scratch/component.sh"
import re, shlex, sys, yaml
spec, jobs = yaml.safe_load_all(open(sys.argv[1]))
inputs = {name: declared["default"] for name, declared in spec["spec"]["inputs"].items()}
for name, value in zip(sys.argv[2::2], sys.argv[3::2]):
    assert name in inputs, name
    inputs[name] = value
job = jobs["passc-check"]
filled = lambda text: re.sub(r"\$\[\[ inputs\.(\S+) \]\]", lambda it: inputs[it[1]], text)
for name, value in job["variables"].items():
    # The environment wins, so that a test can change one of them.
    print(f'[ -n "${{{name}:-}}" ] || {name}=' + shlex.quote(filled(value)))
print("\n".join(job["script"]))
assert filled(job["image"]) and filled(job["stage"]) == "test"
assert job["artifacts"]["reports"] == {"codequality": "passes.json", "junit": "passes.xml"}
assert "$[[" not in "".join(job["script"])
PYTHON
}
mkdir "two words" && cp passes/gym.pkpass "two words/"
template=$repository/integrations/gitlab/templates/check.yml
component "$template" release "$address" installer-sum "$sum" paths "passes
two words"
installs component sh -e
component "$template" release "$address" installer-sum "$sum" paths "passes
two words"
sh -e "$scratch/component.sh" >"$scratch/out" 2>&1
check "its second path has a space" contains passes.json "two words/gym.pkpass"
component "$template" release "$address" installer-sum "$sum" arguments "--trust $root --as-of 2026-01-02" paths passes
sh -e "$scratch/component.sh" >"$scratch/out" 2>&1
equal "GitLab's component passes for sound passes" "$?" 0
cp "$root" "the root.pem"
component "$template" release "$address" installer-sum "$sum" \
  arguments "--trust 'the root.pem' --as-of 2026-01-02" paths passes
sh -e "$scratch/component.sh" >"$scratch/out" 2>&1
equal "an argument can have spaces" "$?" 0
rm "the root.pem"
rm -rf "two words" .passc .passc-cache install.sh
kill "$server"

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
