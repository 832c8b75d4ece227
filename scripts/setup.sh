#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Prepares this machine for building passc. `make demo` and `make test` run it.
#
#   scripts/setup.sh [build|test|scale|packages|operations]
#                       "test" adds the programs that check our output in tests, "scale" Java for Spark,
#                       "packages" what builds and tests packages and images, "operations" the programs
#                       that read the files in examples/operations
#
# If nothing is missing, it prints nothing and needs no network. Otherwise it installs what is
# missing with apt-get, as root or through sudo. If it cannot, it prints the command to run. Exit
# codes: 0 ready · 2 wrong usage · 3 something is missing that this script cannot install.
#
# The script looks for the files, not for packages, because Swift's container images, Debian and
# Ubuntu name packages differently and a library may come from elsewhere.

set -u

for_what=${1:-build}
case $for_what in
  build | test | scale | packages | operations) ;;
  *)
    echo "usage: scripts/setup.sh [build|test|scale|packages|operations]" >&2
    exit 2
    ;;
esac

needed_major=6
needed_minor=3
# A folder to search instead of /. With it, the tests of this script simulate a machine without any
# packages.
root=${PASSC_SETUP_ROOT:-}

main() {
  check_swift
  case $(uname -s) in
    Darwin) check_mac ;;
    *) check_linux ;;
  esac
}

say() { printf '%s\n' "$*" >&2; }

has() { command -v "$1" >/dev/null 2>&1; }

