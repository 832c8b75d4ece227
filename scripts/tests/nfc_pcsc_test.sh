# SPDX-License-Identifier: Apache-2.0
#
# Runs scripts/nfc-pcsc.sh on machines without its requirements. It must print the reason and not
# fail.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

# A machine with only a shell and a few tools.
mkdir -p "$scratch/bin"
for program in sh dirname id; do
  ln -s "$(command -v "$program")" "$scratch/bin/$program"
done
said=$(PATH="$scratch/bin" sh scripts/nfc-pcsc.sh passc 2>&1)
equal "it ends with 0" "$?" 0
case $said in
  "nfc-pcsc: skipped: "*) reason=named ;;
  *) reason=$said ;;
esac
equal "it names what is missing" "$reason" named

sh scripts/nfc-pcsc.sh >/dev/null 2>&1
equal "without passc it is wrong usage" "$?" 2

finish
