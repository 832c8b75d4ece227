# SPDX-License-Identifier: Apache-2.0
"""The package as pip installs it from its folder, far from the checkout."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import sys

import cluster
from conftest import member

PACKAGE = pathlib.Path(__file__).resolve().parent.parent

JOB = """
import json, sys
import passc_spark
from pyspark.sql import SparkSession

rows, template, identity, output, passc = sys.argv[1:]
session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config(
    "spark.driver.host", "127.0.0.1").getOrCreate()
found = passc_spark.issue(
    session.read.json(rows), template, identity, output, passc=passc).collect()
print(json.dumps({"from": passc_spark.__file__, "serials": sorted(row.serial for row in found if row.code is None)}))
"""


def test_pip_installs_it_from_the_folder(passc, identity, template, tmp_path):
    # pip would otherwise leave its build folder in the checkout.
    source, target = tmp_path / "source", tmp_path / "installed"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("tests", "__pycache__", "build", "*.egg-info"))
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(source)],
        check=True,
    )
    files = {path.name for path in (target / "passc_spark").rglob("*") if path.is_file()}
    assert "py.typed" in files
    assert {pathlib.Path(name).suffix for name in files} <= {".py", ".pyc", ".typed"}

    rows = [member(number) for number in range(20)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "job.py").write_text(JOB)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "temporary").mkdir()
    done = subprocess.run(
        [sys.executable, str(tmp_path / "job.py"), str(tmp_path / "rows.jsonl"), template, identity]
        + [str(tmp_path / "out"), passc],
        cwd=tmp_path / "elsewhere",
        env=cluster.environment(PYTHONPATH=str(target), TMPDIR=str(tmp_path / "temporary")),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    said = json.loads(done.stdout.splitlines()[-1])
    assert pathlib.Path(said["from"]).parent == target / "passc_spark"
    assert said["serials"] == sorted(row["serial"] for row in rows)
    assert sum(path.suffix == ".pkpass" for path in (tmp_path / "out").rglob("*")) == 20
    # The temporary files of the job are deleted with the application.
    assert [path.name for path in (tmp_path / "temporary").glob("*passc*")] == []
