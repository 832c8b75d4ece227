# SPDX-License-Identifier: Apache-2.0
"""One part of the rows, on an executor: what is known of it, what passc makes of the rest, and the
record by which the attempt counts."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Tuple

from . import template as templates
from .errors import IssueError
from .identity import Signer
from .process import FedRow, PassProcess
from .schema import ISSUED, REFUSED, SUPERSEDED, UNCHANGED, Outcome, arrow_batches, outcome
from .serials import Naming
from .stores import OWN, Archive, Attempt, Store, sha256

#: The columns a part is given; see ``job._rows``.
GIVEN = ["line", "serial", "content", "standing", "part", "knownDigest", "knownSize", "knownPlace"]

ONLY, REPEATED, OLDER = 0, 1, 2


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
        yield from arrow_batches(_Part(self, number).run(batches))

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
        #: Outcomes that do not wait for an attempt to count.
        self._settled: List[Outcome] = []
        #: Outcomes of this attempt, by the name of the file.
        self._made: List[Outcome] = []
        self._recorded: Dict[str, Outcome] = {}
        self._generation = 0

    def run(self, batches: Iterator[Any]) -> List[Outcome]:
        """The outcome of every row; afterwards each row that was issued has its pass in place."""
        self._refuse_old_job()
        self._read_records()
        rows = self._to_issue(batches)
        first = next(rows, None)
        if first is not None and self._work.is_tar and self._generation > 0:
            raise IssueError(
                f"{self._name}.tar is there and the data has other rows since the job was broken "
                "off: remove _passc from the output to begin anew"
            )
        # An archive holds all passes of its part, the known ones too.
        if first is None and not (self._work.is_tar and self._generation == 0):
            return self._settled
        attempt = self._work.store.attempt(self._work.job, self._name, self._generation)
        try:
            self._issue(_chained(first, rows), attempt)
            counts = attempt.commit(_lines(self._made))
        except BaseException:
            attempt.abandon()
            raise
        if not counts:
            # Another attempt at this very part was quicker: what it made is what stands.
            self._adopt()
        return self._settled + self._made

    # What is known before anything is made.

    def _refuse_old_job(self) -> None:
        """Outcomes whose blocks were lost are computed again, which must not undo a later job."""
        record = json.loads(self._work.store.read(f"{OWN}/job.json") or b"{}")
        if record.get("id") != self._work.job:
            raise IssueError(
                "these outcomes were lost, and another job has written there since: write outcomes "
                "to a table before the next job"
            )

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

    def _to_issue(self, batches: Iterator[Any]) -> Iterator[Tuple[FedRow, str]]:
        """The rows passc has to see; the others are settled on the way."""
        number = 0
        for batch in batches:
            columns = [batch.column(name).to_pylist() for name in GIVEN]
            for line, serial, content, standing, part, digest, size, place in zip(*columns):
                if part != self._number:
                    raise IssueError(
                        f"a row of part {part} came to part {self._number}: Spark has moved rows "
                        "after they were cut into parts"
                    )
                if standing != ONLY:
                    self._settled.append(self._repeated(serial, content, standing))
                    continue
                known = self._recorded.get(_identifier(serial, content))
                if known is not None:
                    self._settled.append(known)
                    continue
                name = self._work.naming.path(serial) if serial else None
                if digest is not None and name and place == self._place(name)[0]:
                    self._settled.append(
                        self._outcome(
                            serial, content, UNCHANGED, digest=digest, size=size, place=place
                        )
                    )
                    continue
                number += 1
                yield FedRow(number, serial, name, content), line

    def _repeated(self, serial: str, content: str, standing: int) -> Outcome:
        if standing == OLDER:
            return self._outcome(serial, content, SUPERSEDED)
        return self._outcome(
            serial,
            content,
            REFUSED,
            code="serial.repeated",
            message=f'serial number "{serial}" stands in more than one row, in any case of letters',
            fault="row, serial number",
        )

    # What passc makes.

    def _issue(self, rows: Iterator[Tuple[FedRow, str]], attempt: Attempt) -> None:
        arguments, environment, inherited, folder = self._work.command()
        process = PassProcess(arguments, environment, inherited, template_parent=folder)
        archive: Optional[Archive] = None
        if self._work.is_tar:
            archive = attempt.archive(f"{self._name}.tar")
        try:
            for row, data in process.run(rows, copy=archive.write if archive else None):
                digest = sha256(data)
                if archive is None:
                    assert row.name is not None
                    attempt.put(row.name, data, digest, row.content)
                place, entry = self._place(row.name or "")
                self._made.append(
                    self._outcome(
                        row.serial,
                        row.content,
                        ISSUED,
                        digest=digest,
                        size=len(data),
                        place=place,
                        entry=entry,
                    )
                )
        finally:
            for descriptor in inherited:
                os.close(descriptor)
        if archive is not None:
            archive.close()
        others = attempt.drain()
        if others:
            for one in self._made:
                stands = others.get(self._work.naming.path(one["serial"]))
                if stands:
                    one["digest"], one["size"] = stands
        for row, refusal in process.refused:
            self._made.append(
                self._outcome(
                    row.serial,
                    row.content,
                    REFUSED,
                    code=refusal.code,
                    message=refusal.message,
                    fault=refusal.fault,
                )
            )

    def _adopt(self) -> None:
        mine = self._made
        self._read_records()
        self._made = []
        for one in mine:
            known = self._recorded.get(_identifier(one["serial"], one["content"]))
            if known is None:
                raise IssueError(
                    f"another attempt at {self._name} had other rows: the data changes while it is "
                    "read; write it to a table first"
                )
            self._made.append(known)

    def _place(self, name: str) -> Tuple[str, Optional[str]]:
        if self._work.is_tar:
            return self._work.store.place(f"{self._name}.tar"), name
        return self._work.store.place(name), None

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


def _identifier(serial: Optional[str], content: str) -> str:
    return f"{content} {serial}"


def _lines(outcomes: List[Outcome]) -> bytes:
    return "".join(
        json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n" for one in outcomes
    ).encode()


def _chained(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    if first is not None:
        yield first
    yield from rest
