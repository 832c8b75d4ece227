# SPDX-License-Identifier: Apache-2.0
#
# Tests what make release does after the programs are built: the installer, notes and checksums, the
# sources, the commit of the action, and that pip, apt, git and pre-commit install from the stand-in
# of a release page. The programs are scripts. make release installs real ones in bare roots.

. "$(dirname "$0")/lib.sh"
unset COMMIT PAGE GITHUB_REPOSITORY GITHUB_SERVER_URL SOURCE_DATE_EPOCH

if [ "$(uname -s)" != Linux ]; then
  skip "a release: its files are made on Linux"
  finish
fi
export GIT_CONFIG_GLOBAL="$scratch/gitconfig"
git config --file "$GIT_CONFIG_GLOBAL" user.name test
git config --file "$GIT_CONFIG_GLOBAL" user.email test@example.com

# A checkout with the files that a release needs.
tree=$scratch/tree
mkdir -p "$tree/Sources/Programs/Console" "$tree/integrations"
for path in scripts packaging release CHANGELOG.md .pre-commit-hooks.yaml integrations/gitlab; do
  cp -r "$repository/$path" "$tree/$path"
done
rm -rf "$tree/packaging/python" "$tree/release/SHA256SUMS"
cp "$repository/Sources/Programs/Console/Version.swift" "$tree/Sources/Programs/Console/"
echo "// package" >"$tree/Package.swift"
printf 'build/\nPackage.resolved\n' >"$tree/.gitignore"
cd "$tree" || exit 1
git init -q . && git add -A && git commit -q -m one
commit=$(git rev-parse --short=12 HEAD)
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Programs/Console/Version.swift)
page=https://github.com/OWNER/passc/releases/download/v$version
release() { scripts/release/release.sh "$@" >"$scratch/out" 2>"$scratch/err"; echo $?; }

# --- the page -------------------------------------------------------------------------------------

out=$tree/build/release
processor=$(uname -m)
mkdir -p "$out"
for kind in passc passc-check; do
  echo "$kind" >"$out/$kind-$version-linux-$processor.tar.gz"
  (cd "$out" && sha256sum "$kind-$version-linux-$processor.tar.gz" >"$kind-$version-linux-$processor.tar.gz.sha256")
done
cp "$out/passc-$version-linux-$processor.tar.gz.sha256" "$scratch/good"
echo "0$(cut -c2- "$scratch/good")" >"$out/passc-$version-linux-$processor.tar.gz.sha256"
equal "a file that changed since it was made stops the release" "$(release page)" 1
check "before there is an installer" test ! -e "$out/install.sh"
cp "$scratch/good" "$out/passc-$version-linux-$processor.tar.gz.sha256"
equal "the sources need the resolved packages" "$(release sources)" 1
echo '{"pins": []}' >Package.resolved
equal "the sources and the page are made" "$(release sources page)" 0
check "the installer knows its version" grep -qx "version=$version" "$out/install.sh"
check "its commit" grep -qx "commit=$commit" "$out/install.sh"
check "its page" grep -qx "from=$page" "$out/install.sh"
equal "and the checksums of both tarballs" "$(sh "$out/install.sh" --print; sh "$out/install.sh" --only-passc --print)" \
  "$(cd "$out" && sha256sum "passc-$version-linux-$processor.tar.gz" "passc-check-$version-linux-$processor.tar.gz")"
equal "the notes begin with version and commit" "$(head -n 1 "$out/NOTES.md")" "passc $version, commit $commit"
check "have the checksum of the installer" contains "$out/NOTES.md" "$(sha256sum <"$out/install.sh" | cut -c1-64)"
check "and no link that leads nowhere on the page" test -z "$(grep -oE '\]\([^)]*' "$out/NOTES.md" | grep -v '](http')"
equal "SHA256SUMS begins with them too" "$(head -n 1 "$out/SHA256SUMS")" "# passc $version, commit $commit"
check "it holds" sh -c 'cd "$1" && sha256sum --quiet --check SHA256SUMS' sh "$out"
equal "and lists every other file" "$(sed -n 's/^[0-9a-f]*  //p' "$out/SHA256SUMS")" \
  "$(cd "$out" && ls | grep -v SHA256SUMS | LC_ALL=C sort)"
