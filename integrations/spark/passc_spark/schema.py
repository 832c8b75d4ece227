# SPDX-License-Identifier: Apache-2.0
"""The table of outcomes, the same in a DataFrame, in a part's record and in a ledger's export."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

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


def arrow_batches(outcomes: List[Outcome], size: int = 10_000) -> Any:
    """The outcomes as record batches of the schema."""
    import pyarrow

    kinds = {"string": pyarrow.string(), "bigint": pyarrow.int64(), "int": pyarrow.int32()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS])
    for start in range(0, len(outcomes), size):
        chunk = outcomes[start : start + size]
        columns: List[List[Optional[Any]]] = [[one[name] for one in chunk] for name in NAMES]
        yield pyarrow.record_batch(
            [pyarrow.array(values, kind.type) for values, kind in zip(columns, schema)], schema=schema
        )
