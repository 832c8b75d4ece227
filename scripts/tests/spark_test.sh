# SPDX-License-Identifier: Apache-2.0
#
# Tests the part of passc-spark that needs no Spark, Java or packages from PyPI. `make test-spark`
# runs the tests of the package itself.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1
parts=scripts/tests/spark_parts.py

equal "no module of the package imports one that imports it" "$(python3 $parts imports 2>&1)" ""
equal "names and parts of passes are those of passc" \
  "$(python3 $parts names "$PASSC" "$scratch" 2>&1)" "40 names, 3 parts: as passc has them"

# The same with a passc that gives the passes other names.
cat >"$scratch/passc" <<END
#!/bin/sh
exec "$PASSC" "\$@" --file-name 'other-%s.pkpass'
END
chmod +x "$scratch/passc"
python3 $parts names "$scratch/passc" "$scratch" >"$scratch/said" 2>&1
equal "other names are found" "$?" 1

finish
