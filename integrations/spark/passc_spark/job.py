# SPDX-License-Identifier: Apache-2.0
"""A job: everything that is looked at before the first signature, the plan of Spark, and its end."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import os
import subprocess
import tempfile
import time
import uuid
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import serials
from . import template as templates
from .errors import IssueError
from .identity import Identity, Secret, signer
from .part import GIVEN, PartWork, executable
from .schema import OUTCOMES
from .serials import Naming
from .stores import OWN
from .template import Template
from .urls import open_store

#: The archives that the running Spark application already has: name by application and digest.
_shipped: Dict[Tuple[str, str], str] = {}


def issue(
    dataframe: Any,
    template: str,
    identity: Union[Identity, str],
    output: str,
    *,
    parts: Optional[int] = None,
    layout: str = "files",
    serial: Any = None,
    order_by: Any = None,
    token_key: Union[Secret, str, None] = None,
    previous: Any = None,
    signing_time: Optional[int] = None,
    longest: datetime.timedelta = datetime.timedelta(hours=24),
    name: str = "%s.pkpass",
    fan_out: int = 0,
    files: Optional[str] = None,
    passc: str = "passc",
    ship_passc: bool = False,
    jobs: Optional[int] = None,
    in_flight: int = 16,
    patience: float = 300.0,
    options: Sequence[str] = (),
) -> Any:
    """Issues a pass for each row, and returns a DataFrame with the outcome of each row.

    The work is done when this returns; the outcomes are kept in Spark's storage. Called again after
    it was broken off, it goes on: with the signing time of the broken job, when template,
    certificate and options are the same. What a finished part has made is not made again.

    Parameters:
        dataframe: one row for each pass; its columns are called as template.json calls them.
        template: a template folder on the driver; it and what it extends are shipped once.
        identity: who signs; a text is the folder of an identity on every worker.
        output: a folder or URL, see ``open_store``.
        parts: how many parts the rows are cut into, as ``passc issue --shard`` cuts them; each is
            the work of one task. Default: four for each core.
        layout: "files", a file for each pass, or "tar", an archive for each part.
        serial: the column with the serial number, where the template does not say it plainly.
        order_by: of rows with one serial number the one with the greatest value here is issued;
            without it all of them are refused.
        token_key: the key of the tokens; a text is a file on every worker.
        previous: outcomes of earlier jobs; rows whose content and place are the same are left.
        signing_time: seconds since 1970; default: SOURCE_DATE_EPOCH, else the clock.
        longest: how long the job may take; an identity that ends before is refused.
        name: ``--file-name`` of passc.
        fan_out: ``--fan-out`` of passc.
        files: ``--files`` of passc, a folder on every worker.
        passc: passc on every worker, by path or name.
        ship_passc: ``passc`` is a file of the driver, to be brought to the workers.
        jobs: ``--jobs`` of each process; default: spark.task.cpus.
        in_flight: how many passes each process may have on their way to a store.
        patience: for how many seconds a store that answers 5xx is asked again.
        options: further options of ``passc issue`` that judge, such as ``--allow``.
    Raises:
        IssueError: nothing was signed, or the job ended early and can be called again.
    """
    spark = dataframe.sparkSession
    if layout not in ("files", "tar"):
        raise IssueError(f"layout is {layout!r}, expected files or tar")
    if parts is not None and not 1 <= parts <= 10_000:
        raise IssueError(f"parts is {parts}, expected 1 to 10000")
    for option in options:
        if option.split("=")[0] in _OURS:
            raise IssueError(f"{option} is for this package to give")
    who = Identity.at(identity) if isinstance(identity, str) else identity
    token = Secret.file(token_key) if isinstance(token_key, str) else token_key
    known = templates.read(template)
    if known.needs_token and token is None:
        raise IssueError(
            "the template names a webServiceURL and no authenticationToken: give token_key=, by "
            "which every worker derives the same token for a pass"
        )
    naming = Naming(name, fan_out)
    secrets = signer(spark, who, token)
    binary = _ship_passc(spark, passc) if ship_passc else passc
    shipped = _ship(spark, known)
    store = open_store(output, patience, in_flight)
    given = signing_time if signing_time is not None else _epoch()

    work = PartWork(
        passc=binary,
        template_file=shipped,
        template_folder=known.folder,
        template_digest=known.digest,
        pass_type=str(known.document.get("passTypeIdentifier", "")),
        signer=secrets,
        store=store,
        naming=naming,
        job="",
        signing_time=given if given is not None else int(time.time()),
        parts=parts or 4 * spark.sparkContext.defaultParallelism,
        is_tar=layout == "tar",
        jobs=jobs or int(spark.conf.get("spark.task.cpus", "1")),
        files=files,
        options=tuple(options),
    )
    doctor = _look_at_identity(spark, work, longest)
    work = _replace(work, pass_type=work.pass_type or doctor["passTypeIdentifier"])
    work = _job(work, known, doctor, given, parts)

    rows = _rows(dataframe, known, work, serial, order_by, previous)
    outcomes = rows.mapInArrow(work, OUTCOMES)
    from pyspark import StorageLevel

    with _stored_plainly(spark):
        outcomes = outcomes.persist(StorageLevel.MEMORY_AND_DISK)
    try:
        outcomes.count()
    except Exception as error:
        outcomes.unpersist()
        sentence = _sentence(error)
        if sentence is None:
            raise
        raise IssueError(f"{sentence}; call issue again to go on") from error
    _end(work)
    return outcomes


@contextlib.contextmanager
def _stored_plainly(spark: Any) -> Iterator[None]:
    """Has what is persisted here kept as it is: serial numbers and digests repeat nothing, and to find
    that out took a quarter of what Spark's tasks do. Spark copies the session's settings at that moment;
    where it does not, all is only as it was before."""
    name = "spark.sql.inMemoryColumnarStorage.compressed"
    before = spark.conf.get(name)
    spark.conf.set(name, "false")
    try:
        yield
    finally:
        spark.conf.set(name, before)


#: The options that this package passes to passc itself.
_OURS = {
    "--data", "--data-format", "-o", "--output", "--jobs", "--ledger", "--index", "--outcomes",
    "--rejects", "--shard", "--identity", "--certificate", "--key", "--wwdr", "--token-key",
    "--file-name",
    "--fan-out", "--group-by", "--dry-run", "--format", "--files", "--progress", "--first", "--only",
    "--max-rejects", "--on-error", "--password-file", "--sign-with",
}  # fmt: skip


def _epoch() -> Optional[int]:
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(text) if text else None


def _replace(work: PartWork, **changes: Any) -> PartWork:
    from dataclasses import replace

    return replace(work, **changes)


# --- shipping -----------------------------------------------------------------------------------


def _ship(spark: Any, template: Template) -> str:
    """Gives the executors the template, once in the life of the application."""
    from pyspark import SparkFiles

    name = f"passc-template-{template.digest[:16]}.zip"
    key = (spark.sparkContext.applicationId, template.digest)
    if key not in _shipped:
        # Executors that start later need it too. Spark deletes this folder at the end of the
        # application.
        folder = tempfile.mkdtemp(prefix="shipped-", dir=SparkFiles.getRootDirectory())
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(template.archive)
        spark.sparkContext.addFile(path)
        _shipped[key] = name
    return name


def _ship_passc(spark: Any, passc: str) -> str:
    with open(passc, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    key = (spark.sparkContext.applicationId, digest)
    if key not in _shipped:
        spark.sparkContext.addFile(os.path.abspath(passc))
        _shipped[key] = os.path.basename(passc)
    return "shipped:" + _shipped[key]


# --- before the first signature -----------------------------------------------------------------


def _look_at_identity(spark: Any, work: PartWork, longest: datetime.timedelta) -> Dict[str, Any]:
    """The identity as passc sees it on an executor.

    Raises:
        IssueError: it does not fit, or ends before the job can.
    """

    def look(_: Any) -> List[str]:
        return _doctor(work)

    try:
        answer, complaint = spark.sparkContext.parallelize([0], 1).map(look).collect()[0]
    except Exception as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        raise IssueError(sentence) from error
    if complaint:
        raise IssueError(complaint)
    fitting = [one for one in json.loads(answer)["identities"] if one["fits"]]
    mine = [one for one in fitting if work.pass_type in ("", one["passTypeIdentifier"])]
    if not mine:
        types = ", ".join(one["passTypeIdentifier"] for one in fitting) or "none that fits"
        raise IssueError(f"no identity for {work.pass_type}: there is {types}")
    best: Dict[str, Any] = max(mine, key=lambda one: str(one["notAfter"]))
    end = datetime.datetime.fromisoformat(best["notAfter"].replace("Z", "+00:00"))
    now = datetime.datetime.now(datetime.timezone.utc)
    signed = datetime.datetime.fromtimestamp(work.signing_time, datetime.timezone.utc)
    if max(now + longest, signed) > end:
        raise IssueError(
            f"the certificate of {best['passTypeIdentifier']} ends {best['notAfter']}, within the "
            f"{longest} this job may take: renew it, or say with longest= how long it takes"
        )
    return best


def _doctor(work: PartWork) -> List[str]:
    arguments, environment = work.signer.identity_options()
    environment["SOURCE_DATE_EPOCH"] = str(work.signing_time)
    command = [executable(work.passc), "cert", "doctor", "--format", "json"] + arguments
    try:
        done = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, text=True
        )
    except OSError as error:
        return ["", f"passc cannot be started on a worker: {error}"]
    if not done.stdout.startswith("{"):
        return ["", f"the identity cannot be used: {done.stderr.strip()}"]
    if done.returncode != 0:
        faults = [
            f"{one['message']}" + (f" [{one['code']}]" if one.get("code") else "")
            for found in json.loads(done.stdout)["identities"]
            for one in found["points"]
            if one["state"] not in ("ok", "note", "warning")
        ]
        return ["", f"the identity cannot be used: {'; '.join(faults) or done.stderr.strip()}"]
    return [done.stdout, ""]


def _job(
    work: PartWork,
    template: Template,
    doctor: Dict[str, Any],
    given: Optional[int],
    parts: Optional[int],
) -> PartWork:
    """Goes on with the job that stands in the output unfinished, or begins one."""
    same = {
        "template": template.digest,
        "passType": work.pass_type,
        "notAfter": doctor["notAfter"],
        "layout": "tar" if work.is_tar else "files",
        "name": work.naming.pattern,
        "fanOut": work.naming.fan_out,
        "options": list(work.options),
        "files": work.files,
    }
    path = f"{OWN}/job.json"
    found = work.store.read(path)
    before = json.loads(found) if found else {}
    if (
        before.get("same") == same
        and not before.get("finished")
        and given in (None, before["signingTime"])
        and parts in (None, before["parts"])
    ):
        return _replace(
            work, job=before["id"], signing_time=before["signingTime"], parts=before["parts"]
        )
    job = _new_name(str(before.get("id", "")))
    record = {
        "version": 1, "id": job, "signingTime": work.signing_time, "parts": work.parts,
        "finished": False, "same": same,
    }  # fmt: skip
    work.store.replace(path, json.dumps(record).encode())
    return _replace(work, job=job)


def _new_name(before: str) -> str:
    """A name that comes after those of earlier jobs: when it began, in milliseconds, and chance."""
    began = time.time_ns() // 1_000_000
    if len(before) == 20:
        # The job number increases even if the clock of this driver is wrong.
        began = max(began, int(before[:12], 16) + 1)
    return f"{began:012x}{uuid.uuid4().hex[:8]}"


def _end(work: PartWork) -> None:
    """Says that the job is finished, and removes what nobody needs any more. Nothing when another job
    has the output by now: what is there is that one's."""
    path = f"{OWN}/job.json"
    record = json.loads(work.store.read(path) or b"{}")
    if record.get("id") != work.job:
        return
    record["finished"] = True
    work.store.replace(path, json.dumps(record).encode())
    work.store.tidy(work.job)


