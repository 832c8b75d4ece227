#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes a site of README and docs in build/site, with search; every link and anchor must lead
# somewhere. mkdocs and its material theme come from PyPI, once, into .build/site-env.
#
#   scripts/site.sh [PYTHON]

set -euo pipefail
python=${1:-python3}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wanted=scripts/site/requirements.txt
env=.build/site-env

# Installed as a whole or not at all.
if ! cmp -s "$wanted" "$env/requirements.txt"; then
  rm -rf "$env"
  "$python" -m venv "$env"
  "$env/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wanted"
  cp "$wanted" "$env/requirements.txt"
fi

# The pages lie as they do here, so that links between them hold.
source=build/site-source
rm -rf "$source" build/site
mkdir -p "$source/templates" "$source/certs-example" "$source/integrations/skill"
cp README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE scripts/site/site.css "$source"
cp -R docs "$source/docs"
cp templates/README.md "$source/templates"
cp certs-example/README.md "$source/certs-example"
cp integrations/skill/SKILL.md "$source/integrations/skill"

# Not --quiet: warnings that are not said do not count for --strict.
if ! "$env/bin/mkdocs" build --strict --config-file scripts/site/mkdocs.yml >"$env/log" 2>&1; then
  cat "$env/log" >&2
  exit 1
fi
rm -rf "$source"

# Whatever a page loads by itself comes from the site.
if grep -rnoE '<(script|img|link|iframe)[^>]* (src|href)="?(https?:)?//[^">]*' build/site --include='*.html' |
  grep -v 'rel="\?canonical' | head; [ "${PIPESTATUS[1]}" = 0 ]; then
  echo "site: pages load something from elsewhere" >&2
  exit 1
fi
echo "build/site/index.html: $(find build/site -name '*.html' | wc -l | tr -d ' ') pages"
