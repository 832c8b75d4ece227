# SPDX-License-Identifier: Apache-2.0
"""Jobs on two cores of this machine."""

from __future__ import annotations

import datetime
import hashlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

import cluster
import pytest
from conftest import EPOCH, ROOT, SCHEMA, files_below, member

from passc_spark import Identity, IssueError, Secret, issue, read_outcomes, write_outcomes


@pytest.fixture
def run(spark, passc, template, identity, tmp_path):
    """`issue` with what most tests leave alone; rows are dicts."""

    def call(rows, output=None, partitions=3, **more):
        data = spark.createDataFrame(rows, SCHEMA).repartition(partitions)
        settings = {"parts": 4, "passc": passc, "signing_time": EPOCH, **more}
        return issue(
            data,
            settings.pop("template", template),
            settings.pop("identity", identity),
            output or str(tmp_path / "out"),
            **settings,
        )

    return call


def told(outcomes, *columns):
    return sorted(tuple(row) for row in outcomes.select(*(columns or ("serial", "outcome"))).collect())


ROWS = [member(n) for n in range(60)]


def test_gives_the_passes_of_passc_whatever_the_partitions(run, reference, template, tmp_path):
    expected = reference.passes(template, ROWS)
    for partitions, parts in ((1, 1), (5, 3), (2, 7)):
        output = tmp_path / f"out-{partitions}"
        outcomes = run(ROWS, str(output), partitions, parts=parts)
        assert files_below(output) == expected
        assert {row.outcome for row in outcomes.collect()} == {"issued"}
    row = outcomes.where("serial = 'B-000007'").first()
    data = expected["B-000007.pkpass"]
    assert (row.digest, row.size) == (hashlib.sha256(data).hexdigest(), len(data))
    assert row.place == str(output / "B-000007.pkpass")


def test_gives_the_archives_of_shards(run, reference, template, tmp_path):
    outcomes = run(ROWS, str(tmp_path / "out"), layout="tar", parts=3)
    in_order = sorted(ROWS, key=lambda row: row["serial"])
    for part in (1, 2, 3):
        expected = reference.tar(template, in_order, "--shard", f"{part}/3").read_bytes()
        assert (tmp_path / f"out/part-0000{part}-of-00003.tar").read_bytes() == expected
    assert {(row.place[-5:], row.entry) for row in outcomes.where("part = 2").collect()} >= {
        ("3.tar", f"{row.serial}.pkpass") for row in outcomes.where("part = 2").collect()
    }


def test_puts_into_an_object_store(run, reference, template, store, bucket):
    run(ROWS, f"s3://{bucket}/cards")
    expected = reference.passes(template, ROWS)
    client = store.client()
    found = {k[len("cards/") :] for k in store.etags(bucket) if "_passc" not in k}
    assert found == set(expected)
    for name, data in expected.items():
        assert client.get_object(Bucket=bucket, Key=f"cards/{name}")["Body"].read() == data


def test_puts_archives_into_an_object_store(run, reference, template, store, bucket):
    run(ROWS, f"s3://{bucket}/cards", layout="tar", parts=2)
    in_order = sorted(ROWS, key=lambda row: row["serial"])
    for part in (1, 2):
        key = f"cards/part-0000{part}-of-00002.tar"
        data = store.client().get_object(Bucket=bucket, Key=key)["Body"].read()
        assert data == reference.tar(template, in_order, "--shard", f"{part}/2").read_bytes()


def test_hadoop(run, reference, template, tmp_path):
    run(ROWS, f"hadoop:file:{tmp_path}/out", parts=1)
    found = {k: v for k, v in files_below(tmp_path / "out").items() if not k.endswith(".crc")}
    assert found == reference.passes(template, ROWS)


def test_says_why_a_row_is_refused(run):
    rows = [dict(row) for row in ROWS]
    rows[3]["points"] = None
    rows[5]["serial"] = None
    rows[8]["serial"], rows[9]["serial"] = "x-1", "X-1"
    outcomes = run(rows)
    refused = outcomes.where("outcome = 'refused'").orderBy("code", "serial").collect()
    assert [(r.serial, r.code, r.fault) for r in refused] == [
        (None, "data.cell.missing", "row"),
        ("B-000003", "data.cell.missing", "row"),
        ("X-1", "serial.repeated", "row, serial number"),
        ("x-1", "serial.repeated", "row, serial number"),
    ]
    assert refused[1].message == 'column "points" is missing'
    assert outcomes.where("outcome = 'issued'").count() == len(rows) - 4


