# SPDX-License-Identifier: Apache-2.0
"""Outcomes as the files that passc's ledger takes and gives."""

from __future__ import annotations

import contextlib
import json
import os
import uuid
from typing import Any

from .schema import OUTCOMES


def write_outcomes(outcomes: Any, path: str) -> int:
    """Writes a table of outcomes to one file of the driver, for ``passc ledger import --outcomes``.

    Returns: how many there are.
    """
    count = 0
    # A partly written table could be mistaken for a complete one.
    aside = f"{path}.{uuid.uuid4().hex}"
    try:
        with open(aside, "x", encoding="utf-8") as file:
            for row in outcomes.toLocalIterator():
                file.write(json.dumps(row.asDict(), ensure_ascii=False, separators=(",", ":")) + "\n")
                count += 1
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(aside)
    return count


def read_outcomes(spark: Any, path: str) -> Any:
    """A table of outcomes from JSON Lines, such as ``passc ledger export --format outcomes``
    writes; for ``issue(previous=…)``."""
    return spark.read.schema(OUTCOMES).json(path)
