# SPDX-License-Identifier: Apache-2.0
"""Serial numbers before passc has seen them: which part a row belongs to, which rows repeat one, and
what the file of a pass is called. passc has the last word: a part compares every name it is given.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

from .errors import IssueError

#: The characters that are trimmed from cells: Unicode White_Space.
_BLANKS = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*\Z")
_PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}")
_INSIDE = re.compile(
    r"\s*(?P<column>[^\s|'.{}]+)\s*(?P<filters>(\|\s*(upper|lower|default\s*:\s*'([^']|'')*')\s*)*)\Z"
)
_FILTER = re.compile(r"\|\s*(upper|lower|default\s*:\s*'((?:[^']|'')*)')\s*")
#: For these types, the serial number contains the cell as written.
_TEXTUAL = {"string", "enum", "integer"}


@dataclass(frozen=True)
class Naming:
    """``--file-name`` and ``--fan-out``."""

    pattern: str = "%s.pkpass"
    fan_out: int = 0

    def path(self, serial: str) -> str:
        """The file of a pass below the output, as passc calls it."""
        name = self.pattern.replace("%s", escaped(serial), 1)
        if self.fan_out == 0:
            return name
        return hashlib.sha256(serial.encode()).hexdigest()[: self.fan_out] + "/" + name

    def options(self) -> List[str]:
        """The options of passc that give these names."""
        options = ["--file-name", self.pattern]
        return options + (["--fan-out", str(self.fan_out)] if self.fan_out else [])


def escaped(serial: str) -> str:
    """A serial number as part of a file name (docs/reference/issuing.md, "File names")."""
    if len(serial) <= 180 and _PLAIN.match(serial):
        return serial
    out: List[str] = []
    for byte in serial.encode():
        character = chr(byte)
        plain = byte < 0x80 and (character.isalnum() or character in "-_.")
        out.append(character if plain and (out or character != ".") else f"%{byte:02X}")
    text = "".join(out)
    if len(text) <= 180:
        return text
    return text[:140] + "~" + hashlib.sha256(serial.encode()).hexdigest()[:32]


def part_of(serial: Optional[str], pass_type: str, parts: int) -> int:
    """The part a row belongs to, from 1, as ``passc issue --shard`` cuts them."""
    if not serial or parts == 1:
        return 1
    key = pass_type.encode() + b"\0" + folded(serial).encode()
    return 1 + int.from_bytes(hashlib.sha256(key).digest()[:8], "big") % parts


def folded(serial: str) -> str:
    """A serial number in lower case, without the one rule that looks at neighbours (final sigma)."""
    return serial.replace("Σ", "σ").lower()


def parse(pattern: str, columns: Dict[str, Dict[str, Any]]) -> List[Tuple[str, Any]]:
    """The template's serialNumber as pieces: ``("text", t)`` and
    ``("cell", (header, trims, default, filters))``.

    Raises:
        IssueError: it holds more than this can foretell; give ``serial=`` then.
    """
    pieces: List[Tuple[str, Any]] = []
    position = 0
    for found in _PLACEHOLDER.finditer(pattern):
        if found.start() > position:
            pieces.append(("text", pattern[position : found.start()]))
        position = found.end()
        inside = _INSIDE.match(found.group(1))
        name = inside.group("column") if inside else None
        column = columns.get(name, {}) if name else {}
        if inside is None or column.get("type", "string") not in _TEXTUAL:
            raise IssueError(
                f"serialNumber is {pattern!r}: what {found.group(0)} becomes cannot be told here; "
                "name the column that holds the serial number with serial="
            )
        default = column.get("default")
        filters = []
        for one in _FILTER.finditer(inside.group("filters") or ""):
            if one.group(1) in ("upper", "lower"):
                filters.append((one.group(1), None))
            else:
                filters.append(("default", one.group(2).replace("''", "'")))
        pieces.append(
            (
                "cell",
                (
                    column.get("from", name),
                    column.get("trim", True),
                    None if default is None else str(default),
                    tuple(filters),
                ),
            )
        )
    if position < len(pattern):
        pieces.append(("text", pattern[position:]))
    return pieces


def cells(pieces: List[Tuple[str, Any]], headers: List[str]) -> List[Any]:
    """The cells that the pieces are made of, as columns of Spark by the names ``assembled`` uses."""
    from pyspark.sql import functions as F

    columns = []
    for number, (kind, value) in enumerate(pieces):
        if kind == "text":
            continue
        header, trims, _, _ = value
        if header not in headers:
            raise IssueError(
                f"the serial number needs the column {header!r}, the data has none of that name"
            )
        cell = F.col(f"`{header.replace('`', '``')}`").cast("string")
        columns.append((F.btrim(cell, F.lit(_BLANKS)) if trims else cell).alias(f"_cell{number}"))
    return columns


def assembled(pieces: List[Tuple[str, Any]]) -> Any:
    """The pieces as a column of Spark; null where a cell that it needs is empty."""
    from pyspark.sql import functions as F

    columns = []
    for number, (kind, value) in enumerate(pieces):
        if kind == "text":
            columns.append(F.lit(value))
            continue
        _, _, default, filters = value
        cell = F.col(f"_cell{number}")
        cell = F.when(cell == "", F.lit(None)).otherwise(cell)
        if default is not None:
            cell = F.coalesce(cell, F.lit(default))
        for name, text in filters:
            if name == "default":
                cell = F.coalesce(cell, F.lit(text))
            else:
                cell = F.upper(cell) if name == "upper" else F.lower(cell)
        columns.append(cell)
    return F.concat(*columns)


def key_column(serial: Any) -> Any:
    """What two rows with one serial number have in common."""
    from pyspark.sql import functions as F

    return F.lower(F.replace(serial, F.lit("Σ"), F.lit("σ")))


def digest_column(key: Any, pass_type: str) -> Any:
    """What decides over the part of a row, of its key; ``part_column`` reads it."""
    from pyspark.sql import functions as F

    before = F.lit(bytearray(pass_type.encode() + b"\0"))
    return F.sha2(F.concat(before, key.cast("binary")), 256)


def part_column(digest: Any, parts: int) -> Any:
    """The part of a row, from 1; rows without a serial number belong to the first."""
    from pyspark.sql import functions as F

    # 64 bits are too many for Spark's numbers, so the number is split into halves. The remainder
    # can be computed from them.
    high, low = (F.conv(F.substring(digest, at, 8), 16, 10).cast("bigint") for at in (1, 9))
    number = ((high % parts) * ((1 << 32) % parts) + low % parts) % parts + 1
    return F.coalesce(number.cast("int"), F.lit(1))


def slots(parts: int) -> List[int]:
    """For each part, from 1, a number that Spark's hash sends to the partition of that part."""
    found: Dict[int, int] = {}
    number = 0
    while len(found) < parts:
        found.setdefault(_spark_hash(number) % parts, number)
        number += 1
    return [found[part] for part in range(parts)]


def _spark_hash(number: int) -> int:
    """Spark's ``hash`` of an int: Murmur3 of its four bytes, the seed 42; signed."""
    mask = 0xFFFFFFFF

    def turned(value: int, bits: int) -> int:
        return (value << bits | value >> (32 - bits)) & mask

    mixed = turned(number * 0xCC9E2D51 & mask, 15) * 0x1B873593 & mask
    state = (turned(42 ^ mixed, 13) * 5 + 0xE6546B64) & mask
    state ^= 4
    state = (state ^ state >> 16) * 0x85EBCA6B & mask
    state = (state ^ state >> 13) * 0xC2B2AE35 & mask
    state ^= state >> 16
    return state - (1 << 32) if state >> 31 else state