echo old >"$out/passc-0.0.1-linux-$processor.tar.gz"
equal "a file of another version stops the release" "$(release page)" 1
check "the message names it" contains "$scratch/err" "passc-0.0.1-linux-$processor.tar.gz"
rm "$out/passc-0.0.1-linux-$processor.tar.gz"
equal "a part that is none is an error" "$(release boxes)" 2
equal "a page can be made again" "$(release page)" 0
check "another address can be given" sh -c 'PAGE=https://example.com/x scripts/release/release.sh page >/dev/null &&
  grep -qx from=https://example.com/x "$1/install.sh"' sh "$out"
release page >/dev/null

# --- the sources ----------------------------------------------------------------------------------

tar -xzf "$out/passc-$version-source.tar.gz" -C "$scratch"
equal "the sources name their commit" "$(sed -n 1p "$scratch/passc-$version-source/release/commit")" "$commit"
check "and the commits of the packages" cmp Package.resolved "$scratch/passc-$version-source/Package.resolved"
(cd "$scratch/passc-$version-source" && sh scripts/commit.sh "$scratch/header")
check "which is in what is built from them" contains "$scratch/header/passc-commit.h" "\"$commit\""
check "with its time" contains "$scratch/header/passc-commit.h" "PASSC_COMMIT_TIME $(git log -1 --format=%ct)"
check "the formula has their checksum" contains "$out/passc.rb" "$(sha256sum <"$out/passc-$version-source.tar.gz" | cut -c1-64)"
check "and the commit" contains "$out/passc.rb" "COMMIT=$commit"
echo "// changed" >>Package.swift
equal "no release is made of sources that are not committed" "$(release page)" 2
git checkout -q Package.swift

# --- the commit of the action ---------------------------------------------------------------------

cp "$out/SHA256SUMS" "$scratch/sums"
sed "s/passc-check-$version/passc-check-0.0.1/" "$scratch/sums" >"$scratch/other"
scripts/release/action-commit.sh "$scratch/other" "$page" >"$scratch/out" 2>&1
equal "checksums of another release are rejected" "$?" 1
echo changed >>CHANGELOG.md
scripts/release/action-commit.sh "$scratch/sums" "$page" >"$scratch/out" 2>&1
equal "a checkout with changes too" "$?" 1
git checkout -q CHANGELOG.md
check "the commit is made" scripts/release/action-commit.sh "$scratch/sums" "$page" >"$scratch/out"
equal "right after the release" "$(git rev-parse "action-v$version^")" "$(git rev-parse "$commit")"
equal "with two files" "$(git diff --name-only "$commit" "action-v$version" | tr '\n' ' ')" \
  "integrations/gitlab/templates/check.yml release/SHA256SUMS "
check "the action has the checksums" cmp release/SHA256SUMS "$scratch/sums"
component=integrations/gitlab/templates/check.yml
equal "GitLab's component has the address" "$(sed -n '/^    release:/,/default/s/.*default: //p' $component)" "$page"
equal "and the checksum of the installer" "$(sed -n '/^    installer-sum:/,/default/s/.*default: //p' $component)" \
  "$(sha256sum <"$out/install.sh" | cut -c1-64)"
equal "nothing else of it changed" "$(git diff "$commit" -- $component | grep -c '^[-+] ')" 4

# --- installed from the page ----------------------------------------------------------------------

