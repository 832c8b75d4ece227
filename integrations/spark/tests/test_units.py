# SPDX-License-Identifier: Apache-2.0
"""What needs no Spark."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import random
import re
import shutil
import tarfile
import zipfile

import pyarrow
import pytest
from conftest import EPOCH, member

from passc_spark import IssueError, hadoop, part, serials, stores, tar, template
from passc_spark.identity import Identity, Secret, Signer
from passc_spark.ledger import write_outcomes
from passc_spark.process import Chunk, PassProcess, column_at
from passc_spark.schema import IssuedRows, column_of, outcome, outcome_lines
from passc_spark.urls import open_store

SERIALS = [
    "A-1", "a-1x", ".hidden", "Ü/8 x", "x" * 180, "x" * 181, "ä" * 60, "ä" * 61, "ΟΔΟΣ", "%", "~", "İ-7",
    "日本-42",
]  # fmt: skip


def test_names_files_and_cuts_parts_as_passc_does(reference, template):
    rows = [{**member(n), "serial": serial} for n, serial in enumerate(SERIALS)]
    for naming in (serials.Naming(), serials.Naming("card-%s.pkpass", 2)):
        made = reference.passes(template, rows, *naming.options())
        assert sorted(made) == sorted(naming.path(serial) for serial in SERIALS)
    for part in (1, 2, 3):
        made = reference.passes(template, rows, "--shard", f"{part}/3")
        mine = [s for s in SERIALS if serials.part_of(s, "pass.com.example.passc", 3) == part]
        assert sorted(made) == sorted(serials.Naming().path(serial) for serial in mine)


def test_sees_repeated_rows_however_the_batches_are_cut():
    chance = random.Random(20261125)

    def some(most, letters):
        return sorted(chance.choice(letters) for _ in range(chance.randint(0, most)))

    for _ in range(500):
        named, older = some(12, "abcdef"), some(4, "abc")
        keys = [None] * chance.randint(0, 3) + named
        expected = [key is not None and named.count(key) > 1 for key in keys] + [False] * len(older)
        flags = [False] * len(keys) + [True] * len(older)
        rows = pyarrow.record_batch(
            [pyarrow.array(keys + older, pyarrow.string()), pyarrow.array(flags, pyarrow.bool_())],
            names=["key", "older"],
        )
        cuts = [0, *sorted(chance.randint(0, len(flags)) for _ in range(3)), len(flags)]
        batches = [rows.slice(a, b - a) for a, b in zip(cuts, cuts[1:]) if b > a]
        told = list(part.with_repeated(iter(batches)))
        assert [batch for batch, _ in told] == batches
        assert [one for _, repeated in told for one in repeated.to_pylist()] == expected


def test_reads_the_serial_number_of_a_template():
    columns = {"no": {"from": "Nr."}, "day": {"type": "date"}, "tier": {"default": "B", "trim": False}}
    assert serials.parse("K-{{ no | upper }}{{tier | default: 'it''s'}}", columns) == [
        ("text", "K-"),
        ("cell", ("Nr.", True, None, (("upper", None),))),
        ("cell", ("tier", False, "B", (("default", "it's"),))),
    ]
    for pattern in ("{{ day }}", "{{ member.name }}", "{{ '{{' }}", "{{ no | rot13 }}"):
        with pytest.raises(IssueError, match="serial="):
            serials.parse(pattern, columns)


def _tar(names, form=tarfile.USTAR_FORMAT):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
        for name in names:
            data = name.encode() * 300
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.PAX_FORMAT])
def test_reads_a_tar(form):
    names = ["a.pkpass", "f/" + "b" * 99, "c.pkpass"] + (["d" * 180] if form == tarfile.PAX_FORMAT else [])
    whole = _tar(names, form)
    found = [(name, bytes(data)) for name, data in tar.entries(io.BytesIO(whole).readinto)]
    assert found == [(name, name.encode() * 300) for name in names]


def test_reads_entries_of_every_size_in_pieces_of_every_size():
    names = [str(n) * (n % 90 + 1) + "x" * (n % 7) for n in range(40)] + ["large"]
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for number, name in enumerate(names):
            info = tarfile.TarInfo(name)
            info.size = 3_000_000 if name == "large" else 511 * number
            archive.addfile(info, io.BytesIO(bytes([number]) * info.size))
    whole = buffer.getvalue()
    for piece in (1_000, 65_536, len(whole)):
        source = io.BytesIO(whole)
        found = [
            (name, bytes(data)) for name, data in tar.entries(lambda room: source.readinto(room[:piece]))
        ]
        assert [name for name, _ in found] == names
        assert all(data == bytes([n]) * len(data) for n, (_, data) in enumerate(found))
        assert len(found[-1][1]) == 3_000_000


def test_refuses_a_tar_without_its_end():
    whole = _tar(["a.pkpass", "b.pkpass"])
    body = len(whole.rstrip(b"\0"))
    for cut in list(range(0, body, 97)) + [body, body + 512 - body % 512]:
        with pytest.raises(tar.BrokenTar):
            list(tar.entries(io.BytesIO(whole[:cut]).readinto))
    with pytest.raises(tar.BrokenTar):
        list(tar.entries(io.BytesIO(whole[:20] + b"x" + whole[21:]).readinto))


def test_a_place_in_a_row_is_a_column():
    line = json.dumps({"a": "ü", "b": {"c": [1]}, "d": 5}, ensure_ascii=False)
    at = {name: line.encode().index(f'"{name}"'.encode()) + 3 for name in "abcd"}
    assert [column_at(line, at[name]) for name in "abcd"] == ["a", "b", "b", "d"]
    assert column_at(line, 1) is None and column_at("", 5) is None


def test_a_template_is_one_archive_with_what_it_extends(tmp_path, template):
    from passc_spark import template as templates

    one, two = templates.read(template), templates.read(template)
    assert one.archive == two.archive and one.folder == "card.pass"
    assert one.document["logoText"] == "Card" and one.columns["points"] == {"type": "integer"}
    (tmp_path / "t.zip").write_bytes(one.archive)
    for _ in range(2):
        folder = templates.unpack(str(tmp_path / "t.zip"), one.digest, str(tmp_path))
    assert os.path.exists(os.path.join(folder, "base.pass/pass.json"))
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_data_and_keys_beside_a_template_stay_where_they_are(tmp_path):
    folder = tmp_path / "card.pass"
    (folder / "en.lproj").mkdir(parents=True)
    (folder / "pass.json").write_text('{"formatVersion": 1}')
    (folder / "icon.png").write_bytes(b"icon")
    (folder / "en.lproj" / "pass.strings").write_text('"A" = "B";')
    before = template.read(str(folder))
    for name in "members.csv", "all.SQLITE", "key.pem", "id.p12", ".DS_Store":
        (folder / name).write_bytes(b"not of the pass")
    (folder / "notes.txt").write_text("-----BEGIN EC PRIVATE KEY-----")
    after = template.read(str(folder))
    assert (after.archive, after.digest) == (before.archive, before.digest)
    with zipfile.ZipFile(io.BytesIO(after.archive)) as archive:
        assert sorted(archive.namelist()) == [
            "card.pass/en.lproj/pass.strings", "card.pass/icon.png", "card.pass/pass.json"]


def test_a_template_that_extends_itself_is_refused(tmp_path):
    (tmp_path / "a.pass").mkdir()
    (tmp_path / "a.pass/template.json").write_text('{"extends": "../a.pass"}')
    with pytest.raises(IssueError, match="extends itself"):
        template.read(str(tmp_path / "a.pass"))


# --- stores -------------------------------------------------------------------------------------


def begun(url, job="job"):
    """A store whose output a job has."""
    one = open_store(url)
    one.replace("_passc/job.json", json.dumps({"id": job}).encode())
    return one


@pytest.fixture(params=["folder", "memory"])
def renaming(request, tmp_path):
    if request.param == "folder":
        return begun(str(tmp_path / "out"))
    return begun(f"memory://{tmp_path.name}/out")


def test_of_two_attempts_the_first_record_counts(renaming):
    first, second = (renaming.attempt("job", "part-1", 0) for _ in range(2))
    first.put("a", b"first", "d", "c")
    second.put("a", b"second", "d", "c")
    assert renaming.read("a") is None
    assert first.commit(b"x\n")
    assert not second.commit(b"y\n")
    assert renaming.read("a") == b"first"
    assert renaming.read(renaming.record_path("job", "part-1", 0)).endswith(b"\nx\n")
    renaming.tidy("job")
    assert renaming.names("_passc/job/attempts") == []


def test_a_record_is_finished_by_the_next_attempt(renaming):
    attempt = renaming.attempt("job", "part-1", 0)
    attempt.put("a", b"new", "d", "c")
    first = json.dumps({"version": 1, "aside": attempt._aside}).encode()
    # Simulates a kill between the record and the renaming.
    assert renaming.create(renaming.record_path("job", "part-1", 0), first + b"\n")
    renaming.finish("job", "part-1")
    assert renaming.read("a") == b"new"
    renaming.finish("job", "part-1")
    assert renaming.read("a") == b"new"


def test_a_lost_answer_to_a_link_is_no_lost_part(tmp_path, monkeypatch):
    store = begun(str(tmp_path / "out"))
    link = os.link

    def repeated(source, target):
        # A network file system gives this error if the response for its link was lost.
        link(source, target)
        raise FileExistsError(target)

    monkeypatch.setattr(os, "link", repeated)
    attempt = store.attempt("job", "part-1", 0)
    attempt.put("a", b"new", "d", "c")
    assert attempt.commit(b"x\n")
    assert store.read("a") == b"new"


def test_a_folder_that_cannot_be_read_is_not_an_empty_one(tmp_path, monkeypatch):
    store = begun(str(tmp_path / "out"))
    attempt = store.attempt("job", "part-1", 0)
    attempt.put("a", b"new", "d", "c")
    scandir, failures = os.scandir, [OSError(errno.EIO, "I/O error")]

    def failing(path):
        if failures:
            raise failures.pop()
        return scandir(path)

    monkeypatch.setattr(os, "scandir", failing)
    with pytest.raises(OSError):
        attempt.commit(b"x\n")
    attempt.abandon()
    # The record exists, so the next job finds the files.
    store.finish("job", "part-1")
    assert store.read("a") == b"new"


def test_a_table_of_outcomes_is_written_whole_or_not_at_all(tmp_path):
    class Row:
        def __init__(self, serial):
            self.serial = serial

        def asDict(self):
            return {"serial": self.serial}

    class Outcomes:
        def __init__(self, rows):
            self.rows = rows

        def toLocalIterator(self):
            return iter(self.rows)

    path = tmp_path / "outcomes.jsonl"
    assert write_outcomes(Outcomes([Row("A"), Row("B")]), str(path)) == 2
    before = path.read_bytes()
    with pytest.raises(AttributeError):
        write_outcomes(Outcomes([Row("C"), None]), str(path))
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["outcomes.jsonl"]


def test_the_secret_of_a_token_is_its_pin(monkeypatch):
    monkeypatch.setenv("GYM_PIN", "1234")
    pin = Secret.environment("GYM_PIN")
    _, environment = Signer(Identity(key_uri="pkcs11:token=gym", password=pin), None).identity_options()
    assert environment == {"PASSC_PIN": "1234"}
    _, environment = Signer(Identity(folder="/id", password=pin), None).identity_options()
    assert environment == {"PASSC_PASSWORD": "1234"}


def test_an_abandoned_attempt_leaves_nothing(renaming):
    attempt = renaming.attempt("job", "part-1", 0)
    attempt.put("a", b"new", "d", "c")
    attempt.abandon()
    assert renaming.names("_passc") == ["job.json"] and renaming.read("a") is None


def test_an_object_is_put_once_in_a_job(store, bucket):
    s3 = begun(f"s3://{bucket}/out", "one")
    assert s3.put_once("one", "a", b"first", "d1", "c") == ("d1", 5)
    # A second attempt with other bytes for the same row, as with an ECDSA signature.
    assert s3.put_once("one", "a", b"second", "d2", "c") == ("d1", 5)
    assert s3.read("a") == b"first"
    # The next job replaces the file, and so does different content.
    assert s3.put_once("two", "a", b"third", "d3", "c") == ("d3", 5)
    assert s3.put_once("two", "a", b"fourth", "d4", "other") == ("d4", 6)
    assert s3.read("a") == b"fourth" and s3.read("b") is None


def test_a_record_of_s3_is_written_once(store, bucket):
    s3 = open_store(f"s3://{bucket}/out")
    assert s3.create("r", b"mine") and not s3.create("r", b"other") and s3.create("r", b"mine")
    assert s3.read("r") == b"mine"


def test_an_archive_of_s3_is_seen_when_it_is_whole(store, bucket):
    s3 = begun(f"s3://{bucket}/out")
    data = os.urandom(20 << 20)
    attempt = s3.attempt("job", "part-1", 0)
    archive = attempt.archive("part-1.tar")
    for start in range(0, len(data), 1 << 20):
        archive.write(data[start : start + (1 << 20)])
    assert s3.read("part-1.tar") is None
    archive.close()
    assert s3.read("part-1.tar") is None
    assert attempt.commit(b"x\n")
    assert s3.read("part-1.tar") == data


def archived(s3, job, data):
    """An attempt whose archive is uploaded and not yet in its place."""
    attempt = s3.attempt(job, "part-1", 0)
    archive = attempt.archive("part-1.tar")
    archive.write(data)
    archive.close()
    return attempt


def test_of_two_attempts_at_an_archive_that_of_the_record_stands(store, bucket):
    s3 = begun(f"s3://{bucket}/out")
    first = archived(s3, "job", b"first")
    assert first.commit(b"x\n")
    # The second archive differs, as with an ECDSA signature. It starts after the first one is
    # complete.
    second = archived(s3, "job", b"second")
    assert not second.commit(b"y\n")
    assert s3.read("part-1.tar") == b"first" and uploads(bucket) == []


def test_an_archive_whose_record_stands_is_completed_by_the_next_attempt(store, bucket, monkeypatch):
    s3 = begun(f"s3://{bucket}/out")
    attempt = archived(s3, "job", b"first")
    with monkeypatch.context() as patch:
        patch.setattr(s3, "complete_upload", lambda *_: (_ for _ in ()).throw(OSError("killed")))
        with pytest.raises(OSError):
            attempt.commit(b"x\n")
    attempt.abandon()
    assert s3.read("part-1.tar") is None
    for _ in range(2):
        s3.finish("job", "part-1")
        assert s3.read("part-1.tar") == b"first"


@pytest.mark.parametrize("url", ["file", "memory", "s3"])
def test_an_attempt_of_an_earlier_job_that_comes_late_undoes_nothing(url, store, bucket, tmp_path):
    place = {"file": str(tmp_path / "out"), "memory": f"memory://{tmp_path.name}/late",
             "s3": f"s3://{bucket}/out"}[url]  # fmt: skip
    one = begun(place, "1")
    late = one.attempt("1", "part-1", 0)
    late.put("a", b"old", "d1", "c")
    begun(place, "2")
    new = one.attempt("2", "part-1", 0)
    new.put("a", b"new", "d2", "c")
    new.drain()
    assert new.commit(b"x\n")
    # The old job was delayed, and writes one more file before it ends.
    with pytest.raises(IssueError, match="another job has written there"):
        late.put("a", b"old", "d1", "c")
        late.drain()
        late.commit(b"y\n")
    late.abandon()
    assert one.read("a") == b"new"


def test_a_late_archive_undoes_nothing(store, bucket):
    s3 = begun(f"s3://{bucket}/out", "1")
    # One archive is uploaded before the next job starts, and one after it has ended.
    late = archived(s3, "1", b"old")
    begun(f"s3://{bucket}/out", "2")
    assert archived(s3, "2", b"new").commit(b"x\n")
    for attempt in (late, archived(s3, "1", b"old")):
        with pytest.raises(IssueError, match="another job has written there"):
            attempt.commit(b"y\n")
        attempt.abandon()
    assert s3.read("part-1.tar") == b"new" and uploads(bucket) == []


def test_a_later_job_puts_its_archive_over_one_that_came_late(store, bucket, monkeypatch):
    s3 = begun(f"s3://{bucket}/out", "1")
    late = archived(s3, "1", b"old")
    begun(f"s3://{bucket}/out", "2")
    new = archived(s3, "2", b"new")
    # The old job read job.json before the next job started, and was delayed until now.
    with monkeypatch.context() as patch:
        patch.setattr(s3, "refuse_old", lambda _: None)
        assert late.commit(b"x\n")
    assert new.commit(b"y\n") and s3.read("part-1.tar") == b"new"

def uploads(bucket):
    import s3fs

    answer = s3fs.S3FileSystem().call_s3("list_multipart_uploads", Bucket=bucket)
    return [upload["Key"] for upload in answer.get("Uploads") or []]


def test_an_archive_of_s3_that_is_broken_off_leaves_no_parts(store, bucket):
    s3 = open_store(f"s3://{bucket}/parts")
    abandoned, killed = (s3.attempt("job", "part-1", 0) for _ in range(2))
    abandoned.archive("part-1.tar").write(b"x" * (6 << 20))
    killed.archive("part-2.tar").write(b"x" * (6 << 20))
    assert sorted(uploads(bucket)) == ["parts/part-1.tar", "parts/part-2.tar"]
    abandoned.abandon()
    assert uploads(bucket) == ["parts/part-2.tar"]
    s3.tidy("job")
    assert uploads(bucket) == []


def test_uploads_of_others_are_left_alone(store, bucket):
    client = store.client()
    # The whole bucket is the output. It also contains an unfinished archive upload of another user.
    strangers = ["backup.tar", "part-00001-of-00002.tar"]
    for key in strangers:
        client.create_multipart_upload(Bucket=bucket, Key=key)
    s3 = open_store(f"s3://{bucket}")
    killed, later = s3.attempt("one", "part-1", 0), s3.attempt("two", "part-1", 0)
    for attempt in (killed, later):
        attempt.archive("part-00001-of-00002.tar").write(b"x" * (6 << 20))
    assert len(uploads(bucket)) == 4
    s3.tidy("two")
    assert sorted(uploads(bucket)) == strangers
    assert s3.read("_passc/one/uploads") is None


def test_patience_ends(monkeypatch):
    class Unavailable(Exception):
        response = {"ResponseMetadata": {"HTTPStatusCode": 503}}

    calls = []

    def work():
        calls.append(1)
        if len(calls) < 4:
            raise Unavailable
        return "done"

    assert stores.patiently(work, 5) == "done" and len(calls) == 4
    with pytest.raises(Unavailable):
        stores.patiently(lambda: (_ for _ in ()).throw(Unavailable()), 0.3)
    with pytest.raises(ValueError):
        stores.patiently(lambda: (_ for _ in ()).throw(ValueError()), 5)


def test_a_configuration_that_somebody_else_could_have_made_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("HADOOP_CONF_DIR", raising=False)
    folder = tmp_path / f"passc-hadoop-{os.getuid()}"
    for _ in range(2):
        assert hadoop._configuration() == str(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    with pytest.raises(IssueError, match="not this user's alone"):
        hadoop._configuration()
    folder.chmod(0o700)
    folder.rename(tmp_path / "theirs")
    folder.symlink_to(tmp_path / "theirs")
    with pytest.raises(IssueError, match="not this user's alone"):
        hadoop._configuration()


def test_hadoops_file_systems(tmp_path, monkeypatch):
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    url = f"hadoop:file:{tmp_path}/out"
    one, two = begun(url), open_store(url)
    first, second = one.attempt("job", "part-1", 0), two.attempt("job", "part-1", 0)
    first.put("a.pkpass", b"first", "d", "c")
    first.put("f0/b.pkpass", b"first", "d", "c")
    second.put("a.pkpass", b"second", "d", "c")
    assert first.commit(b"x\n") and not second.commit(b"y\n")
    assert (tmp_path / "out/a.pkpass").read_bytes() == b"first"
    assert (tmp_path / "out/f0/b.pkpass").read_bytes() == b"first"
    assert two.read("_passc/job/part-1.0.jsonl").endswith(b"\nx\n")
    two.tidy("job")
    left = [p for p in (tmp_path / "out").rglob("*") if p.is_file() and not p.name.startswith(".")]
    assert sorted(p.name for p in left) == ["a.pkpass", "b.pkpass", "job.json", "part-1.0.jsonl"]
    assert [p.name for p in (tmp_path / "tmp").glob("passc-aside-*")] == []


def test_a_folder_hadoop_cannot_list_is_not_an_empty_one(tmp_path, monkeypatch):
    """A shell that plays Hadoop's on a local folder, and fails to list once."""
    (tmp_path / "bin").mkdir()
    shell = tmp_path / "bin" / "hadoop"
    shell.write_text(
        "#!/bin/sh\n"
        "shift\n"
        f"if [ \"$1\" = -ls ] && [ ! -e '{tmp_path}/failed' ]; then\n"
        f"  : >'{tmp_path}/failed'; echo 'ls: Call to the name node failed' >&2; exit 1\n"
        "fi\n"
        "for last; do :; done\n"
        "path=${last#file:}\n"
        'case $1 in\n'
        '-test) [ -e "$path" ] ;;\n'
        '-ls) find "$path" -mindepth 1 ;;\n'
        '-cat) cat "$path" ;;\n'
        '-mkdir) mkdir -p "$path" ;;\n'
        '-rm) rm -rf "$path" ;;\n'
        '-put) [ "$2" = - ] && { [ ! -e "$path" ] || { echo "File exists" >&2; exit 1; }; cat >"$path"; } || cp -r "$3" "$path" ;;\n'
        '-cp) shift 2; for one; do [ "$one" = "$last" ] || cp "${one#file:}" "$path"; done ;;\n'
        "esac\n"
    )
    shell.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin", prepend=os.pathsep)
    begun(str(tmp_path / "out"))
    store = open_store(f"hadoop:file:{tmp_path}/out")
    attempt = store.attempt("job", "part-1", 0)
    attempt.put("a.pkpass", b"new", "d", "c")
    with pytest.raises(IssueError, match="name node"):
        attempt.commit(b"x\n")
    attempt.abandon()
    # The record exists, so the next job finds the files.
    store.finish("job", "part-1")
    assert (tmp_path / "out/a.pkpass").read_bytes() == b"new"


