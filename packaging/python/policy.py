#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the tag of the wheels in FOLDER with what auditwheel finds.

    packaging/python/policy.py FOLDER

auditwheel expects libraries next to a Python module. The wheels of passc install theirs into the
environment (lib/passc), and those of passc-preview need libraries of the wheel of passc. So this program
packs the files of all wheels as they are after the installation, and shows auditwheel that wheel. Ends
with 1 if auditwheel finds another tag than the wheels have. scripts/packages/env.sh installs auditwheel.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

AUDITWHEEL = pathlib.Path(__file__).resolve().parents[2] / ".build/packages-env/bin/auditwheel"

def tag_of(wheel):
    """Returns the platform tag of a wheel, such as manylinux_2_34_x86_64."""
    return wheel.stem.rsplit("-", 1)[1]


def pack(wheels, folder):
    """Writes one wheel with the installed files of all wheels, and returns its path."""
    path = folder / f"installed-0-py3-none-{tag_of(wheels[0])}.whl"
    about = "installed-0.dist-info"
    names = []
    with zipfile.ZipFile(path, "w") as merged:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                for name in archive.namelist():
                    for part, place in ((".data/scripts/", "bin/"), (".data/data/", "")):
                        if part in name:
                            names.append(place + name.split(part, 1)[1])
                            merged.writestr(names[-1], archive.read(name))
        merged.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: installed\nVersion: 0\n")
        merged.writestr(
            f"{about}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-{tag_of(wheels[0])}\n")
        # auditwheel looks only at files of this list.
        merged.writestr(f"{about}/RECORD", "".join(f"{name},,\n" for name in names))
    return path


def main(folder):
    wheels = sorted(pathlib.Path(folder).glob("*.whl"))
    if not wheels:
        sys.exit(f"{folder} has no wheels")
    tags = {tag_of(wheel) for wheel in wheels}
    if len(tags) != 1:
        sys.exit(f"the wheels have different tags: {' '.join(sorted(tags))}")
    with tempfile.TemporaryDirectory() as made:
        wheel = pack(wheels, pathlib.Path(made))
        shown = subprocess.run([AUDITWHEEL, "show", wheel], capture_output=True, text=True)
    text = " ".join((shown.stdout + shown.stderr).split())
    found = re.search(r'platform tag: "(\w+)"', text)
    if not found or shown.returncode:
        sys.exit(f"auditwheel: {text}")
    (tag,) = tags
    if found[1] != tag:
        sys.exit(f"the wheels have the tag {tag}, auditwheel finds {found[1]}: {text}")
    print(f"auditwheel agrees: {tag}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
