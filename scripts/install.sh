#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs the programs with completions, man page and the fonts for previews. The installed
# programs are stripped. Without the debug symbols they are half as large.
#
#   [INSTALLED_BY=WAY] [COMPANIONS=no] [DEBUG_FILES=yes] scripts/install.sh PASSC PREFIX
#
# WAY is what `passc --version` prints as the way of installation (default: make). Installation.swift
# has the list. With COMPANIONS=no it installs passc alone, without the programs that passc starts. With
# DEBUG_FILES=yes the symbols of PROGRAM go to .debug/PROGRAM.debug next to it, where debuggers look.

set -eu
passc=$1
prefix=$2
way=${INSTALLED_BY:-make}
here=$(dirname "$0")
made=$(mktemp -d "${TMPDIR:-/tmp}/passc-install.XXXXXX")
trap 'rm -rf "$made"' EXIT

"$passc" --generate-completion-script bash >"$made/passc"
"$passc" --generate-completion-script zsh >"$made/_passc"
"$passc" --generate-completion-script fish >"$made/passc.fish"
sh "$here/manual.sh" "$passc" >"$made/passc.1"

# `put MODE FILE FOLDER`. macOS has no install -D.
put() {
  install -d -m 755 "$prefix/$3"
  install -m "$1" "$2" "$prefix/$3/"
  echo "$prefix/$3/$(basename "$2")"
}
# `put_program FILE FOLDER`. The programs in the build folder keep their symbols.
put_program() {
  copy=$made/programs/$(basename "$1")
  cp "$1" "$copy"
  if [ "${DEBUG_FILES:-no}" = yes ]; then
    objcopy --only-keep-debug "$1" "$copy.debug"
    strip "$copy"
    objcopy --add-gnu-debuglink="$copy.debug" "$copy"
    put 644 "$copy.debug" "$2/.debug"
  else
    strip "$copy"
  fi
  put 755 "$copy" "$2"
}
mkdir "$made/programs"
put_program "$passc" bin
if [ "${COMPANIONS:-yes}" = yes ]; then
  for companion in passc-app passc-preview passc-service; do
    put_program "$(dirname "$passc")/$companion" libexec/passc
  done
fi
echo "$way" >"$made/installed-by"
put 644 "$made/installed-by" share/passc
put 644 "$made/passc.1" share/man/man1
put 644 "$made/passc" share/bash-completion/completions
put 644 "$made/_passc" share/zsh/site-functions
put 644 "$made/passc.fish" share/fish/vendor_completions.d
put 644 "$here/../LICENSE" share/doc/passc
put 644 "$here/../README.md" share/doc/passc
sh "$here/packages/notices.sh" "$here/../.build/checkouts" >"$made/THIRD-PARTY.txt"
[ ! -s "$made/THIRD-PARTY.txt" ] || put 644 "$made/THIRD-PARTY.txt" share/doc/passc
[ "${COMPANIONS:-yes}" = yes ] || exit 0

# The pinned fonts (3 MB) make previews the same on every machine. Their licence (OFL) is installed
# too.
pinned="Inter-Light.otf Inter-Regular.otf Inter-Medium.otf Inter-SemiBold.otf Inter-Bold.otf Inter-ExtraBold.otf
  NotoSansArabic-Regular.ttf NotoSansArabic-Bold.ttf NotoSansHebrew-Regular.ttf NotoSansHebrew-Bold.ttf"
for font in $pinned; do
  for folder in /usr/share/fonts/opentype/inter /usr/share/fonts/truetype/noto /Library/Fonts; do
    [ -f "$folder/$font" ] || continue
    put 644 "$folder/$font" share/passc/fonts
    continue 2
  done
  echo "$font is not on this machine: previews need fonts-inter and fonts-noto-core where this is installed" >&2
done
# The variable font gives light letters their weight on a phone. Its name changed with Inter 4.1.
for font in /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf \
  /usr/share/fonts/truetype/inter-vf/InterVariable.ttf /Library/Fonts/InterVariable.ttf; do
  [ -f "$font" ] || continue
  put 644 "$font" share/passc/fonts
  break
done
# The font of emoji (11 MB) is not copied. Previews find it where its package installs it.
for package in fonts-inter fonts-inter-variable fonts-noto-core; do
  [ -f "/usr/share/doc/$package/copyright" ] || continue
  cp "/usr/share/doc/$package/copyright" "$made/$package.txt"
  put 644 "$made/$package.txt" share/passc/fonts
done
