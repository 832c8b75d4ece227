#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs the files of a release in bare root file systems without Swift and our sources, checks a
# template with an error there, and prints the time from nothing to this finding. The files come from
# the stand-in of a release page on loopback. Needs root and the network, for Debian's packages.
#
#   scripts/release/try.sh FOLDER [RELEASE...]      default: bookworm trixie
#
# A way whose files are not in FOLDER is skipped, and printed as such.
#
# shellcheck disable=SC2016,SC2317 # scripts for shells in the roots, and functions that `timed` calls

set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "this needs root: debootstrap and chroot do" >&2; exit 3; }
. scripts/packages/roots.sh
files=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- bookworm trixie
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Programs/Console/Version.swift)
processor=$(uname -m)
made=$PWD/build/release-check
rm -rf "$made"
mkdir -p "$made/project"
cp -r templates/gym-membership.pass "$made/project/gym membership.pass"
sed -i 's/"formatVersion": *1/"formatVersion": 2/' "$made/project/gym membership.pass/pass.json"

# Other scripts of a release stay here: the folder of the action is what a runner checks out.
git clone --quiet . "$made/action"
(
  cd "$made/action"
  git config user.name release-check
  git config user.email release-check@example.com
)

scripts/release/stand_in.py "$files" --log "$made/sent" >"$made/address" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
until [ -s "$made/address" ]; do
  kill -0 "$server"
  sleep 0.1
done
address=$(cat "$made/address")
download=$address/OWNER/passc/releases/download/v$version
(cd "$made/action" && scripts/release/action-commit.sh "$files/SHA256SUMS" "$download" >/dev/null)
failed=0

# `timed WAY RELEASE BYTES COMMAND...` runs a command that has to end with the finding.
timed() {
  way=$1 release=$2 bytes=$3
  shift 3
  begun=$(date +%s%N)
  "$@" >"$made/out" 2>&1 || true
  ended=$(date +%s%N)
  if ! grep -q 'formatVersion is 2' "$made/out"; then
    printf '%s on %s found nothing:\n' "$way" "$release" >&2
    tail -n 20 "$made/out" >&2
    failed=1
    return 0
  fi
  awk -v way="$way" -v release="$release" -v bytes="$bytes" -v time="$((ended - begun))" \
    'BEGIN { printf "| %s | %s | %.1f MB | %.1f s |\n", way, release, bytes / 1e6, time / 1e9 }'
}

# `size PATTERN` prints the bytes of the files of the release that match.
size() { find "$files" -maxdepth 1 -name "$1" -printf '%s\n' | awk '{ all += $1 } END { print all + 0 }'; }
has_file() { [ -n "$(find "$files" -maxdepth 1 -name "$1")" ]; }
left_out() { echo "$1: left out, there is no $2" >&2; }

# The programs of the installer, each used once.
used() {
  cp scripts/packages/try.sh "$made/try.sh"
  in_root env LIBEXEC=/opt/passc/libexec/passc PATH=/opt/passc/bin:/usr/bin:/bin sh "$made/try.sh" /tmp/try >"$made/out" 2>&1 || {
    cat "$made/out" >&2
    failed=1
  }
}

in_root() { within "$root" "$made" -- "$@"; }

installer() {
  in_root sh -c 'curl -fsSL "$1/OWNER/passc/releases/latest/download/install.sh" |
    sh -s -- --from "$2" --dir /opt/passc $3 && cd "$4" && /opt/passc/bin/passc check .' \
    sh "$address" "$download" "$1" "$made/project"
}

debian() {
  echo "deb [trusted=yes] $address/debian/$1 ./" >"$root/etc/apt/sources.list.d/passc.list"
  in_root sh -c 'apt-get update -q && apt-get install -y -q --no-install-recommends passc &&
    cd "$1" && passc check .' sh "$made/project"
}

# The steps of action.yml, with the variables of a runner.
action() {
  mkdir -p "$root/runner/temp" "$root/runner/tools"
  in_root env ACTION="$made/action" FROM="$download" REPOSITORY=OWNER/passc REF="action-v$version" \
    PATHS="gym membership.pass" ARGUMENTS="" SARIF=/runner/passc.sarif RUNNER_TEMP=/runner/temp \
    RUNNER_TOOL_CACHE=/runner/tools GITHUB_OUTPUT=/runner/output GITHUB_PATH=/runner/path bash -euc '
      : >"$GITHUB_OUTPUT"
      : >"$GITHUB_PATH"
      "$ACTION/scripts/action/plan.sh"
      while IFS== read -r name value; do
        case $name in file) export FILE=$value ;; sum) export SUM=$value ;; folder) export FOLDER=$value ;; esac
      done <"$GITHUB_OUTPUT"
      "$ACTION/scripts/action/get.sh"
      export PATH="$(cat "$GITHUB_PATH"):$PATH"
      cd "$1"
      "$ACTION/scripts/action/check.sh"' bash "$made/project"
}

wheel() {
  in_root sh -c 'python3 -m venv /opt/wheel && /opt/wheel/bin/pip install --quiet --disable-pip-version-check \
    --index-url "$1/simple/" passc && cd "$2" && /opt/wheel/bin/passc check .' sh "$address" "$made/project"
}

image() {
  cat >"$made/image.sh" <<TRIAL
cp -r "$made/project/gym membership.pass" "\$1/"
"\$2" check /w || [ \$? = 1 ]
TRIAL
  scripts/packages/image-try.sh "$1" "$made/image.sh"
}

# Begins with a bare root again.
bare() {
  root=$made/root
  bare_root "$1" "$root"
}

echo "| way | system | download | time |"
echo "|---|---|---:|---:|"
for release in "$@"; do
  if has_file "passc-*-linux-$processor.tar.gz"; then
    bare "$release"
    add "$root" curl ca-certificates
    timed "installer, passc alone" "$release" "$(size "passc-check-*-linux-$processor.tar.gz")" installer --only-passc
    timed "installer" "$release" "$(size "passc-[0-9]*-linux-$processor.tar.gz")" installer ""
    used
    timed "action" "$release" "$(size "passc-check-*-linux-$processor.tar.gz")" action
    rm -rf "$root/runner/temp"
    timed "action with its file at hand" "$release" 0 action
  else
    left_out "installer and action" "tarball for $processor"
  fi
  package="passc_*+$(mark "$release")_$(dpkg --print-architecture).deb"
  if has_file "$package"; then
    bare "$release"
    add "$root" ca-certificates
    timed "Debian package" "$release" "$(size "$package")" debian "$release"
  else
    left_out "Debian package on $release" "$package"
  fi
  if has_file "passc-*.whl"; then
    bare "$release"
    add "$root" python3-venv ca-certificates
    timed "wheel" "$release" "$(size "passc-*.whl")" wheel
  else
    left_out "wheel" "passc-*.whl"
  fi
done
for name in passc-check passc; do
  image=$(find "$files" -maxdepth 1 -name "$name-[0-9]*-$(dpkg --print-architecture).oci.tar")
  if [ -n "$image" ]; then
    timed "image $name" "-" "$(size "$(basename "$image")")" image "$image"
  else
    left_out "image $name" "$name-*.oci.tar"
  fi
done
rm -rf "$made/root"
exit "$failed"
