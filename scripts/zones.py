#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes Sources/Format/Model/Values/ZoneData.swift, the time zones that are compiled in.

    scripts/zones.py [FOLDER]

Needs Python 3.9 and the compiled zones with tzdata.zi beside them, by default in /usr/share/zoneinfo:
Debian's package tzdata, since Debian 13 tzdata-legacy too. A newer release than the machine has:

    apt-get download tzdata && dpkg -x tzdata_*.deb release
    scripts/zones.py release/usr/share/zoneinfo

What is written is read back and compared with the compiled zones at every change they know and around
it. Leap seconds, abbreviations and whether it is called daylight saving time are left out.
"""

import datetime
import pathlib
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent / "Sources/Format/Model/Values/ZoneData.swift"
# Not places, but placeholders of installers.
NOT_ZONES = {"Factory"}
# Times are stored as quarters of an hour and a remainder.
UNIT = 900
LAST_YEAR = 2500
HEADER = """\
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Written by scripts/zones.py; do not edit.

/// The time zones, as the IANA time zone database has them (which is in the public domain).
///
/// They are compiled in, so that the same input gives the same bytes on machines with different or
/// no zone files. Only offsets are told, those before 1970 included.
package enum ZoneData {
  /// The release of the database, such as `2025b`.
  package static let version = "%s"

  /// Each record is `names;offsets;changes;rule`.
  ///
  /// - names: of the zone and of those that have the same clocks, with blanks between.
  /// - offsets: seconds east of Greenwich, with commas between. The first holds before any change.
  /// - changes: each the offset that begins, `A` being the first, and how many quarters of an hour
  ///   after the change before it (for the first: after 1970), in base 36 with lower-case
  ///   digits; what goes beyond a whole quarter stands in seconds after a dot. All are from 1970 in
  ///   UTC; the quarters are counted rounded down.
  /// - rule: what holds from the last change on. Empty: the last offset. Else four parts with
  ///   blanks between: standard offset, summer offset, when summer begins and when it ends, as
  ///   `month.week.weekday/seconds` of the clock that is in force until then. Week 5 is the last
  ///   of the month, weekday 0 is Sunday.
  package static let records: [StaticString] = [
"""


class Rule:
    """What POSIX calls TZ: standard and summer offset, and two changes a year."""

    NAME = r"(?:[A-Za-z]+|<[-+A-Za-z0-9]+>)"
    TIME = r"([-+]?\d+)(?::(\d+))?(?::(\d+))?"
    DAY = r",M(\d+)\.(\d+)\.(\d+)(?:/" + TIME + ")?"
    FORM = re.compile(f"{NAME}{TIME}(?:({NAME})(?:{TIME})?{DAY}{DAY})?")

    def __init__(self, text):
        found = self.FORM.fullmatch(text)
        if not found:
            sys.exit(f"unknown rule {text!r}")
        group = found.groups()
        self.standard = -self.seconds(group[0:3])
        self.summer = None
        if group[3]:
            self.summer = -self.seconds(group[4:7]) if group[4] else self.standard + 3600
            self.begins = self.day(group[7:13])
            self.ends = self.day(group[13:19])
            # ZoneRules.swift uses the year in UTC instead of the local year.
            if not all(2 <= day[0] <= 11 for day in (self.begins, self.ends)):
                sys.exit(f"{text!r} changes clocks around New Year")

    @staticmethod
    def seconds(parts):
        hours, minutes, seconds = (part or "0" for part in parts)
        value = abs(int(hours)) * 3600 + int(minutes) * 60 + int(seconds)
        return -value if hours.startswith("-") else value

    def day(self, group):
        month, week, weekday = (int(part) for part in group[:3])
        return month, week, weekday, self.seconds(group[3:]) if group[3] else 7200

    @property
    def text(self):
        if self.summer is None:
            return ""
        days = ("%d.%d.%d/%d" % day for day in (self.begins, self.ends))
        return " ".join([str(self.standard), str(self.summer), *days])

    def changes(self, first, last):
        """Moment and offset of every change from year to year."""
        if self.summer is None:
            return []
        found = []
        for year in range(first, last + 1):
            found.append((local(year, self.begins) - self.standard, self.summer))
            found.append((local(year, self.ends) - self.summer, self.standard))
        return sorted(found)


def local(year, day):
    """Seconds from 1970 to a day of a rule, by the clock there."""
    month, week, weekday, seconds = day
    first = datetime.date(year, month, 1)
    date = first + datetime.timedelta((weekday - first.isoweekday()) % 7 + (week - 1) * 7)
    while date.month != month:
        date -= datetime.timedelta(7)
    return (date - datetime.date(1970, 1, 1)).days * 86400 + seconds


def read(path):
    """The first offset, the changes as (moment, offset) and the rule of a compiled zone, RFC 9636."""
    data = path.read_bytes()

    def header(at):
        magic, version, *counts = struct.unpack(">4sc15x6l", data[at : at + 44])
        if magic != b"TZif" or version < b"2":
            sys.exit(f"{path}: not a compiled zone of 64 bits")
        return counts

    # Skips the 32-bit data, because the 64-bit data follows.
    isut, isstd, leap, times, types, chars = header(0)
    at = 44 + times * 5 + types * 6 + chars + leap * 8 + isstd + isut
    isut, isstd, leap, times, types, chars = header(at)
    if leap:
        sys.exit(f"{path}: counts leap seconds")
    at += 44
    moments = struct.unpack(f">{times}q", data[at : at + times * 8])
    kinds = data[at + times * 8 : at + times * 9]
    at += times * 9
    offsets = [struct.unpack(">l", data[at + n * 6 : at + n * 6 + 4])[0] for n in range(types)]
    at += types * 6 + chars + leap * 12 + isstd + isut
    footer = data[at:].decode("ascii")
    if not footer.startswith("\n") or not footer.endswith("\n") or len(footer) < 3:
        sys.exit(f"{path}: says nothing about the future")
    changes = [(moment, offsets[kind]) for moment, kind in zip(moments, kinds)]
    return offsets[0], changes, Rule(footer.strip("\n"))


def without_repetition(first, changes):
    """Only what moves the clocks; a new name or a new reason does not."""
    kept, offset = [], first
    for change in changes:
        if change[1] != offset:
            kept.append(change)
            offset = change[1]
    return kept


def without_what_the_rule_says(first, changes, rule):
    """The changes up to the one after which the rule alone gives all the others."""
    if rule.summer is None:
        if changes and changes[-1][1] != rule.standard or not changes and first != rule.standard:
            sys.exit("a zone ends with another offset than its rule's")
        return changes
    said = dict(rule.changes(1960, LAST_YEAR))
    count = len(changes)
    # If the rule of a zone started before its data, at least one change is kept as the start for
    # the following years.
    while count > 1 and said.get(changes[count - 1][0]) == changes[count - 1][1]:
        count -= 1
    # Between the last two changes, the rule must have no change and no other offset.
    while count < len(changes) and not follows(changes[count - 1], changes[count:], said):
        count += 1
    return changes[:count]


def follows(last, others, said):
    end = others[-1][0]
    ruled = [(moment, offset) for moment, offset in sorted(said.items()) if last[0] < moment <= end]
    before = [offset for moment, offset in sorted(said.items()) if moment <= last[0]]
    return ruled == others and bool(before) and before[-1] == last[1]


def base36(number):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    text = ""
    sign, number = ("-" if number < 0 else ""), abs(number)
    while True:
        number, digit = divmod(number, 36)
        text = digits[digit] + text
        if not number:
            return sign + text


def packed(first, changes, rule):
    offsets = [first]
    text, unit = "", 0
    for moment, offset in changes:
        if offset not in offsets:
            offsets.append(offset)
        whole, rest = divmod(moment, UNIT)
        text += chr(ord("A") + offsets.index(offset)) + base36(whole - unit)
        text += "." + base36(rest) if rest else ""
        unit = whole
    if len(offsets) > 26:
        sys.exit("more offsets than letters")
    return ";".join([",".join(map(str, offsets)), text, rule.text])


def unpacked(record):
    """Every change up to LAST_YEAR, from what was written."""
    offsets, text, rule = record.split(";")
    offsets = [int(offset) for offset in offsets.split(",")]
    changes, unit = [], 0
    for kind, whole, rest in re.findall(r"([A-Z])(-?[0-9a-z]+)(?:\.([0-9a-z]+))?", text):
        unit += int(whole, 36)
        changes.append((unit * UNIT + int(rest or "0", 36), offsets[ord(kind) - ord("A")]))
    if rule:
        standard, summer, *days = rule.split(" ")
        rule = Rule("A0")
        rule.standard, rule.summer = int(standard), int(summer)
        rule.begins, rule.ends = (tuple(map(int, re.split("[./]", day))) for day in days)
        last = changes[-1][0] if changes else -(1 << 62)
        changes += [change for change in rule.changes(1970, LAST_YEAR) if change[0] > last]
    return without_repetition(offsets[0], changes)


def names_in(folder):
    """Every name of the database, from its text; the folder may hold more or, if a package is missing, less."""
    names = set()
    version = None
    for line in (folder / "tzdata.zi").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if line.startswith("# version "):
            version = words[2]
        elif words[:1] == ["Z"]:
            names.add(words[1])
        elif words[:1] == ["L"]:
            names.add(words[2])
    if not version or not names:
        sys.exit(f"{folder}/tzdata.zi: no version or no zones")
    return version, sorted(names - NOT_ZONES)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/zoneinfo")
    version, names = names_in(folder)
    groups = {}
    for name in names:
        path = folder / name
        if not path.is_file():
            sys.exit(f"{path} is missing; is tzdata-legacy installed?")
        first, changes, rule = read(path)
        ruled = rule.changes(2000, LAST_YEAR)
        changes = without_repetition(first, changes)
        last = changes[-1][0] if changes else -(1 << 62)
        expected = without_repetition(first, changes + [c for c in ruled if c[0] > last])
        record = packed(first, without_what_the_rule_says(first, changes, rule), rule)
        if unpacked(record) != expected:
            sys.exit(f"{name}: reading back gives something else")
        groups.setdefault(record, []).append(name)
    lines = sorted(" ".join(group) + ";" + record for record, group in groups.items())
    text = HEADER % version + "".join(f'    "{line}",\n' for line in lines) + "  ]\n}\n"
    TARGET.write_text(text, encoding="utf-8")
    print(f"{version}: {len(names)} names, {len(lines)} records, {len(text)} bytes")


if __name__ == "__main__":
    main()
