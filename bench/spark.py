# SPDX-License-Identifier: Apache-2.0
"""What Spark costs over `passc issue`: the same rows (bench/batch_card.py, 20 kB of images) into archives
in a local folder, by passc-spark with one worker of two cores, as a machine has one, and by `passc issue`
with two jobs, in turns. `--apart`: two workers of one core, which start and compile everything twice.

    build/spark-venv/bin/python bench/spark.py PASSC ROWS [TURNS] [FOLDER]

Time of the clock, and processor time of everything that runs for it: driver, executors, Python, passc. A
first job of few rows starts what a running Spark has started, and what Java compiles of it is waited for
(`--cold`: neither). The archives go below FOLDER (build/).
"""

import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import time
import typing

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "integrations/spark"), str(ROOT / "integrations/spark/tests"), str(HERE)]
import batch_card  # noqa: E402
import cluster  # noqa: E402

from passc_spark import issue  # noqa: E402

EPOCH = "1767225600"
IDENTITY = str(ROOT / "certs-example/ordinary")


def main():
    cold, apart = "--cold" in sys.argv, "--apart" in sys.argv
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    passc, rows = os.path.abspath(arguments[0]), int(arguments[1])
    turns = int(arguments[2]) if len(arguments) > 2 else 1
    folder = pathlib.Path(arguments[3] if len(arguments) > 3 else ROOT / "build").resolve() / "bench-spark"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    batch_card.write_template(folder / "card.pass", False)
    batch_card.write_rows(folder / "rows.csv", rows)
    workers = cluster.Cluster(folder, workers=2 if apart else 1, cores=1 if apart else 2)
    costs = {"passc": [], "spark": []}
    try:
        spark = cluster.session(workers.url, folder)
        data = spark.read.csv(str(folder / "rows.csv"), header=True)
        data = data.select("serial", data.points.cast("long"), data.balance.cast("double"), "member")
        data.write.parquet(str(folder / "rows.parquet"))
        if not cold:
            by_spark(spark, passc, folder, spark.read.parquet(str(folder / "rows.parquet")).limit(2000), 2000)
            settled()
        for _ in range(turns):
            data = spark.read.parquet(str(folder / "rows.parquet"))
            costs["spark"].append(Cost.of(lambda: by_spark(spark, passc, folder, data, rows), processor_time))
            costs["passc"].append(Cost.of(lambda: by_passc(passc, folder), ended_children))
            for name, all in costs.items():
                print(f"{name}: {all[-1].seconds:.1f} s, {all[-1].processor:.1f} s of processor", flush=True)
        spark.stop()
    finally:
        workers.stop()
        shutil.rmtree(folder, ignore_errors=True)
    for what, unit in (("seconds", "time"), ("processor", "processor time")):
        middle = {name: statistics.median(getattr(one, what) for one in all) for name, all in costs.items()}
        for name, value in middle.items():
            print(f"{name}: {value:.1f} s of {unit}, {1e6 * value / rows:.1f} µs a pass")
        print(f"spark over passc, {unit}: {100 * (middle['spark'] / middle['passc'] - 1):.1f} %")


class Cost(typing.NamedTuple):
    """What something took on this machine."""

    seconds: float
    processor: float

    @staticmethod
    def of(work, processor):
        """`processor` tells the processor time so far."""
        before, started = processor(), time.monotonic()
        work()
        return Cost(time.monotonic() - started, processor() - before)


def settled():
    """Waits until what Java still compiles of its start is done: less than a fiftieth of a processor."""
    end = time.monotonic() + 60
    before = -1.0
    while processor_time() - before > 0.04:
        if time.monotonic() > end:
            sys.exit("Spark does not come to rest")
        before = processor_time()
        time.sleep(2)


def ended_children():
    """Of the processes this one has waited for, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def processor_time():
    """Of this process and everything below it, in seconds, children that have ended too."""
    children, ticks = {}, {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = pathlib.Path("/proc", name, "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            children.setdefault(int(fields[1]), []).append(int(name))
            ticks[int(name)] = sum(map(int, fields[11:15]))
    total, left = 0, [os.getpid()]
    while left:
        process = left.pop()
        total += ticks.get(process, 0)
        left += children.get(process, [])
    return total / os.sysconf("SC_CLK_TCK")


def by_passc(passc, folder):
    done = subprocess.run(
        [passc, "issue", str(folder / "card.pass"), "--data", str(folder / "rows.csv"), "--identity"]
        + [IDENTITY, "-o", str(folder / "all.tar"), "--jobs", "2", "--progress", "none"],
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH}, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    os.unlink(folder / "all.tar")


def by_spark(spark, passc, folder, data, rows):
    outcomes = issue(
        data, str(folder / "card.pass"), IDENTITY, str(folder / "out"), parts=max(4, 2 * (rows // 60_000)),
        layout="tar", passc=passc, signing_time=int(EPOCH),
    )  # fmt: skip
    issued = outcomes.where("outcome = 'issued'").count()
    outcomes.unpersist()
    if issued != rows:
        sys.exit(f"{issued} of {rows} rows were issued")
    shutil.rmtree(folder / "out")


if __name__ == "__main__":
    main()
