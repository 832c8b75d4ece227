# SPDX-License-Identifier: Apache-2.0
#
# Runs the steps of action.yml as a runner does, against the stand-in of a release page. The released
# passc is a script that starts the passc under test. `make test` installs PyYAML.

. "$(dirname "$0")/lib.sh"

[ -x "$PASSC" ] || { echo "there is no $PASSC; build it first, or set PASSC" >&2; exit 1; }
python=$repository/.build/judges/bin/python
if [ ! -x "$python" ]; then
  skip "the action: there is no YAML reader, run scripts/judges.sh"
  exit 0
fi
if [ "$(uname -s)" != Linux ] || ! getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
  skip "the action: releases are for Linux with glibc"
  exit 0
fi

# The commit of the action after a release, in a folder with spaces.
action="$scratch/the action"
mkdir -p "$action/scripts" "$action/packaging" "$action/release"
cp "$repository/action.yml" "$action/"
cp -r "$repository/scripts/action" "$action/scripts/"
cp "$repository/packaging/install.sh" "$action/packaging/"
files=$scratch/files
name=passc-check-0.1.0-linux-$(uname -m)
mkdir -p "$files" "$scratch/tree/$name/bin"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$PASSC" >"$scratch/tree/$name/bin/passc"
chmod +x "$scratch/tree/$name/bin/passc"
tar -C "$scratch/tree" -czf "$files/$name.tar.gz" "$name"
(cd "$files" && sha256sum "$name.tar.gz" >"$action/release/SHA256SUMS")

stand_in "$files" --log "$scratch/sent"
: >"$scratch/sent"

# A runner without passc and Swift.
mkdir "$scratch/system" && ln -s /usr/bin/* "$scratch/system/"
rm -f "$scratch/system/passc" "$scratch/system"/swift*
PATH=$scratch/system
export PATH SOURCE_DATE_EPOCH=1767225600 HOME="$scratch" GITHUB_SERVER_URL
GITHUB_SERVER_URL=$address
root=$repository/certs-example/root.pem
project="$scratch/the project"
mkdir -p "$project/my passes" && cd "$project" || exit 1
"$PASSC" init "$scratch/gym.pass" --style generic >/dev/null 2>&1
"$PASSC" build "$scratch/gym.pass" --sample 1 --identity "$repository/certs-example/ordinary" \
  -o "my passes/a gym.pkpass" >/dev/null 2>&1
check "a pass was built" test -s "my passes/a gym.pkpass"
cp "my passes/a gym.pkpass" "my passes/another.pkpass"
cp "$root" "my root.pem"
signed="--trust $root --as-of 2026-01-02"
# run RUNNER INPUT=VALUE... prints the exit code of the action.
run() {
  machine=$scratch/$1
  shift
  "$python" "$repository/scripts/tests/action_runner.py" "$action/action.yml" "$machine" \
    --repository someone/passc --ref action-v0.1.0 "$@" >"$scratch/out" 2>&1
  echo $?
}

# --- a release ------------------------------------------------------------------------------------

equal "the action passes for a sound pass" "$(run one "paths=my passes" "arguments=$signed")" 0
check "having downloaded the release" grep -q '^passc 0\..*: downloaded, [0-9]* s$' "$scratch/out"
check "and writes SARIF" grep -q '"2.1.0"' passc.sarif
equal "a second job takes it from the cache" "$(run one "paths=my passes" "arguments=$signed")" 0
check "and says so" grep -q ': from the cache, [0-9]* s$' "$scratch/out"
equal "so that it was sent once" "$(wc -l <"$scratch/sent")" 1
rm -r "$scratch/one/tools"
equal "also on a runner that keeps nothing" "$(run one "paths=my passes" "arguments=$signed"; wc -l <"$scratch/sent")" "0
1"
equal "the action fails for a pass that is not Apple's" "$(run one "paths=my passes" "arguments=--as-of 2026-01-02" "sarif=a report.sarif")" 1
check "with an annotation" grep -q '^::error file=my passes/a gym.pkpass,' "$scratch/out"
check "and a link to its own rules" \
  contains "a report.sarif" "$GITHUB_SERVER_URL/someone/passc/blob/action-v0.1.0/docs/rules.md#signature.chain.notApple"
echo more >>"$scratch/one/cache/$name.tar.gz-$(cut -c1-64 "$action/release/SHA256SUMS")/$name.tar.gz"
equal "a cache that was changed is not used" "$(run one "paths=my passes" "arguments=$signed"; wc -l <"$scratch/sent")" "0
2"
cp "$files/$name.tar.gz" "$scratch/good"
echo more >>"$files/$name.tar.gz"
check "and is not called one" grep -q ': downloaded, [0-9]* s$' "$scratch/out"
equal "nor is a release that was changed" "$(run two "paths=my passes" "arguments=$signed")" 1
check "the message has the checksum" contains "$scratch/out" "the checksum of $name.tar.gz is wrong"
check "and nothing was checked" lacks "$scratch/out" "package"
cp "$scratch/good" "$files/$name.tar.gz"
equal "the files may come from elsewhere" \
  "$(GITHUB_SERVER_URL=http://127.0.0.1:1 run three "paths=my passes" "arguments=$signed" "from=$GITHUB_SERVER_URL/files")" 0

# --- inputs ---------------------------------------------------------------------------------------

# annotated prints the files with an error.
annotated() { sed -n 's/^::error file=\([^,]*\),.*/\1/p' "$scratch/out" | sort -u; }
wrong="--as-of 2026-01-02"
equal "paths are lines" "$(run one "paths=
  my passes/a gym.pkpass
  my passes/another.pkpass
