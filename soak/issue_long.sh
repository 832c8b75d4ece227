#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The long runs of `passc issue`: PIPED rows to a pipe, SERIALS rows with a ledger and a second run
# with it, and FILES files that are verified and checked. Takes hours and gigabytes. issue_long.py
# does the measurements.
#
#   soak/issue_long.sh PASSC PIPED SERIALS FILES

set -eu
folder=build/issue-long
rm -rf $folder
trap 'rm -rf $folder' EXIT
python3 soak/issue_long.py pipe "$1" "$2"
python3 soak/issue_long.py prepare "$1" $folder "$3"
python3 soak/issue_long.py rerun "$1" $folder
rm -rf $folder
python3 soak/issue_long.py verify "$1" $folder "$4"