git clone -q --bare "$tree" "$scratch/bare.git"
git -C "$scratch/bare.git" update-server-info
python3 - "$out" "$version" <<'PYTHON'
import sys, zipfile
folder, version = sys.argv[1:]
info = f"passc-{version}.dist-info"
with zipfile.ZipFile(f"{folder}/passc-{version}-py3-none-any.whl", "w") as wheel:
    wheel.writestr("passc/__init__.py", "there = True\n")
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: passc\nVersion: {version}\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(f"{info}/RECORD", "")
PYTHON
stand_in "$out" --git "$scratch/bare.git" --log "$scratch/sent"
if python3 -m pip --version >/dev/null 2>&1; then
  check "pip installs the wheel" env PIP_FIND_LINKS= PIP_CONFIG_FILE=/dev/null python3 -m pip install --quiet --no-cache-dir \
    --disable-pip-version-check --root-user-action ignore --index-url "$address/simple/" --target "$scratch/site" passc
  check "as it is on the page" test -f "$scratch/site/passc/__init__.py"
else
  skip "pip from the stand-in: there is no pip"
fi
equal "what is not there is not found" "$(curl -s -o "$scratch/none" -w '%{http_code}' "$address/simple/other/")" 404
equal "nor is a file outside of the folder" "$(curl -s --path-as-is -o "$scratch/none" -w '%{http_code}' "$address/files/../../out")" 404
if command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null; then
  mkdir -p "$scratch/package/DEBIAN" "$scratch/package/usr/bin" "$scratch/apt/lists/partial" "$scratch/apt/cache/archives/partial"
  printf 'Package: passc\nVersion: %s-1+deb12\nArchitecture: %s\nMaintainer: a <a@example.com>\nDescription: a test\n' \
    "$version" "$(dpkg --print-architecture)" >"$scratch/package/DEBIAN/control"
  package=passc_$version-1+deb12_$(dpkg --print-architecture).deb
  dpkg-deb --root-owner-group --build "$scratch/package" "$out/$package" >/dev/null
  echo "deb [trusted=yes] $address/debian/bookworm ./" >"$scratch/apt/sources.list"
  : >"$scratch/apt/status"
  apt() {
    apt-get -qq -o Dir::Etc::SourceList="$scratch/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
      -o Dir::State="$scratch/apt" -o Dir::State::Status="$scratch/apt/status" -o Dir::Cache="$scratch/apt/cache" \
      -o APT::Sandbox::User=root -o Acquire::http::Proxy=DIRECT "$@"
  }
  check "apt reads the index" apt update
  (cd "$scratch" && apt download passc) >/dev/null 2>&1
  check "and downloads the package of its release" cmp "$out/$package" "$scratch/$package"
  equal "trixie has another one" "$(curl -fsS "$address/debian/trixie/Packages")" ""
else
  skip "apt from the stand-in: there is no apt"
fi
pre_commit=$repository/.build/judges/bin/pre-commit
if [ -x "$pre_commit" ] && [ -x "$PASSC" ]; then
  project=$scratch/project
  mkdir "$project" "$scratch/bin" && ln -s "$PASSC" "$scratch/bin/passc"
  "$PASSC" init "$project/gym.pass" >/dev/null 2>&1
  sed -i 's/"formatVersion": 1/"formatVersion": 2/' "$project/gym.pass/pass.json"
  printf 'repos:\n  - repo: %s/OWNER/passc.git\n    rev: action-v%s\n    hooks:\n      - id: passc-check-sources\n' \
    "$address" "$version" >"$project/.pre-commit-config.yaml"
  (cd "$project" && git init -q . && git add -A && HOME=$scratch PRE_COMMIT_HOME=$scratch/hooks \
    PATH=$scratch/bin:$PATH "$pre_commit" run --color never) >"$scratch/out" 2>&1
  equal "pre-commit fetches the hooks at the tag" "$?" 1
  check "and they check" contains "$scratch/out" "formatVersion is 2"
else
  skip "pre-commit from the stand-in: run scripts/judges.sh"
fi

finish
