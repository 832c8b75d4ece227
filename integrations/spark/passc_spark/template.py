# SPDX-License-Identifier: Apache-2.0
"""The template: what the job has to know of it, and the one archive that brings it to the executors."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from dataclasses import dataclass
from typing import Any, Dict, List, Tuple

from .errors import IssueError


@dataclass(frozen=True)
class Template:
    """A template folder with those it extends, read once by the driver."""

    #: The folder of the template in the archive.
    folder: str
    #: A ZIP with the template and its bases, without data and keys. The same files give the same
    #: bytes.
    archive: bytes
    #: The SHA-256 of the names and contents of these files.
    digest: str
    document: Dict[str, Any]
    columns: Dict[str, Dict[str, Any]]

    @property
    def needs_token(self) -> bool:
        """A web service is named and no token stands beside it."""
        return "webServiceURL" in self.document and "authenticationToken" not in self.document

    @property
    def names_files(self) -> bool:
        """Rows name files, whose bytes no digest of a row can know."""
        return any(column.get("type") == "file" for column in self.columns.values())


def read(path: str) -> Template:
    """Reads a template and the folders it extends.

    Raises:
        IssueError: there is no template, or its JSON cannot be read.
    """
    chain = _chain(os.path.abspath(path))
    document: Dict[str, Any] = {}
    settings: Dict[str, Any] = {}
    for folder in reversed(chain):
        document = _merged(document, _json(os.path.join(folder, "pass.json"), {}))
        settings = _merged(settings, _json(os.path.join(folder, "template.json"), {}))
    if not document:
        raise IssueError(f"{path} has no pass.json: no template")
    common = os.path.commonpath([os.path.dirname(folder) for folder in chain])
    archive, digest = _archive(chain, common)
    return Template(
        folder=os.path.relpath(chain[0], common),
        archive=archive,
        digest=digest,
        document=document,
        columns={k: v for k, v in (settings.get("columns") or {}).items() if isinstance(v, dict)},
    )


def _chain(folder: str) -> List[str]:
    """The template, what it extends, what that extends, and so on."""
    chain: List[str] = []
    while True:
        if folder in chain:
            raise IssueError(f"{folder} extends itself")
        if not os.path.isdir(folder):
            raise IssueError(f"{folder} is no folder of a template")
        chain.append(folder)
        base = _json(os.path.join(folder, "template.json"), {}).get("extends")
        if base is None:
            return chain
        folder = os.path.abspath(os.path.join(folder, str(base)))


def _json(path: str, default: Dict[str, Any]) -> Dict[str, Any]:
    try:
        with open(path, "rb") as file:
            value = json.loads(file.read().decode("utf-8-sig"))
    except FileNotFoundError:
        return default
    except (OSError, ValueError) as error:
        raise IssueError(f"{path}: {error}") from error
    if not isinstance(value, dict):
        raise IssueError(f"{path} is no JSON object")
    return value


def _merged(base: Dict[str, Any], patch: Dict[str, Any]) -> Dict[str, Any]:
    """JSON merge patch (RFC 7396)."""
    result = dict(base)
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict):
            known = result.get(name)
            result[name] = _merged(known if isinstance(known, dict) else {}, value)
        else:
            result[name] = value
    return result


#: The files that passc reads as data and never packs.
_DATA = (".csv", ".tsv", ".jsonl", ".xlsx", ".sqlite")
#: The file types that contain keys, in addition to all files with a PEM key.
_KEYS = (".p12", ".pfx", ".p8", ".key", ".pem")


def _travels(name: str, data: bytes) -> bool:
    """Whether a file of a template goes to the executors. Data and keys that lie beside it never get
    into a pass; a key would leave its machine by another way than secrets do."""
    *folders, last = name.lower().split("/")
    return not (
        last.startswith(".")
        or ".git" in folders
        or last.endswith(_DATA + _KEYS)
        or b"PRIVATE KEY-----" in data
    )


def _archive(folders: List[str], common: str) -> Tuple[bytes, str]:
    files: Dict[str, str] = {}
    for folder in folders:
        for parent, inner, names in os.walk(folder):
            inner.sort()
            for name in names:
                path = os.path.join(parent, name)
                if os.path.isfile(path):
                    files[os.path.relpath(path, common)] = path
    digest = hashlib.sha256()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            with open(files[name], "rb") as file:
                data = file.read()
            if not _travels(name, data):
                continue
            digest.update(f"{len(name.encode())} {name} {len(data)}\n".encode() + data)
            archive.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue(), digest.hexdigest()


def unpack(archive: str, digest: str, parent: str) -> str:
    """The unpacked archive on an executor, made by whoever comes first.

    Returns: the folder the names of the archive lie below.
    """
    import shutil
    import tempfile

    target = os.path.join(parent, f"passc-template-{digest[:16]}")
    if os.path.isdir(target):
        return target
    aside = tempfile.mkdtemp(prefix=".passc-template-", dir=parent)
    try:
        with zipfile.ZipFile(archive) as file:
            file.extractall(aside)
        os.rename(aside, target)
    except OSError:
        if not os.path.isdir(target):
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return target
