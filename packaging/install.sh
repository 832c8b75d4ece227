#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs passc from a release: finds the file for this machine, downloads it, compares its SHA-256
# checksum, and unpacks it. `make release` fills in the version, the address and the checksums.
#
# Everything is in functions, so that half a download does nothing.

set -eu

version=
commit=
from=
oldest_glibc=2.34
sums() {
  cat <<'SUMS'
SUMS
}

usage() {
  cat <<USAGE
Installs passc${version:+ $version${commit:+ (commit $commit)}}.

  sh install.sh [--dir DIR] [--only-passc]

  --dir DIR      Install into DIR/bin, DIR/lib, DIR/libexec and DIR/share (default: ~/.local).
  --only-passc   Leave out the programs for previews, the update service and apps.
  --from ADDRESS Download from this address, such as a mirror of the release.
  --sums FILE    Take the checksums from this file.
  --cache DIR    Keep the download in DIR, and use it from there the next time.
  --print        Print the file for this machine and its checksum. Install nothing.
  --help         Print this help.
USAGE
}

say() { printf '%s\n' "$*" >&2; }
# `stop CODE MESSAGE...`: 1 a wrong checksum, 2 wrong usage, 3 this machine or the network.
stop() {
  code=$1
  shift
  say "install.sh: $1"
  shift
  for line in "$@"; do say "$line"; done
  exit "$code"
}
has() { command -v "$1" >/dev/null 2>&1; }

read_options() {
  dir=
  kind=passc
  sums_file=
  cache=
  print=no
  while [ $# -gt 0 ]; do
    case $1 in
    --dir | --from | --sums | --cache)
      [ -n "${2:-}" ] || stop 2 "$1 needs a value"
      case $1 in
      --dir) dir=$2 ;;
      --from) from=${2%/} ;;
      --sums) sums_file=$2 ;;
      --cache) cache=$2 ;;
      esac
      shift 2
      ;;
    --only-passc)
      kind=passc-check
      shift
      ;;
    --print)
      print=yes
      shift
      ;;
    --help | -h)
      usage
      exit 0
      ;;
    *) stop 2 "unknown option $1" "To see the options, run: sh install.sh --help" ;;
    esac
  done
  if [ -z "$dir" ]; then
    [ -n "${HOME:-}" ] || stop 2 "HOME is not set, name a directory with --dir"
    dir=$HOME/.local
  fi
  case $dir in /*) ;; *) dir=$PWD/$dir ;; esac
  [ -z "$sums_file" ] || [ -r "$sums_file" ] || stop 2 "cannot read $sums_file"
}

# Prints the system and processor as they are in the names of the files.
platform() {
  case $(uname -s) in
  Linux) ;;
  Darwin) stop 3 "there is no release for macOS yet" "docs/install.md shows how to build passc on a Mac." ;;
  *) stop 3 "there is no release for $(uname -s), only for Linux" ;;
  esac
  case $(uname -m) in
  x86_64 | amd64) echo linux-x86_64 ;;
  aarch64 | arm64) echo linux-aarch64 ;;
  *) stop 3 "there is no release for the processor $(uname -m)" "docs/install.md shows how to build passc." ;;
  esac
}

# The programs need a glibc that is not older than that of the build.
check_glibc() {
  found=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc \([0-9][0-9.]*\).*/\1/p')
  [ -n "$found" ] || found=$(ldd --version 2>/dev/null | sed -n '1s/.* \([0-9]*\.[0-9][0-9.]*\)$/\1/p')
  [ -n "$found" ] ||
    stop 3 "this system has no glibc (Alpine has musl)" "Use the container image, see docs/install.md."
  newest=$(printf '%s\n%s\n' "$oldest_glibc" "$found" | sort -t . -k 1,1n -k 2,2n | tail -n 1)
  [ "$newest" = "$found" ] ||
    stop 3 "this system has glibc $found, passc needs $oldest_glibc or newer" \
      "Debian 12, Ubuntu 22.04, RHEL 9 and newer have it. Use the container image, see docs/install.md."
}

# Sets `name` and `sum`.
choose() {
  platform=$(platform)
  check_glibc
  lines=$(if [ -n "$sums_file" ]; then cat "$sums_file"; else sums; fi)
  line=$(printf '%s\n' "$lines" |
    grep -E "^[0-9a-f]{64} [ *]$kind-[0-9][0-9A-Za-z.+~-]*-$platform\.tar\.gz\$" || true)
  case $line in
  "") stop 3 "this release has no file $kind-VERSION-$platform.tar.gz" "docs/install.md shows how to build passc." ;;
  *"
