# SPDX-License-Identifier: Apache-2.0
#
# A short version of the long test of the service: it is killed three times and must keep all
# confirmed data. Deliberate errors must be noticed, also those in a thread. `make soak-service`
# runs the full test.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

# Debian installs nghttpd where only root looks.
PATH=$PATH:/usr/sbin
programs=$(dirname "$PASSC")
soak() { timeout 120 python3 soak/service_soak.py "$programs" certs-example/ordinary "$@" >"$scratch/said" 2>&1; }

if ! command -v nghttpd >/dev/null 2>&1; then
  skip "the soak of the service: nghttpd is not here (nghttp2-server)"
elif [ ! -x "$programs/passc-service" ]; then
  skip "the soak of the service: passc-service was not built"
else
  soak 3
  code=$?
  equal "three kills lose nothing ($(tail -n 3 "$scratch/said"))" "$code" 0
  check "it says what was tried" contains "$scratch/said" "3 kills: "
  soak 1 --break registration
  equal "registrations that are refused are noticed" "$?" 1
  check "and told" contains "$scratch/said" "a registration was answered 401"
  soak 1 --break row
  equal "rows that are refused are noticed" "$?" 1
  check "and told" contains "$scratch/said" "a row was answered 422"
  soak 2 --break push
  equal "pushes that do not come are noticed" "$?" 1
  check "and told" contains "$scratch/said" "no push for d"
fi

finish
