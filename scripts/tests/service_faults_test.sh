# SPDX-License-Identifier: Apache-2.0
#
# The faults of soak/service_faults.py refer to the text of the service's source. This test fails if
# that text changes. `make service-faults` builds the service with each fault and runs the
# rehearsal.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

check "every fault still stands once in the source" python3 soak/service_faults.py --check >"$scratch/said"
count=$(sed -n 's/ faults$//p' "$scratch/said")
check "they are many ($count)" test "${count:-0}" -ge 50

mkdir -p "$scratch/house/soak" "$scratch/house/Sources"
cp soak/service_faults.py "$scratch/house/soak/"
cp -R Sources/Signing Sources/Service "$scratch/house/Sources/"
sed 's/isNew ? .created : .fine/isNew ? .created : .created/' \
  Sources/Service/Service/Devices/DeviceResponder.swift \
  >"$scratch/house/Sources/Service/Service/Devices/DeviceResponder.swift"
python3 "$scratch/house/soak/service_faults.py" --check >"$scratch/said" 2>&1
equal "words that are gone are noticed" "$?" 1
check "and told" contains "$scratch/said" \
  "registers again as new: its words stand 0 times in Sources/Service/Service/Devices/DeviceResponder.swift"

finish
