# SPDX-License-Identifier: Apache-2.0
#
# Tests the Python wheels with small programs instead of passc, and passc.check with passc itself.
# packaging/python/try.sh installs real wheels into a bare root.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

if [ "$(uname -s)" != Linux ] || ! command -v readelf >/dev/null; then
  skip "wheels: they are made on Linux with readelf"
  finish
fi
prefix=$scratch/prefix
mkdir -p "$prefix/bin" "$prefix/libexec/passc" "$prefix/lib/passc" "$prefix/share/passc/fonts"
cp /bin/true "$prefix/bin/passc"
for name in preview service app; do cp /bin/true "$prefix/libexec/passc/passc-$name"; done
echo wheel >"$prefix/share/passc/installed-by"
echo font >"$prefix/share/passc/fonts/a.otf"
# A library that the program for previews does not need.
mkdir -p "$prefix/lib/passc/ossl-modules" "$prefix/share/doc/passc/libraries"
cp /bin/true "$prefix/lib/passc/ossl-modules/legacy.so"
printf 'ossl-modules/legacy.so\tlibssl3\t3.0.1-2\n' >"$prefix/share/doc/passc/libraries.tsv"
printf 'Files: *\nLicense: Apache-2.0\n' >"$prefix/share/doc/passc/libraries/libssl3.txt"
echo "linked in" >"$prefix/share/doc/passc/THIRD-PARTY.txt"
make_wheels() { python3 packaging/python/wheel.py "$prefix" "$1" 1.2.3 0123456789ab >"$scratch/made"; }

check "wheels are made" make_wheels "$scratch/one"
equal "one for each program" "$(cd "$scratch/one" && for file in *; do echo "${file%%-*}"; done | tr '\n' ' ')" \
  "passc passc_app passc_preview passc_service "
touch "$prefix/bin/passc" "$prefix/share/passc/fonts/a.otf"
make_wheels "$scratch/two"
check "equal files give equal wheels" diff -r "$scratch/one" "$scratch/two"
cat >"$scratch/twice.py" <<'EOF'
import collections, pathlib, sys, zipfile
files = collections.Counter()
for path in pathlib.Path(sys.argv[1]).iterdir():
    files.update(name.split(".data/", 1)[-1] for name in zipfile.ZipFile(path).namelist() if ".data/" in name)
print(" ".join(sorted(files)), max(files.values()))
EOF
equal "each file is in one wheel" "$(python3 "$scratch/twice.py" "$scratch/one")" \
  "data/lib/passc/ossl-modules/legacy.so data/libexec/passc/passc-app data/libexec/passc/passc-preview data/libexec/passc/passc-service data/share/doc/passc/THIRD-PARTY.txt data/share/passc/fonts/a.otf data/share/passc/installed-by scripts/passc 1"

# about WHEEL FILE prints a file of the metadata.
about() {
  python3 -c 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode(), end="")' \
    "$scratch/one/$1"-1.2.3-*.whl "$1-1.2.3.dist-info/$2"
}
about passc METADATA >"$scratch/metadata"
check "the metadata has the commit" contains "$scratch/metadata" "commit 0123456789ab"
check "and the libraries inside" contains "$scratch/metadata" "| ossl-modules/legacy.so | libssl3 | 3.0.1-2 | Apache-2.0 |"
equal "each licence is named" "$(sed -n 's/^License-File: //p' "$scratch/metadata" | tr '\n' ' ')" \
  "LICENSE THIRD-PARTY.txt libssl3.txt "
equal "and there" "$(about passc licenses/libssl3.txt | tail -n 1)" "License: Apache-2.0"
about passc_preview METADATA >"$scratch/metadata"
equal "a wheel names only its own libraries" "$(grep -c libssl3 "$scratch/metadata")" 0
check "and what is linked in" sh -c 'grep -q "^License-File: THIRD-PARTY.txt" "$1"' sh "$scratch/metadata"

python3 -m venv "$scratch/venv" || { skip "pip: there is no venv module"; finish; }
pip() { "$scratch/venv/bin/pip" --quiet --disable-pip-version-check "$@"; }
check "pip installs them" pip install --no-index --find-links "$scratch/one" 'passc[preview,service,app]'
check "the program itself is the command" cmp "$prefix/bin/passc" "$scratch/venv/bin/passc"
check "it can be run" "$scratch/venv/bin/passc"
check "programs lie where passc looks for them" test -x "$scratch/venv/libexec/passc/passc-preview"
check "so does what --version prints" cmp "$prefix/share/passc/installed-by" "$scratch/venv/share/passc/installed-by"

# The real program in the place of the small one.
cat >"$scratch/venv/bin/passc" <<EOF
#!/bin/sh
exec "$PASSC" "\$@"
EOF
chmod +x "$scratch/venv/bin/passc"
check "python -m passc runs it" sh -c "'$scratch/venv/bin/python' -m passc --version | grep -q '^passc '"
cp -r templates/gym-membership.pass "$scratch/-gym.pass"
cd "$scratch" || exit 1
cat >"$scratch/api.py" <<'EOF'
import sys, passc
print([f.code for f in passc.check(sys.argv[1]) if f.severity != "note"])
EOF
equal "a sound template has no findings" "$("$scratch/venv/bin/python" api.py -gym.pass)" "[]"
sed -i 's/"description"/"descripton"/' "$scratch/-gym.pass/pass.json"
check "a finding has its code" sh -c "'$scratch/venv/bin/python' api.py -gym.pass | grep -q key"
"$scratch/venv/bin/python" api.py gone.pass >"$scratch/out" 2>&1
equal "a missing file is an error" $? 1
check "with the words of passc" grep -q '^passc.Error: passc: error: .*gone.pass' "$scratch/out"
check "pip removes everything" pip uninstall --yes passc passc-preview passc-service passc-app
equal "no file is left" "$(cd "$scratch/venv" && find . -type f -path "*passc*" | tr "\n" " ")" ""

finish
