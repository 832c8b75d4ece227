# SPDX-License-Identifier: Apache-2.0
"""Where passes go. Every store has the same promise: a file is whole or not there, and of the attempts
at one part exactly one counts, which its record names.

A record is written once, when all files of a part are made; whoever comes second finds it and takes
its outcomes for its own. Folders and file systems with a rename: an attempt writes aside, and is
renamed into place when its record stands. S3: an object is put under its name at once, on the
condition that no attempt of this job has put it (If-None-Match, If-Match); an archive is uploaded in
parts, and the upload that the record names is completed.

An attempt of an earlier job that comes late must not undo a later one: job.json, which names the job
that has the output, is read again before anything gets its place. In S3 the condition of the put is
older than that reading, so that nothing comes in between; where files are renamed a job that begins
within the renaming of one part is not seen.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import random
import shutil
import time
import uuid
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, BinaryIO, Callable, Dict, List, Optional, Set, Tuple, TypeVar, Union, cast

from .errors import IssueError

Result = TypeVar("Result")

#: The folder for job data, in the output.
OWN = "_passc"


def patiently(work: Callable[[], Result], patience: float, retry: Tuple[type, ...] = ()) -> Result:
    """Does something again, after pauses that grow to ten seconds, as long as the store says that it
    cannot now: 429, 5xx, no connection.

    Parameters:
        patience: seconds after which the last error counts.
    """
    started = time.monotonic()
    pause = 0.1
    while True:
        try:
            return work()
        except Exception as error:
            if not (isinstance(error, retry) or is_passing(error)):
                raise
            if time.monotonic() - started + pause > patience:
                raise
        time.sleep(pause * (0.5 + random.random()))
        pause = min(10.0, pause * 2)


def is_passing(error: Optional[BaseException]) -> bool:
    """Whether a store means "not now" and not "no"."""
    while error is not None:
        response = getattr(error, "response", None)
        if isinstance(response, dict):
            status = (response.get("ResponseMetadata") or {}).get("HTTPStatusCode")
            code = (response.get("Error") or {}).get("Code")
            return status in (429, 500, 502, 503, 504) or code in (
                "SlowDown",
                "InternalError",
                "ServiceUnavailable",
                "RequestTimeout",
            )
        if type(error).__name__ in (
            "EndpointConnectionError",
            "ConnectionClosedError",
            "ConnectTimeoutError",
            "ReadTimeoutError",
            "ClientConnectorError",
            "ServerDisconnectedError",
            "ClientOSError",
        ) or isinstance(error, (ConnectionError, TimeoutError)):
            return True
        error = error.__cause__
    return False


class Attempt:
    """One try at one part."""

    def put(self, name: str, data: bytes, digest: str, content: str) -> Tuple[str, int]:
        """Begins to write a pass; the digest and size of what will stand there."""
        raise NotImplementedError

    def archive(self, name: str) -> "Archive":
        """Begins to write the one archive of the part."""
        raise NotImplementedError

    def drain(self) -> Dict[str, Tuple[str, int]]:
        """Waits until everything is written; digest and size of each file that another attempt of
        this job had written first."""
        return {}

    def commit(self, record: bytes) -> bool:
        """Makes the attempt count; False when another one does already."""
        raise NotImplementedError

    def abandon(self) -> None:
        """Removes what was written aside."""


class Archive:
    """A file that is written as a stream and seen when it is whole."""

    def write(self, data: bytes) -> None:
        raise NotImplementedError

    def descriptor(self) -> Optional[int]:
        """The file it is, for a process to write to in place of ``write``; None where it is none."""
        return None

    def close(self) -> None:
        raise NotImplementedError


class Store:
    """A place for passes, by its URL. Values that travel to the executors hold no secret: S3's keys
    come from where its library looks for them (environment, profile, role of the machine)."""

    def place(self, name: str) -> str:
        """The URL of a file."""
        raise NotImplementedError

    def read(self, path: str) -> Optional[bytes]:
        """A file below the output; None where there is none."""
        raise NotImplementedError

    def replace(self, path: str, data: bytes) -> None:
        """Writes a file, whole or not at all."""
        raise NotImplementedError

    def attempt(self, job: str, part: str, generation: int) -> Attempt:
        """Begins an attempt at a part."""
        raise NotImplementedError

    def refuse_old(self, job: str) -> None:
        """Refuses to go on when another job has the output.

        Raises:
            IssueError: it has begun since.
        """
        record = json.loads(self.read(f"{OWN}/job.json") or b"{}")
        if record.get("id") != job:
            raise IssueError(
                "another job has written there since this one began: outcomes that are lost now cannot "
                "be had again; write them to a table before the next job"
            )

    def tidy(self, job: str) -> None:
        """Removes what attempts that ended in the middle left, and what earlier jobs needed."""

    def record_path(self, job: str, part: str, generation: int) -> str:
        """The name of a part's record."""
        return f"{OWN}/{job}/{part}.{generation}.jsonl"

    def finish(self, job: str, part: str) -> None:
        """Does what an attempt that counts was killed before doing."""


