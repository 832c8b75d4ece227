#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes a pass by hand without any check. `passc build` is compared with it.
#
#   bench/recipe.sh PACKAGE-FOLDER CERTIFICATE KEY INTERMEDIATE OUT.pkpass
#
# It uses as few processes as possible: one each for the hashes, the manifest, the signature and the
# archive. The folder contains pass.json and the images. manifest.json and signature are created in
# it.

set -eu
cd "$1"
rm -f manifest.json signature "$5"
sha1sum * | sed -e 's/^\([0-9a-f]*\)  \(.*\)/"\2":"\1",/' -e '1s/^/{/' -e '$s/,$/}/' >"$5.manifest"
mv "$5.manifest" manifest.json
openssl cms -sign -binary -outform DER -md sha256 -nosmimecap -signer "$2" -inkey "$3" \
  -certfile "$4" -in manifest.json -out signature
zip -0 -X -q "$5" *