def test_a_fault_names_the_column_of_a_bad_value(run):
    rows = [dict(row) for row in ROWS[:6]]
    # Spark writes it as a string, because JSON has no such number.
    rows[2]["balance"] = float("nan")
    outcomes = run(rows)
    assert told(outcomes.where("outcome <> 'issued'"), "serial", "code", "fault", "message") == [
        ("B-000002", "data.cell.noValue", "column balance",
         'column "balance" is "NaN", which a program writes if it has no value')
    ]  # fmt: skip


def test_a_fault_names_the_place_in_the_template(run, template, tmp_path):
    # Only the row without points has this field. The row itself is valid.
    odd = {"$if": "!points", "key": "none", "label": "", "value": "none", "textAlignment": "nowhere"}
    card = _changed(template, tmp_path, lambda card: card["storeCard"]["backFields"].append(odd))
    lines = (card / "pass.json").read_text().splitlines()
    line, text = next((n, text) for n, text in enumerate(lines, 1) if "nowhere" in text)
    at = f"other.pass/pass.json:{line}:{text.index(chr(34) + 'nowhere') + 1}, "
    number = len(json.loads("\n".join(lines))["storeCard"]["backFields"]) - 1
    outcomes = run(ROWS[:6], template=str(card))
    assert told(outcomes.where("outcome <> 'issued'"), "serial", "code", "fault") == [
        ("B-000000", "key.value.unknown", f"{at}/storeCard/backFields/{number}/textAlignment")
    ]


def test_of_rows_with_one_serial_the_greatest_is_issued_when_a_column_orders_them(
    run, reference, template, tmp_path
):
    rows = ROWS[:10] + [{**ROWS[0], "points": 5000}, {**ROWS[1], "balance": 99.5}]
    # By serial number, the older row is between the two rows that are equally new.
    rows += [{**ROWS[2], "serial": s, "points": p} for s, p in (("NO-1", 9), ("No-1", 5), ("no-1", 9))]
    outcomes = run(rows, order_by="points")
    # Two rows of B-000001 have the same points, so it is unknown which one is newer.
    assert told(outcomes.where("outcome <> 'issued'")) == [
        ("B-000000", "superseded"), ("B-000001", "refused"), ("B-000001", "refused"),
        ("NO-1", "refused"), ("No-1", "superseded"), ("no-1", "refused"),
    ]  # fmt: skip
    expected = reference.passes(template, rows[2:11])
    assert files_below(tmp_path / "out") == expected


def test_a_template_with_a_web_service_needs_a_token_key(run, reference, template, tmp_path):
    folder = tmp_path / "with-service.pass"
    shutil.copytree(pathlib.Path(template).parent / "base.pass", folder)
    card = json.loads((folder / "pass.json").read_text())
    card["webServiceURL"] = "https://example.com/passes/"
    (folder / "pass.json").write_text(json.dumps(card))
    with pytest.raises(IssueError, match="token_key="):
        run(ROWS, template=str(folder))
    assert not (tmp_path / "out").exists()
    key = ROOT / "certs-example/token.key"
    expected = reference.passes(str(folder), ROWS[:5], "--token-key", str(key))
    for number, secret in enumerate((str(key), Secret.environment("PASSC_TEST_TOKEN_KEY"))):
        output = tmp_path / f"out-{number}"
        run(ROWS[:5], str(output), template=str(folder), token_key=secret)
        assert files_below(output) == expected


def test_an_identity_that_ends_within_the_job_is_refused(run, tmp_path):
    with pytest.raises(IssueError, match="ends 2069-12-31T23:59:59Z, within"):
        run(ROWS, longest=datetime.timedelta(days=365 * 60))
    with pytest.raises(IssueError, match="identity"):
        run(ROWS, identity=str(ROOT / "certs-example/expired"))
    with pytest.raises(IssueError, match="identity"):
        run(ROWS, identity=str(tmp_path / "nowhere"))
    assert not (tmp_path / "out").exists()


