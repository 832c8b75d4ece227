#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: taps a pass with the simulated phone and reader, then asks for one that is
# not there with a sign-up address.
#
#   scripts/demo-nfc.sh PASSC BUNDLE READER-KEY ROOT-CERTIFICATE

set -eu
passc=$1
bundle=$2
key=$3
root=$4

echo
echo "A simulated phone with $(basename "$bundle") at a simulated reader:"
echo
"$passc" nfc tap "$bundle" --pass-type pass.com.example.passc --key "$key" --trust "$root" --trace
echo
echo "A pass that is not there is asked for, with an address to sign up at:"
echo
"$passc" nfc tap "$bundle" --pass-type pass.com.example.other --key "$key" --trust "$root" --trace \
  --url https://example.com/join
