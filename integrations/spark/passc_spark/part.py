# SPDX-License-Identifier: Apache-2.0
"""One part of the rows, on an executor: what is known of it, what passc makes of the rest, and the
record by which the attempt counts."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple

from . import template as templates
from .errors import IssueError
from .identity import Signer
from .process import Chunk, PassProcess
from .schema import (
    REFUSED, SUPERSEDED, UNCHANGED, IssuedRows, Outcome, arrow_batches, outcome, outcome_lines, texts,
)  # fmt: skip
from .serials import Naming
from .stores import Archive, Attempt, Store, sha256

#: The columns that a part receives. See ``job._rows``.
GIVEN = [
    "line", "serial", "key", "content", "older", "part", "knownDigest", "knownSize", "knownPlace"
]  # fmt: skip


@dataclass(frozen=True)
class PartWork:
    """Everything a part needs to know; travels to the executors with the task."""

    passc: str
    template_file: str
    template_folder: str
    template_digest: str
    pass_type: str
    signer: Signer
    store: Store
    naming: Naming
    job: str
    signing_time: int
    parts: int
    is_tar: bool
    jobs: int
    files: Optional[str]
    options: Tuple[str, ...]

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        """The outcomes of one partition of rows, for ``DataFrame.mapInArrow``."""
        from pyspark import TaskContext

        context = TaskContext.get()
        number = context.partitionId() + 1 if context else 1
        yield from _Part(self, number).run(batches)

    def part_name(self, number: int) -> str:
        """What is told apart by number and count, and named after both."""
        return f"part-{number:05d}-of-{self.parts:05d}"

    def command(self) -> Tuple[List[str], Dict[str, str], Tuple[int, ...], str]:
        """Arguments and environment of passc, descriptors for it, and the folder of templates."""
        from pyspark import SparkFiles

        root = SparkFiles.getRootDirectory()
        folder = templates.unpack(SparkFiles.get(self.template_file), self.template_digest, root)
        identity, environment = self.signer.identity_options()
        token_key, descriptor = self.signer.token_key_file()
        environment["SOURCE_DATE_EPOCH"] = str(self.signing_time)
        arguments = [
            executable(self.passc),
            "issue",
            os.path.join(folder, self.template_folder),
            "--data",
            "-",
            "--data-format",
            "jsonl",
            "--output",
            "-",
            "--jobs",
            str(self.jobs),
            "--progress",
            "none",
            "--format",
            "json",
        ]
        arguments += identity + self.naming.options() + list(self.options)
        if token_key:
            arguments += ["--token-key", token_key]
        if self.files:
            arguments += ["--files", self.files]
        return arguments, environment, (descriptor,) if descriptor is not None else (), folder


def executable(passc: str) -> str:
    """passc by its path or name, or the file of that name that was shipped with the job."""
    if not passc.startswith("shipped:"):
        return passc
    from pyspark import SparkFiles

    path = SparkFiles.get(passc[len("shipped:") :])
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o755)
    return path


class _Part:
    def __init__(self, work: PartWork, number: int) -> None:
        self._work = work
        self._number = number
        self._name = work.part_name(number)
        #: Outcomes that are final before the attempt is committed.
        self._settled: List[Outcome] = []
        #: The passes of this attempt, and the rows that gave no pass.
        archive = work.store.place(f"{self._name}.tar") if work.is_tar else None
        self._issued = IssuedRows(work.pass_type, number, archive, work.store.place)
        self._refused: List[Outcome] = []
        self._recorded: Dict[str, Outcome] = {}
        self._generation = 0

    def run(self, batches: Iterator[Any]) -> Iterator[Any]:
        """The outcome of every row; afterwards each row that was issued has its pass in place."""
        # Spark computes lost outcomes again. That must not undo a later job.
        self._work.store.refuse_old(self._work.job)
        self._read_records()
        chunks = self._to_issue(batches)
        first = next(chunks, None)
        if first is not None and self._work.is_tar and self._generation > 0:
            raise IssueError(
                f"{self._name}.tar is there and the data has other rows since the job was broken "
                "off: remove _passc from the output to begin anew"
            )
        # An archive contains all passes of its part, including unchanged ones.
        if first is not None or (self._work.is_tar and self._generation == 0):
            attempt = self._work.store.attempt(self._work.job, self._name, self._generation)
            try:
                self._issue(_chained(first, chunks), attempt)
                counts = attempt.commit(self._issued.lines() + outcome_lines(self._refused))
            except BaseException:
                attempt.abandon()
                raise
            if not counts:
                # Another attempt for this part was faster, so its result is used.
                self._adopt()
        yield from self._issued.arrow_batches()
        yield from arrow_batches(self._settled + self._refused)

    # Reads what is known before any pass is made.

    def _read_records(self) -> None:
        work = self._work
        while True:
            path = work.store.record_path(work.job, self._name, self._generation)
            data = work.store.read(path)
            if data is None:
                break
            for line in data.splitlines()[1:]:
                known = json.loads(line)
                self._recorded[_identifier(known["serial"], known["content"])] = known
            self._generation += 1
        if self._generation:
            work.store.finish(work.job, self._name)

    def _to_issue(self, batches: Iterator[Any]) -> Iterator[Chunk]:
        """The rows passc has to see; the others are settled on the way."""
        import pyarrow.compute

        for batch, repeated in with_repeated(batch for batch in batches if batch.num_rows):
            strangers = pyarrow.compute.not_equal(batch.column("part"), self._number)
            if pyarrow.compute.any(strangers).as_py():
                raise IssueError(
                    f"rows of other parts came to part {self._number}: Spark has moved rows after "
                    "they were cut into parts"
                )
            batch = self._unsettled(batch, repeated)
            if batch.num_rows == 0:
                continue
            lines = batch.column("line")
            if lines.null_count:
                raise IssueError("a row became no JSON")
            yield Chunk(batch.column("serial"), batch.column("content"), texts(lines))

    def _unsettled(self, batch: Any, repeated: Any) -> Any:
        """The rows of a batch that nothing is known of yet."""
        import pyarrow.compute

        older, digests = batch.column("older"), batch.column("knownDigest")
        odd = pyarrow.compute.or_(older, repeated)
        if (
            not pyarrow.compute.any(odd).as_py()
            and digests.null_count == len(digests)
            and not self._recorded
        ):
            return batch
        names = ["serial", "content", "older", "knownDigest", "knownSize", "knownPlace"]
        columns = [batch.column(name).to_pylist() for name in names]
        left = [not self._settle(*row) for row in zip(repeated.to_pylist(), *columns)]
        return batch.filter(pyarrow.array(left))

    def _settle(
        self,
        repeated: bool,
        serial: Optional[str],
        content: str,
        older: bool,
        digest: Optional[str],
        size: Optional[int],
        place: Optional[str],
    ) -> bool:
        """Whether the outcome of a row is known without passc."""
        if older:
            self._settled.append(self._outcome(serial, content, SUPERSEDED))
            return True
        if repeated:
            self._settled.append(self._repeated(serial, content))
            return True
        known = self._recorded.get(_identifier(serial, content))
        if known is not None:
            self._settled.append(known)
            return True
        if digest is None or not serial:
            return False
        name = self._work.naming.path(serial)
        if self._work.is_tar or place != self._work.store.place(name):
            return False
        self._settled.append(
            self._outcome(serial, content, UNCHANGED, digest=digest, size=size, place=place)
        )
        return True

    def _repeated(self, serial: Optional[str], content: str) -> Outcome:
        return self._outcome(
            serial,
            content,
            REFUSED,
            code="serial.repeated",
            message=f'serial number "{serial}" stands in more than one row, in any case of letters',
            fault="row, serial number",
        )

    # Issues the passes.

    def _issue(self, chunks: Iterator[Chunk], attempt: Attempt) -> None:
        arguments, environment, inherited, folder = self._work.command()
        process = PassProcess(
            arguments,
            environment,
            inherited,
            template_parent=folder,
            # Spark's own folder, which Spark deletes.
            scratch_parent=os.path.dirname(folder),
        )
        archive: Optional[Archive] = None
        if self._work.is_tar:
            archive = attempt.archive(f"{self._name}.tar")
        try:
            self._take(process, chunks, attempt, archive)
        finally:
            for descriptor in inherited:
                os.close(descriptor)
        if archive is not None:
            archive.close()
        for (serial, _, content), refusal in process.refused:
            self._refused.append(
                self._outcome(
                    serial,
                    content,
                    REFUSED,
                    code=refusal.code,
                    message=refusal.message,
                    fault=refusal.fault,
                )
            )

    def _take(
        self,
        process: PassProcess,
        chunks: Iterator[Chunk],
        attempt: Attempt,
        archive: Optional[Archive],
    ) -> None:
        """Takes what passc makes, and gives each pass to where it belongs."""
        if archive is not None:
            file = archive.descriptor()
            copy = archive.write if file is None else None
            self._issued.table = process.archive(chunks, copy, file)
            return
        rows: List[Tuple[str, str, str, int, str]] = []
        for (serial, name, content), data in process.run(chunks, self._work.naming.path):
            digest = sha256(data)
            attempt.put(str(name), bytes(data), digest, content)
            rows.append((str(serial), content, digest, len(data), str(name)))
        self._issued.take(rows, attempt.drain())

    def _adopt(self) -> None:
        issued = self._issued.table
        mine = list(zip(issued["serial"].to_pylist(), issued["content"].to_pylist()))
        mine += [(one["serial"], one["content"]) for one in self._refused]
        self._issued.clear()
        self._refused.clear()
        self._read_records()
        for serial, content in mine:
            known = self._recorded.get(_identifier(serial, content))
            if known is None:
                raise IssueError(
                    f"another attempt at {self._name} had other rows: the data changes while it is "
                    "read; write it to a table first"
                )
            self._settled.append(known)

    def _outcome(
        self, serial: Optional[str], content: str, kind: str, **members: Any
    ) -> Outcome:
        return outcome(
            passType=self._work.pass_type,
            serial=serial,
            outcome=kind,
            content=content,
            part=self._number,
            **members,
        )


def with_repeated(batches: Iterable[Any]) -> Iterator[Tuple[Any, Any]]:
    """Each batch, and for each of its rows whether the row before or after it has its serial number too,
    be that in another batch. Rows without a serial number repeat nothing, nor do older ones."""
    import pyarrow
    import pyarrow.compute as compute

    held: Any = None
    keys: Any = None
    before: Any = None

    def told(after: Any) -> Tuple[Any, Any]:
        nobody = pyarrow.nulls(1, keys.type)
        around = pyarrow.concat_arrays([before or nobody, keys, after or nobody])
        same = compute.fill_null(compute.equal(around[:-1], around[1:]), False)
        return held, compute.or_(same[:-1], same[1:])

    for batch in batches:
        column = batch.column("key")
        named = compute.if_else(batch.column("older"), pyarrow.scalar(None, column.type), column)
        if held is not None:
            yield told(named[:1])
            before = keys[-1:]
        held, keys = batch, named
    if held is not None:
        yield told(None)


def _identifier(serial: Optional[str], content: str) -> str:
    return f"{content} {serial}"


def _chained(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    if first is not None:
        yield first
    yield from rest
