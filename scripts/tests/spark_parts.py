# SPDX-License-Identifier: Apache-2.0
"""passc-spark without Spark, Java and anything from PyPI, for spark_test.sh and scale_test.sh.

    spark_parts.py imports                   the modules of the package that import each other in a circle
    spark_parts.py names PASSC FOLDER        file names and parts as passc-spark and as `passc issue` has them
    spark_parts.py issue PASSC FOLDER ROWS   ROWS passes in 4 parts into a folder; one attempt is killed
"""

import ast
import csv
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "integrations/spark/passc_spark"
TEMPLATE = ROOT / "templates/bakery-coupon.pass"
TYPE = "pass.com.example.passc"
PARTS = 4
sys.path.insert(0, str(PACKAGE.parent))
sys.dont_write_bytecode = True


def imports():
    """Prints each circle of imports, those inside functions included."""
    uses = {}
    for file in PACKAGE.glob("*.py"):
        found = uses.setdefault(file.stem, set())
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                found.update([node.module] if node.module else [name.name for name in node.names])
    if len(uses) < 10:
        sys.exit(f"only {len(uses)} modules were found in {PACKAGE}")

    def follow(module, path):
        if module in path:
            circles.add(" imports ".join(path[path.index(module):] + [module]))
            return
        for other in sorted(uses.get(module, ())):
            follow(other, path + [module])

    circles = set()
    for module in sorted(uses):
        follow(module, [])
    print("\n".join(sorted(circles)), end="\n" if circles else "")


def command(passc, data, output, *options):
    """The command line of `passc issue` over a table."""
    return [passc, "issue", str(TEMPLATE), "--data", str(data), "-o", str(output), "--progress", "none",
            "--identity", str(ROOT / "certs-example/ordinary"), "--token-key",
            str(ROOT / "certs-example/token.key"), *options]


def issued(passc, data, output, *options):
    """The bundles that `passc issue` makes, by name."""
    done = subprocess.run(command(passc, data, output, "--overwrite", *options), capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    with tarfile.open(output) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive}


def rows(count):
    """Rows of the template's sample with a serial number each."""
    with open(TEMPLATE / "sample.csv", encoding="utf-8-sig", newline="") as file:
        models = list(csv.DictReader(file))
    return [{**models[n % len(models)], "Nummer": f"KB-{1000 + n // 10000:04d}-{n % 10000:04d}"}
            for n in range(count)]


def write(path, table):
    with open(path, "w", encoding="utf-8") as file:
        for row in table:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def same(what, found, expected):
    """Ends the program unless the two are equal."""
    if found != expected:
        sys.exit(f"{what}: they differ: {str(found)[:300]} instead of {str(expected)[:300]}")


def names(passc, folder):
    from passc_spark import serials

    table = rows(40)
    write(folder / "rows.jsonl", table)
    given = [row["Nummer"] for row in table]
    for naming in (serials.Naming(), serials.Naming("card-%s.pkpass", 2)):
        made = issued(passc, folder / "rows.jsonl", folder / "all.tar", *naming.options())
        same("file names", sorted(made), sorted(map(naming.path, given)))
    for part in (1, 2, 3):
        made = issued(passc, folder / "rows.jsonl", folder / "part.tar", "--shard", f"{part}/3")
        mine = [serial for serial in given if serials.part_of(serial, TYPE, 3) == part]
        same(f"part {part}", sorted(made), sorted(map(serials.Naming().path, mine)))
    print(f"{len(table)} names, 3 parts: as passc has them")


def attempt(store, passc, data, part, kill=False):
    """One attempt at a part, as an executor makes it; False when it was killed before its end."""
    from passc_spark import tar

    one = store.attempt("job", f"part-{part}", 0)
    process = subprocess.Popen(command(passc, data, "-", "--shard", f"{part}/{PARTS}"),
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    count = 0
    try:
        for name, body in tar.entries(tar.from_pipe(process.stdout.fileno())):
            one.put(name, bytes(body), hashlib.sha256(body).hexdigest(), "content")
            count += 1
            if kill and count == 20:
                os.kill(process.pid, signal.SIGKILL)
                kill = None
                break
    finally:
        process.stdout.close()
        code = process.wait()
    if kill is None:
        same("the killed process", code, -signal.SIGKILL)
        one.abandon()
        return False
    if code not in (0, 1):
        sys.exit(f"passc issue ended with {code}")
    one.drain()
    same("the record of a part", one.commit(f"{count}\n".encode()), True)
    return True


def issue(passc, folder, count):
    from passc_spark.urls import open_store

    table = rows(count)
    # One row is invalid, and one repeats a serial number.
    table[7]["Rabatt"] = "ein Viertel"
    table[250]["Nummer"] = table[240]["Nummer"]
    write(folder / "rows.jsonl", table)
    store = open_store(str(folder / "out"))
    store.replace("_passc/job.json", json.dumps({"id": "job"}).encode())
    killed = 0
    for part in range(1, PARTS + 1):
        while not attempt(store, passc, folder / "rows.jsonl", part, kill=part == 2 and not killed):
            killed += 1
            same("files after a kill", [n for n in store.names("_passc/job/attempts") if "part-2" in n], [])
    store.tidy("job")
    made = {name: store.read(name) for name in store.names("") if not name.startswith("_passc/")}
    whole = issued(passc, folder / "rows.jsonl", folder / "all.tar")
    same("names of the passes", sorted(made), sorted(whole))
    same("bytes of the passes", [n for n in made if made[n] != whole[n]], [])
    print(f"{len(made)} of {count} passes in {PARTS} parts, {killed} attempt killed: those of passc issue")


if __name__ == "__main__":
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")
    if sys.argv[1:] == ["imports"]:
        imports()
    elif len(sys.argv) == 4 and sys.argv[1] == "names":
        names(sys.argv[2], pathlib.Path(sys.argv[3]))
    elif len(sys.argv) == 5 and sys.argv[1] == "issue":
        issue(sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(__doc__)
