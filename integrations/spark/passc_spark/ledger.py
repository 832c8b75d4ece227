# SPDX-License-Identifier: Apache-2.0
"""Outcomes as the files that passc's ledger takes and gives."""

from __future__ import annotations

import json
from typing import Any

from .schema import OUTCOMES


def write_outcomes(outcomes: Any, path: str) -> int:
    """Writes a table of outcomes to one file of the driver, for ``passc ledger import --outcomes``.

    Returns: how many there are.
    """
    count = 0
    with open(path, "w", encoding="utf-8") as file:
        for row in outcomes.toLocalIterator():
            file.write(json.dumps(row.asDict(), ensure_ascii=False, separators=(",", ":")) + "\n")
            count += 1
    return count


def read_outcomes(spark: Any, path: str) -> Any:
    """A table of outcomes from JSON Lines, such as ``passc ledger export --format outcomes``
    writes; for ``issue(previous=…)``."""
    return spark.read.schema(OUTCOMES).json(path)
