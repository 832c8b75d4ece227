#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Part of `make demo`: taps a pass with the simulated phone and reader. Then asks for a missing pass
# with a sign-up address.
#
#   scripts/demo-nfc.sh PASSC BUNDLE READER-KEY ROOT-CERTIFICATE

set -eu
passc=$1
bundle=$2
key=$3
root=$4

bold= plain=
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

# Prints the command, then its output.
show() {
  echo
  echo "${bold}$1${plain}"
  shift
  set -- nfc tap "$bundle" "$@" --reader-key "$key" --trust "$root"
  echo "  $passc $*" | sed 's/ --/ \\\
    --/g'
  echo
  "$passc" "$@"
}

show "The same pass in a simulated phone, held to a simulated reader:" \
  --trace --pass-type pass.com.example.passc
show "A pass that is not in the phone, asked for with an address to join at:" \
  --trace --pass-type pass.com.example.other --url https://example.com/join
