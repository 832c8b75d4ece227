# SPDX-License-Identifier: Apache-2.0
"""One process of ``passc issue``: rows go in as JSON Lines, passes come out of its tar."""

from __future__ import annotations

import collections
import json
import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field
from typing import (
    IO, Any, Callable, Deque, Dict, Iterable, Iterator, List, Optional, Tuple, Union,
)  # fmt: skip

from . import tar
from .errors import IssueError

#: How passc calls the rows it reads from a pipe.
_INPUT = "<standard input>"


#: A row on its way through passc: its serial number and the name its pass must have, both None where
#: the serial number is not known, and what its content is called.
FedRow = Tuple[Optional[str], Optional[str], str]


@dataclass(frozen=True)
class Chunk:
    """Some rows, and the same as the lines of JSON that passc reads."""

    rows: List[FedRow]
    lines: Union[bytes, memoryview]


@dataclass(frozen=True)
class Refusal:
    """Why a row has no pass."""

    code: str
    message: str
    #: The place: a column of the data, or a file of the template with line and column.
    fault: Optional[str]


@dataclass
class PassProcess:
    """Runs passc over rows. Use it once."""

    arguments: List[str]
    environment: Dict[str, str] = field(repr=False)
    inherited: Tuple[int, ...] = ()
    #: What stands before names of the template in diagnostics, and says nothing to anybody.
    template_parent: str = ""
    refused: List[Tuple[FedRow, Refusal]] = field(default_factory=list)
    summary: Dict[str, Any] = field(default_factory=dict)
    #: How many rows were found to have a pass or none; and the line and row of those with none.
    _taken: int = 0
    _skipped: List[Tuple[int, FedRow]] = field(default_factory=list)

    def run(
        self,
        chunks: Iterable[Chunk],
        copy: Optional[Callable[[bytes], object]] = None,
        archive: Optional[int] = None,
    ) -> Iterator[Tuple[FedRow, memoryview]]:
        """Each row with its pass, in the order of the rows; afterwards ``refused`` has the others.

        The bytes of a pass are good until the next one.

        Parameters:
            chunks: the rows.
            copy: takes every byte of the archive.
            archive: a file that is to be the archive: passc writes to it without going through here.
        Raises:
            IssueError: passc could not do it, or gave a pass to no row.
        """
        waiting: Deque[FedRow] = collections.deque()
        errors: List[BaseException] = []
        talk: Deque[str] = collections.deque(maxlen=20)
        diagnostics: List[Dict[str, Any]] = []
        with tempfile.TemporaryDirectory(prefix="passc-") as scratch:
            rejects = os.path.join(scratch, "rejects.jsonl")
            with subprocess.Popen(
                self.arguments + ["--rejects", rejects],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if archive is None else archive,
                stderr=subprocess.PIPE,
                env={**os.environ, **self.environment},
                pass_fds=self.inherited,
            ) as child:
                assert child.stdin and child.stderr
                feeder = threading.Thread(
                    target=self._feed, args=(chunks, child.stdin, waiting, errors), daemon=True
                )
                listener = threading.Thread(
                    target=self._listen, args=(child.stderr, diagnostics, talk), daemon=True
                )
                feeder.start()
                listener.start()
                try:
                    broken: Optional[tar.BrokenTar] = None
                    try:
                        for name, data in tar.entries(_reader(child, archive), copy):
                            yield self._owner(name, waiting), data
                    except tar.BrokenTar as error:
                        broken = error
                    feeder.join()
                    code = child.wait()
                    listener.join()
                except BaseException:
                    child.kill()
                    raise
            if errors:
                raise errors[0]
            # 1 says that rows were refused, which the outcomes tell.
            end = self.summary.get("end")
            if code not in (0, 1) or broken or end not in ("complete", "sameFault"):
                said = "; ".join(talk) or str(broken)
                raise IssueError(f"passc ended with {code}: {said}")
            for row in waiting:
                self._skip(row)
            self._refuse(rejects, diagnostics)

    # The two threads beside the one that reads the archive.

    @staticmethod
    def _feed(
        chunks: Iterable[Chunk],
        stdin: IO[bytes],
        waiting: Deque[FedRow],
        errors: List[BaseException],
    ) -> None:
        try:
            broken = False
            for chunk in chunks:
                waiting.extend(chunk.rows)
                if broken:
                    continue
                try:
                    stdin.write(chunk.lines)
                    stdin.flush()
                except BrokenPipeError:
                    # passc has ended early; what it says of the rows comes with its end.
                    broken = True
        except BaseException as error:  # handed on by the thread that waits
            errors.append(error)
        finally:
            try:
                stdin.close()
            except BrokenPipeError:
                pass

    def _listen(
        self, stderr: IO[bytes], diagnostics: List[Dict[str, Any]], talk: Deque[str]
    ) -> None:
        for raw in stderr:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            if not line.startswith("{"):
                talk.append(line)
                continue
            value = json.loads(line)
            if "code" not in value:
                self.summary.update(value)
            elif value.get("severity") == "error":
                diagnostics.append(value)
                talk.append(f"{value.get('message')} [{value.get('code')}]")

    # Which row is whose.

    def _owner(self, name: str, waiting: Deque[FedRow]) -> FedRow:
        """The row of a pass; those before it that have none were refused."""
        while waiting:
            row = waiting.popleft()
            if row[1] == name:
                self._taken += 1
                return row
            self._skip(row)
        raise IssueError(
            f"passc made {name}, which is the pass of no row: the serial numbers are not what "
            "serialNumber of the template says; name their column with serial="
        )

    def _skip(self, row: FedRow) -> None:
        self._taken += 1
        self._skipped.append((self._taken, row))

    def _refuse(self, rejects: str, diagnostics: List[Dict[str, Any]]) -> None:
        """Joins the refused rows with what passc wrote of them, in the same order."""
        skipped = self._skipped
        reasons: List[Tuple[str, str, str]] = []
        if os.path.exists(rejects):
            with open(rejects, encoding="utf-8") as file:
                for line in file:
                    value = json.loads(line)
                    code, reason = value.get("passc_code", ""), value.get("passc_reason", "")
                    reasons.append((code, reason, line))
        end = self.summary.get("end")
        if len(reasons) > len(skipped) or (len(reasons) < len(skipped) and end == "complete"):
            raise IssueError(
                f"{len(skipped)} rows have no pass and passc refused {len(reasons)}: "
                "the serial numbers are not what the template says; name their column with serial="
            )
        places = self._places(diagnostics)
        for index, (number, row) in enumerate(skipped):
            text = ""
            if index < len(reasons):
                code, message, text = reasons[index]
            else:
                code = reasons[-1][0] if reasons else "issue.rows.sameFault"
                message = (
                    "not looked at: every one of the first 1,000 rows of this part has that fault"
                )
            found = places.get(number) or places.get(row[0] or "")
            place = _worded(found, text) if found else None
            self.refused.append((row, Refusal(code, message, place)))

    def _places(self, diagnostics: List[Dict[str, Any]]) -> Dict[Any, "_Found"]:
        """Where the first error of each row is, by its line, else by its serial number."""
        places: Dict[Any, _Found] = {}
        for one in diagnostics:
            notes = [note for note in one.get("notes") or [] if note.get("file") == _INPUT]
            inside = one.get("file") == _INPUT
            found = self._found(one, inside)
            if inside:
                places.setdefault(one.get("line"), found)
            elif notes:
                places.setdefault(notes[0].get("line"), found)
            if one.get("serial"):
                places.setdefault(one["serial"], found)
        return places

    def _found(self, one: Dict[str, Any], inside: bool) -> "_Found":
        pointer = one.get("pointer")
        if inside:
            return _Found(one.get("column"), None, pointer)
        file = str(one.get("file") or "")
        if self.template_parent and file.startswith(self.template_parent):
            file = file[len(self.template_parent) :].lstrip("/")
        words = ":".join(str(v) for v in (file, one.get("line"), one.get("column")) if v)
        return _Found(None, words, pointer)


