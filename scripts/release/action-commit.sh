#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes the commit of the action after a release and its tag action-vVERSION: the commit after the
# release's tag, with the checksums of the release in release/SHA256SUMS and in GitLab's component.
# Run it in a checkout of the release's tag. It pushes nothing.
#
#   scripts/release/action-commit.sh SHA256SUMS PAGE        PAGE is the address of the release's files

set -eu
[ $# = 2 ] || { echo "usage: scripts/release/action-commit.sh SHA256SUMS PAGE" >&2; exit 2; }
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Programs/Console/Version.swift)
component=integrations/gitlab/templates/check.yml
sum=$(sed -n 's/^\([0-9a-f]\{64\}\) [ *]install\.sh$/\1/p' "$1")
if [ -z "$sum" ] || ! grep -Eq "^[0-9a-f]{64} [ *]passc-check-$version-linux-" "$1"; then
  echo "$1 does not have the files of release $version" >&2
  exit 1
fi
[ -z "$(git status --porcelain --untracked-files=no)" ] || {
  echo "this checkout has changes" >&2
  exit 1
}
cp "$1" release/SHA256SUMS
# `fill INPUT VALUE` sets the default of an input of the component.
fill() {
  awk -v name="    $1:" -v value="$2" '
    $0 == name { inside = 1 }
    inside && /^      default: ""$/ { $0 = "      default: " value; inside = 0; filled = 1 }
    { print }
    END { exit !filled }' "$component" >"$component.new"
  mv "$component.new" "$component"
}
fill release "$2"
fill installer-sum "$sum"
git add release/SHA256SUMS "$component"
git commit --quiet -m "action: use the files of release $version

The action and GitLab's component carry the checksums of the release, so that
they download it instead of building passc."
git tag "action-v$version"
echo "action-v$version: $(git rev-parse HEAD)"
