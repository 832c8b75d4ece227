# SPDX-License-Identifier: Apache-2.0
"""What the tests share: passc, a template, an identity, a store and a session."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tarfile

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
ROOT = HERE.parent.parent.parent

import cluster  # noqa: E402

EPOCH = 1767225600


def pytest_configure(config):
    config.addinivalue_line("markers", "faults: kills and starves things, takes minutes")


@pytest.fixture(scope="session")
def passc():
    """passc by `PASSC`, else the release build."""
    path = pathlib.Path(os.environ.get("PASSC", ROOT / ".build/release/passc")).resolve()
    if not path.exists():
        pytest.fail(f"{path} is not there; build it, or name another in PASSC")
    return str(path)


@pytest.fixture(scope="session")
def identity():
    return str(ROOT / "certs-example/ordinary")


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """A card with a base that it extends."""
    folder = tmp_path_factory.mktemp("templates")
    subprocess.run(
        [sys.executable, str(ROOT / "bench/batch_card.py"), str(folder / "base.pass"), os.devnull, "0"],
        check=True,
    )
    (folder / "card.pass").mkdir()
    (folder / "card.pass/template.json").write_text('{"extends": "../base.pass"}')
    barcode = {"format": "PKBarcodeFormatQR", "message": "{{ serial }}", "messageEncoding": "utf-8"}
    (folder / "card.pass/pass.json").write_text(
        json.dumps({"logoText": "Card", "barcodes": [barcode]})
    )
    return str(folder / "card.pass")


def member(number: int) -> dict:
    """A row that is right."""
    return {
        "serial": f"B-{number:06d}",
        "points": number % 997,
        "balance": number % 83 + 0.25,
        "member": f"Member {number} Ünal",
    }


SCHEMA = "serial string, points long, balance double, member string"


class Reference:
    """What `passc issue` itself makes of rows."""

    def __init__(self, passc, identity, folder):
        self.passc, self.identity, self.folder = passc, identity, folder

    def tar(self, template, rows, *options):
        """An archive of all passes, or of a part."""
        data = self.folder / "reference.jsonl"
        # The names are in Spark's order, which does not matter to passc.
        data.write_text("".join(json.dumps(row) + "\n" for row in rows))
        path = self.folder / "reference.tar"
        done = subprocess.run(
            [self.passc, "issue", template, "--data", str(data), "-o", str(path), "--overwrite"]
            + ["--identity", self.identity, "--progress", "none", *options],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)},
            capture_output=True,
            text=True,
        )
        assert done.returncode in (0, 1), done.stderr
        return path

    def passes(self, template, rows, *options):
        """The bytes of each pass by its name."""
        with tarfile.open(self.tar(template, rows, *options)) as archive:
            return {m.name: archive.extractfile(m).read() for m in archive}


@pytest.fixture
def reference(passc, identity, tmp_path):
    return Reference(passc, identity, tmp_path)


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    """A stand-in for S3, which the environment names to every client."""
    moto = cluster.Moto(tmp_path_factory.mktemp("moto"))
    os.environ.update(moto.environment())
    yield moto
    moto.stop()


@pytest.fixture
def bucket(store, request):
    name = "b-" + str(abs(hash(request.node.nodeid)))
    store.client().create_bucket(Bucket=name)
    return name


#: Writes Spark's log into a file that a test can read.
LOGGING = """
appender.file.type = File
appender.file.name = file
appender.file.fileName = {file}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d %p %c: %m%n%ex
rootLogger.level = warn
rootLogger.appenderRef.file.ref = file
"""


@pytest.fixture(scope="session")
def spark(store, tmp_path_factory):
    """Two cores of this machine, with an event log."""
    scratch = tmp_path_factory.mktemp("spark")
    (scratch / "events").mkdir()
    pem = "\\n".join(
        line
        for name in ("certificate.pem", "intermediate.pem", "key.pem")
        for line in (ROOT / "certs-example/ordinary" / name).read_text().splitlines()
    )
    defaults = scratch / "spark-defaults.conf"
    # Set in a file as recommended, because everybody can read a command line.
    (scratch / "log4j2.properties").write_text(LOGGING.format(file=scratch / "spark.log"))
    defaults.write_text(
        f"spark.passc.secret.identity {pem.replace(chr(92), chr(92) * 2)}\n"
        "spark.driver.extraJavaOptions "
        f"-Dlog4j2.configurationFile=file:{scratch}/log4j2.properties\n"
    )
    # Executors on this machine inherit the environment of the session.
    for name, file in (
        ("KEY", "ordinary/key.pem"),
        ("CERTIFICATE", "ordinary/certificate.pem"),
        ("WWDR", "ordinary/intermediate.pem"),
        ("TOKEN_KEY", "token.key"),
    ):
        os.environ[f"PASSC_TEST_{name}"] = (ROOT / "certs-example" / file).read_text().strip()
    # The tokens of SoftHSM, for a test that creates one.
    os.environ["SOFTHSM2_CONF"] = str(scratch / "softhsm2.conf")
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"--properties-file {defaults} pyspark-shell"
    session = cluster.session(
        "local[2]",
        scratch,
        spark__eventLog__enabled="true",
        spark__eventLog__dir=str(scratch / "events"),
    )
    session.events = scratch / "events"
    session.log = scratch / "spark.log"
    session.token_conf = scratch / "softhsm2.conf"
    yield session
    session.stop()


def files_below(folder):
    """Every pass of a folder by its path, those of jobs' own apart."""
    folder = pathlib.Path(folder)
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.relative_to(folder).parts[0] != "_passc"
    }
