# SPDX-License-Identifier: Apache-2.0
#
# Runs soak/mutate.py with a passc that crashes for one bundle. It must report this and keep the
# bundle.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

cat >"$scratch/passc" <<EOF
#!/bin/sh
if [ "\$1" = check ] && grep -qa '^0-7\\.\|0-7\\.pkpass' "\$2"; then kill -SEGV \$\$; fi
exec "$PASSC" "\$@"
EOF
chmod +x "$scratch/passc"

check "a sound passc passes" \
  python3 soak/mutate.py "$PASSC" --count 20 --per-call 10 --keep "$scratch/sound" >"$scratch/said"
check "it counts" contains "$scratch/said" "20 mutants in 2 calls: 0 faults"
check "nothing is kept" test ! -e "$scratch/sound"

python3 soak/mutate.py "$scratch/passc" --count 20 --per-call 10 --keep "$scratch/kept" >"$scratch/said"
equal "one that falls fails" "$?" 1
check "it says how it ended" contains "$scratch/said" "ended with -11"
equal "the bundle it fell over is kept, alone" "$(ls "$scratch/kept")" 0-7.pkpass

finish