# --- file systems with a rename -----------------------------------------------------------------


class RenamingStore(Store):
    """A store whose files are moved into place. Subclasses say how."""

    # The seven operations of a subclass.

    def write(self, path: str, data: bytes) -> None:
        raise NotImplementedError

    def create(self, path: str, data: bytes) -> bool:
        """Writes a file that is not there; False when it is."""
        raise NotImplementedError

    def rename(self, old: str, new: str) -> None:
        """Puts a file in the place of another; nothing when the old one is gone."""
        raise NotImplementedError

    def names(self, folder: str) -> List[str]:
        """The paths of all files below a folder, relative to it."""
        raise NotImplementedError

    def remove(self, folder: str) -> None:
        """Removes a folder with all in it, or nothing."""
        raise NotImplementedError

    def folders(self, folder: str) -> List[str]:
        """The names of the folders in a folder."""
        raise NotImplementedError

    def stream(self, path: str) -> BinaryIO:
        """A file to write from its beginning."""
        raise NotImplementedError

    def attempt(self, job: str, part: str, generation: int) -> Attempt:
        return AsideAttempt(self, job, part, generation)

    def finish(self, job: str, part: str) -> None:
        generation = 0
        while True:
            record = self.read(self.record_path(job, part, generation))
            if record is None:
                return
            aside = json.loads(record.split(b"\n", 1)[0])["aside"]
            self.refuse_old(job)
            self._move_in(aside)
            generation += 1

    def _move_in(self, aside: str) -> None:
        for name in self.names(aside):
            self.rename(f"{aside}/{name}", name)
        self.remove(aside)

    def tidy(self, job: str) -> None:
        self.remove(f"{OWN}/{job}/attempts")
        for other in self.folders(OWN):
            if other != job:
                self.remove(f"{OWN}/{other}")


class AsideAttempt(Attempt):
    """A try that writes aside, and moves its files into place when its record is written."""

    def __init__(self, store: RenamingStore, job: str, part: str, generation: int) -> None:
        self._store = store
        self._job = job
        self._record = store.record_path(job, part, generation)
        self._aside = f"{OWN}/{job}/attempts/{part}-{uuid.uuid4().hex}"

    def put(self, name: str, data: bytes, digest: str, content: str) -> Tuple[str, int]:
        self._store.write(f"{self._aside}/{name}", data)
        return digest, len(data)

    def archive(self, name: str) -> Archive:
        return _AsideArchive(self._store.stream(f"{self._aside}/{name}"))

    def commit(self, record: bytes) -> bool:
        self._store.refuse_old(self._job)
        if not self._store.create(self._record, self._first + record):
            self.abandon()
            return False
        self._store.refuse_old(self._job)
        self._store._move_in(self._aside)
        return True

    @property
    def _first(self) -> bytes:
        """The line a record of this attempt begins with."""
        return json.dumps({"version": 1, "aside": self._aside}).encode() + b"\n"

    def abandon(self) -> None:
        """Removes what is aside, unless the record names it: then it counts, whatever failed after,
        and the next attempt moves it to its place."""
        try:
            record = self._store.read(self._record)
        except Exception:
            # The result is unknown. The end of the job cleans up.
            return
        if record is None or not record.startswith(self._first):
            self._store.remove(self._aside)


