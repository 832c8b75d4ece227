#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# `make demo-google`: the example templates as passes for Google Wallet, without a network.
#
#   scripts/demo-google.sh PASSC FOLDER
#
# The key of the service account is made here and good for nothing else.

set -eu
passc=$1
folder=$2
issuer=3388000000000000001
base=https://images.example.com/passes

rm -rf "$folder"
mkdir -p "$folder"
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$folder/key.pem" 2>/dev/null
openssl pkey -in "$folder/key.pem" -pubout -out "$folder/public.pem"
python3 - "$folder" <<'PYTHON'
import json, sys
folder = sys.argv[1]
account = {"type": "service_account", "client_id": "100000000000000000001",
           "client_email": "passes@example-wallet.iam.gserviceaccount.com",
           "private_key": open(folder + "/key.pem").read()}
json.dump(account, open(folder + "/account.json", "w"))
PYTHON

for template in templates/*.pass; do
  name=$(basename "$template" .pass)
  [ -f "$template/google.json" ] || continue
  "$passc" google build "$template" --google-issuer $issuer --image-base $base \
    -o "$folder/$name" -q 2>/dev/null
  "$passc" google report "$template" --image-base $base >"$folder/$name/losses.txt"
  "$passc" google check "$folder/$name/classes.jsonl" "$folder/$name/objects.jsonl" >/dev/null
  echo "$name: $(wc -l <"$folder/$name/objects.jsonl") objects, $(wc -l <"$folder/$name/requests.jsonl") requests," \
    "$(grep -c 'google.loss' "$folder/$name/losses.txt") lines in losses.txt"
done

link=$("$passc" google link templates/gym-membership.pass --sample 1 --skinny -q \
  --google-issuer $issuer --image-base $base --google-account "$folder/account.json")
token=${link##*/}
python3 - "$token" "$folder" <<'PYTHON'
import base64, sys
token, folder = sys.argv[1:]
head, claims, signature = token.split(".")
pad = lambda text: text + "=" * (-len(text) % 4)
open(folder + "/signature", "wb").write(base64.urlsafe_b64decode(pad(signature)))
open(folder + "/signed", "w").write(head + "." + claims)
PYTHON
echo "a save link of ${#token} characters: $(openssl dgst -sha256 -verify "$folder/public.pem" \
  -signature "$folder/signature" "$folder/signed")"
if python3 -c 'import jwt, cryptography' 2>/dev/null; then
  python3 - "$token" "$folder" <<'PYTHON'
import jwt, sys
token, folder = sys.argv[1:]
jwt.decode(token, open(folder + "/public.pem").read(), algorithms=["RS256"], audience="google",
           options={"verify_iat": False})
print("PyJWT verifies it too")
PYTHON
fi

python3 - "$folder/members.csv" <<'PYTHON'
import csv, sys
rows = list(csv.reader(open("templates/gym-membership.pass/sample.csv", encoding="utf-8-sig")))
with open(sys.argv[1], "w", encoding="utf-8", newline="") as file:
    out = csv.writer(file)
    out.writerow(rows[0])
    column = rows[0].index("Karten-Nr.")
    for number in range(10000):
        row = list(rows[1 + number % (len(rows) - 1)])
        row[column] = "KB%06d" % number
        out.writerow(row)
PYTHON
start=$(date +%s%N)
"$passc" google build templates/gym-membership.pass --data "$folder/members.csv" \
  --google-issuer $issuer --image-base $base -o "$folder/batch" -q 2>/dev/null
end=$(date +%s%N)
echo "$(wc -l <"$folder/batch/objects.jsonl") objects in one run: $(((end - start) / 1000000)) ms"
