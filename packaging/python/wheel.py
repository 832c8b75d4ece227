# SPDX-License-Identifier: Apache-2.0
"""Packs an installed passc into wheels.

    python3 packaging/python/wheel.py PREFIX FOLDER VERSION [COMMIT [SWIFT]]

PREFIX is what scripts/install.sh and scripts/packages/portable.sh made. FOLDER gets one wheel with
passc, and one for each program that passc starts: passc-preview, passc-service, passc-app. Each file
of PREFIX is in exactly one wheel and is installed at the same place below the Python environment,
so that programs find their libraries and each other. Each wheel names the libraries inside, with their
licences, and the COMMIT. With SWIFT, the folder of the Swift that compiled the programs, each wheel also gets an SBOM,
inside and next to it. Equal input gives equal wheels.
"""

import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import typing
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Who checks passes in CI installs passc alone, on each run.
LARGEST_PASSC = 25_000_000
COMPANIONS = ("preview", "service", "app")
SUMMARIES = {
    "passc": "Build, check, sign and update Apple Wallet passes",
    "passc-preview": "Draws Wallet passes as a phone shows them, a part of passc",
    "passc-service": "The update service for Wallet passes, a part of passc",
    "passc-app": "Apple Pay, notifications and card provisioning, a part of passc",
}


class Build(typing.NamedTuple):
    """What is known about the programs. The commit and the folder of Swift can be empty."""

    version: str
    commit: str
    swift: str


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
    # The licences of libraries are in the metadata of each wheel.
    files["passc"] = {
        path for path in prefix.rglob("*")
        if path.is_file() and path not in taken and "share/doc/passc/libraries" not in path.as_posix()}
    return files


def libraries_inside(files, prefix):
    """Returns the library, the Debian package and its version for each library in a wheel."""
    table = prefix / "share/doc/passc/libraries.tsv"
    lines = table.read_text().splitlines() if table.is_file() else []
    rows = sorted(tuple(line.split("\t")) for line in lines)
    return [row for row in rows if prefix / "lib/passc" / row[0] in files]


def licences(libraries, prefix):
    """Returns the licence texts of a wheel by their names."""
    texts = {"LICENSE": (ROOT / "LICENSE").read_bytes()}
    linked = prefix / "share/doc/passc/THIRD-PARTY.txt"
    if linked.is_file():
        texts["THIRD-PARTY.txt"] = linked.read_bytes()
    for package in {package for _, package, _ in libraries}:
        texts[f"{package}.txt"] = (prefix / f"share/doc/passc/libraries/{package}.txt").read_bytes()
    return dict(sorted(texts.items()))


def licence_of(package):
    """Returns the licence of a library of Debian, for the table in the description.

    The copyright files of Debian also list licences of tests and programs that are not in a library.
    """
    lines = (HERE / "licences.tsv").read_text().splitlines()
    return dict(line.split("\t") for line in lines).get(package, f"see {package}.txt")


def metadata(name, version, commit, libraries, texts):
    lines = [
        "Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}", f"Summary: {SUMMARIES[name]}",
        "License-Expression: Apache-2.0", *(f"License-File: {text}" for text in texts),
        "Requires-Python: >=3.9", "Classifier: Operating System :: POSIX :: Linux",
    ]
    if name == "passc":
        for extra in COMPANIONS:
            lines += [f"Provides-Extra: {extra}", f"Requires-Dist: passc-{extra}=={version}; extra == '{extra}'"]
        readme = (HERE / "README.md").read_text(encoding="utf-8")
    else:
        lines.append(f"Requires-Dist: passc=={version}")
        readme = f"# {name}\n\n{SUMMARIES[name]}.\n"
    lines += ["Description-Content-Type: text/markdown", "", readme]
    if commit:
        lines += [f"This version was built from commit {commit}.", ""]
    if libraries:
        lines += [
            "## Libraries inside", "",
            "Your system does not update these libraries. They come from Debian:", "",
            "| library | package | version | licence |", "|---|---|---|---|",
            *(f"| {library} | {package} | {number} | {licence_of(package)} |" for library, package, number in libraries),
        ]
    return "\n".join(lines) + "\n"


def sbom(artifact, files, libraries, build):
    """Returns what a wheel is made of as SPDX. A file that does not exist yet has no checksum."""
    programs = sorted(path for path in files if path.parent.name == "bin" or path.parent.parent.name == "libexec")
    with tempfile.NamedTemporaryFile("w") as packages:
        packages.writelines(sorted({f"{package} {number}\n" for _, package, number in libraries}))
        packages.flush()
        return subprocess.run(
            [sys.executable, ROOT / "scripts/packages/sbom.py", artifact, "--version", build.version, "--swift", build.swift,
             "--commit", build.commit, "--inside", "--packages", packages.name, "--programs", *programs],
            check=True, stdout=subprocess.PIPE).stdout


def write(name, files, prefix, folder, tag, build):
    stem = f"{name.replace('-', '_')}-{build.version}"
    path = folder / f"{stem}-{tag}.whl"
    path.unlink(missing_ok=True)
    libraries = libraries_inside(files, prefix)
    texts = licences(libraries, prefix)
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
        add(f"{about}/METADATA", metadata(name, build.version, build.commit, libraries, texts).encode())
        kind = f"Wheel-Version: 1.0\nGenerator: passc {build.version}\nRoot-Is-Purelib: false\nTag: {tag}\n"
        add(f"{about}/WHEEL", kind.encode())
        for text, data in texts.items():
            add(f"{about}/licenses/{text}", data)
        if build.swift:
            add(f"{about}/sboms/{name}.spdx.json", sbom(path.name, files, libraries, build))
        # The list does not have its own digest.
        record.append(f"{about}/RECORD,,\n")
        entry = zipfile.ZipInfo(f"{about}/RECORD", (1980, 1, 1, 0, 0, 0))
        entry.external_attr = 0o100644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, "".join(record))
    if build.swift:
        path.with_name(path.name + ".spdx.json").write_bytes(sbom(path, files, libraries, build))
    return path


def main(prefix, folder, version, commit="", swift=""):
    prefix, folder = pathlib.Path(prefix), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    programs = [path for path in prefix.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    tag = "py3-none-manylinux_{}_{}_{}".format(*glibc(programs), platform.machine())
    for name, files in split(prefix).items():
        path = write(name, files, prefix, folder, tag, Build(version, commit, swift))
        size = path.stat().st_size
        print(f"{path} ({size / 1e6:.1f} MB)")
        if name == "passc" and size > LARGEST_PASSC:
            sys.exit(f"{path} has {size} bytes, at most {LARGEST_PASSC} are allowed")


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5, 6):
        sys.exit(__doc__)
    main(*sys.argv[1:])
