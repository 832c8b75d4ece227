# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# Sourced by other scripts. Creates minimal root file systems of Debian and Ubuntu and runs commands
# in them. Needs root for debootstrap and chroot, and ubuntu-keyring for Ubuntu.

# The Debian mirrors of this machine, unless MIRROR and SECURITY_MIRROR are set.
addresses() {
  awk '$1 == "URIs:" { print $2 }
    $1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^[a-z+]+:\//) { print $i; break } }' \
    /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | sed 's|/*$||'
}
: "${MIRROR:=$(addresses | grep '/debian$' | head -n 1)}"
: "${MIRROR:=http://deb.debian.org/debian}"
: "${SECURITY_MIRROR:=$(addresses | grep '/debian-security$' | head -n 1)}"
: "${SECURITY_MIRROR:=http://deb.debian.org/debian-security}"
# Ubuntu has other mirrors for other processors than Intel's and AMD's.
case $(uname -m) in
x86_64) : "${UBUNTU_MIRROR:=http://archive.ubuntu.com/ubuntu}" ;;
*) : "${UBUNTU_MIRROR:=http://ports.ubuntu.com/ubuntu-ports}" ;;
esac

# Prints the end of a package's version for a release, or nothing for an unknown release.
mark() {
  case $1 in
  bookworm) echo deb12 ;;
  trixie) echo deb13 ;;
  noble) echo ubuntu24.04 ;;
  resolute) echo ubuntu26.04 ;;
  esac
}

# `within ROOT [FOLDER]... -- COMMAND...` runs the command in the root, with the folders mounted
# read-only at the same paths. The mounts end with the command.
within() {
  root=$1
  shift
  folders=
  while [ "$1" != -- ]; do
    folders="$folders $1"
    shift
  done
  shift
  # shellcheck disable=SC2016,SC2086 # for the inner shell; a list of words
  unshare --mount --propagation private sh -euc '
    root=$1 folders=$2
    shift 2
    mount -t proc proc "$root/proc"
    for folder in $folders; do
      mkdir -p "$root$folder"
      mount --bind "$folder" "$root$folder"
      mount -o remount,ro,bind "$root$folder"
    done
    exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' sh "$root" "$folders" "$@"
}

# `bootstrap RELEASE FOLDER` creates a root file system and its sources.list.
bootstrap() {
  case $(mark "$1") in
  ubuntu*)
    # The script of debootstrap is the same for all releases, but older versions do not list the newest.
    debootstrap --variant=minbase --components=main,universe \
      --keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg "$1" "$2" "$UBUNTU_MIRROR" \
      /usr/share/debootstrap/scripts/gutsy || return 1
    for suite in "$1" "$1-updates" "$1-security"; do
      echo "deb $UBUNTU_MIRROR $suite main universe"
    done >"$2/etc/apt/sources.list"
    ;;
  *)
    debootstrap --variant=minbase "$1" "$2" "$MIRROR" || return 1
    printf 'deb %s %s main\n' "$MIRROR" "$1" "$MIRROR" "$1-updates" "$SECURITY_MIRROR" \
      "$1-security" >"$2/etc/apt/sources.list"
    ;;
  esac
}

# `bare_root RELEASE FOLDER` creates a root file system with the current minimal packages of a
# release. The result of debootstrap is kept for one day.
bare_root() {
  kept=build/roots/$1.tar
  if [ -z "$(find "$kept" -mtime -1 2>/dev/null)" ]; then
    rm -rf "build/roots/$1"
    mkdir -p build/roots
    bootstrap "$1" "build/roots/$1" >"build/roots/$1.log" 2>&1 || {
      tail -n 20 "build/roots/$1.log" >&2
      return 1
    }
    # The proxy settings of this machine.
    apt-config dump | grep -E '^Acquire::(http|https)' >"build/roots/$1/etc/apt/apt.conf.d/90way" ||
      true
    within "$PWD/build/roots/$1" -- apt-get update -q >>"build/roots/$1.log" 2>&1
    within "$PWD/build/roots/$1" -- apt-get upgrade -y -q >>"build/roots/$1.log" 2>&1
    tar -C "build/roots/$1" --one-file-system -cf "$kept.new" .
    mv "$kept.new" "$kept"
    rm -rf "build/roots/$1"
  fi
  rm -rf "$2"
  mkdir -p "$2"
  tar -C "$2" -xpf "$kept"
}

# `add ROOT PACKAGE...`
add() {
  to=$1
  shift
  within "$to" -- apt-get install -y -q --no-install-recommends "$@" >"$to.log" 2>&1 || {
    tail -n 20 "$to.log" >&2
    return 1
  }
}
