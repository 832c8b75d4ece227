# SPDX-License-Identifier: Apache-2.0
"""Reads the tar that passc writes to a pipe, while it is being written.

Only what passc makes: plain files, with names of their own (ustar), or long ones from an extended
header (pax) before them. Anything else is an error, and so is an archive without its end.
"""

from __future__ import annotations

import fcntl
import os
import sys
import zlib
from typing import Callable, Iterator, Optional, Tuple

BLOCK = 512
#: The initial size of the buffer. A buffer that fits the processor cache is read fastest.
_PIECE = 1 << 18

#: Fills a buffer and returns the number of bytes, or 0 at the end.
Reader = Callable[[memoryview], int]


class BrokenTar(Exception):
    """The archive ends too early, or holds what passc does not write."""


def from_pipe(descriptor: int) -> Reader:
    """What comes out of a pipe."""
    _enlarge(descriptor)

    def read(room: memoryview) -> int:
        return os.readv(descriptor, [room])

    return read


def pieces(descriptor: int) -> Iterator[bytes]:
    """What comes out of a pipe, as it comes, for somebody who does not look into it."""
    _enlarge(descriptor)
    while True:
        piece = os.read(descriptor, 1 << 20)
        if not piece:
            return
        yield piece


def _enlarge(descriptor: int) -> None:
    """Makes a pipe as large as it may be: fewer pieces, fewer waits."""
    # Linux: F_SETPIPE_SZ. Python has a name for it since 3.10.
    if sys.platform == "linux":
        try:
            fcntl.fcntl(descriptor, 1031, 1 << 20)
        except OSError:
            pass  # above the limit of this user, so the default size is used


def entries(read: Reader) -> Iterator[Tuple[str, memoryview]]:
    """Name and bytes of each file, as soon as it is whole. The bytes are good until the next one."""
    buffer = _Buffer(read)
    long_name: Optional[str] = None
    while True:
        header = bytes(buffer.take(BLOCK))
        if header[257:262] != b"ustar":
            if header.strip(b"\0"):
                raise BrokenTar("a header is damaged")
            if bytes(buffer.take(BLOCK)).strip(b"\0"):
                raise BrokenTar("one empty block, two end an archive")
            buffer.drain()
            return
        if not _is_whole(header):
            raise BrokenTar("a header is damaged")
        size = _number(header[124:136])
        body = buffer.take(-(-size // BLOCK) * BLOCK)[:size]
        kind = header[156:157]
        if kind == b"x":
            long_name = _pax_path(bytes(body)) or long_name
            continue
        if kind not in (b"0", b"\0"):
            raise BrokenTar(f"an entry of type {kind!r}, passc writes files only")
        name = long_name if long_name is not None else _name(header)
        long_name = None
        yield name, body


class _Buffer:
    """Bytes that were read and not taken yet."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._view = memoryview(bytearray(_PIECE))
        self._start = self._end = 0

    def take(self, count: int) -> memoryview:
        """The next bytes; what was taken before is not good any more."""
        while self._end - self._start < count:
            if not self._fill(count):
                raise BrokenTar("the archive ends before its end")
        start = self._start
        self._start = start + count
        return self._view[start : self._start]

    def drain(self) -> None:
        """Takes what fills the last record."""
        while self._fill(BLOCK):
            self._start = self._end

    def _fill(self, wanted: int) -> int:
        if self._start + max(wanted, BLOCK) > len(self._view) or self._start == self._end:
            self._make_room(wanted)
        count = self._read(self._view[self._end :])
        self._end += count
        return count

    def _make_room(self, wanted: int) -> None:
        rest = bytes(self._view[self._start : self._end])
        if wanted > len(self._view):
            self._view = memoryview(bytearray(wanted + _PIECE))
        self._view[: len(rest)] = rest
        self._start, self._end = 0, len(rest)


def _number(text: bytes) -> int:
    try:
        return int(text.strip(b" \0") or b"0", 8)
    except ValueError:
        raise BrokenTar("a number in a header cannot be read") from None


def _is_whole(header: bytes) -> bool:
    """Whether the check sum is right: that of all bytes, its own eight counted as blanks."""
    # The lower half of Adler-32 is this sum plus one, modulo 65521. This needs no loop in Python.
    total = _number(header[148:156]) + sum(header[148:156]) - 8 * 32
    return (total + 1 - (zlib.adler32(header) & 0xFFFF)) % 65521 == 0


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
