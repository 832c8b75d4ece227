#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks the package descriptions with other programs: the formula with Ruby and formula_check.rb,
# workflows, the action and issue forms with GitHub's schemas (check-jsonschema), the workflows and the
# action with zizmor and, if installed, actionlint, their scripts with shellcheck, and every SBOM in build/packages and build/wheels with
# spdx-tools. scripts/packages/env.sh installs the Python programs.
#
#   scripts/packages/check.sh [PYTHON]

set -euo pipefail
python=${1:-python3}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
env=.build/packages-env
scripts/packages/env.sh "$python"

ruby -c packaging/homebrew/passc.rb >/dev/null
ruby scripts/packages/formula_check.rb packaging/homebrew/passc.rb scripts/setup.sh
workflows=(.github/workflows/*.yml)
"$env/bin/check-jsonschema" --builtin-schema vendor.github-workflows "${workflows[@]}"
"$env/bin/check-jsonschema" --builtin-schema vendor.github-actions action.yml
"$env/bin/check-jsonschema" --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
"$env/bin/check-jsonschema" --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
"$env/bin/zizmor" --offline --quiet --no-progress --config scripts/packages/zizmor.yml \
  "${workflows[@]}" action.yml
"$env/bin/python" scripts/packages/workflow_scripts.py "${workflows[@]}" action.yml
# This script cannot install actionlint. See docs/reference/packages.md for the reason.
if command -v actionlint >/dev/null; then
  actionlint "${workflows[@]}"
else
  echo "actionlint is not on this machine: the workflows were not shown to it"
fi
shellcheck -x scripts/packages/*.sh scripts/release/*.sh scripts/action/*.sh packaging/install.sh \
  packaging/python/*.sh scripts/commit.sh scripts/dist.sh scripts/install.sh scripts/linked.sh

count=0
for sbom in build/packages/*.spdx.json build/wheels/*.spdx.json build/release/*.spdx.json; do
  [ -f "$sbom" ] || continue
  "$env/bin/pyspdxtools" --infile "$sbom" --version SPDX-2.3
  count=$((count + 1))
done
for sums in build/packages/*.sha256 build/release/SHA256SUMS; do
  [ ! -f "$sums" ] || (cd "$(dirname "$sums")" && sha256sum --quiet --check -- "$(basename "$sums")")
done
echo "formula, ${#workflows[@]} workflows, issue forms, $count SBOMs: nothing to complain about"
