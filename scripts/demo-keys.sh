#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Keys that are not in files: signs one card with a key file, with the same key in SoftHSM through
# PKCS #11, and with the same key in simulated AWS KMS and Vault servers, and compares the bytes.
# `make demo-scale` runs it.
#
#   scripts/demo-keys.sh PASSC

set -eu
cd "$(dirname "$0")/.."
passc=$(realpath "$1")
identity=certs-example/ordinary
for program in softhsm2-util openssl; do
  command -v $program >/dev/null || { echo "demo-keys: needs $program (scripts/setup.sh test)" >&2; exit 3; }
done
module=
for file in /usr/lib/softhsm/libsofthsm2.so /opt/homebrew/lib/softhsm/libsofthsm2.so; do
  [ -e $file ] && module=$file && break
done
[ -n "$module" ] || { echo "demo-keys: libsofthsm2.so was not found" >&2; exit 3; }

# The environment of the Spark demo contains the simulated servers. Without it, a new environment is
# made.
python=build/spark-venv/bin/python
if ! $python -c 'import boto3, moto.server, cryptography' 2>/dev/null; then
  python=build/keys-venv/bin/python
  if ! $python -c 'import boto3, moto.server, cryptography' 2>/dev/null; then
    python3 -m venv build/keys-venv
    build/keys-venv/bin/pip install --quiet --disable-pip-version-check \
      'moto[server]==5.2.5' boto3 cryptography >&2
  fi
fi

work=$(mktemp -d)
stand_ins=
# The simulated servers end when their input ends.
cleanup() {
  exec 8>&- 9>&- 2>/dev/null || true
  for process in $stand_ins; do wait "$process" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT
export SOURCE_DATE_EPOCH=1767225600
export SOFTHSM2_CONF="$work/softhsm2.conf"
mkdir "$work/tokens"
printf 'directories.tokendir = %s\nobjectstore.backend = file\n' "$work/tokens" >"$SOFTHSM2_CONF"
softhsm2-util --init-token --free --label demo --so-pin 12345678 --pin 1234 >/dev/null
openssl pkcs8 -topk8 -nocrypt -in $identity/key.pem -out "$work/key.p8"
softhsm2-util --import "$work/key.p8" --token demo --label pass --id 01 --pin 1234 >/dev/null
printf '1234\n' >"$work/pin"

mkfifo "$work/aws.in" "$work/vault.in"
$python scripts/keys/stand_ins.py aws $identity/key.pem <"$work/aws.in" >"$work/aws.out" 2>"$work/aws.err" &
stand_ins="$stand_ins $!"
$python scripts/keys/stand_ins.py vault $identity/key.pem <"$work/vault.in" >"$work/vault.out" 2>"$work/vault.err" &
stand_ins="$stand_ins $!"
exec 8>"$work/aws.in" 9>"$work/vault.in"
for name in aws vault; do
  tries=0
  until [ -s "$work/$name.out" ]; do
    tries=$((tries + 1))
    [ $tries -le 600 ] || { echo "demo-keys: the stand-in for $name did not start:" >&2; cat "$work/$name.err" >&2; exit 3; }
    sleep 0.1
  done
done
read -r aws aws_key <"$work/aws.out"
read -r vault _ <"$work/vault.out"

sign() {
  name=$1
  shift
  "$passc" build templates/bakery-coupon.pass --sample 1 --token-key certs-example/token.key \
    --certificate $identity/certificate.pem --wwdr $identity/intermediate.pem \
    -o "$work/$name.pkpass" "$@" >/dev/null
}
sign file --key $identity/key.pem
sign token --key "pkcs11:token=demo;object=pass?module-path=$module&pin-source=file:$work/pin"
AWS_ENDPOINT_URL_KMS=$aws AWS_DEFAULT_REGION=eu-central-1 AWS_ACCESS_KEY_ID=stand-in \
  AWS_SECRET_ACCESS_KEY=stand-in sign kms --sign-with "exec $python examples/sign-with/aws_kms.py $aws_key"
VAULT_ADDR=$vault VAULT_TOKEN=stand-in \
  sign vault --sign-with "exec $python examples/sign-with/vault_transit.py wallet"

echo "one card, one key, four ways to sign (SHA-256 of the .pkpass):"
wanted=
for name in file token kms vault; do
  digest=$(openssl dgst -sha256 -r "$work/$name.pkpass" | cut -d' ' -f1)
  case $name in
    file) words='--key FILE' ;;
    token) words='--key pkcs11:, SoftHSM' ;;
    kms) words='--sign-with, AWS KMS (moto)' ;;
    vault) words='--sign-with, Vault (a stand-in)' ;;
  esac
  printf '  %-32s %s\n' "$words" "$digest"
  wanted=${wanted:-$digest}
  [ "$digest" = "$wanted" ] || { echo "demo-keys: the bytes differ" >&2; exit 1; }
done
echo "the same bytes: RSA PKCS #1 v1.5 has no chance in it"
