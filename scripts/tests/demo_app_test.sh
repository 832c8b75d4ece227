# SPDX-License-Identifier: Apache-2.0
#
# Runs `make demo-app` with the tested build: payment requests, taps, notifications, payment cards
# and the property lists of an app. It fails if passc misses one of the inserted errors.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

sh scripts/demo-app.sh "$PASSC" "$scratch/demo" >"$scratch/said" 2>&1
equal "every error is named and every source written ($(tail -n 1 "$scratch/said"))" "$?" 0
for file in Payments Reader-proximity Reader-core-nfc Cards Fragments Wallet; do
  check "it made $file" test -d "$scratch/demo/$file"
done

cat >"$scratch/passc" <<END
#!/bin/sh
case "\$*" in *recurring-wrong*) exit 1 ;; esac
exec "$PASSC" "\$@"
END
chmod +x "$scratch/passc"
sh scripts/demo-app.sh "$scratch/passc" "$scratch/silent" >"$scratch/said" 2>&1
equal "an error that is not named fails it" "$?" 1
check "and it says which" contains "$scratch/said" "pay.timing.billing was not named"

finish