def test_a_serial_number_the_template_does_not_say_is_named_and_compared(run, template, tmp_path):
    with pytest.raises(IssueError, match="serial="):
        run(ROWS, serial="member")
    assert files_below(tmp_path / "out") == {}
    with pytest.raises(IssueError, match="no column|has none of that name"):
        run([{**ROWS[0]}], template=_with_serial(template, tmp_path, "{{ nobody }}"))


def _with_serial(template, tmp_path, pattern):
    return str(_changed(template, tmp_path, lambda card: card.update(serialNumber=pattern)))


def _changed(template, tmp_path, change):
    folder = tmp_path / "other.pass"
    shutil.copytree(pathlib.Path(template).parent / "base.pass", folder, dirs_exist_ok=True)
    card = json.loads((folder / "pass.json").read_text())
    change(card)
    (folder / "pass.json").write_text(json.dumps(card, indent=1))
    return folder


def breaking(passc, tmp_path):
    """passc that fails at the third part that is issued, until somebody removes the file `fail`."""
    calls = tmp_path / "calls"
    broken = tmp_path / "passc"
    broken.write_text(
        f"""#!/bin/sh
        if [ "$1" = issue ]; then
          echo x >>{calls}
          if [ -e {tmp_path}/fail ] && [ $(wc -l <{calls}) -gt 2 ]; then exit 3; fi
        fi
        exec {passc} "$@"
        """
    )
    broken.chmod(0o755)
    (tmp_path / "fail").touch()
    return str(broken)


def test_a_job_that_was_broken_off_goes_on(run, reference, template, tmp_path, passc):
    settings = {"passc": breaking(passc, tmp_path), "parts": 8, "signing_time": None}
    with pytest.raises(IssueError, match="call issue again"):
        run(ROWS, **settings)
    before = files_below(tmp_path / "out")
    record = json.loads((tmp_path / "out/_passc/job.json").read_text())
    assert 0 < len(before) < len(ROWS) and not record["finished"]
    times = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "out").glob("*.pkpass")}
    (tmp_path / "fail").unlink()
    outcomes = run(ROWS, **settings)
    after = files_below(tmp_path / "out")
    os.environ["SOURCE_DATE_EPOCH"] = str(record["signingTime"])
    assert len(after) == len(ROWS) and before.items() <= after.items()
    for name in before:
        assert (tmp_path / "out" / name).stat().st_mtime_ns == times[name]
    assert told(outcomes.groupBy("outcome").count(), "outcome", "count") == [("issued", len(ROWS))]
    del os.environ["SOURCE_DATE_EPOCH"]
    assert json.loads((tmp_path / "out/_passc/job.json").read_text())["finished"]


@pytest.mark.parametrize("layout", ["files", "tar"])
def test_a_job_that_was_broken_off_begins_anew_with_other_parts(run, tmp_path, passc, layout):
    settings = {"passc": breaking(passc, tmp_path), "layout": layout, "signing_time": None}
    with pytest.raises(IssueError, match="call issue again"):
        run(ROWS, parts=8, **settings)
    broken = json.loads((tmp_path / "out/_passc/job.json").read_text())
    left = files_below(tmp_path / "out")
    assert left
    (tmp_path / "fail").unlink()
    outcomes = run(ROWS, parts=5, **settings)
    record = json.loads((tmp_path / "out/_passc/job.json").read_text())
    assert record["id"] > broken["id"] and (record["parts"], record["finished"]) == (5, True)
    assert [path.name for path in (tmp_path / "out/_passc").iterdir() if path.is_dir()] == [record["id"]]
    rows = outcomes.collect()
    assert {row.outcome for row in rows} == {"issued"}
    assert sorted(row.serial for row in rows) == [row["serial"] for row in ROWS]
    found = files_below(tmp_path / "out")
    if layout == "tar":
        # Archives of eight parts remain, also from a task that ended after the job was cancelled.
        # No outcome names one of them.
        assert left.items() <= found.items() and all("of-00008" in name for name in left)
        found = {name: data for name, data in found.items() if "of-00008" not in name}
        assert {row.place for row in rows} == {str(tmp_path / "out" / name) for name in found}
        found = dict(each_pass(found))
    assert len(found) == len(ROWS)
    named = "entry" if layout == "tar" else "place"
    told = {row[named].rsplit("/", 1)[-1]: row.digest for row in rows}
    assert told == {name: hashlib.sha256(data).hexdigest() for name, data in found.items()}