class _AsideArchive(Archive):
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.write = file.write  # type: ignore[assignment, method-assign]

    def descriptor(self) -> Optional[int]:
        # Files of fsspec may have a file number too, but they also process the written data.
        raw = getattr(self._file, "raw", None)
        return raw.fileno() if isinstance(raw, io.FileIO) else None

    def close(self) -> None:
        self._file.close()


class FolderStore(RenamingStore):
    """A folder of this machine, or one that all workers see."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._made: Set[str] = set()

    def __getstate__(self) -> Dict[str, Any]:
        # On another machine, other folders exist.
        return {"_root": self._root, "_made": set()}

    def _path(self, path: str) -> str:
        full = os.path.join(self._root, path)
        folder = os.path.dirname(full)
        if folder not in self._made:
            os.makedirs(folder, exist_ok=True)
            self._made.add(folder)
        return full

    def place(self, name: str) -> str:
        return os.path.join(self._root, name)

    def read(self, path: str) -> Optional[bytes]:
        try:
            with open(os.path.join(self._root, path), "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def replace(self, path: str, data: bytes) -> None:
        aside = f"{path}.{uuid.uuid4().hex}"
        try:
            self.write(aside, data)
            os.replace(self._path(aside), self._path(path))
        except BaseException:
            _unlink(os.path.join(self._root, aside))
            raise

    def write(self, path: str, data: bytes) -> None:
        with open(self._path(path), "wb", buffering=0) as file:
            view = memoryview(data)
            while view:
                view = view[file.write(view) or 0 :]

    def create(self, path: str, data: bytes) -> bool:
        aside = f"{path}.{uuid.uuid4().hex}"
        try:
            self.write(aside, data)
            os.link(self._path(aside), self._path(path))
            return True
        except FileExistsError:
            # A network file system may have created the link and lost the response.
            return self.read(path) == data
        finally:
            _unlink(os.path.join(self._root, aside))

    def rename(self, old: str, new: str) -> None:
        target = self._path(new)
        try:
            os.replace(os.path.join(self._root, old), target)
        except FileNotFoundError:
            # Another attempt is finishing the same part.
            if not os.path.exists(target):
                raise

    def names(self, folder: str) -> List[str]:
        root = os.path.join(self._root, folder)
        return [
            os.path.relpath(os.path.join(parent, name), root)
            for parent, _, names in os.walk(root, onerror=_unless_gone)
            for name in names
        ]

    def remove(self, folder: str) -> None:
        shutil.rmtree(os.path.join(self._root, folder), ignore_errors=True)
        self._made.clear()

    def folders(self, folder: str) -> List[str]:
        try:
            with os.scandir(os.path.join(self._root, folder)) as entries:
                return [entry.name for entry in entries if entry.is_dir()]
        except FileNotFoundError:
            return []

    def stream(self, path: str) -> BinaryIO:
        return cast(BinaryIO, open(self._path(path), "wb", buffering=1 << 20))


def _unless_gone(error: OSError) -> None:
    """A folder that cannot be read is not an empty one: what it holds would be removed with it."""
    if not isinstance(error, FileNotFoundError):
        raise error


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


class FsspecStore(RenamingStore):
    """Any file system of fsspec, with the operations all of them have. Tried with ``memory:`` only:
    an object store whose move is a copy is not what this is good at."""

    def __init__(self, url: str, patience: float = 300.0) -> None:
        self._url = url
        self._patience = patience

    def _files(self) -> Any:
        import fsspec

        return fsspec.core.url_to_fs(self._url)

    def _path(self, path: str) -> Tuple[Any, str]:
        files, root = self._files()
        full = f"{root}/{path}"
        files.makedirs(full.rsplit("/", 1)[0], exist_ok=True)
        return files, full

    def place(self, name: str) -> str:
        return f"{self._url}/{name}"

    def read(self, path: str) -> Optional[bytes]:
        files, root = self._files()
        try:
            return cast(bytes, files.cat_file(f"{root}/{path}"))
        except FileNotFoundError:
            return None

    def replace(self, path: str, data: bytes) -> None:
        self.write(path, data)

    def write(self, path: str, data: bytes) -> None:
        files, full = self._path(path)
        patiently(lambda: files.pipe_file(full, data), self._patience)

    def create(self, path: str, data: bytes) -> bool:
        files, full = self._path(path)
        try:
            files.pipe_file(full, data, mode="create")
            return True
        except FileExistsError:
            return False

    def rename(self, old: str, new: str) -> None:
        files, source = self._path(old)
        _, target = self._path(new)
        if files.exists(source):
            if files.exists(target):
                files.rm_file(target)
            files.mv(source, target)

    def names(self, folder: str) -> List[str]:
        files, root = self._files()
        full = f"{root}/{folder}"
        if not files.exists(full):
            return []
        stripped = full.lstrip("/")
        return [name.lstrip("/")[len(stripped) + 1 :] for name in files.find(full)]

    def remove(self, folder: str) -> None:
        files, root = self._files()
        if files.exists(f"{root}/{folder}"):
            files.rm(f"{root}/{folder}", recursive=True)

    def folders(self, folder: str) -> List[str]:
        files, root = self._files()
        if not files.exists(f"{root}/{folder}"):
            return []
        return [
            one["name"].rstrip("/").rsplit("/", 1)[1]
            for one in files.ls(f"{root}/{folder}", detail=True)
            if one["type"] == "directory"
        ]

    def stream(self, path: str) -> BinaryIO:
        files, full = self._path(path)
        return cast(BinaryIO, files.open(full, "wb"))


# --- S3 -----------------------------------------------------------------------------------------


#: The folder of a job with a note of each multipart upload that it started.
_UPLOADS = "uploads"


class S3Store(Store):
    """A bucket, through s3fs. Needs conditional writes, as S3 itself has them since 2024."""

    #: The part size of an archive upload. S3 requires at least 5 MiB.
    _PART_SIZE = 16 << 20

    def __init__(self, path: str, patience: float, in_flight: int) -> None:
        self._bucket, _, self._prefix = path.partition("/")
        self._patience = patience
        self._in_flight = in_flight
        self._opened: Any = None

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_opened": None}

    def _call(self, method: str, **parameters: Any) -> Any:
        if self._opened is None:
            import s3fs

            self._opened = s3fs.S3FileSystem(use_listings_cache=False)
        files = self._opened
        return patiently(
            lambda: files.call_s3(method, Bucket=self._bucket, **parameters), self._patience
        )

    def _key(self, path: str) -> str:
        return f"{self._prefix}/{path}" if self._prefix else path

    def place(self, name: str) -> str:
        return f"s3://{self._bucket}/{self._key(name)}"

    def read(self, path: str) -> Optional[bytes]:
        def get() -> Optional[bytes]:
            import s3fs

            if self._opened is None:
                self._opened = s3fs.S3FileSystem(use_listings_cache=False)
            try:
                return cast(bytes, self._opened.cat_file(f"{self._bucket}/{self._key(path)}"))
            except FileNotFoundError:
                return None

        return patiently(get, self._patience)

    def replace(self, path: str, data: bytes) -> None:
        self._call("put_object", Key=self._key(path), Body=data)

    def create(self, path: str, data: bytes) -> bool:
        """Puts an object that is not there; False when it is. An answer that was lost and a put that
        is therefore repeated count as put."""
        try:
            self._call("put_object", Key=self._key(path), Body=data, IfNoneMatch="*")
            return True
        except Exception as error:
            if not is_refused_condition(error):
                raise
        return self.read(path) == data

    def head(self, path: str) -> Optional[Dict[str, Any]]:
        """What is said of an object; None where there is none."""
        try:
            return cast(Dict[str, Any], self._call("head_object", Key=self._key(path)))
        except FileNotFoundError:
            return None

    def attempt(self, job: str, part: str, generation: int) -> Attempt:
        return _S3Attempt(self, job, part, generation)

    def put_once(
        self, job: str, name: str, data: bytes, digest: str, content: str
    ) -> Tuple[str, int]:
        """Puts a pass unless this job has put it; digest and size of what stands there then.

        Names of jobs grow with time: what a later one has put is not replaced. What a later one has
        still to put it puts over this.
        """
        about = {"passc-job": job, "passc-content": content, "passc-sha256": digest}
        condition: Dict[str, str] = {"IfNoneMatch": "*"}
        for _ in range(20):
            try:
                self._call(
                    "put_object",
                    Key=self._key(name),
                    Body=data,
                    Metadata=about,
                    ContentType="application/vnd.apple.pkpass",
                    **condition,
                )
                return digest, len(data)
            except Exception as error:
                if not is_refused_condition(error) and not isinstance(error, FileNotFoundError):
                    raise
            head = self.head(name)
            if head is None:
                condition = {"IfNoneMatch": "*"}
                continue
            known = head.get("Metadata") or {}
            if known.get("passc-job") == job and known.get("passc-content") == content:
                return known["passc-sha256"], int(head["ContentLength"])
            if known.get("passc-job", "") > job:
                # Raises an error, unless this job is the newest and its driver's clock was slow.
                self.refuse_old(job)
            condition = {"IfMatch": head["ETag"]}
        raise IssueError(f"{self.place(name)} is being written by somebody else all the time")

    def begin_upload(self, job: str, name: str, attempt: str) -> str:
        """Begins an upload in parts and notes it: what stands beside it in the bucket is not ours to end."""
        key = self._key(name)
        answer = self._call(
            "create_multipart_upload",
            Key=key,
            ContentType="application/x-tar",
            Metadata={"passc-job": job, "passc-attempt": attempt},
        )
        upload = cast(str, answer["UploadId"])
        try:
            note = json.dumps({"version": 1, "key": key, "upload": upload}).encode()
            self.replace(f"{OWN}/{job}/{_UPLOADS}/{uuid.uuid4().hex}.json", note)
        except BaseException:
            self.end_upload(key, upload)
            raise
        return upload

    def complete_upload(self, job: str, upload: Dict[str, Any]) -> None:
        """Puts an archive in its place whose parts are there, unless that is done.

        Parameters:
            upload: as the first line of a record has it.
        """
        for _ in range(20):
            head = self.head(upload["name"])
            if head and (head.get("Metadata") or {}).get("passc-attempt") == upload["attempt"]:
                return
            self.refuse_old(job)
            condition = {"IfNoneMatch": "*"} if head is None else {"IfMatch": head["ETag"]}
            try:
                self._call(
                    "complete_multipart_upload",
                    Key=self._key(upload["name"]),
                    UploadId=upload["upload"],
                    MultipartUpload={"Parts": upload["parts"]},
                    **condition,
                )
                return
            except Exception as error:
                # Another writer was faster, or the response to our request was lost.
                if not is_refused_condition(error) and not isinstance(error, FileNotFoundError):
                    raise
        raise IssueError(
            f"the upload of {self.place(upload['name'])} is gone: remove {OWN} from the output to begin "
            "anew"
        )

    def finish(self, job: str, part: str) -> None:
        generation = 0
        while True:
            record = self.read(self.record_path(job, part, generation))
            if record is None:
                return
            upload = json.loads(record.split(b"\n", 1)[0]).get("archive")
            if upload is not None:
                self.complete_upload(job, upload)
            generation += 1

    def end_upload(self, key: str, upload: str) -> None:
        """Gives the parts of an upload back, which cost money as long as nobody does. One that fails
        is left to the end of the job, and in the end to the bucket's own rules."""
        with contextlib.suppress(Exception):
            self._call("abort_multipart_upload", Key=key, UploadId=upload)

    def tidy(self, job: str) -> None:
        import s3fs

        files = self._opened or s3fs.S3FileSystem(use_listings_cache=False)
        own = f"{self._bucket}/{self._key(OWN)}"
        try:
            known = patiently(lambda: files.ls(own, detail=False, refresh=True), self._patience)
        except FileNotFoundError:
            return
        for folder in known:
            name = folder.rstrip("/").rsplit("/", 1)[1]
            if name == "job.json":
                continue
            # These uploads are from killed attempts. Their job is over, so nothing else ends them.
            notes = patiently(lambda: files.find(f"{folder}/{_UPLOADS}"), self._patience)
            for note in notes:
                begun = json.loads(patiently(lambda: files.cat_file(note), self._patience))
                self.end_upload(begun["key"], begun["upload"])
            if name != job:
                patiently(lambda: files.rm(folder, recursive=True), self._patience)
            elif notes:
                patiently(lambda: files.rm(notes), self._patience)


