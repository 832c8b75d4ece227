#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs an image as an engine would be asked to with `--read-only --user 65532 --network none`: unpacked
# by umoci, then as that user with bubblewrap, its root read-only, /tmp in memory, one folder at /work.
#
#   [COMMIT=NAME] scripts/packages/image-try.sh IMAGE.tar    COMMIT is what --version has to name

set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/passc-image.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
mkdir "$scratch/layout" "$scratch/work"
tar -xf "$1" -C "$scratch/layout"
tag=$(umoci ls --layout "$scratch/layout")
rootless=
[ "$(id -u)" = 0 ] || rootless=--rootless
umoci unpack $rootless --image "$scratch/layout:$tag" "$scratch/bundle" >/dev/null 2>&1
chmod 755 "$scratch/bundle"

# User, folder and program are the image's own words.
word() { python3 -c 'import json, sys; c = json.load(open(sys.argv[1]))["process"]; print(eval(sys.argv[2]))' "$scratch/bundle/config.json" "$1"; }
user=$(word 'c["user"]["uid"]')
program=$(word 'c["args"][0]')
folder=$(word 'c["cwd"]')
[ "$user" != 0 ] || { echo "the image runs as root" >&2; exit 1; }

drop=
if [ "$(id -u)" = 0 ]; then
  chown "$user:$user" "$scratch/work"
  drop="setpriv --reuid $user --regid $user --clear-groups"
fi
cat >"$scratch/run" <<RUN
#!/bin/sh
exec bwrap --unshare-all --die-with-parent --new-session --uid $user --gid $user \\
  --ro-bind "$scratch/bundle/rootfs" / --proc /proc --dev /dev --tmpfs /tmp \\
  --bind "$scratch/work" "$folder" --chdir "$folder" --clearenv \\
  --setenv PATH /usr/bin --setenv LANG C.UTF-8 "\${PROGRAM:-$program}" "\$@"
RUN
chmod 755 "$scratch/run"
$drop sh "$here/try.sh" "$scratch/work" "$scratch/run"

# The root cannot be written, and that is said.
code=0
# shellcheck disable=SC2086 # a list of words
$drop "$scratch/run" cert example -o /usr/identity >"$scratch/log" 2>&1 || code=$?
if [ "$code" != 3 ] || ! grep -qi 'read-only' "$scratch/log"; then
  echo "writing into the root ended with $code:" >&2
  cat "$scratch/log" >&2
  exit 1
fi
echo "$(basename "$1"): runs as $user with a read-only root, without a network"
