# SPDX-License-Identifier: Apache-2.0
"""One process of ``passc issue``: rows go in as JSON Lines, passes come out as a tar."""

from __future__ import annotations

import collections
import contextlib
import json
import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field
from typing import IO, Any, Callable, Deque, Dict, Iterable, Iterator, List, Optional, Tuple

from . import tar
from .errors import IssueError
from .schema import ISSUED, read_outcomes

#: The name that passc gives the rows from a pipe.
_INPUT = "<standard input>"


#: A row that passc is processing: its serial number, the expected name of its pass (both None if
#: the serial number is unknown), and the digest of its content.
FedRow = Tuple[Optional[str], Optional[str], str]


@dataclass(frozen=True)
class Chunk:
    """Some rows: Arrow columns of their serial numbers and of what their contents are called, and the
    lines of JSON that passc reads."""

    serials: Any
    contents: Any
    lines: memoryview


@dataclass(frozen=True)
class Refusal:
    """Why a row has no pass."""

    code: str
    message: str
    #: The place of the error: a column of the data, or a template file with line and column.
    fault: Optional[str]


@dataclass
class PassProcess:
    """Runs passc over rows. Use it once."""

    arguments: List[str]
    environment: Dict[str, str] = field(repr=False)
    inherited: Tuple[int, ...] = ()
    #: The prefix of template names in diagnostics. It is removed as useless to users.
    template_parent: str = ""
    #: The folder for the temporary files of the process. They remain if the worker is killed.
    scratch_parent: Optional[str] = None
    refused: List[Tuple[FedRow, Refusal]] = field(default_factory=list)
    summary: Dict[str, Any] = field(default_factory=dict)
    #: The number of rows whose result is known, and the line and row of those without a pass.
    _taken: int = 0
    _skipped: List[Tuple[int, FedRow]] = field(default_factory=list)
    _talk: Deque[str] = field(default_factory=lambda: collections.deque(maxlen=20))
    _diagnostics: List[Dict[str, Any]] = field(default_factory=list)

    def run(
        self, chunks: Iterable[Chunk], path: Callable[[str], str]
    ) -> Iterator[Tuple[FedRow, memoryview]]:
        """Each row with its pass, in the order of the rows; afterwards ``refused`` has the others.

        The bytes of a pass are good until the next one.

        Parameters:
            chunks: the rows.
            path: what the file of a serial number must be called.
        Raises:
            IssueError: passc could not do it, or gave a pass to no row.
        """
        waiting: Deque[FedRow] = collections.deque()

        def note(chunk: Chunk) -> None:
            serials = chunk.serials.to_pylist()
            names = [path(serial) if serial else None for serial in serials]
            waiting.extend(zip(serials, names, chunk.contents.to_pylist()))

        with self._scratch() as scratch:
            rejects = os.path.join(scratch, "rejects.jsonl")
            with self._started(chunks, note, ["--rejects", rejects], subprocess.PIPE) as child:
                assert child.stdout
                broken: Optional[tar.BrokenTar] = None
                try:
                    for name, data in tar.entries(tar.from_pipe(child.stdout.fileno())):
                        yield self._owner(name, waiting), data
                except tar.BrokenTar as error:
                    broken = error
            self._judge_end(child, broken)
            for row in waiting:
                self._skip(row)
            self._refuse(rejects)

    def archive(
        self,
        chunks: Iterable[Chunk],
        copy: Optional[Callable[[bytes], object]],
        file: Optional[int],
    ) -> Any:
        """The rows that have a pass now, as ``read_outcomes`` has them, with a column ``content``;
        ``refused`` has the others.

        What is in the archive is told by passc, and nobody reads it again.

        Parameters:
            chunks: the rows.
            copy: takes every byte of the archive.
            file: takes the archive in place of ``copy``: passc writes there itself.
        Raises:
            IssueError: passc could not do it, or gave a pass to no row.
        """
        fed: List[Chunk] = []
        with self._scratch() as scratch:
            rejects = os.path.join(scratch, "rejects.jsonl")
            outcomes = os.path.join(scratch, "outcomes.jsonl")
            options = ["--rejects", rejects, "--outcomes", outcomes]
            out = subprocess.PIPE if file is None else file
            with self._started(chunks, fed.append, options, out) as child:
                if child.stdout and copy:
                    for piece in tar.pieces(child.stdout.fileno()):
                        copy(piece)
            self._judge_end(child, None)
            issued = self._matched(read_outcomes(outcomes), fed)
            self._refuse(rejects)
            return issued

    def _scratch(self) -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory(prefix="passc-", dir=self.scratch_parent)

    @contextlib.contextmanager
    def _started(
        self,
        chunks: Iterable[Chunk],
        note: Callable[[Chunk], object],
        options: List[str],
        stdout: int,
    ) -> Iterator["subprocess.Popen[bytes]"]:
        """A process that is fed and listened to; ended when this is left.

        Parameters:
            note: told of each chunk before passc is.
        """
        errors: List[BaseException] = []
        with subprocess.Popen(
            self.arguments + options,
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env={**os.environ, **self.environment},
            pass_fds=self.inherited,
        ) as child:
            assert child.stdin and child.stderr
            feeder = threading.Thread(
                target=self._feed, args=(chunks, child.stdin, note, errors), daemon=True
            )
            listener = threading.Thread(target=self._listen, args=(child.stderr,), daemon=True)
            feeder.start()
            listener.start()
            try:
                yield child
                feeder.join()
                child.wait()
                listener.join()
            except BaseException:
                child.kill()
                raise
        if errors:
            raise errors[0]

    def _judge_end(
        self, child: "subprocess.Popen[bytes]", broken: Optional[tar.BrokenTar]
    ) -> None:
        # Exit code 1 means that rows were rejected, as the outcomes show. An error that affects
        # every row ends passc before the end of the rows, and also the job.
        end = self.summary.get("end")
        if child.returncode not in (0, 1) or broken or end != "complete":
            said = "; ".join(self._talk) or str(broken)
            raise IssueError(f"passc ended with {child.returncode}: {said}")

    # Two threads run in addition to the one that reads the passes.

    @staticmethod
    def _feed(
        chunks: Iterable[Chunk],
        stdin: IO[bytes],
        note: Callable[[Chunk], object],
        errors: List[BaseException],
    ) -> None:
        try:
            broken = False
            for chunk in chunks:
                note(chunk)
                if broken:
                    continue
                try:
                    stdin.write(chunk.lines)
                    stdin.flush()
                except BrokenPipeError:
                    # passc ended early. Its messages about the rows are read at its end.
                    broken = True
        except BaseException as error:  # raised again by the waiting thread
            errors.append(error)
        finally:
            try:
                stdin.close()
            except BrokenPipeError:
                pass

    def _listen(self, stderr: IO[bytes]) -> None:
        for raw in stderr:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            if not line.startswith("{"):
                self._talk.append(line)
                continue
            value = json.loads(line)
            if "code" not in value:
                self.summary.update(value)
            elif value.get("severity") == "error":
                self._diagnostics.append(value)
                self._talk.append(f"{value.get('message')} [{value.get('code')}]")

    # Finds the row for each pass and message.

    def _owner(self, name: str, waiting: Deque[FedRow]) -> FedRow:
        """The row of a pass; those before it that have none were refused."""
        while waiting:
            row = waiting.popleft()
            if row[1] == name:
                self._taken += 1
                return row
            self._skip(row)
        raise self._stranger(name)

    @staticmethod
    def _stranger(name: str) -> IssueError:
        return IssueError(
            f"passc made {name}, which is the pass of no row: the serial numbers are not what "
            "serialNumber of the template says; name their column with serial="
        )

    def _matched(self, outcomes: Any, fed: List[Chunk]) -> Any:
        """The outcomes of the rows that have a pass, with what their contents are called; those of the
        others are skipped."""
        import pyarrow
        import pyarrow.compute as compute

        serials = pyarrow.chunked_array([chunk.serials for chunk in fed], pyarrow.string())
        contents = pyarrow.chunked_array([chunk.contents for chunk in fed], pyarrow.string())
        issued = outcomes.filter(compute.equal(outcomes["outcome"], ISSUED))
        numbers = compute.subtract(issued["line"], 1)
        expected = serials.take(numbers)
        same = compute.equal(expected, issued["serial"])
        if not compute.all(compute.fill_null(same, False), min_count=0).as_py():
            odd = compute.index(compute.fill_null(same, False), False).as_py()
            raise self._stranger(issued["entry"][odd].as_py())
        if len(issued) < len(serials):
            left = set(range(len(serials))).difference(numbers.to_pylist())
            for number in sorted(left):
                row = (serials[number].as_py(), None, contents[number].as_py())
                self._skipped.append((number + 1, row))
        return issued.append_column("content", contents.take(numbers))

    def _skip(self, row: FedRow) -> None:
        self._taken += 1
        self._skipped.append((self._taken, row))

    def _refuse(self, rejects: str) -> None:
        """Joins the refused rows with what passc wrote of them, in the same order."""
        skipped = self._skipped
        reasons: List[Tuple[str, str, str]] = []
        if os.path.exists(rejects):
            with open(rejects, encoding="utf-8") as file:
                for line in file:
                    value = json.loads(line)
                    code, reason = value.get("passc_code", ""), value.get("passc_reason", "")
                    reasons.append((code, reason, line))
        if len(reasons) != len(skipped):
            raise IssueError(
                f"{len(skipped)} rows have no pass and passc refused {len(reasons)}: "
                "the serial numbers are not what the template says; name their column with serial="
            )
        places, template = self._places(), self._places_of_no_row()
        for (number, row), (code, message, text) in zip(skipped, reasons):
            found = places.get(number) or places.get(row[0] or "")
            place = _worded(found, text) if found else template.get((code, message))
            self.refused.append((row, Refusal(code, message, place)))

    def _places(self) -> Dict[Any, "_Found"]:
        """Where the first error of each row is, by its line, else by its serial number."""
        places: Dict[Any, _Found] = {}
        for one in self._diagnostics:
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

    def _places_of_no_row(self) -> Dict[Tuple[str, str], str]:
        """Where errors are that stand in the template alone: passc names no row with them, and a row is
        refused with the code and message of its first. Where more than one place has both, all of them."""
        places: Dict[Tuple[str, str], List[str]] = {}
        for one in self._diagnostics:
            files = [one.get("file")] + [note.get("file") for note in one.get("notes") or []]
            if _INPUT in files or one.get("serial") or not one.get("file"):
                continue
            words = _worded(self._found(one, False), "")
            known = places.setdefault((str(one.get("code")), str(one.get("message"))), [])
            if words not in known:
                known.append(words)
        return {what: " or ".join(words) for what, words in places.items()}

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
    #: The position in the row, starting with 1. It is None if the error is in the template.
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
            # The object itself is at byte 1.
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
