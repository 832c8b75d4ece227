#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds build/packages/passc_VERSION-1+MARK_ARCH.deb for releases of Debian and Ubuntu, MARK is deb12
# or ubuntu24.04. Each package is built in a
# root file system of its release and checked there by lintian. Then it is tested in a minimal
# system: installed, used as a normal user and removed. Its SBOM and SHA-256 checksum are written to
# the same folder.
#
#   scripts/packages/deb.sh RELEASE...          bookworm, trixie, noble, resolute
#
# Debian has no Swift package. The chroot therefore uses this machine's toolchain read-only and a
# copy of the fetched Swift packages. Only Debian packages are downloaded. REUSE=yes packs the
# programs that `make install` installs here, if this machine runs the release itself. For SWIFT,
# MIRROR, SECURITY_MIRROR and JOBS see the Makefile and roots.sh. The maintainer is DEBFULLNAME
# <DEBEMAIL>.

set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "make deb needs root: debootstrap and chroot do" >&2; exit 3; }
scripts/setup.sh packages
. scripts/packages/roots.sh

main() {
  out=$PWD/build/packages
  mkdir -p "$out"
  for release in "$@"; do
    mark=$(mark "$release")
    [ -n "$mark" ] || {
      echo "unknown release $release, expected bookworm, trixie, noble or resolute" >&2
      exit 2
    }
    one "$release" "$mark"
  done
}

one() {
  made=$PWD/build/deb/$1
  mkdir -p "$made"
  commit=$(scripts/packages/built.sh)
  prepare "$1" "$made/root"
  compile "$1" "$made/root"
  within "$made/root" -- sh -c "cd '$PWD' && sh scripts/packages/deb-pack.sh '$made/out' '$2' \
    '${DEBFULLNAME:-The passc authors} <${DEBEMAIL:-passc@users.noreply.github.com}>' '$(epoch)' '$commit'"
  file=$(find "$made/root$made/out" -name '*.deb')
  within "$made/root" -- lintian --allow-root --fail-on error --tag-display-limit 0 \
    "${file#"$made/root"}" >"$made/lintian" || {
    cat "$made/lintian" >&2
    exit 1
  }
  echo "lintian on $1: no errors, $(grep -c '^W:' "$made/lintian" || true) warnings"
  bare_root "$1" "$made/bare"
  COMMIT=$commit sh scripts/packages/deb-try.sh "$made/bare" "$file"
  cp "$file" "$out/"
  stage=$made/root$made/out/stage
  names=$(dpkg-deb -f "$file" Depends | tr ',' '\n' | sed 's/^ *//; s/[ |:].*//' | sort -u)
  # shellcheck disable=SC2016,SC2086 # dpkg's own variables; a list of words
  within "$made/root" -- dpkg-query -W -f '${Package} ${Version}\n' $names >"$made/depends"
  SOURCE_DATE_EPOCH=$(epoch) python3 scripts/packages/sbom.py "$file" \
    --version "$(dpkg-deb -f "$file" Version)" --commit "$commit" --swift "$(toolchain)" --root "$made/root" \
    --programs "$stage/usr/bin/passc" "$stage"/usr/libexec/passc/passc-* --beside --packages "$made/depends" \
    >"$out/$(basename "$file").spdx.json"
  (cd "$out" && sha256sum "$(basename "$file")" >"$(basename "$file").sha256")
  rm -rf "$made/bare"
  echo "$out/$(basename "$file")"
}

# Prints the time of the commit, or without git the time of the source.
epoch() {
  [ -n "${SOURCE_DATE_EPOCH:-}" ] && echo "$SOURCE_DATE_EPOCH" && return
  git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift
}

# Prints the folder whose usr/bin contains the compiler.
toolchain() {
  swift=$(readlink -f "$(command -v "${SWIFT:-swift}")")
  case $swift in
  /usr/bin/*)
    echo "make deb shows Swift's folder to a chroot: unpack it into one of its own, not into /, and name SWIFT" >&2
    return 3
    ;;
  esac
  echo "${swift%/usr/bin/*}"
}

# Prepares the root file system for the build. The sources have the same path as here, because
# binaries contain paths. Earlier build results remain.
prepare() {
  if [ ! -f "$2.ready" ]; then
    bare_root "$1" "$2"
    # The libraries of Swift's own programs, and the tools that make a package.
    case $1 in resolute) xml=libxml2-16 ;; *) xml=libxml2 ;; esac
    add "$2" make dpkg-dev lintian git "$xml" libedit2 libncurses6 libcurl4 libsqlite3-0
    touch "$2.ready"
  fi
  source=$2$PWD
  rm -rf "$2.kept"
  if [ -d "$source/.build" ]; then mv "$source/.build" "$2.kept"; fi
  rm -rf "$source"
  mkdir -p "$source"
  sources | tar --null -T - -cf - | tar -C "$source" -xf -
  if [ -d "$2.kept" ]; then mv "$2.kept" "$source/.build"; fi
  [ ! -f Package.resolved ] || cp -p Package.resolved "$source/"
  mkdir -p "$source/.build"
  [ -f .build/workspace-state.json ] || "${SWIFT:-swift}" package resolve
  for part in checkouts repositories workspace-state.json; do
    [ -e "$source/.build/$part" ] || cp -a ".build/$part" "$source/.build/"
  done
  within "$2" "$(toolchain)" -- sh -c "cd '$PWD' && SWIFT='$(toolchain)/usr/bin/swift' \
    scripts/setup.sh build" >"$2.log" 2>&1 || {
    tail -n 20 "$2.log" >&2
    return 1
  }
}

# Lists the current files of the checkout, or all files without git.
sources() {
  if [ -e .git ]; then
    git ls-files -z --cached --others --exclude-standard
  else
    find . -path ./.build -prune -o -path ./build -prune -o -type f -print0
  fi
}

compile() {
  if [ "${REUSE:-no}" = yes ] && grep -q "^VERSION_CODENAME=$1$" /etc/os-release; then
    mkdir -p "$2$PWD/.build/release"
    for program in passc passc-app passc-preview passc-service; do
      [ -x ".build/release/$program" ] || {
        echo "REUSE=yes: there is no .build/release/$program; make app preview service builds it" >&2
        exit 2
      }
      cp -p ".build/release/$program" "$2$PWD/.build/release/"
    done
    echo "$1: the programs of this machine's own build, which is a $1"
    return
  fi
  within "$2" "$(toolchain)" -- sh -c "cd '$PWD' && make app preview service COMMIT='$commit' \
    SOURCE_DATE_EPOCH='$(epoch)' SWIFT='$(toolchain)/usr/bin/swift' ${JOBS:+JOBS=$JOBS}"
}

main "$@"