ODD = ['plain', 'q"uote', "back\\slash", "tab\there", "Ü/8 x", "日本-42", "line\nend"]


@pytest.mark.parametrize("archive", [None, "/out/part-00001.tar"])
def test_writes_issued_rows_as_any_other_outcome(archive):
    rows = IssuedRows("pass.com.example.passc", 7, archive, lambda name: f"/out/{name}")
    assert rows.lines() == b"" and list(rows.arrow_batches()) == []
    # More than one batch, with texts that JSON escapes and texts that it does not.
    given = [(f"A-{n}", f"{n:064x}", f"{n + 1:064x}", 20_000 + n, f"A-{n}.pkpass") for n in range(10_000)]
    given += [(s, "0" * 64, "1" * 64, 1, f"{s}.pkpass") for s in ODD]
    rows.take(given, {"A-3.pkpass": ("f" * 64, 5)})
    wanted = [
        outcome(
            passType="pass.com.example.passc", serial=serial, outcome="issued", content=content, part=7,
            digest="f" * 64 if serial == "A-3" else digest, size=5 if serial == "A-3" else size,
            place=archive or f"/out/{name}", entry=name if archive else None,
        )
        for serial, content, digest, size, name in given
    ]  # fmt: skip
    assert rows.lines() == outcome_lines(wanted)
    assert [one for batch in rows.arrow_batches() for one in batch.to_pylist()] == wanted
    rows.clear()
    assert rows.lines() == b""


