# SPDX-License-Identifier: Apache-2.0
"""Times whole processes in turns. Called by cold-build.sh, which says what is compared.

    python3 bench/cold_build.py PASSC IDENTITY WORK-FOLDER PAIRS
"""

import os
import pathlib
import platform
import statistics
import sys
import time

from timing import output, rsa_microseconds, run

HERE = pathlib.Path(__file__).resolve().parent


def identity_parts(folder, work):
    """Certificate, key and intermediate as PEM files for openssl, told apart by content."""
    found = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        text = path.read_text("utf-8", errors="replace") if path.is_file() else ""
        if "PRIVATE KEY-----" in text and "ENCRYPTED" not in text:
            found["key"] = path
        for number, part in enumerate(text.split("-----BEGIN CERTIFICATE-----")[1:]):
            pem = work / f"{path.name}.{number}.pem"
            pem.write_text("-----BEGIN CERTIFICATE-----" + part.split("-----END")[0] + "-----END CERTIFICATE-----\n")
            described = output("openssl", "x509", "-in", str(pem), "-noout", "-text")
            names = output("openssl", "x509", "-in", str(pem), "-noout", "-subject", "-issuer", "-nameopt", "RFC2253")
            subject, issuer = (line.split("=", 1)[1] for line in names.splitlines())
            if "CA:TRUE" not in described:
                found["certificate"] = pem
            elif subject != issuer:
                found["intermediate"] = pem
    return [str(found[part]) for part in ("certificate", "key", "intermediate")]


def milliseconds(samples):
    quartiles = statistics.quantiles(samples, n=4)
    return f"{quartiles[1] * 1e3:.2f} ms (quartiles {quartiles[0] * 1e3:.2f} to {quartiles[2] * 1e3:.2f})"


def main():
    passc, identity, work, pairs = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
    template, folder = work / "card.pass", work / "package"
    built, by_hand = work / "passc.pkpass", work / "recipe.pkpass"
    parts = identity_parts(identity, work)

    build = [passc, "build", str(template), "--identity", identity, "-o", str(built)]
    recipe = ["sh", str(HERE / "recipe.sh"), str(folder), *parts, str(by_hand)]

    # The recipe packs the same files as passc: the unsigned files of the same pass.
    run([passc, "build", str(template), "--identity", identity, "--emit", "folder", "-o", str(folder)])
    for made in ("manifest.json", "signature"):
        (folder / made).unlink(missing_ok=True)

    before = rsa_microseconds()
    walls = {"passc build": [], "recipe": []}
    processors = {"passc build": [], "recipe": []}
    for turn in range(pairs + 3):
        # Every second pair runs in reverse order. The first three pairs only warm the caches.
        order = [("passc build", build), ("recipe", recipe)]
        for name, argv in order if turn % 2 else reversed(order):
            wall, used, *_ = run(argv)
            if turn >= 3:
                walls[name].append(wall)
                processors[name].append(used)
    after = rsa_microseconds()

    processor = next(
        (line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor(),
    ) if os.path.exists("/proc/cpuinfo") else platform.processor()
    print(f"cold build, {pairs} pairs in turns, {time.strftime('%Y-%m-%d')}")
    print(f"machine       {processor}, {os.cpu_count()} processors, {platform.system()} {platform.release()}")
    print(f"openssl       {output('openssl', 'version')}")
    print(f"bundle        {built.stat().st_size} bytes by passc, {by_hand.stat().st_size} by the recipe")
    print(f"rsa2048 sign  {before:.0f} µs before, {after:.0f} µs after")
    # Elapsed time is the time that a user waits. Processor time shows whether other load disturbed
    # the measurement.
    for kind, samples in (("elapsed", walls), ("processor", processors)):
        for name, values in samples.items():
            print(f"{kind:<9}  {name:<11}  {milliseconds(values)}")
        ours, theirs = (statistics.median(values) for values in samples.values())
        print(f"{kind:<9}  ratio        {ours / theirs:.2f}" + (" (goal: at most 0.70)" if kind == "elapsed" else ""))


if __name__ == "__main__":
    main()
