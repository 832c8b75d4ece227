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
from typing import Any, BinaryIO, Callable, Deque, Dict, Iterable, Iterator, List, Optional, Tuple

from . import tar
from .errors import IssueError

#: How passc calls the rows it reads from a pipe.
_INPUT = "<standard input>"


@dataclass(frozen=True)
class FedRow:
    """A row on its way through passc."""

    #: Its line in what passc reads, from 1.
    line: int
    serial: Optional[str]
    #: The name its pass must have; None where the serial number is not known.
    name: Optional[str]
    content: str


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

    def run(
        self,
        rows: Iterable[Tuple[FedRow, str]],
        copy: Optional[Callable[[bytes], object]] = None,
    ) -> Iterator[Tuple[FedRow, bytes]]:
        """Each row with its pass, in the order of the rows; afterwards ``refused`` has the others.

        Parameters:
            rows: each with its line of JSON.
            copy: takes every byte of the archive.
        Raises:
            IssueError: passc could not do it, or gave a pass to no row.
        """
        waiting: Deque[FedRow] = collections.deque()
        skipped: List[FedRow] = []
        errors: List[BaseException] = []
        talk: Deque[str] = collections.deque(maxlen=20)
        diagnostics: List[Dict[str, Any]] = []
        with tempfile.TemporaryDirectory(prefix="passc-") as scratch:
            rejects = os.path.join(scratch, "rejects.jsonl")
            with subprocess.Popen(
                self.arguments + ["--rejects", rejects],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **self.environment},
                pass_fds=self.inherited,
                bufsize=1 << 18,
            ) as child:
                assert child.stdin and child.stdout and child.stderr
                feeder = threading.Thread(
                    target=self._feed, args=(rows, child.stdin, waiting, errors), daemon=True
                )
                listener = threading.Thread(
                    target=self._listen, args=(child.stderr, diagnostics, talk), daemon=True
                )
                feeder.start()
                listener.start()
                try:
                    broken: Optional[tar.BrokenTar] = None
                    try:
                        for name, data in tar.entries(child.stdout, copy):
                            yield self._owner(name, waiting, skipped), data
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
            skipped += waiting
            self._refuse(skipped, rejects, diagnostics)

    # The two threads beside the one that reads the archive.

    @staticmethod
    def _feed(
        rows: Iterable[Tuple[FedRow, str]],
        stdin: BinaryIO,
        waiting: Deque[FedRow],
        errors: List[BaseException],
    ) -> None:
        try:
            broken = False
            lines: List[str] = []
            size = 0

            def flush() -> None:
                nonlocal broken, size
                if lines and not broken:
                    try:
                        stdin.write("".join(lines).encode())
                        stdin.flush()
                    except BrokenPipeError:
                        # passc has ended early; what it says of the rows comes with its end.
                        broken = True
                lines.clear()
                size = 0

            for row, line in rows:
                waiting.append(row)
                lines.append(line)
                lines.append("\n")
                size += len(line)
                if size > 1 << 16:
                    flush()
            flush()
        except BaseException as error:  # handed on by the thread that waits
            errors.append(error)
        finally:
            try:
                stdin.close()
            except BrokenPipeError:
                pass

    def _listen(
        self, stderr: BinaryIO, diagnostics: List[Dict[str, Any]], talk: Deque[str]
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

    @staticmethod
    def _owner(name: str, waiting: Deque[FedRow], skipped: List[FedRow]) -> FedRow:
        """The row of a pass; those before it that have none were refused."""
        while waiting:
            row = waiting.popleft()
            if row.name == name:
                return row
            skipped.append(row)
        raise IssueError(
            f"passc made {name}, which is the pass of no row: the serial numbers are not what "
            "serialNumber of the template says; name their column with serial="
        )

    def _refuse(
        self, skipped: List[FedRow], rejects: str, diagnostics: List[Dict[str, Any]]
    ) -> None:
        """Joins the refused rows with what passc wrote of them, in the same order."""
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
        for index, row in enumerate(skipped):
            text = ""
            if index < len(reasons):
                code, message, text = reasons[index]
            else:
                code = reasons[-1][0] if reasons else "issue.rows.sameFault"
                message = (
                    "not looked at: every one of the first 1,000 rows of this part has that fault"
                )
            found = places.get(row.line) or places.get(row.serial or "")
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
