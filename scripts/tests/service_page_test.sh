# SPDX-License-Identifier: Apache-2.0
#
# Tests the systemd unit and the container file of docs/how-to/service.md. systemd checks the unit,
# and Debian must have the packages of the container file.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" docs/how-to/service.md | sed '1d;$d'; }

block ini >"$scratch/passes.service"
check "the page shows a unit" contains "$scratch/passes.service" "ExecReload=/bin/kill -HUP"
if command -v systemd-analyze >/dev/null 2>&1; then
  # The program need not be installed here. Everything else must be valid.
  sed -i.kept 's|^ExecStart=[^ ]*|ExecStart=/bin/true|' "$scratch/passes.service"
  systemd-analyze verify --man=no "$scratch/passes.service" >"$scratch/said" 2>&1
  equal "systemd takes the unit" "$?" 0
  equal "systemd has nothing to say of it" "$(cat "$scratch/said")" ""
  echo "NoSuchThing=1" >>"$scratch/passes.service"
  systemd-analyze verify --man=no "$scratch/passes.service" >"$scratch/said" 2>&1
  check "systemd does look at the unit" contains "$scratch/said" "passes.service"
else
  skip "the unit for systemd: systemd-analyze is not here"
fi

block dockerfile >"$scratch/Containerfile"
check "the page shows a container file" contains "$scratch/Containerfile" "STOPSIGNAL SIGTERM"
packages=$(sed -n '/apt-get install/,/rm -rf/p' "$scratch/Containerfile" | tr ' \\' '\n\n' |
  grep -E '^(lib[a-z0-9.+-]*|fonts-[a-z-]*|ca-certificates|tzdata)$')
equal "the tarball has the libraries of the container" "$(echo "$packages" | grep -c '^lib')" 0
if grep -q 'VERSION_CODENAME=bookworm' /etc/os-release 2>/dev/null &&
  apt-cache show tzdata >/dev/null 2>&1; then
  for package in $packages; do
    check "Debian has $package" test -n "$(apt-cache show "$package" 2>/dev/null)"
  done
else
  skip "the packages of the container file: this is no Debian 12 with its lists"
fi

finish
