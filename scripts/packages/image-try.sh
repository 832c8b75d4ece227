#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs an image as an engine does with `--read-only --user 65532 --network none`: umoci unpacks it,
# and it runs as that user with a read-only root and one folder at /w.
#
#   [COMMIT=NAME] [COMPANIONS=no] scripts/packages/image-try.sh IMAGE.tar|BUNDLE [SCRIPT]
#   scripts/packages/image-try.sh --way
#
# BUNDLE is an unpacked folder of umoci with rootfs and config.json. SCRIPT is the test (default:
# try.sh). It gets a folder and the command to use as passc. COMMIT is the commit that --version
# must name.
#
# There are three ways. The script uses the first one that works here (`--way` prints it, WAY
# selects one):
#   bwrap     as the user, with bubblewrap, /tmp in memory, no network
#   chroot    if the user cannot create namespaces, as root: a chroot with a read-only bind mount as its root
#   writable  the same if no mount can be read-only. The user cannot write the files of root.
# If nothing can be mounted, there is no way: without /proc a Swift program does not get its
# arguments.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
user=65532

# Root switches to the user before it calls bwrap, as an unprivileged user would call it.
as_user() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid "$user" --regid "$user" --clear-groups "$@"
  else
    "$@"
  fi
}

# Prints what root can do with a folder here: chroot, writable or nothing.
by_mounts() {
  point=$(mktemp -d "${TMPDIR:-/tmp}/passc-mount.XXXXXX")
  if mount --bind "$point" "$point" 2>/dev/null; then
    if mount -o remount,bind,ro "$point" 2>/dev/null; then echo chroot; else echo writable; fi
    umount "$point"
  fi
  rmdir "$point"
}

way() {
  if [ -n "${WAY:-}" ]; then
    echo "$WAY"
  elif as_user bwrap --unshare-all --ro-bind / / true 2>/dev/null; then
    echo bwrap
  else
    found=
    [ "$(id -u)" != 0 ] || found=$(by_mounts)
    [ -n "$found" ] || {
      echo "an image is run in namespaces, or in a chroot by root who may mount; here are neither" >&2
      return 3
    }
    echo "$found"
  fi
}

if [ "$1" = --way ]; then
  way
  exit
fi
way=$(way)
case $way in
bwrap) ;;
chroot | writable)
  # Restarts the script once: with a private network if possible, otherwise only with private
  # mounts, otherwise not at all.
  if [ -z "${PASSC_APART:-}" ]; then
    for apart in "--net --mount" --mount; do
      # shellcheck disable=SC2086 # a list of words
      unshare $apart --propagation private true 2>/dev/null || continue
      # shellcheck disable=SC2086
      WAY=$way PASSC_APART=$apart exec unshare $apart --propagation private sh "$0" "$@"
    done
  fi
  ;;
*)
  echo "no way this script knows: $way (bwrap, chroot and writable are)" >&2
  exit 2
  ;;
esac

mounted=
leave() {
  for point in $mounted; do umount "$point" || umount -l "$point" || exit 1; done
  rm -rf --one-file-system "$scratch"
}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/passc-image.XXXXXX")
trap leave EXIT
trap 'exit 130' INT TERM
chmod 755 "$scratch"
mkdir "$scratch/work"
if [ -d "$1" ]; then
  cp -a "$1" "$scratch/bundle"
else
  mkdir "$scratch/layout"
  tar -xf "$1" -C "$scratch/layout"
  tag=$(umoci ls --layout "$scratch/layout")
  rootless=
  [ "$(id -u)" = 0 ] || rootless=--rootless
  umoci unpack $rootless --image "$scratch/layout:$tag" "$scratch/bundle" >/dev/null 2>&1
fi
chmod 755 "$scratch/bundle"

# User, folder and program come from the image.
word() { python3 -c 'import json, sys; c = json.load(open(sys.argv[1]))["process"]; print(eval(sys.argv[2]))' "$scratch/bundle/config.json" "$1"; }
user=$(word 'c["user"]["uid"]')
program=$(word 'c["args"][0]')
folder=$(word 'c["cwd"]')
[ "$user" != 0 ] || { echo "the image runs as root" >&2; exit 1; }
rootfs=$scratch/bundle/rootfs
work=$scratch/work
[ "$(id -u)" != 0 ] || chown "$user:$user" "$work"

# `bind FROM TO [OPTIONS]`
bind() {
  mount --bind "$1" "$2"
  mounted="$2 $mounted"
  [ $# = 2 ] || mount -o "remount,bind,$3" "$2"
}

devices="null zero full random urandom"
case $way in
bwrap)
  how="with a read-only root, without a network"
  refused=read-only
  cat >"$scratch/run" <<RUN
#!/bin/sh
exec bwrap --unshare-all --die-with-parent --new-session --uid $user --gid $user \\
  --ro-bind "$rootfs" / --proc /proc --dev /dev --tmpfs /tmp \\
  --bind "$work" "$folder" --chdir "$folder" --clearenv \\
  --setenv PATH /usr/bin --setenv LANG C.UTF-8 "\${PROGRAM:-$program}" "\$@"
RUN
  ;;
*)
  how="in a chroot with a read-only root"
  refused=read-only
  options=ro,nosuid
  if [ "$way" = writable ]; then
    how="in a chroot, its root NOT read-only"
    refused='permission denied'
    options=nosuid
  fi
  mkdir "$scratch/tmp"
  chmod 1777 "$scratch/tmp"
  for device in $devices; do : >"$rootfs/dev/$device"; done
  bind "$rootfs" "$rootfs" "$options"
  for device in $devices; do bind "/dev/$device" "$rootfs/dev/$device"; done
  bind "$scratch/tmp" "$rootfs/tmp"
  bind "$work" "$rootfs$folder"
  mount -t proc proc "$rootfs/proc" 2>/dev/null || mount --bind /proc "$rootfs/proc"
  mounted="$rootfs/proc $mounted"
  ;;
esac
if [ "$way" != bwrap ]; then
  case ${PASSC_APART:-} in
  *--net*) how="$how, without a network" ;;
  *) how="$how, with the network of this machine" ;;
  esac
  cat >"$scratch/enter" <<'ENTER'
import os, sys
root, folder, user, *command = sys.argv[1:]
os.chroot(root)
os.chdir(folder)
os.setgroups([])
os.setgid(int(user))
os.setuid(int(user))
os.execve(command[0], command, {"PATH": "/usr/bin", "LANG": "C.UTF-8"})
ENTER
  cat >"$scratch/run" <<RUN
#!/bin/sh
exec setpriv --no-new-privs python3 -I "$scratch/enter" "$rootfs" "$folder" $user "\${PROGRAM:-$program}" "\$@"
RUN
fi
chmod 755 "$scratch/run"
# With chroot the command runs as root. With bwrap everything runs as the user.
run_by() { if [ "$way" = bwrap ]; then as_user "$@"; else "$@"; fi; }
run_by sh "${2:-$here/try.sh}" "$work" "$scratch/run"

# The root is read-only, and the error must say so.
code=0
run_by "$scratch/run" cert example -o /usr/identity >"$scratch/log" 2>&1 || code=$?
if [ "$code" != 3 ] || ! grep -qi "$refused" "$scratch/log"; then
  echo "writing into the root ended with $code:" >&2
  cat "$scratch/log" >&2
  exit 1
fi
echo "$(basename "$1"): runs as $user $how"
