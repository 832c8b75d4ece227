# SPDX-License-Identifier: Apache-2.0
"""`passc issue -o -` into the programs of object stores: what docs/how-to/scale.md shows, against moto."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

import pytest
from conftest import EPOCH, member

AWS = str(pathlib.Path(sys.executable).parent / "aws")
#: It cannot share Python packages with the others. scripts/spark-python.sh installs it there.
GSUTIL = pathlib.Path(sys.prefix) / "gsutil/bin/gsutil"


def environment(store):
    # rclone 1.60 cannot use a certificate bundle that is set for the AWS libraries.
    inherited = {k: v for k, v in os.environ.items() if k != "AWS_CA_BUNDLE"}
    return {
        **inherited,
        **store.environment(),
        "SOURCE_DATE_EPOCH": str(EPOCH),
        "RCLONE_CONFIG_S3_TYPE": "s3",
        "RCLONE_CONFIG_S3_PROVIDER": "Other",
        "RCLONE_CONFIG_S3_ENV_AUTH": "true",
        "RCLONE_CONFIG_S3_ENDPOINT": store.url,
        "RCLONE_CONFIG_S3_FORCE_PATH_STYLE": "true",
        "PATH": os.pathsep.join(
            [str(pathlib.Path(sys.executable).parent), str(GSUTIL.parent), os.environ["PATH"]]
        ),
    }


#: As docs/how-to/scale.md describes: first under a temporary name, then under the final one.
WAYS = {
    "aws": """
set -o pipefail
{issue} | aws s3 cp - s3://{bucket}/incoming/cards.tar &&
  aws s3 mv s3://{bucket}/incoming/cards.tar s3://{bucket}/cards.tar
""",
    "rclone": """
set -o pipefail
{issue} | rclone rcat s3:{bucket}/incoming/cards.tar &&
  rclone moveto s3:{bucket}/incoming/cards.tar s3:{bucket}/cards.tar
""",
    # There is no simulated server for Google's protocol here, but gsutil also supports Amazon's.
    "gsutil": """
set -o pipefail
export BOTO_CONFIG={boto}
{issue} | gsutil -q cp - s3://{bucket}/incoming/cards.tar &&
  gsutil -q mv s3://{bucket}/incoming/cards.tar s3://{bucket}/cards.tar
