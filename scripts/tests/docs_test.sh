# SPDX-License-Identifier: Apache-2.0
#
# Compares the pages with the files: links, diagnostic codes and targets of the Makefile. Also
# checks the line length of the pages.

. "$(dirname "$0")/lib.sh"
cd "$repository" || exit 1

pages="README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md templates/README.md certs-example/README.md scripts/README.md bench/README.md soak/README.md integrations/skill/SKILL.md"
# shellcheck disable=SC2086
check "links lead to files, headings and anchors that exist" \
  python3 scripts/links.py $pages docs/llms.txt docs/*.md docs/*/*.md
printf '# One\n\n[a](#one) [b](#two) [c](gone.md) `[d](code.md)`\n' >"$scratch/page.md"
equal "a link that leads nowhere is named" \
  "$(python3 scripts/links.py "$scratch/page.md" 2>&1 | sed "s|$scratch/||g" | tr '\n' ' ')" \
  "page.md:3: page.md has no #two page.md:3: there is no gone.md 3 links in 1 pages "

# Help texts, messages, scripts and tests also name pages, without a link.
gone() { grep -rohE '\bdocs/[a-z/-]+\.(md|txt)' "$@" | sort -u | while read -r path; do
  [ -e "$path" ] || echo "$path"
done; }
# shellcheck disable=SC2086
equal "every page of docs that is named anywhere exists" \
  "$(gone $pages docs Sources Tests Makefile action.yml .github bench integrations scripts soak)" ""
printf 'see docs/%s and docs/rules.md\n' gone.md >"$scratch/page.md"
equal "a page that does not exist is found" "$(gone "$scratch/page.md")" "docs/""gone.md"

# Pages for maintainers name only existing files: relative to the root, Sources or Sources/Service.
missing() {
  grep -ohE '`(Sources|Tests|soak|bench|scripts|Programs|Base|Format|Build|Check|Signing|NFC|Preview|Service|AppSide)/[A-Za-z0-9_/+.-]+`' \
    "$@" | tr -d '`' | sort -u | while read -r path; do
    [ -e "$path" ] || [ -e "Sources/$path" ] || [ -e "Sources/Service/$path" ] || echo "$path"
  done
}
equal "every path in the pages for maintainers exists" "$(missing CONTRIBUTING.md docs/explanation/architecture.md)" ""
printf 'see `Sources/Gone/` and `scripts/links.py`\n' >"$scratch/page.md"
equal "a path that does not exist is named" "$(missing "$scratch/page.md")" Sources/Gone/

# A page for users starts with what you get, what you need and the first command.
begins() { head -25 "$1" | grep -q '^```' && head -6 "$1" | grep -qi '\byou\b'; }
for page in docs/tutorials/*.md docs/how-to/*.md docs/reference/*.md; do
  check "$page begins with what you get and a command" begins "$page"
done
printf '# Keys\n\nA key need not be in a file.\n' >"$scratch/page.md"
begins "$scratch/page.md"
equal "a page without them is found" "$?" 1

# Prose has at most 100 columns. `make format` wraps longer lines. passc writes docs/rules/, and
# RulesTests checks it.
check "lines of prose have at most 100 columns" \
  python3 scripts/prose.py --check README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/[!r]*/*.md docs/reference/*.md

# Docs, help, messages, log lines and comments are plain English, or listed with a reason.
check "what people read has none of the habits that scripts/voice.py finds" python3 scripts/voice.py
printf 'The table stands beside the file.\n' >"$scratch/new.md"
python3 scripts/voice.py "$scratch/new.md" >"$scratch/habits"
equal "a new page with two such habits is rejected" $? 1
equal "both are reported" "$(wc -l <"$scratch/habits")" 2

# A code on a page must be a code that passc can print.
grep -rhoE '"[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*){2}"' Sources | tr -d '"' | sort -u >"$scratch/codes"
grep -hoE '`[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*){2}`|\[[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*){2}\]' \
  README.md integrations/skill/SKILL.md docs/tutorials/*.md docs/how-to/*.md docs/reference/*.md |
  tr -d '`[]' | grep -vE '^(com|spark)\.|\.pem$' | sort -u >"$scratch/named"
while read -r code; do
  check "$code, named in the pages, exists" grep -qx -- "$code" "$scratch/codes"
done <"$scratch/named"

# Every failure of the template language is on a page of findings.
grep -rhoE '"(template|data|placeholder)(\.[a-z][A-Za-z0-9]*){2}"' Sources/Build/Template | tr -d '"' |
  sort -u >"$scratch/codes"
while read -r code; do
  check "docs/rules/ has $code" grep -rqF -- "<a id=\"$code\">" docs/rules
done <"$scratch/codes"

# The tables of the folders that make runs list each entry once, and no other.
unlisted() {
  grep '^| `' "$1/README.md" | cut -d'|' -f2 | grep -o '`[^`]*`' | tr -d '`' | sort >"$scratch/listed"
  for entry in "$1"/*; do
    case $entry in */README.md | */__pycache__) continue ;; esac
    if [ -d "$entry" ]; then echo "${entry##*/}/"; else echo "${entry##*/}"; fi
  done | sort | diff "$scratch/listed" -
}
for folder in scripts bench soak; do
  equal "$folder/README.md lists every entry" "$(unlisted $folder)" ""
done
cp -R soak "$scratch/"
: >"$scratch/soak/new.py"
equal "an entry that is not listed is found" "$(unlisted "$scratch/soak" | grep '^[<>]')" "> new.py"

# make help has every target once, in groups, and fits a terminal.
make --no-print-directory help >"$scratch/help"
make --no-print-directory -pn clean 2>/dev/null | sed -n 's/^\.PHONY: //p' | tr ' ' '\n' |
  grep -v '^always$' | sed 's/^all$/make/' | sort >"$scratch/targets"
equal "make help lists every target" \
  "$(sed -n 's/^  make *\([a-z-]*\) .*/\1/p' "$scratch/help" | sed 's/^$/make/' | sort | tr '\n' ' ')" \
  "$(tr '\n' ' ' <"$scratch/targets")"
equal "in seven groups and the variables" "$(grep -c '^[A-Z]' "$scratch/help")" 8
equal "in at most 80 columns" "$(awk 'length > 80' "$scratch/help")" ""
check "the Makefile has at most 250 lines" test "$(cat Makefile | wc -l)" -le 250

finish
