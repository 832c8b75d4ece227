# SPDX-License-Identifier: Apache-2.0
#
# Runs make with the project of docs/how-to/make.md, taken from that page. A wrapper around passc
# counts the runs, to test that only changed passes are rebuilt.

. "$(dirname "$0")/lib.sh"

[ -x "$PASSC" ] || { echo "there is no $PASSC; build it first, or set PASSC" >&2; exit 1; }

project="$scratch/our passes"
mkdir -p "$project/bin"
log=$project/bin/log

# Every fenced block with a file name after the language becomes that file.
awk -v project="$project" '
  /^```[a-z]+ [^ ]/ { file = $0; sub(/^```[a-z]+ /, "", file); file = project "/" file; writing = 1
    folder = file; sub(/\/[^\/]*$/, "", folder); system("mkdir -p \"" folder "\""); next }
  /^```/ { if (writing) close(file); writing = 0; next }
  writing { print > file }
' "$repository/docs/how-to/make.md"
check "the page holds a Makefile" test -s "$project/Makefile"
check "the page holds three templates" test -s "$project/passes/stamp card.pass/pass.json"

cat >"$project/bin/passc" <<WRAPPER
#!/bin/sh
for word in "\$@"; do case \$word in build/*.pkpass) echo "\$word" >>"$log" ;; esac; done
exec "$PASSC" "\$@"
WRAPPER
chmod +x "$project/bin/passc"

# Pictures of the right sizes. Their content does not matter here.
python3 - "$repository/bench" "$project" <<'PYTHON' || exit 1
import pathlib, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from card import png
base = pathlib.Path(sys.argv[2], "base/house.pass")
for suffix, scale in ("", 1), ("@2x", 2), ("@3x", 3):
    (base / f"icon{suffix}.png").write_bytes(png(38 * scale, 38 * scale, 2, 1))
    (base / f"logo{suffix}.png").write_bytes(png(160 * scale, 50 * scale, 2, 2))
    strip = pathlib.Path(sys.argv[2], f"strip{suffix}.png")
    strip.write_bytes(png(375 * scale, 144 * scale, 2, 3))
PYTHON

cd "$project" || exit 1
export SOURCE_DATE_EPOCH=1800000000

# `builds "a sentence" "passes, sorted"` runs make and compares the list of built passes.
builds() {
  # File times on some systems are only as fine as the clock tick.
  sleep 0.02
  : >"$log"
  if ! make PASSC=bin/passc IDENTITY="$repository/certs-example/ordinary" >out 2>&1; then
    check "$1 (make failed)" contains out "no such line: make failed"
    return
  fi
  sleep 0.02
  equal "$1" "$(sort "$log" | sed -e 's,build/,,' -e 's/\.pkpass//' | tr '\n' ' ')" "$2"
}
every="coupon stamp-card tour "

builds "the first make builds all three" "$every"
for name in coupon stamp-card tour; do
  check "$name is there" test -s "build/$name.pkpass"
done
check "no warning on the documented project" lacks out "warning:"
builds "nothing changed: nothing runs" ""
builds "still nothing" ""
cp -r build first

touch "base/house.pass/icon@2x.png"
builds "a touched picture of the base rebuilds what extends it" "$every"
builds "and then nothing" ""

touch "passes/stamp card.pass/pass.json"
builds "a touched file in a folder with a blank rebuilds that pass alone" "stamp-card "

cp strip.png strip@2x.png strip@3x.png "passes/coupon.pass/"
builds "added pictures rebuild their pass" "coupon "
check "they are in the bundle" contains build/coupon.pkpass "strip@3x.png"
mv "passes/coupon.pass/strip@3x.png" "passes/coupon.pass/strip@3x.old"
builds "a renamed picture rebuilds" "coupon "
check "it is no longer in the bundle" lacks build/coupon.pkpass "strip@3x.png"
mv "passes/coupon.pass/strip@3x.old" "passes/coupon.pass/strip@3x.png"
builds "renamed back: rebuilds" "coupon "
rm passes/coupon.pass/strip*.png
builds "deleted pictures rebuild" "coupon "
check "the deleted picture is no longer in the bundle" lacks build/coupon.pkpass "strip"
builds "and then nothing" ""

mkdir "passes/tour.pass/fr.lproj"
printf '"holder" = "Titulaire";\n' >"passes/tour.pass/fr.lproj/pass.strings"
builds "an added language rebuilds" "tour "
printf '"start" = "Rendez-vous";\n' >>"passes/tour.pass/fr.lproj/pass.strings"
builds "a changed text rebuilds" "tour "
rm -r "passes/tour.pass/fr.lproj"
builds "a removed language rebuilds" "tour "

touch "base/house.pass/de.lproj/pass.strings"
builds "a text of the base rebuilds what extends it" "$every"
cp strip.png "base/house.pass/strip.png"
builds "a picture added to the base rebuilds what extends it" "$every"
rm "base/house.pass/strip.png"
builds "a picture deleted from the base rebuilds what extends it" "$every"

sed 's/"stamps": 7/"stamps": 8/' rows/stamp-card.json >row && mv row rows/stamp-card.json
builds "a changed row rebuilds its pass" "stamp-card "
sed 's/"stamps": 8/"stamps": 7/' rows/stamp-card.json >row && mv row rows/stamp-card.json
builds "the row as it was" "stamp-card "

printf 'house rules\n' >"passes/tour.pass/house rules.txt"
sed 's/"extends"/"include": ["house rules.txt"],\n  "extends"/' passes/tour.pass/template.json >t &&
  mv t passes/tour.pass/template.json
builds "a file with a blank, included" "tour "
check "it is in the bundle" contains build/tour.pkpass "house rules.txt"
builds "nothing changed: nothing runs" ""
touch "passes/tour.pass/house rules.txt"
builds "touching it rebuilds" "tour "
rm "passes/tour.pass/house rules.txt"
sed '/"include"/d' passes/tour.pass/template.json >t && mv t passes/tour.pass/template.json
builds "deleting it rebuilds" "tour "

for name in coupon stamp-card tour; do
  check "$name: after all this the same bytes as at first" cmp "build/$name.pkpass" "first/$name.pkpass"
done

# A failed build keeps the old bundle, stops make and is repeated the next time.
cp passes/coupon.pass/pass.json kept.json
printf '{ "formatVersion": ' >passes/coupon.pass/pass.json
: >"$log"
make -k PASSC=bin/passc IDENTITY="$repository/certs-example/ordinary" >out 2>&1
check "a broken template stops make" test "$?" -ne 0
check "make names the place" contains out "passes/coupon.pass/pass.json:1:"
check "the old bundle is left as it was" cmp build/coupon.pkpass first/coupon.pkpass
mv kept.json passes/coupon.pass/pass.json
touch passes/coupon.pass/pass.json
builds "mended: built again" "coupon "
builds "and then nothing" ""

cp -r build again
make clean >/dev/null
check "make clean removes the folder" test ! -e build
: >"$log"
make -j 3 PASSC=bin/passc IDENTITY="$repository/certs-example/ordinary" >out 2>&1
check "three at once" test "$?" -eq 0
for name in coupon stamp-card tour; do
  check "$name: the same bytes when built at once" cmp "build/$name.pkpass" "first/$name.pkpass"
done

finish
