# SPDX-License-Identifier: Apache-2.0
"""Issues Wallet passes from a Spark DataFrame with the command line tool passc.

``issue`` cuts the rows into parts as ``passc issue --shard`` does, gives each part to one process
of passc on an executor, and puts what comes out into a folder or an object store.
"""

from .errors import IssueError
from .identity import Identity, Secret
from .job import issue
from .ledger import read_outcomes, write_outcomes
from .schema import OUTCOMES

__all__ = [
    "OUTCOMES",
    "Identity",
    "IssueError",
    "Secret",
    "issue",
    "read_outcomes",
    "write_outcomes",
]
__version__ = "0.1.0"
