# SPDX-License-Identifier: Apache-2.0
#
# Tests passc with workbooks of openpyxl and XlsxWriter, and of LibreOffice if it is installed: every
# program must give the same passes as the same table in CSV.

. "$(dirname "$0")/lib.sh"

[ -x "$PASSC" ] || { echo "there is no $PASSC; build it first, or set PASSC" >&2; exit 1; }
python=
for found in "$repository/.build/judges/bin/python" "${PYTHON:-python3}"; do
  if [ -z "$python" ] && "$found" -c 'import openpyxl, xlsxwriter' 2>/dev/null; then python=$found; fi
done
if [ -z "$python" ]; then
  skip "workbooks, there is no openpyxl or XlsxWriter: run scripts/judges.sh"
  finish
fi
cd "$scratch" || exit 1
mkdir books
"$python" "$repository/scripts/tests/sheet_workbooks.py" books || exit 1
passc() { "$PASSC" "$@"; }
identity=$repository/certs-example/ordinary
export SOURCE_DATE_EPOCH=1767225600

passc init gym.pass --style generic >/dev/null 2>&1
cat >gym.pass/pass.json <<'JSON'
{
  "formatVersion": 1,
  "serialNumber": "{{ serial }}",
  "organizationName": "Example Gym",
  "description": "Card of the Example Gym",
  "expirationDate": "{{ until }}",
  "userInfo": {
    "points": "{{ points }}", "balance": "{{ balance }}", "start": "{{ start }}", "vip": "{{ vip }}",
    "discount": "{{ discount }}", "zip": "{{ zip }}"
  },
  "generic": { "primaryFields": [{ "key": "name", "label": "Name", "value": "{{ name }}" }] }
}
JSON
cat >gym.pass/template.json <<'JSON'
{
  "columns": {
    "serial": { "from": "Member No." },
    "name": { "from": "Name" },
    "points": { "from": "Points", "type": "integer" },
    "balance": { "from": "Balance", "type": "number", "decimal": "," },
    "until": { "from": "Valid until", "type": "date", "format": "dd.MM.yyyy", "time": "23:59:59", "zone": "Europe/Berlin" },
    "start": { "from": "Start", "type": "date", "zone": "Europe/Berlin" },
    "vip": { "from": "VIP", "type": "boolean" },
    "discount": { "from": "Discount", "type": "number" },
    "zip": { "from": "Zip" }
  }
}
JSON
rm -rf gym.pass/*.lproj gym.pass/sample.*
cat >members.csv <<'CSV'
Member No.,Name,Points,Balance,Valid until,Start,VIP,Discount,Zip
A-17,Ada Lovelace,1250,"12,50",31.12.2031,2031-05-01T18:30:00,true,0.15,00417
A-18,"Müller, ""Max"" & Söhne <GmbH>",0,"-0,30",30.06.2031,2031-01-01T00:00:00,false,0.08,99999
CSV
passc issue gym.pass --data members.csv --identity "$identity" -o expected --progress none >out 2>err
equal "the table as CSV" "$(cat out)" "issued 2, reissued 0, unchanged 0, rejected 0"

# --- programs -----------------------------------------------------------------------------------

if command -v soffice >/dev/null 2>&1; then
  mkdir office
  soffice -env:UserInstallation="file://$scratch/profile" --headless --convert-to xlsx --outdir office \
    books/openpyxl.xlsx books/formula.xlsx >/dev/null 2>&1
  mv office/openpyxl.xlsx books/libreoffice.xlsx
  mv office/formula.xlsx books/libreoffice-formula.xlsx
else
  skip "workbooks of LibreOffice, which is not installed"
fi
for book in openpyxl mac iso xlsxwriter inline xlsxwriter1904 computed libreoffice libreoffice-formula; do
  [ -f "books/$book.xlsx" ] || continue
  rm -rf made
  passc issue gym.pass --data "books/$book.xlsx" --identity "$identity" -o made --progress none >out 2>err
  equal "$book: issued" "$(cat out)" "issued 2, reissued 0, unchanged 0, rejected 0"
  check "$book: the passes are those of the CSV file" diff -r made expected
done

rm -rf made
passc issue gym.pass --data - --data-format xlsx --identity "$identity" -o made --progress none <books/openpyxl.xlsx >out 2>err
equal "a pipe" "$(cat out)" "issued 2, reissued 0, unchanged 0, rejected 0"
passc check gym.pass --data books/openpyxl.xlsx >out 2>&1
equal "check reads it" "$?" 0
passc build gym.pass --data books/openpyxl.xlsx --identity "$identity" -o a.pkpass >out 2>&1
equal "build reads it" "$?" 0
check "with the same pass" cmp a.pkpass expected/A-17.pkpass

# --- what is special in workbooks ---------------------------------------------------------------

passc issue gym.pass --data books/computed.xlsx --dry-run --progress none >out 2>err
check "a workbook that asks to be computed is a warning" contains err "data.sheet.formulas"
passc issue gym.pass --data books/formula.xlsx --dry-run --progress none >out 2>err
equal "a formula without a value" "$?" 1
check "is an error at its cell" contains err "books/formula.xlsx:Members!C2: error: column \"points\""
check "of this kind" contains err "data.cell.formula"
passc issue gym.pass --data books/hidden.xlsx --dry-run --progress none >out 2>err
check "hidden rows are said" contains err "books/hidden.xlsx:Members!A3: warning: 1 row is hidden"
check "and merged cells" contains err "data.sheet.mergedCells"
passc issue gym.pass --data books/two.xlsx --dry-run --progress none >out 2>err
equal "one of two sheets has to be named" "$?" 1
check "which the help says" contains err "--sheet Members"
passc issue gym.pass --data books/two.xlsx --sheet Members --dry-run --progress none >out 2>err
equal "then it is read" "$(cat out)" "would have issued 2, reissued 0, unchanged 0, rejected 0"

# --- rejects and index --------------------------------------------------------------------------

passc issue gym.pass --data books/error.xlsx --identity "$identity" -o some --rejects rejected.csv --index sent.csv \
  --format json --progress none >out 2>err
equal "a row with an error" "$?" 1
check "has its place in JSON" grep -q '"line":3,"column":3,"sheet":"Members"' out err
check "the index is CSV" contains sent.csv 'A-17,Ada Lovelace,1250,"12,50",31.12.2031,2031-05-01T18:30:00,true,0.15,00417,'
check "the rejects too" contains rejected.csv 'A-18,"Müller, ""Max"" & Söhne <GmbH>",#N/A,'
sed 's/#N\/A/0/' rejected.csv >corrected.csv
passc issue gym.pass --data corrected.csv --identity "$identity" -o rest --progress none >out 2>err
equal "the corrected rejects are issued" "$(cat out)" "issued 1, reissued 0, unchanged 0, rejected 0"
check "as the whole table is" cmp rest/A-18.pkpass expected/A-18.pkpass
passc issue gym.pass --data books/error.xlsx --dry-run --rejects rejected.xlsx >out 2>err
equal "rejects in a workbook are wrong usage" "$?" 2
check "with the way out" contains err "write --rejects rejected.csv"

finish