def each_pass(archives):
    for data in archives.values():
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            yield from ((one.name, archive.extractfile(one).read()) for one in archive)


def test_outcomes_that_were_lost_do_not_undo_a_later_job(run, tmp_path):
    first = run(ROWS[:5])
    second = run([{**row, "points": 1} for row in ROWS[:5]])
    after = files_below(tmp_path / "out")
    first.unpersist(blocking=True)
    with pytest.raises(Exception, match="another job has written there"):
        first.collect()
    assert files_below(tmp_path / "out") == after
    # The outcomes are from the last job, and nothing is signed for them.
    second.unpersist(blocking=True)
    times = {p: p.stat().st_mtime_ns for p in (tmp_path / "out").glob("*.pkpass")}
    assert {row.outcome for row in second.collect()} == {"issued"}
    assert times == {p: p.stat().st_mtime_ns for p in (tmp_path / "out").glob("*.pkpass")}


def test_the_settings_of_the_session_stay(run, spark, tmp_path):
    name = "spark.sql.inMemoryColumnarStorage.compressed"
    before = spark.conf.get(name)
    run(ROWS[:3])
    with pytest.raises(IssueError):
        run(ROWS[:3], str(tmp_path / "other"), serial="member")
    assert spark.conf.get(name) == before


def test_only_changed_rows_are_issued(run, spark, tmp_path):
    first = run(ROWS)
    path = tmp_path / "outcomes.jsonl"
    assert write_outcomes(first, str(path)) == len(ROWS)
    rows = [dict(row) for row in ROWS] + [member(99)]
    rows[4]["member"] = "Somebody else"
    marker = tmp_path / "out/B-000007.pkpass"
    marker.write_bytes(b"not looked at")
    second = run(rows, previous=read_outcomes(spark, str(path)))
    assert told(second.where("outcome = 'issued'")) == [("B-000004", "issued"), ("B-000099", "issued")]
    assert second.where("outcome = 'unchanged'").count() == len(ROWS) - 1
    assert marker.read_bytes() == b"not looked at"
    # The other output is still empty.
    third = run(rows, str(tmp_path / "other"), previous=first)
    assert third.where("outcome = 'issued'").count() == len(rows)


def test_a_row_that_is_as_it_was_before_the_last_job_is_issued_anew(run, spark, tmp_path):
    changed = [{**ROWS[0], "member": "Somebody else"}, ROWS[1]]
    first = run(ROWS[:2])
    second = run(changed, previous=first)
    before = files_below(tmp_path / "out")
    # The outcomes of both jobs, in any order. The store contains the passes of the second job.
    both = second.unionByName(first)
    third = run(ROWS[:2], previous=both)
    assert told(third) == [("B-000000", "issued"), ("B-000001", "unchanged")]
    assert files_below(tmp_path / "out") != before
    # A pass from another output is not a version of it.
    elsewhere = run(changed, str(tmp_path / "other"))
    fourth = run(ROWS[:2], previous=elsewhere.unionByName(third))
    assert {row.outcome for row in fourth.collect()} == {"unchanged"}


