# SPDX-License-Identifier: Apache-2.0
#
# Tests keys that are not in files, as far as the machine has the tools. Uses a SoftHSM token
# through its own module and through p11-kit, with a typed PIN, and removed during a run. Uses
# passes signed with P-256. Runs the four examples of examples/sign-with with moto's KMS and
# simulated servers on loopback (scripts/keys/stand_ins.py). Python and moto come from
# scripts/judges.sh.

. "$(dirname "$0")/lib.sh"

[ -x "$PASSC" ] || { echo "there is no $PASSC; build it first, or set PASSC" >&2; exit 1; }
identity=$repository/certs-example/ordinary
cd "$scratch" || exit 1
mkdir card.pass
cp "$repository"/templates/gym-membership.pass/icon*.png card.pass
cat >card.pass/pass.json <<'JSON'
{
  "formatVersion": 1,
  "serialNumber": "{{ serial }}",
  "organizationName": "Example Library",
  "description": "Library card",
  "generic": { "primaryFields": [{ "key": "name", "label": "Name", "value": "{{ name }}" }] }
}
JSON
rows() { echo serial,name; seq "$1" | sed 's/.*/A-&,Ada Example/'; }
export SOURCE_DATE_EPOCH=1767225600

# issue OUT ARGUMENTS issues the table with the example certificate.
issue() {
  out=$1
  shift
  "$PASSC" issue card.pass --data rows.csv -o "$out" --progress none --certificate "$identity/certificate.pem" \
    --wwdr "$identity/intermediate.pem" "$@"
}

# A P-256 identity. Apple issues only RSA certificates, so this one is self-made.
cat >extensions <<'EXTENSIONS'
[sub]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
1.2.840.113635.100.6.2.1 = DER:05:00
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = clientAuth, 1.2.840.113635.100.4.14
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
1.2.840.113635.100.6.3.2 = DER:05:00
1.2.840.113635.100.6.1.16 = ASN1:UTF8String:pass.com.example.passc
EXTENSIONS
type=pass.com.example.passc
{
  openssl req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -days 3000 -subj "/CN=Test Root"
  openssl req -newkey rsa:2048 -nodes -keyout sub.key -out sub.csr -subj "/CN=Test WWDR/OU=G4/O=Test"
  openssl x509 -req -in sub.csr -CA root.pem -CAkey root.key -CAcreateserial -days 3000 -extfile extensions \
    -extensions sub -out sub.pem
  openssl ecparam -name prime256v1 -genkey -noout -out ec.key
  openssl req -new -key ec.key -out ec.csr -subj "/UID=$type/CN=Pass Type ID: $type/OU=EXAMPLE123/O=Example Inc./C=US"
  openssl x509 -req -in ec.csr -CA sub.pem -CAkey sub.key -CAcreateserial -days 3000 -extfile extensions \
    -extensions leaf -out ec.pem
} >out 2>err || { cat err >&2; exit 1; }
now=$(date +%s)
# issue_ec OUT ARGUMENTS issues the table with it, signed today.
issue_ec() {
  out=$1
  shift
  SOURCE_DATE_EPOCH=$now "$PASSC" issue card.pass --data rows.csv -o "$out" --progress none --certificate ec.pem \
    --wwdr sub.pem "$@"
}

# --- a software token ---------------------------------------------------------------------------

module=
for file in /usr/lib/softhsm/libsofthsm2.so /opt/homebrew/lib/softhsm/libsofthsm2.so; do
  [ -e $file ] && module=$file && break
done
if [ -z "$module" ] || ! command -v softhsm2-util >/dev/null; then
  skip "tokens, there is no softhsm2"