" "arguments=$wrong")" 1
equal "each of them is checked" "$(annotated)" "my passes/a gym.pkpass
my passes/another.pkpass"
equal "a line may be a pattern" "$(run one "paths=my passes/a*.pkpass" "arguments=$wrong"; annotated)" "1
my passes/a gym.pkpass
my passes/another.pkpass"
cp "my passes/a gym.pkpass" "my passes/[a]*.pkpass"
equal "but not if it is the name of a file" "$(run one "paths=my passes/[a]*.pkpass" "arguments=$wrong"; annotated)" "1
my passes/[a]*.pkpass"
rm "my passes/[a]*.pkpass"
cp "my passes/a gym.pkpass" ./-o.pkpass
equal "a name may begin with a hyphen" "$(run one "paths=-o.pkpass" "arguments=$signed")" 0
equal "a path that is missing is an error of the check" "$(run one "paths=gone")" 3
equal "no path at all is an error" "$(run one "paths= ")" 2
check "in words" contains "$scratch/out" "::error title=nothing to check::"
equal "an argument with spaces is quoted" "$(run one "paths=my passes" "arguments=--trust 'my root.pem' --as-of \"2026-01-02\"")" 0
equal "a quote that is not closed is an error" "$(run one "paths=my passes" "arguments=--trust 'my root.pem")" 2
check "in words" contains "$scratch/out" "::error title=the arguments cannot be read::"
# shellcheck disable=SC2016 # that nothing is expanded is the test
run one "paths=my passes" 'arguments=$(touch made) `touch made` ; touch made' >/dev/null
# shellcheck disable=SC2016
run one 'paths=$(touch made)' >/dev/null
check "nothing in an input is run" test ! -e made

# --- without a release ----------------------------------------------------------------------------

mkdir "$scratch/installed" && ln -s "$PASSC" "$scratch/installed/passc"
: >"$scratch/sent"
equal "an installed passc is used" "$(PATH=$scratch/installed:$PATH run four "paths=my passes" "arguments=$signed")" 0
equal "and nothing is downloaded" "$(wc -l <"$scratch/sent")" 0

mkdir "$scratch/swift"
printf '#!/bin/sh\necho set up\n' >"$action/scripts/setup.sh"
cat >"$scratch/swift/swift" <<FAKE
#!/bin/sh
echo "\$*" >"$scratch/swift/arguments"
mkdir -p "$action/.build/release" && ln -sf "$PASSC" "$action/.build/release/passc"
FAKE
chmod +x "$action/scripts/setup.sh" "$scratch/swift/swift"
mv "$action/release/SHA256SUMS" "$scratch/"
equal "at a commit without a release passc is built" "$(PATH=$scratch/swift:$PATH run five "paths=my passes" "arguments=$signed")" 0
check "in release mode" contains "$scratch/swift/arguments" "-c release --product passc"
check "the reason is a notice" contains "$scratch/out" "::notice title=passc is built from source::This commit of the action belongs to no release."
check "with the time it will take" contains "$scratch/out" "about 4 minutes"
check "and in the end the time it took" grep -q ': built from source, [0-9]* s$' "$scratch/out"
check "nothing was downloaded" test ! -s "$scratch/sent"
sed 's/linux-[a-z0-9_]*/linux-riscv64/' "$scratch/SHA256SUMS" >"$action/release/SHA256SUMS"
equal "likewise if the release has no file for the runner" "$(PATH=$scratch/swift:$PATH run six "paths=my passes" "arguments=$signed")" 0
check "and the reason is that" contains "$scratch/out" "No release of passc fits this runner: this release has no file"

finish
