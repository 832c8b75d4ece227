# SPDX-License-Identifier: Apache-2.0
"""Hadoop's file systems, by Hadoop's own shell, since a worker's Python has no hold of its JVM.

A part is written to a folder of the worker and put with one call; the shell itself writes each file
under another name and renames it. Tried with ``file:`` here. A cloud's file system needs the jars of
its connector among Spark's.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
import tempfile
from typing import BinaryIO, List, Optional, cast

from .errors import IssueError
from .stores import AsideAttempt, RenamingStore


class HadoopStore(RenamingStore):
    """A folder on one of Hadoop's file systems."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._staged: Optional[str] = None

    def _shell(self, *arguments: str, data: Optional[bytes] = None) -> "subprocess.CompletedProcess[bytes]":
        hadoop = shutil.which("hadoop")
        if hadoop:
            command = [hadoop, "fs"]
        else:
            command = _java() + ["org.apache.hadoop.fs.FsShell"]
        return subprocess.run(command + list(arguments), input=data, capture_output=True)

    def _must(self, *arguments: str, data: Optional[bytes] = None) -> bytes:
        done = self._shell(*arguments, data=data)
        if done.returncode != 0:
            raise _failure(arguments[0], done)
        return done.stdout

    def _exists(self, path: str) -> bool:
        """Whether there is a file or a folder; what keeps the shell from knowing is an error."""
        done = self._shell("-test", "-e", self._full(path))
        # The command exits with 1 for a missing file and for an error. It prints a message only for
        # an error.
        if done.returncode == 1 and not any(line.startswith(b"test:") for line in done.stderr.splitlines()):
            return False
        if done.returncode != 0:
            raise _failure("-test", done)
        return True

    def _listed(self, path: str, *options: str) -> List[str]:
        """What `-ls` says of a folder; nothing where there is none."""
        done = self._shell("-ls", *options, self._full(path))
        if done.returncode == 0:
            return [line.decode() for line in done.stdout.splitlines()]
        if self._exists(path):
            raise _failure("-ls", done)
        return []

    def _full(self, path: str) -> str:
        return f"{self._url}/{path}"

    def place(self, name: str) -> str:
        return self._full(name)

    def read(self, path: str) -> Optional[bytes]:
        done = self._shell("-cat", self._full(path))
        if done.returncode == 0:
            return done.stdout
        # This starts Java once more, but only for a missing file.
        if self._exists(path):
            raise _failure("-cat", done)
        return None

    def replace(self, path: str, data: bytes) -> None:
        self._must("-mkdir", "-p", self._full(path).rsplit("/", 1)[0])
        self._must("-put", "-f", "-", self._full(path), data=data)

    def create(self, path: str, data: bytes) -> bool:
        if self.read(path) is not None:
            return False
        self._must("-mkdir", "-p", self._full(path).rsplit("/", 1)[0])
        # Without -f the shell does not overwrite an existing file.
        done = self._shell("-put", "-", self._full(path), data=data)
        if done.returncode == 0:
            return True
        if b"File exists" in done.stderr:
            return self.read(path) == data
        raise IssueError(f"hadoop fs -put {self._full(path)} ended with {done.returncode}")

    # Files are staged on the worker until the record exists.

    def _aside(self, path: str) -> str:
        if self._staged is None:
            self._staged = tempfile.mkdtemp(prefix="passc-aside-")
        full = os.path.join(self._staged, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        return full

    def write(self, path: str, data: bytes) -> None:
        with open(self._aside(path), "wb") as file:
            file.write(data)

    def stream(self, path: str) -> BinaryIO:
        return cast(BinaryIO, open(self._aside(path), "w+b", buffering=1 << 20))

    def commit_aside(self, folder: str) -> None:
        """Brings the files of an attempt to the file system, beside their places."""
        if self._staged is None:
            return
        local = os.path.join(self._staged, folder)
        if not os.path.isdir(local):
            return
        parent = self._full(folder).rsplit("/", 1)[0]
        self._must("-mkdir", "-p", parent)
        self._must("-put", "-f", local, parent)
        self._unstage(folder)

    def _unstage(self, folder: str) -> None:
        """Removes a folder that was aside on the worker, and what is empty above it."""
        if self._staged is None:
            return
        folder = os.path.join(self._staged, folder)
        shutil.rmtree(folder, ignore_errors=True)
        while folder != self._staged:
            folder = os.path.dirname(folder)
            try:
                os.rmdir(folder)
            except FileNotFoundError:
                continue
            except OSError:
                # The folder contains files of another attempt.
                return
        self._staged = None

    def attempt(self, job: str, part: str, generation: int):  # type: ignore[no-untyped-def]
        store = self

        class Attempt(AsideAttempt):
            def commit(self, record: bytes) -> bool:
                store.commit_aside(self._aside)
                return super().commit(record)

        return Attempt(self, job, part, generation)

    def names(self, folder: str) -> List[str]:
        marker = folder + "/"
        paths = [line for line in self._listed(folder, "-R", "-C") if marker in line]
        names = [path.split(marker, 1)[1] for path in paths]
        return [n for n in names if not any(o.startswith(n + "/") for o in names)]

    def _move_in(self, aside: str) -> None:
        names = self.names(aside)
        for folder in sorted({n.rsplit("/", 1)[0] if "/" in n else "" for n in names}):
            mine = [self._full(f"{aside}/{n}") for n in names if (n.rsplit("/", 1)[0] if "/" in n else "") == folder]
            target = self._full(folder) if folder else self._url
            self._must("-mkdir", "-p", target)
            for start in range(0, len(mine), 500):
                # `-cp -f` replaces the files of an earlier job. `-mv` would not.
                self._must("-cp", "-f", *mine[start : start + 500], target)
        self.remove(aside)

    def rename(self, old: str, new: str) -> None:
        self._must("-cp", "-f", self._full(old), self._full(new))
        self.remove(old)

    def remove(self, folder: str) -> None:
        self._unstage(folder)
        self._shell("-rm", "-r", "-f", "-skipTrash", self._full(folder))

    def folders(self, folder: str) -> List[str]:
        return [line.rsplit("/", 1)[1] for line in self._listed(folder) if line.startswith("d")]


def _failure(command: str, done: "subprocess.CompletedProcess[bytes]") -> IssueError:
    words = [w for w in done.stderr.decode("utf-8", "replace").splitlines() if "WARN" not in w]
    return IssueError(f"hadoop fs {command} ended with {done.returncode}: {' '.join(words[-3:])}")


def _java() -> List[str]:
    """Java with Spark's own jars, which hold Hadoop's client."""
    home = os.environ.get("SPARK_HOME")
    if not home:
        try:
            import pyspark
        except ImportError:
            raise IssueError("hadoop: needs the command hadoop, or SPARK_HOME with its jars") from None
        home = os.path.dirname(pyspark.__file__)
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"
    return [java, "-cp", os.pathsep.join([_configuration(), os.path.join(home, "jars", "*")])]


def _configuration() -> str:
    """The folder of Hadoop's configuration; an empty one where nobody has any."""
    named = os.environ.get("HADOOP_CONF_DIR")
    if named:
        return named
    folder = os.path.join(tempfile.gettempdir(), f"passc-hadoop-{os.getuid()}")
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, mode=0o700)
    # The name of the folder can be guessed. In another user's folder, that user could choose the
    # classes that Hadoop loads.
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise IssueError(
            f"{folder} is not this user's alone: remove it, or name a folder with Hadoop's configuration in "
            "HADOOP_CONF_DIR"
        )
    for name in ("core-site.xml", "hdfs-site.xml"):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write("<configuration/>\n")
    return folder
