# SPDX-License-Identifier: Apache-2.0
"""A Spark cluster and a store on loopback, for tests and for the demonstration."""

from __future__ import annotations

import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
from typing import Dict, List, Optional

import pyspark

HOME = pathlib.Path(pyspark.__file__).parent
PACKAGE = pathlib.Path(__file__).resolve().parent.parent


def free_port() -> int:
    """A port of loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(**more: str) -> Dict[str, str]:
    """What Spark's processes and ours need on a machine whose own address may not be reachable."""
    return {
        **os.environ,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_HOME": str(HOME),
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join([str(PACKAGE), os.environ.get("PYTHONPATH", "")]).rstrip(":"),
        "PYTHONHASHSEED": "0",
        **more,
    }


def wait_for(what: str, done, seconds: float = 900) -> None:  # type: ignore[no-untyped-def]
    """Waits until something is true."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come within {seconds} s")
        time.sleep(0.1)


def answers(port: int) -> bool:
    """Whether somebody listens on a port of loopback."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _end_with_parent() -> None:
    """Linux: who is killed leaves no servers behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Process:
    """A program in a group of its own, so that it can be ended with its children."""

    def __init__(self, command: List[str], log: pathlib.Path, env: Dict[str, str]) -> None:
        log.parent.mkdir(parents=True, exist_ok=True)
        with open(log, "wb") as out:
            self.child = subprocess.Popen(
                command,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=env,
                start_new_session=True,
                preexec_fn=_end_with_parent,
            )

    def end(self, how: int = signal.SIGKILL) -> None:
        """Ends the whole group."""
        if self.child.poll() is None:
            try:
                os.killpg(self.child.pid, how)
            except ProcessLookupError:
                pass
        self.child.wait()


class Cluster:
    """A standalone master and its workers, of one core each unless it is said how many they have."""

    def __init__(self, folder: pathlib.Path, workers: int = 2, cores: int = 1, **env: str) -> None:
        self.folder = folder
        self.cores = cores
        self.port = free_port()
        # A machine under measurement may be blocked for a minute without a failure. A killed
        # process is noticed by its closed connections.
        self.env = environment(SPARK_MASTER_OPTS="-Dspark.worker.timeout=600", **env)
        self.master = Process(
            self._class("org.apache.spark.deploy.master.Master")
            + ["--host", "127.0.0.1", "--port", str(self.port), "--webui-port", str(free_port())],
            folder / "master.log",
            self.env,
        )
        wait_for("the master", lambda: answers(self.port))
        self.workers = [self.start_worker(number) for number in range(workers)]
        for number in range(workers):
            self._await(number)

    def _class(self, name: str) -> List[str]:
        return [str(HOME / "bin" / "spark-class"), name]

    @property
    def url(self) -> str:
        """For ``SparkSession.builder.master``."""
        return f"spark://127.0.0.1:{self.port}"

    def start_worker(self, number: int, host: str = "127.0.0.1", **env: str) -> Process:
        """One worker more. Spark takes workers of one address for one machine."""
        scratch = self.folder / f"worker-{number}"
        scratch.mkdir(parents=True, exist_ok=True)
        return Process(
            self._class("org.apache.spark.deploy.worker.Worker")
            + ["--host", host, "--cores", str(self.cores), "--memory", "1500m", "--webui-port"]
            + [str(free_port()), "--work-dir", str(scratch), self.url],
            self.folder / f"worker-{number}.log",
            {**self.env, "SPARK_LOCAL_DIRS": str(scratch / "local"), **env},
        )

    def _await(self, number: int) -> None:
        log = self.folder / f"worker-{number}.log"
        wait_for(f"worker {number}", lambda: b"Successfully registered with master" in log.read_bytes())

    def stop(self) -> None:
        """Ends everything."""
        for process in self.workers + [self.master]:
            process.end()


def session(master: str, scratch: pathlib.Path, **conf: str):  # type: ignore[no-untyped-def]
    """A session that needs no network but loopback. Names of properties have ``__`` for a dot."""
    from pyspark.sql import SparkSession

    os.environ.update(
        {k: v for k, v in environment().items() if k.startswith(("SPARK_", "PYSPARK_", "PYTHON"))}
    )
    builder = (
        SparkSession.builder.master(master)
        .appName("passc-spark")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.local.dir", str(scratch / "driver"))
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.executor.memory", "1g")
        .config("spark.driver.memory", "1g")
        .config("spark.executorEnv.PYTHONPATH", environment()["PYTHONPATH"])
        .config("spark.ui.showConsoleProgress", "false")
        # For the same reason as the timeout of the master. See Cluster.
        .config("spark.network.timeout", "600s")
    )
    for name, value in conf.items():
        builder = builder.config(name.replace("__", "."), value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


class Moto:
    """A stand-in for S3 on loopback."""

    def __init__(self, folder: pathlib.Path, port: Optional[int] = None) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = Process(
            [sys.executable, "-c", "from moto.server import main; main()"]
            + ["-H", "127.0.0.1", "-p", str(self.port)],
            folder / "moto.log",
            {k: v for k, v in os.environ.items() if not k.startswith("AWS_")},
        )
        wait_for("the store", lambda: answers(self.port))

    def environment(self) -> Dict[str, str]:
        """What makes every client of S3 talk to it."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": "loopback",
            "AWS_SECRET_ACCESS_KEY": "loopback",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }

    def client(self):  # type: ignore[no-untyped-def]
        """A client that shares nothing with the one under test."""
        import boto3

        return boto3.client(
            "s3",
            endpoint_url=self.url,
            aws_access_key_id="loopback",
            aws_secret_access_key="loopback",
            region_name="us-east-1",
        )

    def etags(self, bucket: str, prefix: str = "") -> Dict[str, str]:
        """The MD5 of every object, by its key."""
        found: Dict[str, str] = {}
        pages = self.client().get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        for page in pages:
            for one in page.get("Contents", []):
                found[one["Key"]] = one["ETag"].strip('"')
        return found

    def stop(self) -> None:
        """Ends it, and all it holds."""
        self.process.end()
