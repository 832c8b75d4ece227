#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds a site with search from README and docs in build/site. Every link and anchor must be valid.
# mkdocs and its material theme are installed once from PyPI into .build/site-env.
#
#   scripts/site.sh [PYTHON]

set -euo pipefail
python=${1:-python3}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wanted=scripts/site/requirements.txt
env=.build/site-env

# Installs all packages or none.
if ! cmp -s "$wanted" "$env/requirements.txt"; then
  rm -rf "$env"
  "$python" -m venv "$env"
  "$env/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wanted"
  cp "$wanted" "$env/requirements.txt"
fi

# The pages keep their folders, so that links between them work.
source=build/site-source
rm -rf "$source" build/site
mkdir -p "$source/templates" "$source/certs-example" "$source/integrations/skill"
cp README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE scripts/site/site.css "$source"
cp -R docs "$source/docs"
cp templates/README.md "$source/templates"
cp certs-example/README.md "$source/certs-example"
cp integrations/skill/SKILL.md "$source/integrations/skill"

# Not --quiet: --strict does not count warnings that are not printed.
if ! "$env/bin/mkdocs" build --strict --config-file scripts/site/mkdocs.yml >"$env/log" 2>&1; then
  cat "$env/log" >&2
  exit 1
fi
rm -rf "$source"

# Pages may load resources only from the site itself.
if grep -rnoE '<(script|img|link|iframe)[^>]* (src|href)="?(https?:)?//[^">]*' build/site --include='*.html' |
  grep -v 'rel="\?canonical' | head; [ "${PIPESTATUS[1]}" = 0 ]; then
  echo "site: pages load something from elsewhere" >&2
  exit 1
fi
echo "build/site/index.html: $(find build/site -name '*.html' | wc -l | tr -d ' ') pages"
