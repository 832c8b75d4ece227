#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets ELF files run with an older glibc than that of the machine that linked them.

    scripts/packages/older_glibc.py LIBRARY FILE...

LIBRARY is libpassc-glibc.so, which defines functions that only a newer glibc has. Where a FILE uses such
a function, the version of glibc is no longer part of the name, so that the loader accepts the definition
in LIBRARY too. A FILE that also needs other functions of that version stays as it is. Prints the changed
files, of which each needs LIBRARY.
"""

import pathlib
import re
import struct
import sys

# The oldest glibc whose functions a file may use without LIBRARY.
OLDEST = (2, 34)
UNVERSIONED = 1
# The most significant bit of a symbol's version says that it is hidden.
VERSION_BITS = 0x7FFF
DT_VERNEED, DT_VERNEEDNUM = 0x6FFFFFFE, 0x6FFFFFFF


class Elf:
    """The dynamic symbols of a 64-bit little-endian ELF file and the versions it needs."""

    def __init__(self, path):
        self.path = path
        self.data = bytearray(path.read_bytes())
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{path} is not a 64-bit little-endian ELF file")
        (table,) = struct.unpack_from("<Q", self.data, 0x28)
        size, count, names = struct.unpack_from("<HHH", self.data, 0x3A)
        headers = [struct.unpack_from("<IIQQQQIIQQ", self.data, table + size * index) for index in range(count)]
        name_start = headers[names][4]
        # Start and end in the file, and the position of the header, by the name of the section.
        self.sections, self.headers = {}, {}
        for index, header in enumerate(headers):
            name = self.text(name_start + header[0])
            self.sections[name] = header[4], header[4] + header[5]
            self.headers[name] = table + size * index

    def text(self, start):
        return self.data[start:self.data.index(0, start)].decode()

    def symbols(self):
        """Yields the position of the version, the name, and whether the file defines the symbol."""
        start, end = self.sections[".dynsym"]
        versions = self.sections[".gnu.version"][0]
        strings = self.sections[".dynstr"][0]
        for index in range(1, (end - start) // 24):
            name, _, _, section = struct.unpack_from("<IBBH", self.data, start + 24 * index)
            yield versions + 2 * index, self.text(strings + name), section != 0

    def newer_versions(self):
        """Yields the needed versions of glibc that are newer than OLDEST.

        Each one is a list of the positions of the library's entry before or None, of the library's entry, of
        the version before it or None, and of the version itself, with the index of the version.
        """
        if ".gnu.version_r" not in self.sections:
            return
        entry_before, entry = None, self.sections[".gnu.version_r"][0]
        strings = self.sections[".dynstr"][0]
        while True:
            _, _, _, first, following = struct.unpack_from("<HHIII", self.data, entry)
            before, version = None, entry + first
            while True:
                _, _, index, name, step = struct.unpack_from("<IHHII", self.data, version)
                found = re.fullmatch(r"GLIBC_(\d+)\.(\d+)", self.text(strings + name))
                if found and tuple(map(int, found.groups())) > OLDEST:
                    yield [entry_before, entry, before, version], index
                if not step:
                    break
                before, version = version, version + step
            if not following:
                return
            entry_before, entry = entry, entry + following

    def remove_version(self, entry_before, entry, before, version):
        """Removes one needed version from the list of its library."""
        (step,) = struct.unpack_from("<I", self.data, version + 12)
        count, _, first = struct.unpack_from("<HII", self.data, entry + 2)
        if count == 1:
            self.remove_library(entry_before, entry)
            return
        struct.pack_into("<H", self.data, entry + 2, count - 1)
        if before is None:
            struct.pack_into("<I", self.data, entry + 8, first + step)
        else:
            struct.pack_into("<I", self.data, before + 12, version + step - before if step else 0)

    def is_last(self, entry):
        """Returns whether a library's entry is the only one, with a single version."""
        count = struct.unpack_from("<I", self.data, self.headers[".gnu.version_r"] + 44)[0]
        return count == 1 and struct.unpack_from("<H", self.data, entry + 2)[0] == 1

    def remove_library(self, before, entry):
        """Removes a library without needed versions from the list. The program still needs the library."""
        (step,) = struct.unpack_from("<I", self.data, entry + 12)
        if before is not None:
            struct.pack_into("<I", self.data, before + 12, entry + step - before if step else 0)
        # The list begins with the next one.
        moved = step if before is None else 0
        header = self.headers[".gnu.version_r"]
        _, _, _, address, offset, size, link, count = struct.unpack_from("<IIQQQQII", self.data, header)
        struct.pack_into("<QQQII", self.data, header + 16, address + moved, offset + moved, size - moved, link, count - 1)
        self.sections[".gnu.version_r"] = offset + moved, offset + size
        start, end = self.sections[".dynamic"]
        for position in range(start, end, 16):
            tag, value = struct.unpack_from("<QQ", self.data, position)
            if tag == DT_VERNEED:
                struct.pack_into("<Q", self.data, position + 8, value + moved)
            if tag == DT_VERNEEDNUM:
                struct.pack_into("<Q", self.data, position + 8, count - 1)


def loosen(path, defined):
    """Removes the version from uses of functions that are in `defined`. Returns whether it did."""
    elf = Elf(path)
    used = {}
    for position, name, is_defined in elf.symbols():
        index = struct.unpack_from("<H", elf.data, position)[0] & VERSION_BITS
        if not is_defined:
            used.setdefault(index, []).append((position, name))
    changed = False
    # Each removal changes the positions of others, so the list is read again.
    while True:
        found = [
            (positions, index) for positions, index in elf.newer_versions()
            if all(name in defined for _, name in used.get(index, []))]
        # The loader reads the first entry of a list whose length is zero.
        if not found or elf.is_last(found[0][0][1]):
            break
        positions, index = found[0]
        for position, _ in used.get(index, []):
            struct.pack_into("<H", elf.data, position, UNVERSIONED)
        elf.remove_version(*positions)
        changed = True
    if changed:
        path.write_bytes(elf.data)
    return changed


def main(arguments):
    library, *files = map(pathlib.Path, arguments)
    defined = {name for _, name, is_defined in Elf(library).symbols() if is_defined}
    for path in files:
        if loosen(path, defined):
            print(path)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:])
