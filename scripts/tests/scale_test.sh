# SPDX-License-Identifier: Apache-2.0
#
# A small `make demo-scale`: 500 rows in four parts through the stores and the tar reader of
# passc-spark. One part is killed and repeated. The passes must equal those of one `passc issue`.
# keys_test.sh tests keys that are not in files.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

equal "each row has one pass, that of passc issue" \
  "$(python3 scripts/tests/spark_parts.py issue "$PASSC" "$scratch" 500 2>&1)" \
  "498 of 500 passes in 4 parts, 1 attempt killed: those of passc issue"

# A passc that makes different passes for a part.
cat >"$scratch/passc" <<END
#!/bin/sh
case "\$*" in *--shard*) SOURCE_DATE_EPOCH=1767225601; export SOURCE_DATE_EPOCH ;; esac
exec "$PASSC" "\$@"
END
chmod +x "$scratch/passc"
mkdir "$scratch/other"
python3 scripts/tests/spark_parts.py issue "$scratch/passc" "$scratch/other" 500 >"$scratch/said" 2>&1
equal "passes with other bytes are found" "$?" 1
check "and reported" contains "$scratch/said" "bytes of the passes: they differ"

finish