def test_outcomes_become_a_ledger_and_come_back(run, spark, passc, tmp_path):
    def ledger(*arguments):
        done = subprocess.run(
            [passc, "ledger", *arguments, "--ledger", str(tmp_path / "a.ledger")],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    rows = [dict(row) for row in ROWS]
    rows[3]["points"] = None
    path = tmp_path / "outcomes.jsonl"
    write_outcomes(run(rows), str(path))
    said = ledger("import", "--outcomes", str(path))
    assert said == f"imported {len(rows) - 1}, known 0, rejected 0, rows without a pass 1\n"
    ledger("verify")
    back = tmp_path / "back.jsonl"
    ledger("export", "--format", "outcomes", "-o", str(back))
    rows[3]["points"] = 3
    second = run(rows, previous=read_outcomes(spark, str(back)))
    assert told(second.where("outcome = 'issued'")) == [("B-000003", "issued")]
    write_outcomes(second, str(path))
    said = ledger("import", "--outcomes", str(path))
    assert said == f"imported 1, known {len(rows) - 1}, rejected 0, rows without a pass 0\n"


def test_the_identity_stands_in_no_plan_log_or_event(run, spark, tmp_path, capfd):
    spark.sparkContext.setLogLevel("INFO")
    ways = [
        Identity.conf(),
        Identity.environment("PASSC_TEST_CERTIFICATE", "PASSC_TEST_KEY", "PASSC_TEST_WWDR"),
    ]
    for number, identity in enumerate(ways):
        outcomes = run(ROWS, str(tmp_path / f"out-{number}"), identity=identity)
        assert outcomes.where("outcome = 'issued'").count() == len(ROWS)
        outcomes.explain("extended")
        print(outcomes._jdf.queryExecution().toString(), repr(identity))
    spark.sparkContext.setLogLevel("ERROR")
    told = capfd.readouterr()
    logs = spark.log.read_text()
    events = [path for path in spark.events.rglob("*") if path.is_file()]
    assert len(logs) > 10_000 and events
    body = (ROOT / "certs-example/ordinary/key.pem").read_text().split("-----")[2].split()
    assert len(body) > 10
    texts = {"logs": logs, "streams": told.out + told.err, **{p.name: p.read_text() for p in events}}
    shown = {
        (name, text[max(0, text.index(line) - 200) : text.index(line)])
        for name, text in texts.items()
        for line in body
        if line in text
    }
    assert not shown, sorted(shown)[:3]
    named = [name for name, text in texts.items() if "spark.passc.secret.identity" in text]
    assert named, "the name of the property stands nowhere: nothing was proved"
    left = [p for p in (tmp_path).rglob("*") if p.is_file() and body[3].encode() in p.read_bytes()]
    assert left == []


def test_no_argument_of_passc_is_a_secret(run, tmp_path, passc):
    spy = tmp_path / "passc"
    spy.write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/arguments\nexec {passc} "$@"\n')
    spy.chmod(0o755)
    run(ROWS[:3], identity=Identity.conf(), passc=str(spy))
    words = (tmp_path / "arguments").read_text()
    assert "--key env:PASSC_SECRET_KEY" in words and "BEGIN" not in words


CERTIFICATES = {
    "certificate": Secret.file(str(ROOT / "certs-example/ordinary/certificate.pem")),
    "wwdr": Secret.file(str(ROOT / "certs-example/ordinary/intermediate.pem")),
}

#: A program that signs with a key file, as docs/reference/keys.md describes.
SIGNER = """
import base64, json, sys
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, utils
key = serialization.load_pem_private_key(open(sys.argv[1], "rb").read(), None)
for line in sys.stdin:
    question = json.loads(line)
    value = key.sign(bytes.fromhex(question["digest"]), padding.PKCS1v15(), utils.Prehashed(hashes.SHA256()))
    print(json.dumps({"id": question["id"], "signature": base64.b64encode(value).decode()}), flush=True)
"""


def test_a_program_signs(run, reference, template, tmp_path):
    (tmp_path / "signer.py").write_text(SIGNER)
    key = ROOT / "certs-example/ordinary/key.pem"
    who = Identity(sign_with=f"'{sys.executable}' {tmp_path}/signer.py {key}", **CERTIFICATES)
    run(ROWS[:20], identity=who, parts=2, options=["--in-flight=4"])
    assert files_below(tmp_path / "out") == reference.passes(template, ROWS[:20])


def test_a_token_signs(run, spark, reference, template, tmp_path):
    module = pathlib.Path("/usr/lib/softhsm/libsofthsm2.so")
    if not (module.exists() and shutil.which("softhsm2-util")):
        pytest.skip("there is no softhsm2 here")
    spark.token_conf.write_text(f"directories.tokendir = {tmp_path}/tokens\nobjectstore.backend = file\n")
    (tmp_path / "tokens").mkdir()
    for command in (
        ["softhsm2-util", "--init-token", "--free", "--label", "gym", "--so-pin", "12345678", "--pin", "1234"],
        ["openssl", "pkcs8", "-topk8", "-nocrypt", "-in", str(ROOT / "certs-example/ordinary/key.pem")]
        + ["-out", str(tmp_path / "key.p8")],
        ["softhsm2-util", "--import", str(tmp_path / "key.p8"), "--token", "gym", "--label", "pass"]
        + ["--id", "01", "--pin", "1234"],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        # CalledProcessError would not contain the output of the tool.
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    (tmp_path / "pin").write_text("1234\n")
    who = Identity(
        key_uri=f"pkcs11:token=gym;object=pass?module-path={module}",
        password=Secret.file(str(tmp_path / "pin")),
        **CERTIFICATES,
    )
    run(ROWS[:20], identity=who, parts=2)
    assert files_below(tmp_path / "out") == reference.passes(template, ROWS[:20])


def test_the_job_of_the_manual(passc, identity, template, reference, tmp_path):
    """issue.py of docs/how-to/scale.md, as a cluster's own program starts it."""
    import pyarrow
    import pyarrow.parquet

    page = (ROOT / "docs/how-to/scale.md").read_text()
    (tmp_path / "issue.py").write_text(page.split("cat >issue.py <<'END'\n")[1].split("\nEND\n")[0])
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS[:20]), tmp_path / "members.parquet")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/passc").symlink_to(passc)
    conf = "--master local[1] --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false pyspark-shell"
    done = subprocess.run(
        [sys.executable, "issue.py", "members.parquet", template, identity, str(tmp_path / "out")]
        + [str(tmp_path / "outcomes")],
        cwd=tmp_path,
        env=cluster.environment(
            PYSPARK_SUBMIT_ARGS=conf,
            SOURCE_DATE_EPOCH=str(EPOCH),
            PATH=f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}",
        ),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert files_below(tmp_path / "out") == reference.passes(template, ROWS[:20])
    assert pyarrow.parquet.read_table(tmp_path / "outcomes").num_rows == 20


