# SPDX-License-Identifier: Apache-2.0
"""Part of `make demo-scale`: rows of a Parquet table to passes in a store, by a cluster of two workers
of which one is killed, and the proof that every row has one pass, that of `passc issue`.

    python3 demo.py PASSC TEMPLATE IDENTITY ROWS FOLDER
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import threading
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent / "tests")]
import cluster  # noqa: E402

BUCKET = "passes"
#: The invalid rows by number: the column and its value.
WRONG = {
    7: ("Rabatt", "ein Viertel"),
    1234: ("Gültig bis", "31.02.2031"),
    4321: ("Angebot", "alle Torten"),
    5000: ("Kassencode", "12345"),
}
#: The rows with the serial number of an earlier row.
REPEATED = {2500: 2400, 2600: 2400, 3500: 3400}


def main() -> None:
    passc, template, identity = (os.path.abspath(path) for path in sys.argv[1:4])
    count = int(sys.argv[4])
    folder = pathlib.Path(sys.argv[5]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rows = make_rows(pathlib.Path(template) / "sample.csv", count)
    write_parquet(rows, folder / "members.parquet")
    epoch = int(time.time())
    store = cluster.Moto(folder)
    store.client().create_bucket(Bucket=BUCKET)
    # Spark redacts secrets by their names, so the secrets and the key for S3 need matching names.
    os.environ.update(store.environment())
    spark_cluster = cluster.Cluster(folder, **store.environment())
    try:
        report = run(spark_cluster, store, passc, template, identity, count, folder, epoch)
        compare(rows, report, store, passc, template, identity, folder, epoch)
    finally:
        spark_cluster.stop()
        store.stop()


def make_rows(sample: pathlib.Path, count: int):  # type: ignore[no-untyped-def]
    with open(sample, encoding="utf-8-sig", newline="") as file:
        models = list(csv.DictReader(file))
    serial = next(iter(models[0]))
    rows = []
    for number in range(count):
        row = dict(models[number % len(models)])
        row[serial] = f"KB-{1000 + number // 10000:04d}-{number % 10000:04d}"
        rows.append(row)
    for number, (column, text) in WRONG.items():
        if number < count:
            rows[number][column] = text
    for number, other in REPEATED.items():
        if number < count:
            rows[number][serial] = rows[other][serial]
    return rows


def write_parquet(rows, path: pathlib.Path) -> None:  # type: ignore[no-untyped-def]
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.Table.from_pylist(rows)
    pyarrow.parquet.write_table(table, path, row_group_size=5000)
    print(f"{len(rows)} rows in {path.name}, {path.stat().st_size / 1e6:.1f} MB")


def run(spark_cluster, store, passc, template, identity, count, folder, epoch):  # type: ignore[no-untyped-def]
    from passc_spark import issue, write_outcomes

    spark = cluster.session(spark_cluster.url, folder)
    try:
        data = spark.read.parquet(str(folder / "members.parquet"))
        killer = threading.Thread(target=kill_one, args=(spark, spark_cluster), daemon=True)
        killer.start()
        started = time.monotonic()
        outcomes = issue(
            data,
            template,
            identity,
            f"s3://{BUCKET}/cards",
            parts=max(16, count // 5000),
            passc=passc,
            signing_time=epoch,
        )
        seconds = time.monotonic() - started
        killer.join(1)
        if killer.is_alive():
            sys.exit("the job ended before a worker could be killed")
        print(f"\n{count} rows in {seconds:.0f} s on two workers, then one: the outcomes\n")
        outcomes.groupBy("outcome", "code").count().orderBy("outcome", "code").show(20, False)
        refused = outcomes.where("outcome = 'refused'").select("serial", "code", "message", "fault")
        refused.orderBy("serial", "code").show(20, 60)
        path = folder / "outcomes.jsonl"
        write_outcomes(outcomes, str(path))
    finally:
        spark.stop()
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def kill_one(spark, spark_cluster) -> None:  # type: ignore[no-untyped-def]
    """Kills a worker with its executor once a quarter of the parts is done."""
    tracker = spark.sparkContext.statusTracker()
    while True:
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info and info.numTasks >= 16 and info.numCompletedTasks * 4 >= info.numTasks:
                spark_cluster.workers[1].end()
                print(
                    f"killed a worker with its executor after {info.numCompletedTasks} of "
                    f"{info.numTasks} parts",
                    flush=True,
                )
                return
        time.sleep(0.05)


def compare(rows, report, store, passc, template, identity, folder, epoch) -> None:  # type: ignore[no-untyped-def]
    serial = next(iter(rows[0]))
    counts: dict = {}
    for row in rows:
        counts[row[serial]] = counts.get(row[serial], 0) + 1
    once = [row for row in rows if counts[row[serial]] == 1]
    path = folder / "members.jsonl"
    with open(path, "w", encoding="utf-8") as file:
        for row in once:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    done = subprocess.run(
        [passc, "issue", template, "--data", str(path), "--identity", identity, "-o"]
        + [str(folder / "reference.tar"), "--progress", "none", "--format", "json"],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)},
        capture_output=True,
        text=True,
    )
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    reasons = sorted(
        (value["serial"], value["code"])
        for value in map(json.loads, filter(lambda line: line[:1] == "{", done.stderr.splitlines()))
        if value.get("severity") == "error"
    )
    expected, digests = {}, {}
    with tarfile.open(folder / "reference.tar") as archive:
        for member in archive:
            data = archive.extractfile(member).read()  # type: ignore[union-attr]
            expected[f"cards/{member.name}"] = hashlib.md5(data).hexdigest()
            digests[f"s3://{BUCKET}/cards/{member.name}"] = hashlib.sha256(data).hexdigest()
    stands = {k: v for k, v in store.etags(BUCKET).items() if not k.startswith("cards/_passc/")}

    must("as many outcomes as rows", len(report) == len(rows), len(report))
    issued = {one["place"]: one["digest"] for one in report if one["outcome"] == "issued"}
    must("every issued row has one object in the store, and no other is there", set(stands) == set(expected), len(stands))
    must("each is, byte for byte, that of `passc issue` (MD5 by the store)", stands == expected, len(expected))
    must("the outcomes say the same SHA-256", issued == digests, len(issued))
    refused = sorted((one["serial"], one["code"]) for one in report if one["outcome"] == "refused")
    others = [pair for pair in refused if pair[1] != "serial.repeated"]
    repeated = sum(count for count in counts.values() if count > 1)
    must("the same rows are refused, for the same reasons", others == reasons, len(others))
    must("all rows of a repeated serial number are refused", len(refused) - len(others) == repeated, repeated)


def must(sentence: str, holds: bool, count: int) -> None:
    print(f"  {'yes' if holds else 'NO '}  {sentence}: {count}")
    if not holds:
        sys.exit(1)


if __name__ == "__main__":
    main()
