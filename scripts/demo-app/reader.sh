#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo-app`: writes the source of a reader app for two templates, and runs a tap for
# each possible result: pass, payment, both, neither, and joining after a payment.
#
#   scripts/demo-app/reader.sh PASSC FOLDER
#
# PASSC is an absolute path. FOLDER must exist, and the script writes into it.

set -eu
passc=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$2"

gym=$root/templates/gym-membership.pass
bakery=$root/templates/bakery-rewards.pass
type=pass.com.example.passc

# Fails unless the command exits with this status and prints this line.
ends() {
  wanted=$1
  line=$2
  shift 2
  status=0
  "$passc" nfc tap "$@" --pass-type "$type" --trust "$root/certs-example/root.pem" \
    --reader-key "$root/certs-example/nfc-reader/gym-nfc-private.pem" >tap.txt 2>&1 || status=$?
  cat tap.txt
  [ "$status" = "$wanted" ] || {
    echo "demo-app: the tap ended with $status, expected $wanted" >&2
    exit 1
  }
  grep -q -x -F -- "$line" tap.txt || {
    echo "demo-app: the tap did not say \"$line\"" >&2
    exit 1
  }
}

echo "  one program at a time for Tap to Pay on iPhone, both templates for Core NFC:"
"$passc" nfc reader-kit "$gym" --api proximity -o Reader-proximity --pass-type pass.com.example.gym
for api in core-nfc payment-tag; do
  "$passc" nfc reader-kit "$gym" "$bakery" --api "$api" -o "Reader-$api" \
    --pass-type pass.com.example.gym --pass-type pass.com.example.bakery
done

"$passc" build "$gym" --sample 1 --identity "$root/certs-example/nfc" \
  --token-key "$root/certs-example/token.key" -o gym.pkpass

printf '\nA tap that ends with the pass:\n'
ends 0 "result: pass, no payment" gym.pkpass --mode vas-or-pay
printf '\nWith a payment, by a card of plastic:\n'
ends 0 "result: payment, no pass" gym.pkpass --mode vas-or-pay --present plain-card
printf '\nWith both:\n'
ends 0 "result: both, payment and pass" gym.pkpass --mode vas-and-pay
printf '\nWith neither, so that it ends with 1:\n'
ends 1 "result: none, neither pass nor payment" gym.pkpass --mode vas-and-pay --present nothing
printf '\nPaid without the pass, offered to join, joined, and read:\n'
ends 0 "result: both, payment and pass" --mode vas-and-pay \
  --url "$type=https://kettlebow.example.com/join" --join gym.pkpass
