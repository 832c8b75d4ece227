# SPDX-License-Identifier: Apache-2.0
"""The table of outcomes, the same in a DataFrame, in a part's record and in a ledger's export."""

from __future__ import annotations

import json
from json.encoder import encode_basestring
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

#: Name and Spark type of each column; `passc ledger import --outcomes` reads them by these names.
COLUMNS = [
    ("passType", "string"),
    ("serial", "string"),
    ("outcome", "string"),
    ("digest", "string"),
    ("size", "bigint"),
    ("place", "string"),
    ("entry", "string"),
    ("content", "string"),
    ("code", "string"),
    ("message", "string"),
    ("fault", "string"),
    ("part", "int"),
]

#: The schema of the outcomes as Spark writes it in DDL.
OUTCOMES = ", ".join(f"{name} {kind}" for name, kind in COLUMNS)

NAMES = [name for name, _ in COLUMNS]

#: The row has a pass since this job, had an equal one before, is refused, or gave way to a later row.
ISSUED, UNCHANGED, REFUSED, SUPERSEDED = "issued", "unchanged", "refused", "superseded"

Outcome = Dict[str, Any]


def outcome(**members: Any) -> Outcome:
    """An outcome with every column, None where nothing is said."""
    unknown = set(members) - set(NAMES)
    if unknown:
        raise TypeError(f"no columns of an outcome: {sorted(unknown)}")
    return {name: members.get(name) for name in NAMES}


def outcome_lines(outcomes: List[Outcome]) -> bytes:
    """The outcomes as JSON Lines."""
    return "".join(
        json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n" for one in outcomes
    ).encode()


def arrow_batches(outcomes: List[Outcome], size: int = 10_000) -> Iterator[Any]:
    """The outcomes as record batches of the schema."""
    for start in range(0, len(outcomes), size):
        chunk = outcomes[start : start + size]
        yield _batch([[one[name] for one in chunk] for name in NAMES])


class IssuedRows:
    """Outcomes of rows that have a pass since this attempt: many, so what all have in common is kept
    once, and nothing is looked up by name."""

    #: Serial number, content, digest, size and the name of the file or entry.
    rows: List[Tuple[Optional[str], str, str, int, Optional[str]]]

    def __init__(
        self, pass_type: str, part: int, archive: Optional[str], place: Callable[[str], str]
    ) -> None:
        """
        Parameters:
            archive: the place of the archive that all are in; None when each has a place of its own.
        """
        self.rows = []
        self._pass_type = pass_type
        self._part = part
        self._archive = archive
        self._place = place

    def correct(self, others: Dict[str, Tuple[str, int]]) -> None:
        """Takes digest and size of what another attempt has written, by name."""
        if others:
            self.rows = [
                (serial, content, *others.get(name or "", (digest, size)), name)
                for serial, content, digest, size, name in self.rows
            ]

    def lines(self) -> bytes:
        """The outcomes as JSON Lines, as ``outcome_lines`` writes them."""
        quoted = encode_basestring
        before = f'{{"passType":{quoted(self._pass_type)},"serial":'
        end = f',"code":null,"message":null,"fault":null,"part":{self._part}}}\n'
        archive = None if self._archive is None else quoted(self._archive)
        out: List[str] = []
        for serial, content, digest, size, name in self.rows:
            where = (
                f'{quoted(self._place(name or ""))},"entry":null'
                if archive is None
                else f'{archive},"entry":{quoted(name or "")}'
            )
            out.append(
                f'{before}{quoted(serial or "")},"outcome":"{ISSUED}","digest":"{digest}",'
                f'"size":{size},"place":{where},"content":"{content}"{end}'
            )
        return "".join(out).encode()

    def arrow_batches(self, size: int = 10_000) -> Iterator[Any]:
        """The outcomes as record batches of the schema."""
        for start in range(0, len(self.rows), size):
            chunk = self.rows[start : start + size]
            serials, contents, digests, sizes, names = zip(*chunk)
            count = len(chunk)
            nothing = [None] * count
            if self._archive is None:
                places, entries = [self._place(name or "") for name in names], nothing
            else:
                places, entries = [self._archive] * count, list(names)
            yield _batch(
                [[self._pass_type] * count, serials, [ISSUED] * count, digests, sizes, places]
                + [entries, contents, nothing, nothing, nothing, [self._part] * count]
            )


def _batch(columns: List[Any]) -> Any:
    import pyarrow

    kinds = {"string": pyarrow.string(), "bigint": pyarrow.int64(), "int": pyarrow.int32()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS])
    return pyarrow.record_batch(
        [pyarrow.array(values, kind.type) for values, kind in zip(columns, schema)], schema=schema
    )