def _reader(child: "subprocess.Popen[bytes]", archive: Optional[int]) -> tar.Reader:
    """What passc writes, from its pipe or out of the file it writes to."""
    if archive is not None:
        return tar.from_file(archive, lambda: child.poll() is not None)
    assert child.stdout
    return tar.from_pipe(child.stdout.fileno())


@dataclass(frozen=True)
class _Found:
    #: The byte of the row, from 1; None when it is in the template.
    byte: Optional[int]
    template: Optional[str]
    pointer: Optional[str]


def _worded(found: _Found, line: str) -> str:
    """A place as people read it; a place in a row is the column that stands there."""
    if found.template is not None:
        words = found.template
    else:
        name = column_at(line, found.byte or 1)
        words = f"column {name}" if name else "row"
    return words + (f", {found.pointer}" if found.pointer else "")


def column_at(line: str, byte: int) -> Optional[str]:
    """The member of a JSON object whose name or value a byte lies in, from 1."""
    decoder = json.JSONDecoder()
    position = line.find("{") + 1
    try:
        while True:
            position = _after(line, position, " \t,")
            name, position = decoder.raw_decode(line, position)
            position = _after(line, position, " \t:")
            _, position = decoder.raw_decode(line, position)
            # The object itself stands at byte 1.
            if 1 < byte <= len(line[:position].encode()):
                return str(name)
            if byte <= 1:
                return None
    except ValueError:
        return None


def _after(line: str, position: int, blanks: str) -> int:
    while line[position : position + 1] and line[position] in blanks:
        position += 1
    return position