# --- the plan -----------------------------------------------------------------------------------


def _rows(
    dataframe: Any, template: Template, work: PartWork, serial: Any, order_by: Any, previous: Any
) -> Any:
    """The rows as parts see them: each in the partition of its part, by serial number, with what
    stands against it.

    The shuffle ends before a part begins, so that of every serial number all rows are known.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    headers = dataframe.columns
    if len(set(headers)) < len(headers):
        raise IssueError("the data has two columns of one name")
    if serial is None:
        pattern = template.document.get("serialNumber")
        if not isinstance(pattern, str):
            raise IssueError("pass.json has no serialNumber; name its column with serial=")
        pieces = serials.parse(pattern, template.columns)
        parts_of_number = serials.cells(pieces, headers)
        number = serials.assembled(pieces)
    else:
        named = F.col(serial) if isinstance(serial, str) else serial
        parts_of_number = [named.cast("string").alias("_cell0")]
        number = F.col("_cell0")
    order = None if order_by is None else (F.col(order_by) if isinstance(order_by, str) else order_by)
    cells = [F.col(f"`{name.replace('`', '``')}`") for name in sorted(headers)]
    line = F.to_json(
        F.struct(*cells),
        {"timestampFormat": "yyyy-MM-dd'T'HH:mm:ssXXX", "timeZone": "UTC"},
    )
    seed = hashlib.sha256(
        json.dumps(
            ["passc-spark 1", template.digest, work.pass_type, list(work.options), work.naming.pattern]
        ).encode()
    ).hexdigest()
    # Each value that is used more than once gets its own step. Within one step, Spark may compute
    # it again for each use.
    rows = dataframe.select(
        # The line as passc reads it, with its line break.
        F.concat(line, F.lit("\n")).alias("line"),
        *parts_of_number,
        *([order.alias("order")] if order is not None else []),
    )
    kept = ["line"] + (["order"] if order is not None else [])
    rows = rows.select(*kept, number.alias("serial"))
    rows = rows.select(
        *kept,
        F.when(F.col("serial") == "", F.lit(None)).otherwise(F.col("serial")).alias("serial"),
        F.sha2(F.concat(F.lit(seed), F.col("line")), 256).alias("content"),
    )
    rows = rows.withColumn("key", serials.key_column(F.col("serial")))
    rows = rows.withColumn("digest", serials.digest_column(F.col("key"), work.pass_type))
    rows = rows.withColumn("part", serials.part_column(F.col("digest"), work.parts)).drop("digest")
    rows = _with_known(rows, template, work, previous)

    slots = F.array(*[F.lit(one) for one in serials.slots(work.parts)])
    rows = rows.withColumn("slot", F.element_at(slots, F.col("part")))
    rows = rows.repartition(work.parts, "slot")
    if order is not None:
        # The window uses the same partitions as the parts, so there is no second shuffle.
        by_key = Window.partitionBy("slot", "key").orderBy(F.desc_nulls_last("order"))
        older = F.col("key").isNotNull() & (F.rank().over(by_key) > 1)
        rows = rows.withColumn("older", older)
    # Among the rows that are not older, rows with the same serial number are adjacent. A part can
    # then find repeated rows without another window.
    rows = rows.sortWithinPartitions(*([] if order is None else ["older"]), "key", "serial", "content")
    there = rows.columns
    nothing = {"older": F.lit(False), "knownSize": F.lit(None).cast("bigint")}
    return rows.select(
        *[
            F.col(name) if name in there
            else nothing.get(name, F.lit(None).cast("string")).alias(name)
            for name in GIVEN
        ]
    )  # fmt: skip


def _with_known(rows: Any, template: Template, work: PartWork, previous: Any) -> Any:
    """Beside each row what an earlier job has made of the same content, where there is such a job.

    Which of several outcomes at one place is the last nobody tells: what was made there in more than
    one version counts as unknown.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    if previous is None or work.is_tar or template.names_files:
        if previous is not None and work.is_tar:
            raise IssueError("previous= is for single files: an archive holds all of its part")
        return rows
    at_place = Window.partitionBy("place")
    earlier = (
        previous.where(F.col("outcome").isin("issued", "unchanged"))
        .where(F.col("place").startswith(work.store.place("")))
        .withColumn("_first", F.min("digest").over(at_place))
        .withColumn("_last", F.max("digest").over(at_place))
        .where((F.col("_first") == F.col("_last")) & F.col("content").isNotNull())
        .select(
            F.col("serial").alias("_serial"),
            F.col("content").alias("_content"),
            F.col("digest").alias("knownDigest"),
            F.col("size").cast("bigint").alias("knownSize"),
            F.col("place").alias("knownPlace"),
        )
        .dropDuplicates(["_serial", "_content"])
    )
    return rows.join(
        earlier,
        (F.col("serial") == F.col("_serial")) & (F.col("content") == F.col("_content")),
        "left",
    ).drop("_serial", "_content")


def _sentence(error: BaseException) -> Optional[str]:
    """The words of an IssueError that came back from an executor, out of Spark's own."""
    text = str(error)
    marker = "passc_spark.errors.IssueError: "
    if isinstance(error, IssueError):
        return text
    if marker in text:
        return text.split(marker, 1)[1].split("\n", 1)[0].strip()
    if "No space left on device" in text:
        return "a disk is full: No space left on device"
    return None
