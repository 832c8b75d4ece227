# SPDX-License-Identifier: Apache-2.0
"""Reads the tar that passc writes while it is being written.

Only what passc makes: plain files, with names of their own (ustar), or long ones from an extended
header (pax) before them. Anything else is an error, and so is an archive without its end.
"""

from __future__ import annotations

from typing import BinaryIO, Callable, Iterator, Optional, Tuple

BLOCK = 512


class BrokenTar(Exception):
    """The archive ends too early, or holds what passc does not write."""


def entries(
    stream: BinaryIO, copy: Optional[Callable[[bytes], object]] = None
) -> Iterator[Tuple[str, bytes]]:
    """Name and bytes of each file, as soon as it is whole.

    Parameters:
        copy: takes every byte of the archive as it is read.
    """
    long_name: Optional[str] = None
    while True:
        header = _exactly(stream, BLOCK, copy)
        if not header.strip(b"\0"):
            if _exactly(stream, BLOCK, copy).strip(b"\0"):
                raise BrokenTar("one empty block, two end an archive")
            # The rest fills the last record.
            while True:
                rest = stream.read(1 << 16)
                if not rest:
                    return
                if copy:
                    copy(rest)
        if header[257:262] != b"ustar" or _sum(header) != _number(header[148:156]):
            raise BrokenTar("a header is damaged")
        size = _number(header[124:136])
        body = _exactly(stream, -(-size // BLOCK) * BLOCK, copy)[:size]
        kind = header[156:157]
        if kind == b"x":
            long_name = _pax_path(body) or long_name
            continue
        if kind not in (b"0", b"\0"):
            raise BrokenTar(f"an entry of type {kind!r}, passc writes files only")
        name = long_name if long_name is not None else _name(header)
        long_name = None
        yield name, body


def _exactly(stream: BinaryIO, count: int, copy: Optional[Callable[[bytes], object]]) -> bytes:
    # A buffered reader gives less only at the end.
    data = stream.read(count) if count else b""
    if len(data) != count:
        raise BrokenTar("the archive ends before its end")
    if copy and data:
        copy(data)
    return data


def _number(text: bytes) -> int:
    try:
        return int(text.strip(b" \0") or b"0", 8)
    except ValueError:
        raise BrokenTar("a number in a header cannot be read") from None


def _sum(header: bytes) -> int:
    return sum(header) - sum(header[148:156]) + 8 * 32


def _name(header: bytes) -> str:
    name = header[0:100].split(b"\0", 1)[0]
    prefix = header[345:500].split(b"\0", 1)[0]
    return (prefix + b"/" + name if prefix else name).decode("utf-8")


def _pax_path(body: bytes) -> Optional[str]:
    position = 0
    path = None
    while position < len(body):
        length = int(body[position : body.index(b" ", position)])
        record = body[position : position + length - 1].split(b" ", 1)[1]
        key, _, value = record.partition(b"=")
        if key == b"path":
            path = value.decode("utf-8")
        position += length
    return path