def test_a_property_that_spark_would_show_is_refused(run):
    with pytest.raises(IssueError, match="Spark would show"):
        run(ROWS, identity=Identity.conf("spark.passc.identity"))
    with pytest.raises(IssueError, match="has no spark.passc.secret.other"):
        run(ROWS, identity=Identity.conf("spark.passc.secret.other"))


def test_a_secret_that_is_set_on_the_running_session_is_refused(run, spark, tmp_path):
    # The event log of Spark shows such properties under any name.
    for name in ("spark.passc.secret.late", "spark.passc.secret.identity"):
        spark.conf.set(name, "a secret")
        with pytest.raises(IssueError, match="set on the running session"):
            run(ROWS[:3], identity=Identity.conf(name))
    assert spark.conf.get("spark.passc.secret.late", None) is None
    events = [path.read_text() for path in spark.events.rglob("*") if path.is_file()]
    assert events and not any("a secret" in text for text in events)
    run(ROWS[:3], identity=Identity.conf())


def test_the_template_is_shipped_once(run, spark, tmp_path):
    before = spark.sparkContext._jsc.sc().listFiles().size()
    for number in range(3):
        run(ROWS[:3], str(tmp_path / f"out-{number}"))
    assert spark.sparkContext._jsc.sc().listFiles().size() - before <= 1


def test_passc_itself_can_be_shipped(run, passc, tmp_path):
    run(ROWS[:3], ship_passc=True)
    assert len(files_below(tmp_path / "out")) == 3
    with pytest.raises(IssueError, match="passc cannot be started"):
        run(ROWS[:3], passc="/nowhere/passc")


def test_options_this_package_gives_itself_are_refused(run):
    for option in ("--ledger", "--key=x", "-o"):
        with pytest.raises(IssueError, match="for this package"):
            run(ROWS, options=[option])
