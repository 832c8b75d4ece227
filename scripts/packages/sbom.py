#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what an artifact is made of as SPDX 2.3 (JSON) to standard output.

    scripts/packages/sbom.py ARTIFACT --version V --programs PASSC... --swift FOLDER
        [--commit C] [--root ROOT] [--inside | --beside] [--packages FILE]

ARTIFACT is the file the document is about. If it does not exist yet, the document goes into it and has no
checksum. Linked into the programs are the Swift packages of
Package.resolved with what they hold of others, Swift's runtime, and SQLite and GCC's C++ library where a program does not name the
shared ones. FILE lists Debian's packages, a name and a version a line: inside the artifact (an image,
a tarball) or beside it (what it depends on; their versions are those it was built with). ROOT is the root file
system the programs were built in. SOURCE_DATE_EPOCH is the time in the document.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("artifact", type=pathlib.Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", default="")
    parser.add_argument("--programs", nargs="+", required=True, type=pathlib.Path)
    parser.add_argument("--swift", required=True, type=pathlib.Path)
    parser.add_argument("--root", default="/")
    parser.add_argument("--packages", type=pathlib.Path)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--inside", action="store_true")
    where.add_argument("--beside", action="store_true")
    options = parser.parse_args()

    checksums = []
    if options.artifact.is_file():
        digest = hashlib.sha256(options.artifact.read_bytes()).hexdigest()
        checksums = [{"algorithm": "SHA256", "checksumValue": digest}]
    else:
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in options.programs)).hexdigest()
    main_package = package(
        "passc", options.version, "Apache-2.0",
        packageFileName=options.artifact.name,
        **({"checksums": checksums} if checksums else {}),
        primaryPackagePurpose="CONTAINER" if ".oci." in options.artifact.name else "APPLICATION",
        **({"sourceInfo": f"built from commit {options.commit}"} if options.commit else {}))
    linked = swift_packages() + vendored() + [runtime(options.swift)] + archives(options)
    beside = fonts(options)
    debian = debian_packages(options)
    relation = "CONTAINS" if options.inside else "DEPENDS_ON"
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": options.artifact.name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{options.artifact.name}-{digest}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(
                int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc
            ).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: passc-sbom"],
        },
        "packages": [main_package] + linked + beside + debian,
        "relationships": [relationship("SPDXRef-DOCUMENT", "DESCRIBES", main_package)]
        + [relationship(main_package["SPDXID"], "STATIC_LINK", each) for each in linked]
        + [relationship(main_package["SPDXID"], "CONTAINS", each) for each in beside]
        + [relationship(main_package["SPDXID"], relation, each) for each in debian],
    }
    json.dump(document, sys.stdout, indent=2, ensure_ascii=False)
    print()


def package(name, version, licence, purl=None, location="NOASSERTION", **more):
    found = {
        "SPDXID": "SPDXRef-Package-" + re.sub(r"[^0-9A-Za-z.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": location,
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        **more,
    }
    if purl:
        found["externalRefs"] = [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator": purl,
        }]
    return found


def relationship(first, kind, second):
    return {
        "spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second["SPDXID"]
    }


def swift_packages():
    """What Package.resolved pins, with the licence that lies in each checkout."""
    pins = json.loads((HERE / "Package.resolved").read_text())["pins"]
    # Resolved on every platform, but compiled only on Apple platforms.
    if sys.platform != "darwin":
        pins = [pin for pin in pins if pin["identity"] != "swift-nio-transport-services"]
    found = []
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        location, version = pin["location"].removesuffix(".git"), pin["state"]["version"]
        checkout = HERE / ".build/checkouts" / location.rsplit("/", 1)[1]
        found.append(package(
            pin["identity"], version, licence(checkout),
            purl=f"pkg:swift/{location.removeprefix('https://')}@{version}",
            location=f"git+{location}.git@{version}"))
    return found