else
  export SOFTHSM2_CONF="$scratch/softhsm2.conf"
  printf 'directories.tokendir = %s/tokens\nobjectstore.backend = file\n' "$scratch" >"$SOFTHSM2_CONF"
  mkdir tokens
  softhsm2-util --init-token --free --label gym --so-pin 12345678 --pin 1234 >/dev/null
  printf '1234\n' >pin
  # keep KEY LABEL ID imports the key of a file into the token.
  keep() {
    openssl pkcs8 -topk8 -nocrypt -in "$1" -out key.p8
    softhsm2-util --import key.p8 --token gym --label "$2" --id "$3" --pin 1234 >/dev/null
  }
  keep "$identity/key.pem" pass 01
  uri="pkcs11:token=gym;object=pass?module-path=$module&pin-source=file:pin"

  # Without a module name, p11-kit's proxy provides the configured modules. Here, a user configures
  # one.
  mkdir -p home/.config/pkcs11/modules
  echo "module: $module" >home/.config/pkcs11/modules/softhsm2.module
  rows 20 >rows.csv
  HOME=$scratch/home issue proxied.tar --key "pkcs11:token=gym;object=pass?pin-source=file:pin" >out 2>err
  equal "p11-kit's configured modules are asked" "$?" 0
  issue proxied-key.tar --key "$identity/key.pem" >out 2>err
  check "and sign as ever" cmp -s proxied.tar proxied-key.tar

  # The PIN is requested at the terminal and not shown.
  if command -v python3 >/dev/null; then
    typed() {
      python3 "$repository/scripts/keys/at_terminal.py" 'PIN for token "gym"' "$1" "$PASSC" issue card.pass \
        --data rows.csv -o typed.tar --overwrite --progress none --certificate "$identity/certificate.pem" \
        --wwdr "$identity/intermediate.pem" --key "pkcs11:token=gym;object=pass?module-path=$module" >out 2>err
    }
    typed 1234
    equal "a PIN that is typed lets in" "$?" 0
    check "with the same bytes" cmp -s typed.tar proxied-key.tar
    check "and is not shown" lacks out 1234
    rm typed.tar
    typed 73571
    equal "a wrong one does not" "$?" 3
    check "it is told so" contains out 'the PIN of token "gym" is wrong'
    check "and leaves nothing" test ! -e typed.tar
  else
    skip "a PIN that is typed: there is no python3"
  fi

  # Simulates a removed token: its folder is moved away after some passes.
  rows 2000 >rows.csv
  issue pulled --ledger ledger --jobs 2 --key "$uri" >out 2>err &
  run=$!
  until [ "$(ls pulled 2>/dev/null | wc -l)" -gt 200 ] || ! kill -0 $run 2>/dev/null; do sleep 0.02; done
  mv tokens elsewhere
  wait $run
  equal "a token that is pulled out ends the run" "$?" 3
  check "which names the token" contains err 'token "gym" could not sign: CKR_'
  check "and says what to do" contains err "connect it and run the same command again"
  there=$(ls pulled | wc -l)
  check "in the middle" test "$there" -gt 200 -a "$there" -lt 2000
  issue pulled --ledger ledger --key "$uri" >out 2>err
  equal "without the token nothing begins" "$?" 3
  mv elsewhere tokens
  issue pulled --ledger ledger --jobs 2 --key "$uri" >out 2>err
  equal "with it the same command goes on" "$?" 0
  # The passes of an interrupted batch are not in the ledger. They are made again with the same
  # bytes.
  check "where the run ended" grep -Eq '^issued [0-9]+, reissued 0, unchanged [1-9][0-9]*, rejected 0$' out
  issue whole --key "$identity/key.pem" >out 2>err
  check "the bytes are those of the key in a file" diff -rq pulled whole

  # A token that loses its sessions at every twentieth signature, as an HSM behind a network can.
  if command -v cc >/dev/null; then
    cc -shared -fPIC -o forgetful.so "$repository/Tests/Fixtures/pkcs11/forgetful_token.c" -ldl -lpthread
    rows 300 >rows.csv
    FORGETFUL_TOKEN=$module issue forgetful --jobs 2 \
      --key "pkcs11:token=gym;object=pass?module-path=$PWD/forgetful.so&pin-source=file:pin" >out 2>err
    equal "a token that loses its sessions is opened again" "$?" 0
    rm -rf whole
    issue whole --key "$identity/key.pem" >out 2>err
    check "and signs as before" diff -rq forgetful whole
  else
    skip "a token that loses its sessions: there is no cc"
  fi

  # Many processes use one token, as the executors of a cluster do. SoftHSM writes its file at each
  # login, so a starting process can read an incomplete file.
  rows 1 >rows.csv
  issue alone.tar --key "$uri" >out 2>err
  for round in 1 2 3 4 5 6 7 8; do
    for process in 1 2 3 4 5 6 7 8; do
      { issue together-$round-$process.tar --key "$uri" >/dev/null 2>err-$round-$process || echo "$?" >>failed; } &
    done
    wait
  done
  check "eight processes at once sign with one token" test ! -e failed
  [ ! -e failed ] || cat err-*-* >&2
  same=0
  for file in together-*.tar; do cmp -s alone.tar "$file" && same=$((same + 1)); done
  equal "each as if it were alone" $same 64

  # Everything with P-256.
  keep ec.key ec 02
  rows 50 >rows.csv
  issue_ec ec --jobs 4 --key "pkcs11:token=gym;object=ec?module-path=$module&pin-source=file:pin" >out 2>err
  equal "P-256 in a token signs whole passes" "$?" 0
  "$PASSC" check ec --trust root.pem >out 2>&1
  equal "which passc finds sound" "$(tail -n 1 out)" "50 packages checked: no errors, no warnings"
  mkdir seal
  (cd seal && unzip -q ../ec/A-7.pkpass)
  openssl cms -verify -binary -inform DER -in seal/signature -content seal/manifest.json -CAfile root.pem -purpose any \
    -out /dev/null 2>err
  equal "and OpenSSL too" "$?" 0
  check "with ECDSA" sh -c 'openssl cms -cmsout -print -inform DER -in seal/signature | grep -q ecdsa-with-SHA256'
