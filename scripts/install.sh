#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs the binary with its completions and man page.
#
#   scripts/install.sh PASSC PREFIX

set -eu
passc=$1
prefix=$2
here=$(dirname "$0")
made=$(mktemp -d "${TMPDIR:-/tmp}/passc-install.XXXXXX")
trap 'rm -rf "$made"' EXIT

"$passc" --generate-completion-script bash >"$made/passc"
"$passc" --generate-completion-script zsh >"$made/_passc"
"$passc" --generate-completion-script fish >"$made/passc.fish"
sh "$here/manual.sh" "$passc" >"$made/passc.1"

# `put MODE FILE FOLDER`: install -D is not known on a Mac.
put() {
  install -d -m 755 "$prefix/$3"
  install -m "$1" "$2" "$prefix/$3/"
  echo "$prefix/$3/$(basename "$2")"
}
put 755 "$passc" bin
put 644 "$made/passc.1" share/man/man1
put 644 "$made/passc" share/bash-completion/completions
put 644 "$made/_passc" share/zsh/site-functions
put 644 "$made/passc.fish" share/fish/vendor_completions.d
put 644 "$here/../LICENSE" share/doc/passc
put 644 "$here/../README.md" share/doc/passc