""",
}

BOTO = """
[Credentials]
aws_access_key_id = loopback
aws_secret_access_key = loopback
s3_host = 127.0.0.1
s3_port = {port}
[Boto]
is_secure = False
[s3]
calling_format = boto.s3.connection.OrdinaryCallingFormat
[GSUtil]
software_update_check_period = 0
state_dir = {folder}
"""


@pytest.fixture(params=sorted(WAYS))
def way(request, store, bucket, tmp_path):
    if request.param == "rclone":
        if not shutil.which("rclone"):
            pytest.skip("there is no rclone here")
        # rclone asks for the version that it has written, or for "null" in a bucket without
        # versions. S3 supports this, but moto 5.2 responds with 400. Therefore this bucket has
        # versions.
        store.client().put_bucket_versioning(
            Bucket=bucket, VersioningConfiguration={"Status": "Enabled"}
        )
    boto = tmp_path / "boto"
    if request.param == "gsutil":
        if not GSUTIL.exists():
            pytest.skip("there is no gsutil here")
        boto.write_text(BOTO.format(port=store.port, folder=tmp_path / "gsutil"))
    return WAYS[request.param].replace("{boto}", str(boto))


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(member(n)) + "\n" for n in range(2000)))
    return path


def issue(passc, template, identity, rows):
    return f"{passc} issue {template} --data {rows} --identity {identity} --progress none -o -"


def there(store, bucket):
    return "cards.tar" in store.etags(bucket)


def test_an_archive_goes_into_a_store(way, passc, template, identity, rows, store, bucket, tmp_path):
    script = way.format(issue=issue(passc, template, identity, rows), bucket=bucket)
    for _ in range(2):
        done = subprocess.run(
            ["bash", "-c", script], env=environment(store), capture_output=True, text=True
        )
        # moto 5.2 confuses an old signature of gsutil with a new one if it contains four slashes,
        # about once in a thousand, and responds with 500.
        if "ServiceException: 500" not in done.stderr:
            break
    assert done.returncode == 0, done.stderr
    assert "issued 2000, reissued 0, unchanged 0, rejected 0" in done.stderr
    data = store.client().get_object(Bucket=bucket, Key="cards.tar")["Body"].read()
    whole = subprocess.run(
        issue(passc, template, identity, rows).split(), env=environment(store), capture_output=True
    )
    assert data == whole.stdout


def test_passc_breaks_off_and_nothing_half_is_in_its_place(
    way, passc, template, identity, rows, store, bucket, tmp_path
):
    # The process is killed after one megabyte. The other end stays open, so that the process does
    # not end for another reason.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = issue(passc, template, identity, rows)
    killed = (
        f"bash -c '{command} >{pipe} & p=$!; exec 3<{pipe}; head -c 1000000 <&3; kill -9 $p; wait $p'"
    )
    script = way.format(issue=killed, bucket=bucket)
    done = subprocess.run(["bash", "-c", script], env=environment(store), capture_output=True, text=True)
    assert done.returncode != 0 and "issued 2000" not in done.stderr
    assert not there(store, bucket)
    assert "Failed to create file system" not in done.stderr, "the program of the store did not start"


def test_the_reader_ends_and_passc_says_so(passc, template, identity, rows, tmp_path):
    script = f"{issue(passc, template, identity, rows)} | head -c 1000000 >/dev/null; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "3", done.stderr
    assert "issued" not in done.stderr.splitlines()[-1]


def test_a_ledger_counts_nothing_of_an_archive_that_broke_off(
    passc, template, identity, rows, tmp_path
):
    ledger = tmp_path / "a.ledger"
    command = issue(passc, template, identity, rows) + f" --ledger {ledger}"
    subprocess.run(["bash", "-c", f"{command} | head -c 1000000 >/dev/null"], capture_output=True)
    listed = subprocess.run(
        [passc, "ledger", "export", "--ledger", str(ledger), "--format", "json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert listed.stdout == ""
    done = subprocess.run(["bash", "-c", f"{command} | wc -c"], capture_output=True, text=True)
    assert "issued 2000" in done.stderr


def test_a_slow_reader_slows_passc_and_costs_no_memory(passc, template, identity, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(member(n)) + "\n" for n in range(20_000)))
    child = subprocess.Popen(
        issue(passc, template, identity, path).split(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        child.stdout.read(1 << 20)
        time.sleep(3)

        def status(name):
            lines = pathlib.Path(f"/proc/{child.pid}/status").read_text().splitlines()
            return int(next(line for line in lines if line.startswith(name)).split()[1])

        def processor():
            return sum(map(int, pathlib.Path(f"/proc/{child.pid}/stat").read_text().split()[13:15]))

        before = processor()
        time.sleep(1)
        # All data would be 500 MB. A waiting process must not use processor time.
        assert status("VmRSS") < 100_000
        assert processor() - before < 20
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


class SlowRoad:
    """The way to a store, which takes so many bytes a second."""

    def __init__(self, port, rate):
        self.target, self.rate, self.sent = port, rate, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        # All connections share one lock, because a store's program opens ten.
        self.lane = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            threading.Thread(target=self.carry, args=(near, far, True), daemon=True).start()
            threading.Thread(target=self.carry, args=(far, near, False), daemon=True).start()

    def carry(self, start, end, slowly):
        try:
            while data := start.recv(1 << 16):
                if slowly:
                    with self.lane:
                        time.sleep(len(data) / self.rate)
                        self.sent += len(data)
                end.sendall(data)
            end.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def end(self):
        self.listener.close()


@pytest.fixture
def upload(passc, template, identity, store, bucket, tmp_path):
    """passc and aws, with a slow road between aws and the store."""
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(member(n)) + "\n" for n in range(8_000)))
    road = SlowRoad(store.port, 25_000_000)
    env = {**environment(store), "AWS_ENDPOINT_URL": road.url}
    command = issue(passc, template, identity, path).split()
    processes = []

    def start(*options):
        maker = subprocess.Popen(command + list(options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        taker = subprocess.Popen([AWS, "s3", "cp", "--quiet", "-", f"s3://{bucket}/cards.tar"],
                                 stdin=maker.stdout, env=env)  # fmt: skip
        maker.stdout.close()
        processes.extend([maker, taker])
        return maker, taker

    yield start, road, command, env
    road.end()
    for process in processes:
        process.kill()
        process.wait()


def test_a_slow_store_slows_passc_and_nothing_is_lost(upload, store, bucket):
    start, _, command, env = upload
    begun = time.monotonic()
    maker, taker = start()
    # Reads the memory of the process itself. wait4() includes the process before exec.
    most = 0
    while maker.poll() is None:
        lines = pathlib.Path(f"/proc/{maker.pid}/status").read_text().splitlines()
        most = max([most] + [int(line.split()[1]) for line in lines if line.startswith("VmHWM")])
        time.sleep(0.05)
    took = time.monotonic() - begun
    assert maker.returncode == 0, maker.stderr.read()
    # 200 MB at 25 MB per second. aws buffers at most 80 MB. Without the limit it takes one or
    # two seconds.
    assert took > 3
    assert 10_000 < most < 100_000
    assert taker.wait() == 0
    stored = store.client().get_object(Bucket=bucket, Key="cards.tar")["Body"].read()
    assert stored == subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env).stdout
    store.client().delete_object(Bucket=bucket, Key="cards.tar")


def test_the_program_of_the_store_is_killed_and_nothing_is_there(upload, passc, store, bucket, tmp_path):
    start, road, _, _ = upload
    ledger = tmp_path / "a.ledger"
    maker, taker = start("--ledger", str(ledger))
    while road.sent < 20_000_000 and taker.poll() is None:
        time.sleep(0.01)
    taker.kill()
    said = maker.stderr.read().decode()
    assert maker.wait() == 3, said
    assert "issued 8000" not in said
    assert not there(store, bucket)
    listed = subprocess.run(
        [passc, "ledger", "export", "--ledger", str(ledger), "--format", "json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert listed.stdout == ""