fi

# --- services -----------------------------------------------------------------------------------

python=
for found in "$repository/.build/judges/bin/python" "$repository/build/spark-venv/bin/python"; do
  if [ -z "$python" ] && "$found" -c 'import boto3, moto.server, cryptography' 2>/dev/null; then python=$found; fi
done
if [ -z "$python" ]; then
  skip "programs that sign, there is no moto: run scripts/judges.sh"
  finish
fi
rows 30 >rows.csv
issue key.tar --key "$identity/key.pem" >out 2>err
equal "the key of a file" "$?" 0

# stand_in SERVICE [OPTION VALUE] starts a simulated server with $key. It ends when descriptor 8 is
# closed. Sets address and name.
key=$identity/key.pem
stand_in() {
  rm -f in told
  mkfifo in
  "$python" "$repository/scripts/keys/stand_ins.py" "$1" "$key" ${2:+"$2" "$3"} <in >told 2>told.err &
  stand_in=$!
  exec 8>in
  tries=0
  until [ -s told ]; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ] || ! kill -0 $stand_in 2>/dev/null; then
      cat told.err >&2
      echo "the stand-in for $1 did not start" >&2
      exit 1
    fi
    sleep 0.1
  done
  read -r address name <told
}
gone() {
  exec 8>&-
  wait $stand_in
}
# program SERVICE prints the example command for a service, with the address of its simulated
# server.
program() {
  examples=$repository/examples/sign-with
  case $1 in
    aws)
      echo "AWS_ENDPOINT_URL_KMS=$address AWS_DEFAULT_REGION=eu-central-1 AWS_ACCESS_KEY_ID=stand-in" \
        "AWS_SECRET_ACCESS_KEY=stand-in exec '$python' '$examples/aws_kms.py' $name" ;;
    vault) echo "VAULT_ADDR=$address VAULT_TOKEN=stand-in exec '$python' '$examples/vault_transit.py' $name" ;;
    google) echo "GOOGLE_KMS_ENDPOINT=$address exec '$python' '$examples/google_kms.py' $name" ;;
    azure)
      echo "AZURE_KEY_VAULT_ANONYMOUS=1 exec '$python' '$examples/azure_key_vault.py' $address$name" ;;
  esac
}

for service in aws vault google azure; do
  stand_in $service
  issue $service.tar --in-flight 8 --sign-with "$(program $service)" >out 2>err
  equal "the example for $service signs" "$?" 0
  check "the bytes of the key in a file ($service)" cmp -s key.tar $service.tar
  gone
done
# A request that was rejected as too frequent is repeated. Other errors end the run.
for service in aws vault google azure; do
  stand_in $service --busy 3
  issue busy-$service.tar --in-flight 4 --sign-with "$(program $service)" >out 2>err
  equal "the example for $service has passc ask again" "$?" 0
  check "with the same bytes ($service)" cmp -s key.tar busy-$service.tar
  if [ $service != aws ]; then
    name=${name%?}x
    issue no-$service.tar --sign-with "$(program $service)" >out 2>err
    equal "a key that $service does not know ends the run" "$?" 3
    check "in its words ($service)" contains err "answered 404"
    check "and leaves nothing ($service)" test ! -e no-$service.tar
  fi
  gone
done
stand_in aws
name=00000000-0000-0000-0000-000000000000
issue no-aws.tar --sign-with "$(program aws)" >out 2>err
equal "a key that AWS does not know ends the run" "$?" 3
check "in its words" contains err "NotFoundException"
# An error that waiting cannot fix is not retried, because that would take a minute.
environment=$(program aws | sed 's/AWS_ACCESS_KEY_ID=[^ ]* AWS_SECRET_ACCESS_KEY=[^ ]*/AWS_EC2_METADATA_DISABLED=true/')
HOME=$scratch issue no-aws.tar --sign-with "$environment" >out 2>err
equal "AWS without credentials ends the run" "$?" 3
check "at the first try" contains err "could not sign: "
check "in words for it" contains err "NoCredentialsError"
gone
cat root.key root.pem >tls.pem
for service in vault google azure; do
  stand_in $service --tls tls.pem
  issue no-$service.tar --sign-with "$(program $service)" >out 2>err
  equal "a certificate $service is not trusted with ends the run" "$?" 3
  check "at the first try ($service)" contains err "could not sign: "
  check "in words for it ($service)" contains err "CERTIFICATE_VERIFY_FAILED"
  gone
done
# Each service with a P-256 key. Their signatures have different formats.
key=ec.key
for service in aws vault google azure; do
  stand_in $service
  issue_ec ec-$service --in-flight 8 --sign-with "$(program $service)" >out 2>err
  equal "the example for $service signs with P-256" "$?" 0
  "$PASSC" check ec-$service --trust root.pem >out 2>&1
  equal "which passc finds sound ($service)" "$(tail -n 1 out)" "30 packages checked: no errors, no warnings"
  gone
done
finish
