# SPDX-License-Identifier: Apache-2.0
"""Secrets on a cluster: the logs of master, workers and executors, what is printed and the event log hold none."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys

import cluster
import pytest
from conftest import EPOCH, HERE, ROOT, SCHEMA, Reference, files_below, member

PASSWORD = "correct horse battery staple 7351"

#: A job in its own process, because a session has the properties of its start.
DRIVER = """
import json, pathlib, sys
sys.path[:0] = [{tests!r}, {package!r}]
import cluster
from passc_spark import Identity, Secret, issue
settings = json.loads(sys.argv[1])
spark = cluster.session(settings["master"], pathlib.Path(settings["scratch"]), **settings["conf"])
spark.sparkContext.setLogLevel("INFO")
data = spark.read.schema(settings["schema"]).json(settings["rows"])
if settings["way"] == "conf":
    who = Identity.conf(password=Secret.conf("spark.passc.secret.password"))
    token_key = Secret.conf("spark.passc.secret.tokenKey")
else:
    who = Identity.environment("SECRET_certificate", "SECRET_key", "SECRET_intermediate",
                               password=Secret.environment("SECRET_password"))
    token_key = Secret.environment("SECRET_tokenKey")
outcomes = issue(data, settings["template"], who, settings["output"], parts=4, passc=settings["passc"],
                 token_key=token_key, signing_time=settings["epoch"])
outcomes.explain("extended")
print(outcomes._jdf.queryExecution().toString(), who)
print(outcomes.groupBy("outcome").count().collect())
spark.stop()
""".format(tests=str(HERE), package=str(HERE.parent))


def with_web_service(template, folder):
    """The card of the other tests, with tokens."""
    card = folder / "with-service.pass"
    shutil.copytree(pathlib.Path(template).parent / "base.pass", card)
    document = json.loads((card / "pass.json").read_text())
    document["webServiceURL"] = "https://example.com/passes/"
    (card / "pass.json").write_text(json.dumps(document))
    return str(card)


@pytest.fixture
def secrets(tmp_path):
    """Files with what nobody may see, by the property that brings it."""
    folder = tmp_path / "secrets"
    folder.mkdir()
    source = ROOT / "certs-example/ordinary"
    locked = subprocess.run(
        ["openssl", "pkcs8", "-topk8", "-v2", "aes-256-cbc", "-passout", f"pass:{PASSWORD}"]
        + ["-in", str(source / "key.pem")],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    certificates = [(source / f"{name}.pem").read_text() for name in ("certificate", "intermediate")]
    texts = {"identity": "".join(certificates) + locked, "password": PASSWORD, "certificate": certificates[0],
             "intermediate": certificates[1], "key": locked,
             "tokenKey": (ROOT / "certs-example/token.key").read_text().strip()}  # fmt: skip
    for name, text in texts.items():
        (folder / name).write_text(text)
    body = locked.split("-----")[2].split() + (source / "key.pem").read_text().split("-----")[2].split()
    hidden = [line for line in body if len(line) > 40] + [PASSWORD, texts["tokenKey"]]
    assert len(hidden) > 30
    return {name: folder / name for name in texts}, hidden


#: The ways in which a secret reaches the executors, and its names there.
WAYS = {
    "conf": ("spark.passc.secret.", ["identity", "password", "tokenKey"]),
    "environment": (
        "spark.executorEnv.SECRET_", ["certificate", "key", "intermediate", "password", "tokenKey"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_nothing_a_cluster_writes_holds_a_secret(way, passc, identity, template, secrets, tmp_path):
    prefix, names = WAYS[way]
    hidden = secrets[1]
    files = {f"{prefix}{name}": secrets[0][name] for name in names}
    card = with_web_service(template, tmp_path)
    rows = [member(n) for n in range(40)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    place = tmp_path / "cluster"
    (place / "events").mkdir(parents=True)
    properties = tmp_path / "secrets" / "spark-defaults.conf"
    # A property contains its text in one line, and a variable contains it unchanged.
    line_end = "\\\\n" if way == "conf" else "\\n"
    lines = {name: path.read_text().strip().replace("\n", line_end) for name, path in files.items()}
    properties.write_text("".join(f"{name} {text}\n" for name, text in lines.items()))
    settings = {
        "master": "", "scratch": str(tmp_path / "driver"), "schema": SCHEMA, "template": card,
        "rows": str(tmp_path / "rows.jsonl"), "passc": passc, "output": str(tmp_path / "out"),
        "epoch": EPOCH, "way": way,
        "conf": {"spark__eventLog__enabled": "true", "spark__eventLog__dir": str(place / "events")},
    }  # fmt: skip
    workers = cluster.Cluster(place, workers=2)
    try:
        settings["master"] = workers.url
        # The driver reads the certificate before the job starts.
        own = {f"SECRET_{name}": secrets[0][name].read_text() for name in names} if way == "environment" else {}
        environment = cluster.environment(
            PYSPARK_SUBMIT_ARGS=f"--properties-file {properties} pyspark-shell", **own
        )
        done = cluster.Process([sys.executable, "-c", DRIVER, json.dumps(settings)], place / "driver.log", environment)
        try:
            code = done.child.wait(900)
        finally:
            done.end()
    finally:
        workers.stop()
    said = (place / "driver.log").read_text()
    assert code == 0 and "Row(outcome='issued', count=40)" in said, said[-3000:]
    key = str(ROOT / "certs-example/token.key")
    assert files_below(tmp_path / "out") == Reference(passc, identity, tmp_path).passes(
        card, rows, "--token-key", key
    )
    # Spark spills into spark.local.dir, as the README says.
    written = {
        str(path.relative_to(place)): path.read_bytes()
        for path in place.rglob("*")
        if path.is_file() and "local" not in path.relative_to(place).parts
    }
    assert sum(name.endswith("stderr") for name in written) >= 2 and any("events/" in name for name in written)
    shown = sorted(name for name, data in written.items() if any(text.encode() in data for text in hidden))
    assert shown == []
    named = [name for name, data in written.items() if f"{prefix}{names[0]}".encode() in data]
    assert named, "the name of the property stands nowhere: nothing was proved"
