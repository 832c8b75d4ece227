#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# A pass the way it is made by hand, with nothing checked: what `passc build` is measured against.
#
#   bench/recipe.sh PACKAGE-FOLDER CERTIFICATE KEY INTERMEDIATE OUT.pkpass
#
# As few processes as do the job: one for the hashes, one for the JSON around them, one to sign, one to
# pack. The folder holds pass.json and the images; manifest.json and signature are made here.

set -eu
cd "$1"
rm -f manifest.json signature "$5"
sha1sum * | sed -e 's/^\([0-9a-f]*\)  \(.*\)/"\2":"\1",/' -e '1s/^/{/' -e '$s/,$/}/' >"$5.manifest"
mv "$5.manifest" manifest.json
openssl cms -sign -binary -outform DER -md sha256 -nosmimecap -signer "$2" -inkey "$3" \
  -certfile "$4" -in manifest.json -out signature
zip -0 -X -q "$5" *
