#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Writes passc.1 to standard output: a frame of prose, filled with the --help of every command, so
# that page and program agree. Needs nothing but sh and awk.
#
#   scripts/manual.sh PASSC

set -eu
# ArgumentParser breaks lines at COLUMNS. man breaks the lines of the page again.
COLUMNS=200
export COLUMNS
LC_ALL=C
export LC_ALL
passc=$1

# Prints the names in the sections of a help text that list commands.
subcommands() {
  awk '
    /^(SUBCOMMANDS|CREATE|CHECK|SIGN|UPDATE|NFC|MORE):/ { inside = 1; next }
    inside && /^[^ ]/ { inside = 0 }
    inside && /^  [a-z]/ { print $1 }
  '
}

# Writes one command as a section, then its subcommands.
command_pages() {
  text=$("$passc" "$@" --help)
  names=$(printf '%s\n' "$text" | subcommands)
  if [ $# -gt 0 ]; then
    printf '%s\n' "$text" | awk -v title="passc $*" '
      function plain(line) {
        gsub(/\\/, "\\e", line)
        gsub(/-/, "\\-", line)
        if (line ~ /^[.\x27]/) line = "\\&" line
        return line
      }
      BEGIN { print ".SS " plain(title); in_prose = 1 }
      /^USAGE: / {
        sub(/^USAGE: /, "")
        print ".PP"
        print ".B " plain($0)
        in_usage = 1
        in_prose = 0
        next
      }
      /^[A-Z][A-Z ,]*:$/ {
        in_usage = 0
        in_prose = 0
        # Every command has these.
        skipping = $0 ~ /^(SUBCOMMANDS|GENERAL):/
        next
      }
      skipping { next }
      # A blank line is a new paragraph in prose and nothing elsewhere.
      /^ *$/ { if (in_prose) print ".PP"; in_usage = 0; next }
      # Indented lines in prose are examples and keep their shape.
      in_prose && /^  / { print ".nf"; print plain($0); print ".fi"; next }
      in_prose { print plain($0); next }
      in_usage { sub(/^ */, ""); print ".br"; print ".B " plain($0); next }
      # ArgumentParser begins the explanation in column 27, even right behind an option that long.
      /^  [^ ]/ && substr($0, 26, 1) == " " && substr($0, 27, 1) ~ /[^ ]/ {
        name = substr($0, 3, 23)
        sub(/ +$/, "", name)
        print ".TP"
        print ".B " plain(name)
        print plain(substr($0, 27))
        next
      }
      /^  [^ ]/ {
        sub(/^  /, "")
        gap = match($0, /  +/)
        print ".TP"
        if (gap) {
          print ".B " plain(substr($0, 1, gap - 1))
          print plain(substr($0, gap + RLENGTH))
        } else {
          print ".B " plain($0)
        }
        next
      }
      { sub(/^ */, ""); print plain($0) }
    '
  fi
  for name in $names; do
    [ "$name" = help ] || command_pages "$@" "$name"
  done
}

# The names of the topics.
topics() {
  "$passc" help | awk '/^TOPICS/ { inside = 1; next } /^$/ { exit } inside { print $1 }'
}

# One topic as a section: indented lines keep their shape.
topic_page() {
  "$passc" help "$1" | awk -v topic="$1" '
    function plain(line) {
      gsub(/\\/, "\\e", line)
      gsub(/-/, "\\-", line)
      if (line ~ /^[.\x27]/) line = "\\&" line
      return line
    }
    NR == 1 { sub(/^[^:]*: /, ""); print ".SS " topic; print plain($0); next }
    /^ *$/ { print ".PP"; next }
    /^  / { print ".nf"; print plain($0); print ".fi"; next }
    { print plain($0) }
  '
}

version=$("$passc" --version | head -n 1)

cat <<FRAME
.\\" Made by scripts/manual.sh from the help texts; do not edit.
.TH PASSC 1 "" "$version" "User Commands"
.SH NAME
passc \\- build, check and sign Apple Wallet passes
.SH SYNOPSIS
.B passc
.I command
.RI [ options ]
.SH DESCRIPTION
.B passc
turns a template folder and a row of data into a signed .pkpass. If it cannot, it prints where the
error is and what to do. Results go to standard output, diagnostics to standard error.
.SH COMMANDS
FRAME
command_pages
cat <<'FRAME'
.SH TOPICS
FRAME
for topic in $(topics); do topic_page "$topic"; done
cat <<'FRAME'
.SH SEE ALSO
.BR openssl\-cms (1),
.BR make (1)
FRAME
