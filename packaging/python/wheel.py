# SPDX-License-Identifier: Apache-2.0
"""Packs an installed passc into wheels.

    python3 packaging/python/wheel.py PREFIX FOLDER VERSION

PREFIX is what scripts/install.sh and scripts/packages/portable.sh made. FOLDER gets one wheel with
passc, and one for each program that passc starts: passc-preview, passc-service, passc-app. Each file
of PREFIX is in exactly one wheel and is installed at the same place below the Python environment,
so that programs find their libraries and each other. Equal input gives equal wheels.
"""

import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
COMPANIONS = ("preview", "service", "app")
SUMMARIES = {
    "passc": "Build, check, sign and update Apple Wallet passes",
    "passc-preview": "Draws Wallet passes as a phone shows them, a part of passc",
    "passc-service": "The update service for Wallet passes, a part of passc",
    "passc-app": "Apple Pay, notifications and card provisioning, a part of passc",
}


def glibc(programs):
    """Returns the newest version of glibc that the files need, such as (2, 36)."""
    versions = set()
    for program in programs:
        text = subprocess.run(
            ["readelf", "--version-info", "--wide", program], check=True, capture_output=True, text=True).stdout
        versions |= {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", text)}
    return max(versions)


def libraries(program, folder):
    """Returns the libraries in the folder that a program loads, directly or not."""
    text = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    names = {pathlib.Path(path).name for path in re.findall(r"=> (/\S+)", text)}
    return {path for path in folder.iterdir() if path.name in names}


def split(prefix):
    """Returns the files of each wheel by its name."""
    shared = prefix / "lib/passc"
    needed = {f"passc-{name}": libraries(prefix / f"libexec/passc/passc-{name}", shared) for name in COMPANIONS}
    own = libraries(prefix / "bin/passc", shared)
    # A library of two companions is in the wheel of passc: no file may belong to two wheels.
    for name, found in needed.items():
        others = set().union(*(other for key, other in needed.items() if key != name))
        own |= found & others
    files = {"passc": set(), **{f"passc-{name}": {prefix / f"libexec/passc/passc-{name}"} for name in COMPANIONS}}
    for name, found in needed.items():
        files[name] |= found - own
    # Only previews need the fonts.
    fonts = prefix / "share/passc/fonts"
    if fonts.is_dir():
        files["passc-preview"] |= set(fonts.iterdir())
    taken = set().union(*files.values())
    files["passc"] = {path for path in prefix.rglob("*") if path.is_file() and path not in taken}
    return files


def metadata(name, version, readme):
    lines = [
        "Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", f"Summary: {SUMMARIES[name]}",
        "License: Apache-2.0", "Requires-Python: >=3.9", "Classifier: Operating System :: POSIX :: Linux",
    ]
    if name == "passc":
        for extra in COMPANIONS:
            lines += [f"Provides-Extra: {extra}", f"Requires-Dist: passc-{extra}=={version}; extra == '{extra}'"]
        lines += ["Description-Content-Type: text/markdown", "", readme]
    else:
        lines.append(f"Requires-Dist: passc=={version}")
    return "\n".join(lines) + "\n"


def write(name, files, prefix, folder, version, tag):
    stem = f"{name.replace('-', '_')}-{version}"
    path = folder / f"{stem}-{tag}.whl"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:

        def add(inside, data, mode=0o644):
            entry = zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{inside},sha256={digest},{len(data)}\n")

        if name == "passc":
            for source in sorted((HERE / "passc").glob("*.py")) + [HERE / "passc/py.typed"]:
                add(f"passc/{source.name}", source.read_bytes())
        for file in sorted(files):
            relative = file.relative_to(prefix)
            # pip makes the scripts executable, and everything else keeps its mode.
            is_script = relative.parts[0] == "bin"
            inside = f"{stem}.data/scripts/{file.name}" if is_script else f"{stem}.data/data/{relative}"
            add(inside, file.read_bytes(), file.stat().st_mode & 0o777)
        about = f"{stem}.dist-info"
        readme = (HERE / "README.md").read_text(encoding="utf-8")
        add(f"{about}/METADATA", metadata(name, version, readme).encode())
        kind = f"Wheel-Version: 1.0\nGenerator: passc {version}\nRoot-Is-Purelib: false\nTag: {tag}\n"
        add(f"{about}/WHEEL", kind.encode())
        add(f"{about}/LICENSE", (HERE.parent.parent / "LICENSE").read_bytes())
        # The list does not have its own digest.
        record.append(f"{about}/RECORD,,\n")
        entry = zipfile.ZipInfo(f"{about}/RECORD", (1980, 1, 1, 0, 0, 0))
        entry.external_attr = 0o100644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, "".join(record))
    return path


def main(prefix, folder, version):
    prefix, folder = pathlib.Path(prefix), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    programs = [path for path in prefix.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    tag = "py3-none-manylinux_{}_{}_{}".format(*glibc(programs), platform.machine())
    for name, files in split(prefix).items():
        path = write(name, files, prefix, folder, version, tag)
        print(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