# The script never installs Swift itself, because there are several ways and the user must choose.
check_swift() {
  if ! has "${SWIFT:-swift}"; then
    say "passc needs Swift $needed_major.$needed_minor or newer; found none on this machine's PATH."
    say "Swift comes from https://www.swift.org/install/ (then open a new terminal and try again)."
    exit 3
  fi
  if ! answer=$("${SWIFT:-swift}" --version 2>&1); then
    say "passc needs Swift $needed_major.$needed_minor or newer; found $(command -v "${SWIFT:-swift}"), but it does not start:"
    say "  $(printf '%s\n' "$answer" | head -n 1)"
    say "https://www.swift.org/install/ lists the system packages that Swift itself needs."
    exit 3
  fi
  version=$(printf '%s\n' "$answer" |
    sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*[^ ]*\).*/\1/p' | head -n 1)
  major=${version%%.*}
  rest=${version#*.}
  minor=${rest%%[!0-9]*}
  if [ -z "$version" ]; then
    say "passc needs Swift $needed_major.$needed_minor or newer; $(command -v "${SWIFT:-swift}") does not say its version:"
    say "  $(printf '%s\n' "$answer" | head -n 1)"
    say "Swift comes from https://www.swift.org/install/."
    exit 3
  fi
  if [ "$major" -lt "$needed_major" ] ||
    { [ "$major" -eq "$needed_major" ] && [ "$minor" -lt "$needed_minor" ]; }; then
    say "passc needs Swift $needed_major.$needed_minor or newer; found Swift $version ($(command -v "${SWIFT:-swift}"))."
    say "Swift comes from https://www.swift.org/install/."
    exit 3
  fi
}

has_library() { has pkg-config && pkg-config --exists "$1" >/dev/null 2>&1; }

check_mac() {
  missing=
  has pkg-config || missing="$missing pkgconf"
  has_library libcrypto || missing="$missing openssl@3"
  has_library libzip || missing="$missing libzip"
  has_library cairo || missing="$missing cairo"
  has_library harfbuzz || missing="$missing harfbuzz"
  has_library fribidi || missing="$missing fribidi"
  has_library fontconfig || missing="$missing fontconfig"
  has_library spng || missing="$missing libspng"
  has_library libturbojpeg || missing="$missing jpeg-turbo"
  has_library zint || missing="$missing zint"
  # Homebrew keeps it in a separate folder, where Swift's package manager finds it.
  has_library libpq || any "$(brew --prefix libpq 2>/dev/null)"/lib/pkgconfig/libpq.pc ||
    missing="$missing libpq"
  [ -z "$missing" ] && return
  say "passc needs these from Homebrew:$missing"
  say "run:  brew install$missing"
  exit 3
}

# Prints the missing packages with their Debian and Ubuntu names.
missing_packages() {
  has pkg-config || printf ' pkg-config'
  has_library libcrypto || printf ' libssl-dev'
  has_library libzip || printf ' libzip-dev'
  has_library expat || printf ' libexpat1-dev'
  has_library sqlite3 || printf ' libsqlite3-dev'
  has_library libpq || printf ' libpq-dev'
  # Previews are drawn with these. Zint has no pkg-config file before 2.12.
  has_library cairo || printf ' libcairo2-dev'
  has_library harfbuzz || printf ' libharfbuzz-dev'
  has_library fribidi || printf ' libfribidi-dev'
  has_library fontconfig || printf ' libfontconfig-dev'
  has_library spng || printf ' libspng-dev'
  has_library libturbojpeg || printf ' libturbojpeg0-dev'
  any "$root"/usr/include/zint.h "$root"/usr/local/include/zint.h || printf ' libzint-dev'
  any "$root"/usr/share/fonts/opentype/inter/Inter-Regular.otf || printf ' fonts-inter'
  any "$root"/usr/share/fonts/truetype/inter-vf/*.ttf || printf ' fonts-inter-variable'
  any "$root"/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf || printf ' fonts-noto-core'
  any "$root"/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf || printf ' fonts-noto-color-emoji'
  # Swift links with clang, which uses crtbegin.o, libgcc and libstdc++ from GCC. Only "g++"
  # installs the right version of them, and libc6-dev, on every system.
  if ! any "$root"/usr/lib/gcc*/*/*/libstdc++.* || ! any "$root"/usr/include/stdio.h; then
    printf ' g++'
  fi
  has ld || printf ' binutils'
  has git || printf ' git'
  any "$root"/etc/ssl/certs/ca-certificates.crt "$root"/etc/pki/tls/certs/ca-bundle.crt \
    "$root"/etc/ssl/ca-bundle.pem "$root"/etc/ssl/cert.pem || printf ' ca-certificates'
  any "$root"/usr/share/zoneinfo/Europe/Berlin || printf ' tzdata'
  if needs_java; then printf ' openjdk-17-jre-headless'; fi
  if [ "$for_what" = scale ]; then
    has python3 || printf ' python3'
    has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null || printf ' python3-venv'
    has rclone || printf ' rclone'
  fi
  if [ "$for_what" = packages ]; then
    has dpkg-deb || printf ' dpkg'
    has debootstrap || printf ' debootstrap'
    has umoci || printf ' umoci'
    has bwrap || printf ' bubblewrap'
    has patchelf || printf ' patchelf'
    has ruby || printf ' ruby'
    has shellcheck || printf ' shellcheck'
    has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null || printf ' python3 python3-venv'
  fi
  if [ "$for_what" = operations ]; then
    any "$root"/usr/sbin/nginx || has nginx || printf ' nginx-light'
    has caddy || printf ' caddy'
    has docker-compose || printf ' docker-compose'
    has promtool || printf ' prometheus'
    has systemd-analyze || printf ' systemd'
    any "$root"/usr/sbin/logrotate || has logrotate || printf ' logrotate'
    has curl || printf ' curl'
    has openssl || printf ' openssl'
  fi
  if [ "$for_what" = test ]; then
    has openssl || printf ' openssl'
    has python3 || printf ' python3'
    # Debian's python3 alone cannot create the environment for the checkers.
    has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null || printf ' python3-venv'
    has unzip || printf ' unzip'
    # The second reader of archives: Wallet uses the same library.
    has bsdtar || printf ' libarchive-tools'
    has zip || printf ' zip'
    has parallel || printf ' parallel'
    # Makes the keys for the test of Swift's signature.
    has gpg || printf ' gnupg'
    # Debian does not put these server programs in the PATH.
    any "$root"/usr/lib/postgresql/*/bin/initdb || has initdb || printf ' postgresql'
    # Reads barcodes. It is needed for Debian's own Python, even if another one is first in the
    # PATH.
    any "$root"/usr/lib/python3/dist-packages/zxingcpp* || printf ' python3-zxing-cpp'
    any "$root"/usr/lib/python3/dist-packages/numpy || printf ' python3-numpy'
    # Opens our pages. Ubuntu has it only as a snap, which does not run in a container.
    has chromium || has chromium-browser || has google-chrome || is_ubuntu || printf ' chromium'
    # Checks the metrics of the service. Debian packs it with Prometheus.
    has promtool || printf ' prometheus'
    # Software tokens for keys that are not in files, and the tool that opens configured tokens.
    has softhsm2-util || printf ' softhsm2'
    has p11-kit || printf ' p11-kit p11-kit-modules'
    # A push service for the long test of the service. Debian installs it where only root looks.
    any "$root"/usr/sbin/nghttpd || has nghttpd || printf ' nghttp2-server'
    # Downloads from the stand-in of a release page, and packs programs with their libraries.
    has curl || printf ' curl'
    has patchelf || printf ' patchelf'
  fi
}

# Spark 3.5 runs on Java 8, 11 and 17. An installed Java is used without a check.
needs_java() { [ "$for_what" = scale ] && ! has java; }

is_ubuntu() { grep -q '^ID=ubuntu' "$root/etc/os-release" 2>/dev/null; }

any() {
  for path in "$@"; do
    [ -e "$path" ] && return 0
  done
  return 1
}

check_linux() {
  missing=$(missing_packages)
  [ -z "$missing" ] && return

  if ! has apt-get; then
    say "passc needs these, by their Debian names:$missing"
    say "There is no apt-get here; please install them with this system's own package manager."
    exit 3
  fi
  if [ "$(id -u)" = 0 ]; then
    as_root=
  elif has sudo && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
  elif has sudo && [ -t 0 ] && [ -t 2 ]; then
    as_root=sudo
  else
    say "passc needs:$missing"
    say "There is neither root nor sudo without a password here. Run this as root, then try again:"
    say "apt-get update && apt-get install -y$missing"
    exit 3
  fi

  say "installing:$missing"
  # An unreachable third-party list makes "update" fail. This does not matter if "install" works.
  # shellcheck disable=SC2086 # as_root and missing are lists of words
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 </dev/null
  # shellcheck disable=SC2086
  if ! $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends $missing >&2 </dev/null; then
    say "apt-get failed; its words are above. The line to run by hand:"
    say "apt-get update && apt-get install -y$missing"
    exit 3
  fi
  missing=$(missing_packages)
  if [ -n "$missing" ]; then
    say "installed, but still not found:$missing"
    exit 3
  fi
}

main
