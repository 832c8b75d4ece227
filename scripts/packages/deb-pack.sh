#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packs .build/release into FOLDER/passc_VERSION-1+MARK_ARCH.deb. deb.sh runs it in the chroot of
# the release, whose packages determine the dependencies. The same binaries and epoch give the same
# file.
#
#   scripts/packages/deb-pack.sh FOLDER MARK MAINTAINER EPOCH [COMMIT]

set -eu
folder=$1
maintainer=$3
SOURCE_DATE_EPOCH=$4
commit=${5:-}
export SOURCE_DATE_EPOCH
passc=.build/release/passc
number=$("$passc" --version | sed -n '1s/^[^0-9]*\([0-9][0-9A-Za-z.+-]*\).*/\1/p')
version=$number-1+$2
architecture=$(dpkg --print-architecture)
rm -rf "$folder"
stage=$folder/stage
mkdir -p "$stage/DEBIAN" "$folder/shlibs/debian"

sh scripts/linked.sh "$passc"
sh scripts/hardened.sh .build/release/passc-app .build/release/passc-preview .build/release/passc-service
INSTALLED_BY=deb sh scripts/install.sh "$passc" "$stage/usr" >/dev/null
chmod -R u=rwX,go=rX "$stage"
libexec=$stage/usr/libexec/passc
programs="$stage/usr/bin/passc $libexec/passc-app $libexec/passc-preview $libexec/passc-service"
# Debian packages do not contain these sections.
# shellcheck disable=SC2086 # a list of words
strip --remove-section=.comment --remove-section=.note $programs

share=$stage/usr/share
mv "$share/zsh/site-functions" "$share/zsh/vendor-completions"
gzip -n -9 "$share/man/man1/passc.1"
# The file is sourced, so it needs no interpreter line.
sed -i '1{/^#!/d}' "$share/bash-completion/completions/passc"
documents=$share/doc/passc
{
  cat <<COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: passc
Comment: The programs have other packages linked in; their licences are in
 THIRD-PARTY.txt beside this file, those of the fonts in /usr/share/passc/fonts.

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) The passc authors
License: Apache-2.0
 On Debian systems, the whole text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
COPYRIGHT
} >"$documents/copyright"
rm "$documents/LICENSE"
{
  echo "passc ($version) unstable; urgency=medium"
  echo
  echo "  * CHANGELOG.md of the project has the changes for users."
  [ -z "$commit" ] || echo "  * Built from commit $commit."
  echo
  echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -n -9 >"$documents/changelog.Debian.gz"
mkdir -p "$share/lintian/overrides"
cp packaging/deb/lintian-overrides "$share/lintian/overrides/passc"

printf 'Source: passc\n\nPackage: passc\nArchitecture: any\n' >"$folder/shlibs/debian/control"
# shellcheck disable=SC2086 # a list of words
depends=$(cd "$folder/shlibs" && dpkg-shlibdeps -O $programs | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { echo "dpkg-shlibdeps found no libraries" >&2; exit 1; }

(cd "$stage" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
cat >"$stage/DEBIAN/control" <<CONTROL
Package: passc
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$stage/usr" | cut -f1)
Depends: $depends
Recommends: ca-certificates, fonts-noto-color-emoji, openssl-provider-legacy | libssl3
Suggests: librsvg2-2, p11-kit-modules
Section: utils
Priority: optional
Description: build, check, issue and serve Apple Wallet passes
 passc makes signed passes for Apple Wallet from template folders and tables,
 and prints the file and line of each mistake. It checks, draws and compares
 finished passes. Its web service updates the passes on phones.
 .
 The package holds passc and the programs it starts: one for payments,
 notifications and apps, one that draws previews, one that serves passes.
CONTROL
chmod 644 "$stage/DEBIAN/control" "$stage/DEBIAN/md5sums" "$documents"/* "$share/lintian/overrides/passc"
find "$stage" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
file=$folder/passc_${version}_$architecture.deb
# shellcheck disable=SC2086 # a list of words
dpkg-deb --root-owner-group ${DEB_COMPRESSION:--Zxz -z3} --build "$stage" "$file" >/dev/null
echo "$file"
