# SPDX-License-Identifier: Apache-2.0
"""Things that break: nothing is lost, nothing is there twice."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import http.server
import io
import json
import os
import pathlib
import signal
import socketserver
import subprocess
import sys
import tarfile
import threading
import time

import cluster
import pytest
from conftest import EPOCH, HERE, SCHEMA, Reference, files_below, member

pytestmark = pytest.mark.faults
ROWS = 2000

#: A job in its own process, as spark-submit starts it, so that it can be killed.
DRIVER = """
import json, sys
sys.path[:0] = [{tests!r}, {package!r}]
import pathlib
import cluster
from passc_spark import IssueError, issue, write_outcomes
settings = json.loads(sys.argv[1])
spark = cluster.session(settings["master"], pathlib.Path(settings["scratch"]), **settings["conf"])
data = spark.read.schema(settings["schema"]).json(settings["rows"])
try:
    outcomes = issue(data, settings["template"], settings["identity"], settings["output"],
                     parts=8, passc=settings["passc"], **settings["more"])
except IssueError as error:
    print(f"refused: {{error}}", flush=True)
    sys.exit(3)
write_outcomes(outcomes, settings["outcomes"])
spark.stop()
""".format(tests=str(HERE), package=str(HERE.parent))


class Job:
    """The rows, the passes they have to become, and the process that makes them."""

    def __init__(self, passc, template, identity, folder):
        self.folder = folder
        self.rows = [member(n) for n in range(ROWS)]
        (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in self.rows))
        self.expected = Reference(passc, identity, folder).passes(template, self.rows)
        self.settings = {
            "template": template, "identity": identity, "passc": passc, "schema": SCHEMA,
            "rows": str(folder / "rows.jsonl"), "scratch": str(folder / "scratch"), "conf": {},
            "outcomes": str(folder / "outcomes.jsonl"), "more": {"signing_time": EPOCH},
            "output": str(folder / "out"),
        }  # fmt: skip

    def start(self, master, **changes):
        settings = {**self.settings, "master": master, **changes}
        self.log = self.folder / f"driver-{time.monotonic_ns()}.log"
        return cluster.Process(
            [sys.executable, "-c", DRIVER, json.dumps(settings)], self.log,
            cluster.environment(**{k: v for k, v in os.environ.items() if k.startswith("AWS_")}),
        )  # fmt: skip

    def wait(self, process, expected=0, seconds=1200):
        try:
            code = process.child.wait(seconds)
        finally:
            process.end()
        assert code == expected, self.log.read_text()[-3000:]

    def told(self):
        with open(self.settings["outcomes"], encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def is_whole(self, found, layout="files"):
        """Every row one pass, that of passc, and one outcome that says so."""
        assert sorted(found) == sorted(self.expected)
        assert found == self.expected
        told = self.told()
        assert sorted(one["serial"] for one in told) == sorted(row["serial"] for row in self.rows)
        named = "entry" if layout == "tar" else "place"
        digests = {one[named].rsplit("/", 1)[-1]: one["digest"] for one in told}
        assert digests == {k: hashlib.sha256(v).hexdigest() for k, v in self.expected.items()}


@pytest.fixture
def job(passc, template, identity, tmp_path):
    return Job(passc, template, identity, tmp_path)


@pytest.fixture
def workers(store, tmp_path):
    one = cluster.Cluster(tmp_path / "cluster", **store.environment())
    yield one
    one.stop()


def slow(job, tmp_path, seconds=0.3):
    """passc that takes its time for each part, so that something can happen meanwhile."""
    wrapper = tmp_path / "slow-passc"
    wrapper.write_text(
        f'#!/bin/sh\n[ "$1" = issue ] && sleep {seconds}\nexec {job.settings["passc"]} "$@"\n'
    )
    wrapper.chmod(0o755)
    return str(wrapper)


def records(folder):
    return len(list(pathlib.Path(folder).glob("_passc/*/part-*.jsonl")))


def passes_below(folder, layout):
    """Every pass by its name, out of the archives too, none of them twice."""
    found = files_below(folder)
    return found if layout == "files" else out_of_archives(found)


def out_of_archives(found):
    inside = {}
    for data in found.values():
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for one in archive:
                assert one.name not in inside
                inside[one.name] = archive.extractfile(one).read()
    return inside


def lose(worker):
    """Kills a worker and all below it at once, as a machine that is gone: Spark's Python has a group of
    its own, hears of the end of its Java and would tidy up."""
    parents = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    gone = [worker.child.pid]
    for one in gone:
        gone += [child for child, parent in parents.items() if parent == one]
    for one in reversed(gone):
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    worker.end()


class Output:
    """A folder, or a prefix of the store, that a job writes to."""

    def __init__(self, where, tmp_path, store, bucket):
        self.folder = tmp_path / "out"
        self.store, self.bucket = (store, bucket) if where == "s3" else (None, None)
        self.url = f"s3://{bucket}/out" if where == "s3" else str(self.folder)

    def records(self):
        if self.store is None:
            return records(self.folder)
        own = self.store.etags(self.bucket, "out/_passc/")
        return sum(key.rsplit("/", 1)[1].startswith("part-") for key in own)

    def passes(self, layout):
        if self.store is None:
            return passes_below(self.folder, layout)
        found = objects(self.store, self.bucket)
        return found if layout == "files" else out_of_archives(found)

    def unfinished(self):
        """What attempts that were killed have left."""
        if self.store is None:
            return [p for p in (self.folder / "_passc").rglob("*") if p.suffix in (".pkpass", ".tar")]
        return self.store.client().list_multipart_uploads(Bucket=self.bucket).get("Uploads", [])


def objects(store, bucket):
    """Every object of a job's output, those of jobs' own apart."""
    client = store.client()
    return {
        key[len("out/") :]: client.get_object(Bucket=bucket, Key=key)["Body"].read()
        for key in store.etags(bucket)
        if "_passc" not in key
    }


@pytest.mark.parametrize("where", ["folder", "s3"])
@pytest.mark.parametrize("layout", ["files", "tar"])
def test_a_worker_is_killed(job, workers, store, bucket, tmp_path, layout, where):
    output = Output(where, tmp_path, store, bucket)
    more = {"signing_time": EPOCH, "layout": layout}
    process = job.start(workers.url, passc=slow(job, tmp_path, 1), output=output.url, more=more)
    cluster.wait_for("a part", lambda: output.records() > 0)
    if (layout, where) == ("tar", "s3"):
        cluster.wait_for("an upload of each", lambda: len(output.unfinished()) == 2)
    lose(workers.workers[1])
    assert output.records() < 8
    job.wait(process)
    job.is_whole(output.passes(layout), layout)
    assert output.unfinished() == []


@pytest.mark.parametrize("layout", ["files", "tar"])
def test_the_driver_is_killed_and_the_job_started_again(job, workers, tmp_path, layout):
    more = {"layout": layout}
    process = job.start(workers.url, passc=slow(job, tmp_path), more=more)
    cluster.wait_for("a part", lambda: records(tmp_path / "out") > 1)
    process.end()
    before = files_below(tmp_path / "out")
    assert 0 < records(tmp_path / "out") < 8
    time.sleep(2.1)
    job.wait(job.start(workers.url, more=more))
    record = json.loads((tmp_path / "out/_passc/job.json").read_text())
    os.environ["SOURCE_DATE_EPOCH"] = str(record["signingTime"])
    after = files_below(tmp_path / "out")
    assert record["finished"] and before.items() <= after.items()
    # Uses the signing time of the killed job, two seconds earlier.
    import conftest

    conftest.EPOCH, kept = record["signingTime"], conftest.EPOCH
    try:
        job.expected = Reference(job.settings["passc"], job.settings["identity"], tmp_path).passes(
            job.settings["template"], job.rows
        )
    finally:
        conftest.EPOCH = kept
        del os.environ["SOURCE_DATE_EPOCH"]
    job.is_whole(passes_below(tmp_path / "out", layout), layout)


class Moody(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """Stands before a store and answers 500 and 503 in its place for a while."""

    daemon_threads = True

    def __init__(self, port):
        self.store = port
        self.sulks_until = 0.0
        self.requests = 0
        self.refused = 0
        #: For how many seconds each upload step fails after its first attempt.
        self.sulks_for = {}
        self.tried = {}
        self.refused_of = set()
        super().__init__(("127.0.0.1", 0), _Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def _any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        server = self.server
        server.requests += 1
        step, now = self._step(), time.monotonic()
        since = server.tried.setdefault(step, now)
        if now < max(server.sulks_until, since + server.sulks_for.get(step, 0)):
            server.refused += 1
            server.refused_of.add(step)
            status, code = ((500, "InternalError"), (503, "SlowDown"))[server.refused % 2]
            # One in four requests is still performed, but its response is lost.
            if server.refused % 4 == 0:
                self._forward(body)
            answer = f"<Error><Code>{code}</Code></Error>".encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer)
            return
        answer, data = self._forward(body)
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "date", "server"):
                self.send_header(name, value)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else None
        self.send_header("Content-Length", length or str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _step(self):
        query = self.path.partition("?")[2]
        if self.command == "POST" and "uploads" in query:
            return "create"
        if "uploadId" not in query:
            return "other"
        return {"PUT": "part", "POST": "complete"}.get(self.command, "other")

    def _forward(self, body):
        other = http.client.HTTPConnection("127.0.0.1", self.server.store)
        headers = {k: v for k, v in self.headers.items() if k.lower() not in ("connection", "expect")}
        other.request(self.command, self.path, body, headers)
        answer = other.getresponse()
        data = answer.read()
        other.close()
        return answer, data

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _any


@pytest.mark.parametrize("layout", ["files", "tar"])
def test_the_store_answers_500_and_503_for_a_minute(job, store, bucket, tmp_path, layout):
    moody = Moody(store.port)
    seconds = float(os.environ.get("PASSC_SULK", "60"))
    os.environ["AWS_ENDPOINT_URL"] = f"http://127.0.0.1:{moody.server_address[1]}"
    workers = cluster.Cluster(
        tmp_path / "cluster", **{**store.environment(), "AWS_ENDPOINT_URL": os.environ["AWS_ENDPOINT_URL"]}
    )
    try:
        if layout == "tar":
            # With longer times, two tasks could wait at the same step all the time.
            moody.sulks_for = {step: seconds / 3 for step in ("create", "part", "complete")}
        more = {"signing_time": EPOCH, "layout": layout}
        process = job.start(workers.url, output=f"s3://{bucket}/out", more=more)
        if layout == "files":
            cluster.wait_for("the first passes", lambda: moody.requests > 200)
            moody.sulks_until = time.monotonic() + seconds
        job.wait(process)
    finally:
        workers.stop()
        moody.shutdown()
        os.environ["AWS_ENDPOINT_URL"] = store.url
    assert moody.refused > (50 if layout == "files" else 10), moody.refused
    assert set(moody.sulks_for) <= moody.refused_of, moody.refused_of
    found = objects(store, bucket)
    job.is_whole(found if layout == "files" else out_of_archives(found), layout)


@pytest.fixture
def small_disk(tmp_path):
    """4 MB that the passes do not fit in."""
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(folder)])
    if done.returncode:
        pytest.skip("no tmpfs may be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("layout", ["files", "tar"])
def test_the_disk_of_the_output_is_full(job, workers, small_disk, tmp_path, layout):
    output = str(small_disk / "out")
    more = {"signing_time": EPOCH, "layout": layout}
    job.wait(job.start(workers.url, output=output, more=more), expected=3)
    # Python writes files, and passc itself writes an archive.
    words = {"files": "No space left on device", "tar": "the disk is full"}
    assert words[layout] in job.log.read_text()
    # The existing passes must be complete.
    assert passes_below(output, layout).items() <= job.expected.items()
    subprocess.run(["mount", "-o", "remount,size=200m", str(small_disk)], check=True)
    job.wait(job.start(workers.url, output=output, more=more))
    job.is_whole(passes_below(output, layout), layout)
    left = [p for p in pathlib.Path(output, "_passc").rglob("*") if p.suffix in (".pkpass", ".tar")]
    assert left == []


def test_the_disk_of_one_worker_is_full(job, store, small_disk, tmp_path):
    # 8 kB are left for the shuffle data of this worker.
    (small_disk / "ballast").write_bytes(b"x" * ((4 << 20) - (8 << 10)))
    workers = cluster.Cluster(tmp_path / "cluster", workers=1, **store.environment())
    try:
        workers.workers.append(workers.start_worker(1, SPARK_LOCAL_DIRS=str(small_disk)))
        workers._await(1)
        conf = {"spark__excludeOnFailure__enabled": "true", "spark__task__maxFailures": "8"}
        job.wait(job.start(workers.url, conf=conf))
    finally:
        workers.stop()
    logs = [path.read_text(errors="replace") for path in (tmp_path / "cluster/worker-1").rglob("stderr")]
    assert any("No space left on device" in log for log in logs), "the disk was not full: nothing was proved"
    job.is_whole(files_below(tmp_path / "out"))


@pytest.mark.skipif(sys.platform != "linux", reason="loopback has more than one address on Linux only")
def test_tasks_are_speculated(job, store, tmp_path):
    # Only with two machines does Spark run a task twice at the same time.
    workers = cluster.Cluster(tmp_path / "cluster", workers=1, **store.environment())
    try:
        workers.workers.append(workers.start_worker(1, host="127.0.0.2"))
        workers._await(1)
        speculate(job, workers, tmp_path)
    finally:
        workers.stop()


def speculate(job, workers, tmp_path):
    # The first process takes ten times as long as the others.
    wrapper = tmp_path / "sometimes-slow"
    wrapper.write_text(
        f'#!/bin/sh\nif [ "$1" = issue ]; then\n  echo x >>{tmp_path}/calls\n'
        f'  if mkdir {tmp_path}/once 2>/dev/null; then sleep 15; fi\nfi\n'
        f'exec {job.settings["passc"]} "$@"\n'
    )
    wrapper.chmod(0o755)
    conf = {
        "spark__speculation": "true", "spark__speculation__interval": "200ms",
        "spark__speculation__multiplier": "1.5", "spark__speculation__quantile": "0.5",
    }  # fmt: skip
    job.wait(job.start(workers.url, passc=str(wrapper), conf=conf))
    assert len((tmp_path / "calls").read_text().split()) > 8, "no task was speculated"
    job.is_whole(files_below(tmp_path / "out"))
