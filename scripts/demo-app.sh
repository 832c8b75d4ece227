#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# `make demo-app`: what lies beside passes, from committed examples: payment requests judged and
# written as source, taps, notifications routed, an app's property lists. Each fault that is seeded
# here has to be named, else the demo fails.
#
#   scripts/demo-app.sh PASSC FOLDER

set -eu
case $1 in /*) passc=$1 ;; *) passc=$PWD/$1 ;; esac
root=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$2"
mkdir -p "$2"
cd "$2"

title() { printf '\n%s\n' "$1"; }

# Fails unless the command ends with 1 and names the code at the place.
named() {
  code=$1
  place=$2
  shift 2
  status=0
  "$passc" "$@" >report 2>&1 || status=$?
  grep -F -- "[$code]" report | grep -F -- "$place" || {
    cat report
    echo "demo-app: $code was not named at $place" >&2
    exit 1
  }
  [ "$status" = 1 ] || { echo "demo-app: passc $* ended with $status, expected 1" >&2; exit 1; }
}

# The example with one line changed.
seeded() { sed "s|$2|$3|" "$1.json" >"$4.json"; cmp -s "$1.json" "$4.json" && exit 1 || true; }

title "Payment requests without a fault:"
for name in recurring deferred reload coupon multi-merchant; do
  "$passc" pay example "$name" -o "$name.json"
done
"$passc" pay check recurring.json deferred.json reload.json coupon.json multi-merchant.json --strict

title "The same with a fault each, named at its place:"
seeded recurring '"paymentTiming": "recurring",' '"paymentTiming": "deferred",' recurring-wrong
seeded deferred Europe/Berlin Berlin deferred-wrong
seeded reload automaticReloadPaymentThresholdAmount thresholdAmount reload-wrong
seeded coupon '15.50' '15,50' coupon-wrong
seeded multi-merchant 388.00 387.99 multi-merchant-wrong
named pay.timing.billing recurring-wrong.json:15: pay check recurring-wrong.json
named pay.deferred.zone deferred-wrong.json:16: pay check deferred-wrong.json
named pay.reload.threshold reload-wrong.json: pay check reload-wrong.json
named pay.amount.grammar coupon-wrong.json: pay check coupon-wrong.json
named pay.tokens.sum multi-merchant-wrong.json: pay check multi-merchant-wrong.json

title "Written as Swift and JavaScript:"
"$passc" pay swift recurring.json deferred.json reload.json coupon.json multi-merchant.json --ui \
  -o Payments --merchant merchant.com.example.gym
SOURCE_DATE_EPOCH=1780315200 "$passc" pay js deferred.json | head -n 20

title "Reader apps for two templates, and a tap for each way a tap can end:"
"$root/scripts/demo-app/reader.sh" "$passc" "$PWD"

title "Notifications routed:"
for name in tns-cobadged mg cps; do "$passc" notify example "$name"; done | "$passc" notify route -

title "An app's property lists against its template:"
named app.nfc.ndef App.entitlements:10: app check "$root/scripts/demo-app/Gym" --ios 16 \
  --against "$root/templates/gym-membership.pass"
named app.key.wrongFile Info.plist:6: app check "$root/scripts/demo-app/Gym" --ios 16

title "The two fragments that are right, and Swift that adds and replaces passes:"
"$passc" app fragments "$root/templates/gym-membership.pass" --for wallet --for apple-pay --for vas \
  --merchant merchant.com.example.gym --pass-type pass.com.example.gym -o Fragments
"$passc" app check Fragments --merchant merchant.com.example.gym
"$passc" app swift "$root/templates/gym-membership.pass" --pass-type pass.com.example.gym -o Wallet
