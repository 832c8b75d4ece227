#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Writes passc.1 to standard output: a frame of prose, filled with the --help of every command, so
# that the page cannot say anything else than the program. Needs nothing but sh and awk.
#
#   scripts/manual.sh PASSC

set -eu
# Columns decide where ArgumentParser breaks lines; the page is filled anew by man.
COLUMNS=200
export COLUMNS
LC_ALL=C
export LC_ALL
passc=$1

# Prints the names in the SUBCOMMANDS section of a help text.
subcommands() {
  awk '
    /^SUBCOMMANDS:/ { inside = 1; next }
    inside && /^[^ ]/ { inside = 0 }
    inside && /^  [a-z]/ { print $1 }
  '
}

# One command as a section of its own, then the commands below it.
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
      BEGIN { print ".SS " plain(title) }
      /^OVERVIEW: / { sub(/^OVERVIEW: /, ""); print plain($0); in_prose = 1; next }
      /^USAGE: / {
        sub(/^USAGE: /, "")
        print ".PP"
        print ".B " plain($0)
        in_usage = 1
        in_prose = 0
        next
      }
      /^[A-Z][A-Z ]*:$/ {
        in_usage = 0
        in_prose = 0
        skipping = $0 ~ /^SUBCOMMANDS/
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
turns a template folder and a row of data into a signed .pkpass, or says exactly where and why not.
Results go to standard output, diagnostics to standard error.
.SH COMMANDS
FRAME
command_pages
cat <<'FRAME'
.SH EXIT STATUS
.TP
.B 0
Fine; there may have been warnings.
.TP
.B 1
Findings of severity error (with \-\-strict also warnings), or an identity that does not fit.
.TP
.B 2
Wrong usage.
.TP
.B 3
The environment failed: a file that cannot be read or decrypted, a wrong password, the disk.
.SH ENVIRONMENT
.TP
.B PASSC_IDENTITY
The folder with certificates and keys, where \-\-identity is not given.
.TP
.B PASSC_PASSWORD
The password of an encrypted key or PKCS #12 file.
.TP
.B PASSC_CA_DIR
A folder in which intermediate certificates are looked for too.
.TP
.B SOURCE_DATE_EPOCH
Seconds since 1970: the signing time, and "today" for every rule. The same value gives the same bytes.
.TP
.B NO_COLOR
No colour, even on a terminal.
.SH FILES
.TP
.I ~/.config/passc/ca
Intermediate certificates for every identity.
.SH SEE ALSO
.BR openssl\-cms (1),
.BR make (1)
FRAME
