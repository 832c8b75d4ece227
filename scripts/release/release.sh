#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes the files of a release page in build/release. `make release` and the release workflow run it,
# the workflow with one part after the other on several machines.
#
#   scripts/release/release.sh [PART...]        default: every part, in this order
#
#   debian     packages for each of RELEASES (default: bookworm trixie), as root
#   images     container images
#   tarballs   tarballs with the programs and their libraries
#   wheels     Python wheels
#   sources    the sources with the resolved Swift packages, and Homebrew's formula
#   page       the installer, the notes and SHA256SUMS of everything that is there
#   check      install the files in bare roots (scripts/release/try.sh), as root
#
# PAGE is the address of the release's files (default: those of OWNER/passc on GitHub). REUSE=yes packs
# the programs that this machine has built. For the variables of packages see scripts/packages/deb.sh.

set -eu
cd "$(dirname "$0")/../.."
out=build/release
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Programs/Console/Version.swift)
commit=$(scripts/packages/built.sh)
if [ -z "$commit" ]; then
  echo "a release is made in a checkout, or from the sources of a release" >&2
  exit 2
fi
case $commit in
*+)
  echo "Package.swift or Sources differ from the commit: a release is made of committed sources" >&2
  exit 2
  ;;
esac
server=${GITHUB_SERVER_URL:-https://github.com}
repository=${GITHUB_REPOSITORY:-OWNER/passc}
page=${PAGE:-$server/$repository/releases/download/v$version}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)}
export SOURCE_DATE_EPOCH

programs() {
  [ "${REUSE:-no}" = yes ] || make --no-print-directory app preview service
}

# `take FOLDER PATTERN...` moves the files that were made in FOLDER.
take() {
  from=$1
  shift
  for pattern in "$@"; do
    find "$from" -maxdepth 1 -type f -name "$pattern" -exec mv {} "$out/" \;
  done
}

part_debian() {
  # shellcheck disable=SC2086 # a list of words
  scripts/packages/deb.sh ${RELEASES:-bookworm trixie}
  take build/packages '*.deb' '*.deb.*'
}

part_images() {
  programs
  scripts/packages/image.sh
  take build/packages '*.oci.tar' '*.oci.tar.*'
}

part_tarballs() {
  scripts/setup.sh packages
  programs
  scripts/dist.sh .build/release/passc build/dist
  take build/dist '*.tar.gz' '*.tar.gz.*'
}

part_wheels() {
  scripts/setup.sh packages
  programs
  rm -rf build/wheels
  packaging/python/build.sh build/wheels
  scripts/packages/env.sh
  packaging/python/policy.py build/wheels
  take build/wheels '*.whl' '*.whl.*'
}

part_sources() {
  name=passc-$version-source
  if [ ! -f Package.resolved ]; then
    echo "there is no Package.resolved yet; to make it, run: scripts/packages/versions.py pin" >&2
    exit 1
  fi
  # The commit goes along, since the archive has no history, and so do the commits of the packages.
  git archive --format=tar --prefix="$name/release/" --add-file="$(commit_file)" \
    --prefix="$name/" --add-file=Package.resolved HEAD | gzip -n -9 >"$out/$name.tar.gz"
  scripts/packages/formula.sh "$page/$name.tar.gz" "$out/$name.tar.gz" "$commit" >"$out/passc.rb"
}

# Prints the path of a file with the commit and its time, whose name is the one in the archive.
commit_file() {
  mkdir -p build/sources
  printf '%s\n%s\n' "$commit" "$SOURCE_DATE_EPOCH" >build/sources/commit
  echo build/sources/commit
}

part_page() {
  others=$(find "$out" -type f ! -name "*[-_]${version}[-.]*" ! -name passc.rb ! -name install.sh \
    ! -name NOTES.md ! -name 'SHA256SUMS*' ! -name '*.rb.sha256')
  [ -z "$others" ] || {
    printf 'build/release has files that are not of version %s:\n%s\n' "$version" "$others" >&2
    exit 1
  }
  (
    cd "$out"
    for sum in *.sha256; do [ ! -f "$sum" ] || sha256sum --quiet --check "$sum"; done
    rm -f ./*.sha256 SHA256SUMS NOTES.md install.sh
    sha256sum passc-*-linux-*.tar.gz >"$OLDPWD/build/tarballs.sums"
  )
  installer >"$out/install.sh"
  rm build/tarballs.sums
  notes >"$out/NOTES.md"
  (
    cd "$out"
    echo "# passc $version, commit $commit"
    find . -type f | sed 's|^\./||' | LC_ALL=C sort | xargs sha256sum
  ) >build/SHA256SUMS
  mv build/SHA256SUMS "$out/"
  echo "$out: $(find "$out" -type f | wc -l) files of passc $version, commit $commit"
}

# The installer with the address and the checksums of this release.
installer() {
  sed -e "s|^version=\$|version=$version|" -e "s|^commit=\$|commit=$commit|" -e "s|^from=\$|from=$page|" \
    -e "/<<'SUMS'/r build/tarballs.sums" packaging/install.sh
}

part_check() { scripts/release/try.sh "$out"; }

notes() {
  echo "passc $version, commit $commit"
  echo
  awk -v version="$version" '
    /^## / { on = index($0, version) > 0; next }
    on' CHANGELOG.md | sed "s|](\([A-Za-z][A-Za-z/]*[a-z-]*\.md\)|]($server/$repository/blob/v$version/\1|g"
  cat <<NOTES

## Install

[Install passc](https://github.com/$repository/blob/v$version/docs/install.md) describes each way.

\`\`\`sh
curl -fsSL $page/install.sh | sh
\`\`\`

## Verify

SHA-256 of install.sh, which has the checksums of the tarballs: \`$(sha256sum <"$out/install.sh" | cut -c1-64)\`

SHA256SUMS has the checksum of every file. GitHub attests that the release workflow built them:

\`\`\`sh
gh attestation verify FILE --repo $repository
\`\`\`
NOTES
}

mkdir -p "$out" build
[ $# -gt 0 ] || {
  rm -rf "${out:?}"/*
  set -- debian images tarballs wheels sources page check
}
for part in "$@"; do
  case $part in
  debian | images | tarballs | wheels | sources | page | check) "part_$part" ;;
  *)
    echo "unknown part $part, expected debian, images, tarballs, wheels, sources, page or check" >&2
    exit 2
    ;;
  esac
done
