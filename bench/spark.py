# SPDX-License-Identifier: Apache-2.0
"""What Spark costs over `passc issue`: the same rows (bench/batch_card.py, 20 kB of images) into archives
in a local folder, by `passc issue` with two jobs and by passc-spark with two workers of one core, in turns.

    build/spark-venv/bin/python bench/spark.py PASSC ROWS [TURNS]
"""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "integrations/spark"), str(ROOT / "integrations/spark/tests"), str(HERE)]
import batch_card  # noqa: E402
import cluster  # noqa: E402

from passc_spark import issue  # noqa: E402

EPOCH = "1767225600"
IDENTITY = str(ROOT / "certs-example/ordinary")


def main():
    passc, rows = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    turns = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    folder = ROOT / "build/bench-spark"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    batch_card.write_template(folder / "card.pass", False)
    batch_card.write_rows(folder / "rows.csv", rows)
    workers = cluster.Cluster(folder)
    try:
        spark = cluster.session(workers.url, folder)
        data = spark.read.csv(str(folder / "rows.csv"), header=True)
        data = data.select("serial", data.points.cast("long"), data.balance.cast("double"), "member")
        data.write.parquet(str(folder / "rows.parquet"))
        times = {"passc": [], "spark": []}
        for _ in range(turns):
            times["passc"].append(by_passc(passc, folder))
            times["spark"].append(by_spark(spark, passc, folder, rows))
        spark.stop()
    finally:
        workers.stop()
        shutil.rmtree(folder, ignore_errors=True)
    middle = {name: statistics.median(all) for name, all in times.items()}
    for name, seconds in middle.items():
        print(f"{name}: {seconds:.1f} s, {rows / seconds:.0f} passes per second {times[name]}")
    print(f"spark over passc: {100 * (middle['spark'] / middle['passc'] - 1):.1f} %")


def by_passc(passc, folder):
    started = time.monotonic()
    done = subprocess.run(
        [passc, "issue", str(folder / "card.pass"), "--data", str(folder / "rows.csv"), "--identity"]
        + [IDENTITY, "-o", str(folder / "all.tar"), "--jobs", "2", "--progress", "none"],
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH}, capture_output=True, text=True,
    )  # fmt: skip
    seconds = time.monotonic() - started
    if done.returncode:
        sys.exit(done.stderr)
    os.unlink(folder / "all.tar")
    return seconds


def by_spark(spark, passc, folder, rows):
    started = time.monotonic()
    outcomes = issue(
        spark.read.parquet(str(folder / "rows.parquet")), str(folder / "card.pass"), IDENTITY,
        str(folder / "out"), parts=max(4, 2 * (rows // 60_000)), layout="tar", passc=passc, signing_time=int(EPOCH),
    )  # fmt: skip
    seconds = time.monotonic() - started
    issued = outcomes.where("outcome = 'issued'").count()
    outcomes.unpersist()
    if issued != rows:
        sys.exit(f"{issued} of {rows} rows were issued")
    shutil.rmtree(folder / "out")
    return seconds


if __name__ == "__main__":
    main()
