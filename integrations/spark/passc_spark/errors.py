# SPDX-License-Identifier: Apache-2.0
"""What stops a job; what is wrong with single rows is an outcome of theirs."""


class IssueError(Exception):
    """The job cannot begin or go on; one sentence that never holds a secret."""
