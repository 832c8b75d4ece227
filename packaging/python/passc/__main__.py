# SPDX-License-Identifier: Apache-2.0
"""Runs the program passc in place of Python."""

import os
import sys

from ._program import program

os.execv(program(), ["passc", *sys.argv[1:]])
