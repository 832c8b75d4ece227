# SPDX-License-Identifier: Apache-2.0
"""The table of outcomes, the same in a DataFrame, in a part's record and in a ledger's export."""

from __future__ import annotations

import json
import os
from json.encoder import encode_basestring
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

#: The name and Spark type of each column. `passc ledger import --outcomes` reads them by these
#: names.
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

#: The schema of the outcomes as Spark DDL.
OUTCOMES = ", ".join(f"{name} {kind}" for name, kind in COLUMNS)

NAMES = [name for name, _ in COLUMNS]

#: The row has a pass from this job, already had an equal pass, was rejected, or was replaced with a
#: newer row.
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


def read_outcomes(path: str) -> Any:
    """What ``passc issue --outcomes`` wrote of each row: an Arrow table with the line of the row from 1,
    serial number, outcome, digest, size and the name of the entry."""
    import pyarrow.json

    text, number = pyarrow.string(), pyarrow.int64()
    columns = [
        ("line", number), ("serial", text), ("outcome", text), ("digest", text), ("size", number),
        ("entry", text),
    ]  # fmt: skip
    if os.path.getsize(path) == 0:
        return pyarrow.schema(columns).empty_table()
    return pyarrow.json.read_json(
        path,
        # A line must fit into a block. The longest lines contain a message.
        read_options=pyarrow.json.ReadOptions(block_size=1 << 24, use_threads=False),
        parse_options=pyarrow.json.ParseOptions(
            explicit_schema=pyarrow.schema(columns), unexpected_field_behavior="ignore"
        ),
    )


class IssuedRows:
    """Outcomes of rows that have a pass since this attempt: many, so what all have in common is kept
    once, and they are worked on as columns of Arrow and not one by one."""

    #: The columns serial, content, digest, size and entry, the name of the file or archive entry.
    table: Any

    def __init__(
        self, pass_type: str, part: int, archive: Optional[str], place: Callable[[str], str]
    ) -> None:
        """
        Parameters:
            archive: the place of the archive that all are in; None when each has a place of its own.
        """
        self._pass_type = pass_type
        self._part = part
        self._archive = archive
        self._place = place
        self.clear()

    def clear(self) -> None:
        """Forgets all rows."""
        self.take([])

    def take(
        self,
        rows: List[Tuple[str, str, str, int, str]],
        others: Optional[Dict[str, Tuple[str, int]]] = None,
    ) -> None:
        """Takes serial number, content, digest, size and name of each row.

        Parameters:
            others: digest and size of what another attempt has written, by name.
        """
        import pyarrow

        if others:
            rows = [
                (serial, content, *others.get(name, (digest, size)), name)
                for serial, content, digest, size, name in rows
            ]
        kinds = [pyarrow.string()] * 3 + [pyarrow.int64(), pyarrow.string()]
        columns = zip(*rows) if rows else [()] * len(kinds)
        self.table = pyarrow.table(
            [pyarrow.array(values, kind) for values, kind in zip(columns, kinds)],
            names=["serial", "content", "digest", "size", "entry"],
        )

    def lines(self) -> bytes:
        """The outcomes as JSON Lines, as ``outcome_lines`` writes them."""
        return b"".join(self._lines(batch) for batch in self._batches())

    def _lines(self, batch: Any) -> bytes:
        import pyarrow.compute as compute

        end = f',"code":null,"message":null,"fault":null,"part":{self._part}}}\n'
        if self._archive is None:
            places = [self._place(name) for name in batch.column("entry").to_pylist()]
            where = [_quoted(column_of(places)), ',"entry":null']
        else:
            archive = encode_basestring(self._archive)
            where = [f'{archive},"entry":', _quoted(batch.column("entry"))]
        lines = compute.binary_join_element_wise(
            f'{{"passType":{encode_basestring(self._pass_type)},"serial":',
            _quoted(batch.column("serial")),
            f',"outcome":"{ISSUED}","digest":"',
            batch.column("digest"),
            '","size":',
            batch.column("size").cast("string"),
            ',"place":',
            *where,
            ',"content":"',
            batch.column("content"),
            '"' + end,
            "",
        )
        return bytes(texts(lines))

    def arrow_batches(self) -> Iterator[Any]:
        """The outcomes as record batches of the schema."""
        import pyarrow

        for batch in self._batches():
            count = batch.num_rows
            text = pyarrow.string()
            nothing = pyarrow.nulls(count, text)
            entries = batch.column("entry")
            if self._archive is None:
                places = column_of([self._place(name) for name in entries.to_pylist()])
                entries = nothing
            else:
                places = pyarrow.repeat(pyarrow.scalar(self._archive, text), count)
            yield pyarrow.record_batch(
                [
                    pyarrow.repeat(pyarrow.scalar(self._pass_type, text), count),
                    batch.column("serial"),
                    pyarrow.repeat(pyarrow.scalar(ISSUED, text), count),
                    batch.column("digest"), batch.column("size"), places, entries,
                    batch.column("content"), nothing, nothing, nothing,
                    pyarrow.repeat(pyarrow.scalar(self._part, pyarrow.int32()), count),
                ],
                schema=_arrow_schema(),
            )  # fmt: skip

    def _batches(self) -> Any:
        return self.table.to_batches(max_chunksize=10_000)


def texts(column: Any) -> memoryview:
    """The texts of an Arrow column, one after the other, as they lie in memory."""
    import pyarrow

    form = "q" if pyarrow.types.is_large_string(column.type) else "i"
    _, ends, data = column.buffers()
    offsets = memoryview(ends).cast(form)
    first, last = offsets[column.offset], offsets[column.offset + len(column)]
    return memoryview(data)[first:last]


def column_of(values: List[str]) -> Any:
    """Texts as an Arrow column."""
    import pyarrow

    return pyarrow.array(values, pyarrow.string())


def _quoted(column: Any) -> Any:
    """Texts as JSON."""
    import pyarrow.compute as compute

    if compute.any(compute.match_substring_regex(column, r'[\x00-\x1f"\\]'), min_count=0).as_py():
        return column_of([encode_basestring(text) for text in column.to_pylist()])
    return compute.binary_join_element_wise('"', column, '"', "")


def _batch(columns: List[Any]) -> Any:
    import pyarrow

    schema = _arrow_schema()
    return pyarrow.record_batch(
        [pyarrow.array(values, kind.type) for values, kind in zip(columns, schema)], schema=schema
    )


def _arrow_schema() -> Any:
    import pyarrow

    kinds = {"string": pyarrow.string(), "bigint": pyarrow.int64(), "int": pyarrow.int32()}
    return pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS])
