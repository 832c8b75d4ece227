# SPDX-License-Identifier: Apache-2.0
"""Has bsdtar read archives that passc calls fine. Wallet reads archives with the same library,
libarchive, so an archive that bsdtar rejects must not be fine.

    python3 soak/second_reader.py FOLDER

Exit code 1 if bsdtar rejects an archive in the folder for a reason without an exception below.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Reasons of bsdtar that do not concern Wallet, each with its name. Keep the list short: a reason
# belongs here only if the archive is sound for a reader of files with a directory.
EXCEPTIONS = (
    ("name in another encoding", re.compile(r"can.t be converted|cannot be translated|Pathname", re.I)),
    ("encrypted entry, which is a separate finding", re.compile(r"encrypt|passphrase", re.I)),
)


def rejection(path):
    """Returns the reason why bsdtar rejects an archive, or None."""
    result = subprocess.run(
        ["bsdtar", "-tf", path], capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"}, timeout=60)
    if result.returncode == 0:
        return None
    reason = result.stderr.decode("utf-8", "replace").strip().split("\n")[0]
    return None if any(pattern.search(reason) for _, pattern in EXCEPTIONS) else reason or "no reason"


def rejected(archives):
    """Returns the first of these (name, bytes) that bsdtar rejects, with the reason, or None."""
    with tempfile.NamedTemporaryFile(suffix=".zip") as file:
        for name, data in archives:
            file.seek(0)
            file.truncate()
            file.write(data)
            file.flush()
            reason = rejection(file.name)
            if reason:
                return name, data, reason
    return None


def main():
    folder = pathlib.Path(sys.argv[1])
    count = wrong = 0
    for path in sorted(folder.glob("*.zip")):
        count += 1
        reason = rejection(path)
        if reason:
            wrong += 1
            print(f"{path} is fine for passc, bsdtar rejects it: {reason}", file=sys.stderr)
    print(f"bsdtar read {count} archives, {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