def _chunks(rows, serials=None):
    """The rows in two chunks, called by their numbers."""
    numbers = range(len(rows))
    for half in (numbers[: len(rows) // 2], numbers[len(rows) // 2 :]):
        yield Chunk(
            column_of([(serials or [row["serial"] for row in rows])[n] for n in half]),
            column_of([f"content {n}" for n in half]),
            memoryview("".join(json.dumps(rows[n]) + "\n" for n in half).encode()),
        )


def _process(passc, template, identity):
    arguments = [passc, "issue", str(template), "--data", "-", "--data-format", "jsonl", "--output", "-"]
    arguments += ["--identity", str(identity), "--progress", "none", "--format", "json"]
    return PassProcess(arguments, {"SOURCE_DATE_EPOCH": str(EPOCH)})


def test_an_archive_is_told_of_and_not_read(passc, template, identity, tmp_path):
    rows = [member(n) for n in range(40)]
    for number, serial in ((3, 'q"uote'), (7, "Ü/8 x"), (31, "日本-42")):
        rows[number]["serial"] = serial
    for number in (0, 12, 39):
        rows[number]["points"] = "many"
    single = _process(passc, template, identity)
    passes = {
        row: (hashlib.sha256(data).hexdigest(), len(data))
        for row, data in single.run(_chunks(rows), serials.Naming().path)
    }
    copied = bytearray()
    by_pipe, by_file = (_process(passc, template, identity) for _ in range(2))
    tables = [by_pipe.archive(_chunks(rows), copied.extend, None)]
    with open(tmp_path / "a.tar", "wb") as file:
        tables.append(by_file.archive(_chunks(rows), None, file.fileno()))
    assert (tmp_path / "a.tar").read_bytes() == bytes(copied)
    with tarfile.open(tmp_path / "a.tar") as archive:
        inside = {
            one.name: hashlib.sha256(archive.extractfile(one).read()).hexdigest() for one in archive
        }
    assert len(inside) == 37
    for table in tables:
        found = {
            (one["serial"], one["entry"], one["content"]): (one["digest"], one["size"])
            for one in table.to_pylist()
        }
        assert found == passes
        assert dict(zip(table["entry"].to_pylist(), table["digest"].to_pylist())) == inside
    for process in (by_pipe, by_file):
        assert [(row[0], row[2], why) for row, why in process.refused] == [
            (row[0], row[2], why) for row, why in single.refused
        ]
        assert [row[2] for row, _ in process.refused] == ["content 0", "content 12", "content 39"]


def test_a_serial_number_that_spark_took_for_another_is_an_error(passc, template, identity):
    rows = [member(n) for n in range(4)]
    for wrong in ("other", None):
        given = [row["serial"] for row in rows[:3]] + [wrong]
        with pytest.raises(IssueError, match="which is the pass of no row.*serial="):
            _process(passc, template, identity).archive(_chunks(rows, given), bytearray().extend, None)


def test_a_fault_of_the_template_alone_has_every_place_it_may_stand_at(passc, template, identity, tmp_path):
    card = tmp_path / "odd.pass"
    shutil.copytree(os.path.join(os.path.dirname(template), "base.pass"), card)
    document = json.loads((card / "pass.json").read_text())
    # For neither of them does passc report which row it was.
    for number, condition in enumerate(("points", "!points")):
        odd = {"$if": condition, "key": f"odd{number}", "value": "x", "textAlignment": "nowhere"}
        document["storeCard"]["backFields"].insert(number, odd)
    (card / "pass.json").write_text(json.dumps(document))
    process = _process(passc, card, identity)
    process.template_parent = str(tmp_path)
    rows = [member(0), member(1), {**member(2), "points": "many"}]
    assert list(process.run(_chunks(rows), serials.Naming().path)) == []
    text = (card / "pass.json").read_text()
    here = [f"odd.pass/pass.json:1:{m.start() + 1}" for m in re.finditer('"nowhere"', text)]
    # In each pass it is the first field, because the other one is missing.
    both = " or ".join(f"{here[n]}, /storeCard/backFields/0/textAlignment" for n in (1, 0))
    assert [why.fault for _, why in process.refused] == [both, both, "column points"]


def test_a_fault_of_every_row_ends_the_job(passc, template, identity):
    rows = [{**member(n), "points": "many"} for n in range(1500)]
    for work in (
        lambda process: list(process.run(_chunks(rows), serials.Naming().path)),
        lambda process: process.archive(_chunks(rows), bytearray().extend, None),
    ):
        with pytest.raises(IssueError, match="data.integer.invalid"):
            work(_process(passc, template, identity))
