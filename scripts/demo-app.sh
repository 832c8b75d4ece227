#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# `make demo-app`: the parts of passc that do not concern passes, with committed examples. It checks
# payment requests and writes them as source, reads taps, routes notifications, adds a payment card
# and checks the property lists of an app. Every fault that the script inserts must be reported,
# otherwise the demo fails.
#
#   scripts/demo-app.sh PASSC FOLDER

set -eu
case $1 in /*) passc=$1 ;; *) passc=$PWD/$1 ;; esac
root=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$2"
mkdir -p "$2"
cd "$2"

title() { printf '\n%s\n' "$1"; }

# Fails unless the command exits with 1 and reports the code at the place.
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

# Writes a copy of the example with one changed line.
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

title "A request for a payment card, judged and carried to a stand-in of a processor:"
"$passc" provision example --profile increase -o Card >/dev/null
"$passc" provision check Card/app-request.json --trust Card/trust.pem --strict
"$passc" provision check Card/request.json --answer Card/answer.json --profile increase \
  --trust Card/trust.pem --strict
python3 "$root/scripts/demo-app/processor.py" serve Card/answer.json port &
processor=$!
trap 'kill "$processor" 2>/dev/null || true' EXIT
waited=0
until [ -s port ]; do
  waited=$((waited + 1))
  [ "$waited" -le 100 ] || { echo "demo-app: the stand-in did not start" >&2; exit 1; }
  sleep 0.1
done
# The sent data contains certificates and keys, so only its size is printed.
relayed() {
  "$passc" provision relay request --profile increase --card "$1" --cardholder "Ada Example" \
    <"$2" >call.json
  python3 "$root/scripts/demo-app/processor.py" send port <call.json >upstream.json
  "$passc" provision relay answer --profile increase <upstream.json >app-answer.json
}
relayed 00000000-example Card/app-request.json
"$passc" provision check Card/app-request.json --answer app-answer.json --trust Card/trust.pem --strict
if relayed 00000000-example Card/app-request.json; then
  echo "demo-app: a nonce was taken twice" >&2
  exit 1
fi
cat app-answer.json
if relayed unknown Card/app-request.json; then
  echo "demo-app: an unknown card was taken" >&2
  exit 1
fi
cat app-answer.json

title "The same with a fault each, named at its place:"
fault() {
  name=$1
  code=$2
  place=$3
  "$passc" provision example --profile increase --fault "$name" -o "Card-$name" >/dev/null
  named "$code" "Card-$name/$place" provision check "Card-$name/request.json" \
    --answer "Card-$name/answer.json" --profile increase --trust "Card-$name/trust.pem" --strict
}
fault reversed provision.chain.order request.json:1:
fault no-intermediate provision.chain.order request.json:1:
fault trailing-byte provision.certificate.trailing request.json:1:
fault no-marker provision.leaf.marker request.json:1:
fault other-encoding provision.encoding.profile request.json:1:
fault no-holder provision.cardholder.missing request.json:1:
fault late provision.answer.late answer.json:1:
fault wrong-channel provision.answer.channel answer.json:1:
fault empty-key provision.answer.key answer.json:1:
"$passc" provision swift -o Cards

title "An app's property lists against its template:"
named app.nfc.ndef App.entitlements:10: app check "$root/scripts/demo-app/Gym" --ios 16 \
  --template "$root/templates/gym-membership.pass"
named app.key.wrongFile Info.plist:6: app check "$root/scripts/demo-app/Gym" --ios 16

title "The two fragments that are right, and Swift that adds and replaces passes:"
"$passc" app fragments "$root/templates/gym-membership.pass" --for wallet --for apple-pay --for vas \
  --merchant merchant.com.example.gym --pass-type pass.com.example.gym -o Fragments
"$passc" app check Fragments --merchant merchant.com.example.gym
"$passc" app swift "$root/templates/gym-membership.pass" --pass-type pass.com.example.gym -o Wallet