def is_refused_condition(error: Optional[BaseException]) -> bool:
    """Whether a conditional put was refused because of its condition (412), or met another (409)."""
    while error is not None:
        response = getattr(error, "response", None)
        if isinstance(response, dict):
            status = (response.get("ResponseMetadata") or {}).get("HTTPStatusCode")
            return status in (409, 412)
        error = error.__cause__
    return False


class _S3Attempt(Attempt):
    def __init__(self, store: S3Store, job: str, part: str, generation: int) -> None:
        self._store = store
        self._job = job
        self._record = store.record_path(job, part, generation)
        self._pool: Optional[ThreadPoolExecutor] = None
        self._waiting: Dict["Future[Tuple[str, int]]", Tuple[str, str]] = {}
        self._others: Dict[str, Tuple[str, int]] = {}
        self._archive: Optional[_S3Archive] = None

    def put(self, name: str, data: bytes, digest: str, content: str) -> Tuple[str, int]:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._store._in_flight)
        if len(self._waiting) >= 2 * self._store._in_flight:
            done, _ = wait(self._waiting, return_when=FIRST_COMPLETED)
            self._take(done)
        future = self._pool.submit(self._store.put_once, self._job, name, data, digest, content)
        self._waiting[future] = (name, digest)
        return digest, len(data)

    def _take(self, done: Any) -> None:
        for future in done:
            name, digest = self._waiting.pop(future)
            stands = future.result()
            if stands[0] != digest:
                self._others[name] = stands

    def drain(self) -> Dict[str, Tuple[str, int]]:
        self._take(list(self._waiting))
        return self._others

    def archive(self, name: str) -> Archive:
        self._archive = _S3Archive(self._store, self._job, name)
        return self._archive

    def commit(self, record: bytes) -> bool:
        self._close()
        self._store.refuse_old(self._job)
        if not self._store.create(self._record, self._first + record):
            self.abandon()
            return False
        if self._archive is not None:
            self._store.complete_upload(self._job, self._archive.upload)
        return True

    @property
    def _first(self) -> bytes:
        """The line a record of this attempt begins with."""
        upload = None if self._archive is None else self._archive.upload
        return json.dumps({"version": 1, "archive": upload}).encode() + b"\n"

    def abandon(self) -> None:
        """Gives back what was uploaded of an archive, unless the record names it: then it counts,
        whatever failed after, and the next attempt completes it."""
        self._close()
        if self._archive is None:
            return
        try:
            record = self._store.read(self._record)
        except Exception:
            # The result is unknown. The end of the job cleans up.
            return
        if record is None or not record.startswith(self._first):
            self._archive.abort()

    def _close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class _S3Archive(Archive):
    """An upload in parts: nothing is seen before the record of its part stands, and nothing at all when
    it is broken off."""

    def __init__(self, store: S3Store, job: str, name: str) -> None:
        self._store = store
        self._name = name
        self._attempt = uuid.uuid4().hex
        self._buffer: List[bytes] = []
        self._size = 0
        self._parts: List[Dict[str, Any]] = []
        self._upload = store.begin_upload(job, name, self._attempt)

    @property
    def upload(self) -> Dict[str, Any]:
        """What completes it, for the record of its part."""
        return {
            "name": self._name,
            "upload": self._upload,
            "attempt": self._attempt,
            "parts": self._parts,
        }

    def write(self, data: bytes) -> None:
        self._buffer.append(data)
        self._size += len(data)
        if self._size >= S3Store._PART_SIZE:
            self._send()

    def _send(self) -> None:
        number = len(self._parts) + 1
        answer = self._store._call(
            "upload_part",
            Key=self._store._key(self._name),
            UploadId=self._upload,
            PartNumber=number,
            Body=b"".join(self._buffer),
        )
        self._parts.append({"PartNumber": number, "ETag": answer["ETag"]})
        self._buffer, self._size = [], 0

    def close(self) -> None:
        if self._size or not self._parts:
            self._send()

    def abort(self) -> None:
        """Gives the parts back."""
        self._store.end_upload(self._store._key(self._name), self._upload)


def sha256(data: Union[bytes, memoryview]) -> str:
    """The digest of a bundle, as outcomes and ledgers write it."""
    return hashlib.sha256(data).hexdigest()


def is_full(error: BaseException) -> bool:
    """Whether a disk has no room."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
