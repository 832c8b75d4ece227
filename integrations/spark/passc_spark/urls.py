# SPDX-License-Identifier: Apache-2.0
"""The store that a URL names. This module knows every kind of store; none of them knows it."""

from __future__ import annotations

import os

from .hadoop import HadoopStore
from .stores import FolderStore, FsspecStore, S3Store, Store


def open_store(url: str, patience: float = 300.0, in_flight: int = 16) -> Store:
    """Opens the store of a URL: a path or ``file:``, ``s3:``, ``hadoop:URL``, or any scheme of fsspec.

    Parameters:
        patience: for how many seconds requests are retried while a store responds with 5xx.
        in_flight: how many files are sent at once, for each part.
    """
    scheme = url.split(":", 1)[0] if "://" in url or url.startswith(("file:", "hadoop:")) else ""
    if scheme in ("", "file"):
        path = url[len("file:") :] if scheme else url
        if path.startswith("//"):
            path = "/" + path.lstrip("/")
        return FolderStore(os.path.abspath(path))
    if scheme in ("s3", "s3a", "s3n"):
        return S3Store(url.split("://", 1)[1].rstrip("/"), patience, in_flight)
    if scheme == "hadoop":
        return HadoopStore(url[len("hadoop:") :].rstrip("/"))
    return FsspecStore(url.rstrip("/"), patience)