# The third-party libraries inside packages: name, file and pattern of the version, licence, origin.
VENDORED = [
    ("boringssl", "swift-nio-ssl/Sources/CNIOBoringSSL/hash.txt", r"at revision ([0-9a-f]{40})",
     "Apache-2.0", "git+https://boringssl.googlesource.com/boringssl"),
    ("zlib", "swift-nio-extras/Sources/CNIOExtrasZlib/vendored-zlib.version", r"(\S+)", "Zlib",
     "https://www.zlib.net/"),
    ("llhttp", "swift-nio/Sources/CNIOLLHTTP/include/c_nio_llhttp.h",
     r"VERSION_MAJOR (\d+)\s.*VERSION_MINOR (\d+)\s.*VERSION_PATCH (\d+)", "MIT",
     "git+https://github.com/nodejs/llhttp.git"),
]


def vendored():
    """What the Swift packages bring along as copies, which scanners would not know of."""
    found = []
    for name, path, pattern, licence_name, location in VENDORED:
        holder = path.split("/")[0]
        if not (HERE / ".build/checkouts" / holder).is_dir():
            continue
        version = re.search(pattern, (HERE / ".build/checkouts" / path).read_text(), re.DOTALL)
        if not version:
            sys.exit(f"{path} names no version of {name}")
        found.append(package(
            f"{name}-in-{holder}", ".".join(version.groups()), licence_name, location=location))
    return found


def licence(folder):
    texts = [path.read_text(errors="replace") for path in sorted(folder.glob("LICENSE*"))]
    if not texts:
        sys.exit(f"{folder} has no licence")
    text = re.sub(r"\s+", " ", texts[0])
    if "Apache License Version 2.0" in text:
        exception = "Runtime Library Exception" in text
        return "Apache-2.0 WITH Swift-exception" if exception else "Apache-2.0"
    return "MIT" if "Permission is hereby granted, free of charge" in text else "NOASSERTION"


def fonts(options):
    """The fonts beside the programs that draw, as they are in Debian."""
    found = []
    for name in "fonts-inter", "fonts-inter-variable", "fonts-noto-core":
        # Programs are in PREFIX/bin or PREFIX/libexec/passc.
        folders = [parent for program in options.programs for parent in list(program.parents)[1:3]]
        if any((folder / f"share/passc/fonts/{name}.txt").is_file() for folder in folders):
            found.append(package(name, version_of(name, options.root), "OFL-1.1"))
    return found


def runtime(folder):
    said = subprocess.run(
        [folder / "usr/bin/swiftc", "--version"], capture_output=True, text=True, check=True)
    version = re.search(r"Swift version (\S+)", said.stdout + said.stderr).group(1)
    return package(
        "swift-runtime-and-foundation", version, "Apache-2.0 WITH Swift-exception",
        location="https://www.swift.org/install/")


def archives(options):
    """Libraries that are in the programs because no shared one is named; on macOS they are the system's."""
    if sys.platform == "darwin":
        return []
    needed = "".join(
        subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
        for program in options.programs)
    found = []
    for soname, name, licence_name in (
        ("libsqlite3.so", "libsqlite3-dev", "blessing"),
        ("libstdc++.so", "libstdc++6", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ):
        if soname not in needed:
            found.append(package(
                name + "-archive", version_of(name, options.root), licence_name))
    return found


def version_of(name, root):
    if root == "/" and not shutil.which("dpkg-query"):
        return "NOASSERTION"
    said = subprocess.run(
        in_root(root, ["dpkg-query", "-W", "-f", "${Version}\n", name]),
        capture_output=True, text=True)
    return said.stdout.split("\n")[0] if said.returncode == 0 else "NOASSERTION"


def in_root(root, command):
    return command if root == "/" else ["chroot", root] + command


def debian_packages(options):
    if not options.packages:
        return []
    found = []
    for line in sorted(set(options.packages.read_text().splitlines())):
        name, version = line.split()
        found.append(package(
            "debian-" + name, version, "NOASSERTION", purl=f"pkg:deb/debian/{name}@{version}"))
    return found


main()