"*) stop 3 "the checksums name more than one file for $platform" ;;
  esac
  sum=${line%% *}
  name=${line#* }
  name=${name#[ *]}
}

download() {
  case $from in
  https://*) protocol='=https' ;;
  # Only this machine can answer.
  http://127.0.0.1 | http://127.0.0.1[:/]* | http://localhost | http://localhost[:/]*) protocol='=http' ;;
  "") stop 2 "this copy of install.sh belongs to no release, name an address with --from" ;;
  *) stop 2 "an https address is expected after --from, not $from" ;;
  esac
  if has curl; then
    curl -fsSL --retry 3 --proto "$protocol" -o "$2" "$from/$1" || stop 3 "cannot download $from/$1"
  elif has wget; then
    wget -q -O "$2" "$from/$1" || stop 3 "cannot download $from/$1"
  else
    stop 3 "neither curl nor wget is installed"
  fi
}

sum_of() {
  if has sha256sum; then
    sha256sum <"$1" | cut -d ' ' -f 1
  elif has shasum; then
    shasum -a 256 <"$1" | cut -d ' ' -f 1
  elif has openssl; then
    openssl dgst -sha256 -r <"$1" | cut -d ' ' -f 1
  else
    stop 3 "neither sha256sum, shasum nor openssl is installed, so the download cannot be verified"
  fi
}

# Puts the file with the right checksum into `archive`.
get() {
  archive=$work/$name
  if [ -n "$cache" ]; then
    archive=$cache/$name
    mkdir -p "$cache" || stop 3 "cannot create $cache"
    if [ -f "$archive" ]; then
      found=$(sum_of "$archive")
      [ "$found" != "$sum" ] || return 0
      say "install.sh: $archive has another checksum, downloading it again"
    fi
  fi
  download "$name" "$work/download"
  found=$(sum_of "$work/download")
  [ "$found" = "$sum" ] || stop 1 "the checksum of $name is wrong, so nothing was installed" \
    "  expected: $sum" "  found:    $found"
  mv "$work/download" "$archive"
}

# These directories contain nothing but passc. The others are shared with other programs.
owned="lib/passc libexec/passc share/passc share/doc/passc"

place() {
  for folder in $owned; do
    [ ! -e "$dir/$folder" ] || { mkdir -p "$work/old/${folder%/*}" && mv "$dir/$folder" "$work/old/$folder"; }
    [ ! -e "$tree/$folder" ] || { mkdir -p "$dir/${folder%/*}" && mv "$tree/$folder" "$dir/$folder"; }
  done
  # Moved last: until now the old program was there.
  (cd "$tree" && find . -type f) | while read -r file; do
    mkdir -p "$dir/${file%/*}" && mv -f "$tree/$file" "$dir/$file" || exit 1
  done || stop 3 "cannot write to $dir"
}

unpack() {
  tar -xzf "$archive" -C "$work" || stop 3 "cannot unpack $archive"
  tree=$work/${name%.tar.gz}
  started=$("$tree/bin/passc" --version 2>&1) ||
    stop 3 "passc does not start on this system, so nothing was installed" "  $started"
}

next_steps() {
  bin=$dir/bin
  printf "%s\n" "$started" | sed "1s/, installed.*//; 1q"
  echo "Installed in $bin."
  case :${PATH:-}: in
  *":$bin:"*)
    first=$(command -v passc || true)
    [ "$first" = "$bin/passc" ] || say "install.sh: another passc comes first on your PATH: $first"
    ;;
  *)
    echo
    echo "Put it on your PATH:"
    echo "  export PATH=\"$bin:\$PATH\""
    ;;
  esac
  echo
  echo "Then check passes and templates, or make your first template:"
  echo "  passc check ."
  echo "  passc init gym.pass"
}

# A passc of a package, of pip or of make install stays as it is.
check_other() {
  program=$dir/bin/passc
  [ -e "$program" ] || [ -L "$program" ] || return 0
  mark=$(cat "$dir/share/passc/installed-by" 2>/dev/null || echo "not by this installer")
  [ "$mark" = tarball ] ||
    stop 3 "$program was installed another way ($mark)" "Remove it, or name another directory with --dir."
}

leave() {
  rm -rf "$work"
  # A directory that is still empty was made for nothing.
  [ -z "$new" ] || rmdir "$new" 2>/dev/null || true
}

main() {
  read_options "$@"
  choose
  if [ "$print" = yes ]; then
    echo "$sum  $name"
    exit 0
  fi
  check_other
  new=
  [ -d "$dir" ] || new=$dir
  mkdir -p "$dir" 2>/dev/null || stop 3 "cannot create $dir"
  work=$(mktemp -d "$dir/.passc-install.XXXXXX" 2>/dev/null) || stop 3 "cannot write to $dir"
  trap leave EXIT
  trap 'exit 130' INT TERM
  get
  unpack
  place
  next_steps
}

main "$@"
