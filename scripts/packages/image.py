#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a container image (OCI layout, as one tar) of what is installed in STAGE.

    scripts/packages/image.py STAGE --version V --out FILE.tar [--name NAME] [--commit C]
        [--packages FILE] [--limit BYTES] [--bare]

STAGE is what `make install DESTDIR=STAGE PREFIX=/usr` made. The image has that, the shared libraries
its programs are linked with, as Debian has them on this machine, the certificates of public
authorities, and nothing else: no shell, no package manager. It runs as user 65532, in /w, and
writes nowhere else but to /tmp; its root may be read-only. The packages of Debian that the files came
from are in /var/lib/dpkg/status.d, where scanners look, and in FILE. Same files and
SOURCE_DATE_EPOCH: same image. No engine is needed, and no privilege.

--bare leaves out what `passc check` does not use: the ciphers of old .p12 files, user names and the
README.
"""

import argparse
import datetime
import gzip
import hashlib
import io
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tarfile

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
USER = 65532
# The maximum size of the image in bytes, as promised in docs/reference/packages.md.
LIMIT = 120_000_000
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}

# Files that are opened by name and not linked: the ciphers of old .p12 files, the library with
# which glibc ends threads, and the CA certificates.
CIPHERS = "/usr/lib/*/ossl-modules/legacy.so"
OPENED = [CIPHERS, "/usr/lib/*/libgcc_s.so.1", "/etc/ssl/certs/ca-certificates.crt"]
# Files for shells and man, which are not in the image.
UNUSED = ("usr/share/man/", "usr/share/bash-completion/", "usr/share/zsh/", "usr/share/fish/")
README = "usr/share/doc/passc/README.md"
# Where the user's files are mounted. A command of passc names them from there.
FOLDER = "/w"

ACCOUNTS = {
    "etc/passwd": f"root:x:0:0:root:/:/sbin/nologin\npassc:x:{USER}:{USER}:passc:{FOLDER}:/sbin/nologin\n",
    "etc/group": f"root:x:0:\npassc:x:{USER}:\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--name", default="passc")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--commit", default="")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--packages", type=pathlib.Path)
    parser.add_argument("--limit", type=int, default=LIMIT, help="default: %(default)s bytes")
    options = parser.parse_args()

    programs = [
        path for path in sorted(options.stage.rglob("*"))
        if path.is_file() and path.parts[-2] in ("bin", "passc") and os.access(path, os.X_OK)]
    if not programs:
        sys.exit(f"no programs in {options.stage}")
    base, packages = base_layer(programs, options.bare)
    own = own_layer(options.stage, options.bare)
    layers = [layer(base), layer(own)]
    write(options, layers)
    size = options.out.stat().st_size
    if size > options.limit:
        options.out.unlink()
        sys.exit(
            f"the image would have {size / 1e6:.1f} MB, and {options.limit / 1e6:.1f} MB is the most it "
            f"may have; largest in it: {', '.join(largest(base, own))}")
    if options.packages:
        options.packages.write_text("".join(f"{name} {version}\n" for name, version in packages))
    unpacked = sum(len(plain) for _, plain in layers)
    print(
        f"{options.out}: {size / 1e6:.1f} MB, unpacked {unpacked / 1e6:.1f} MB, "
        f"{len(packages)} packages of Debian")


# --- content --------------------------------------------------------------------------------------


class Tree:
    """Entries of a layer by their paths; parents come by themselves."""

    def __init__(self):
        self.entries = {}

    def folder(self, path, mode=0o755, owner=0):
        self.parents(path)
        self.entries[path] = (tarfile.DIRTYPE, mode, owner, None)

    def file(self, path, data, mode=0o644):
        self.parents(path)
        self.entries[path] = (tarfile.REGTYPE, mode, 0, data)

    def link(self, path, target):
        self.parents(path)
        self.entries[path] = (tarfile.SYMTYPE, 0o777, 0, target)

    def parents(self, path):
        parent = os.path.dirname(path)
        if parent and parent not in self.entries:
            self.folder(parent)


def base_layer(programs, bare):
    tree = Tree()
    # Debian's links between / and /usr give each file one place.
    for name in ("bin", "lib", "lib64"):
        if os.path.islink("/" + name):
            tree.link(name, os.readlink("/" + name))
    owners = {}
    for path in libraries(programs) + opened(bare):
        real = os.path.realpath(path)
        place = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        executable = os.access(real, os.X_OK)
        tree.file(real[1:], pathlib.Path(real).read_bytes(), 0o755 if executable else 0o644)
        if place != real:
            tree.link(place[1:], os.path.relpath(real, os.path.dirname(place)))
        # The system generates this file from the files of the package.
        name = "ca-certificates" if real.endswith("/ca-certificates.crt") else owner(real)
        owners[name] = None
    versions = []
    for name in sorted(owners):
        status = run(["dpkg-query", "-s", name])
        tree.file("var/lib/dpkg/status.d/" + name.split(":")[0], status.encode())
        copyright_file = pathlib.Path("/usr/share/doc", name.split(":")[0], "copyright")
        if copyright_file.is_file():
            tree.file(str(copyright_file)[1:], copyright_file.read_bytes())
        version = re.search(r"^Version: (.*)$", status, re.M).group(1)
        versions.append((name.split(":")[0], version))
    tree.file("usr/lib/os-release", pathlib.Path("/usr/lib/os-release").read_bytes())
    tree.link("etc/os-release", "../usr/lib/os-release")
    if not bare:
        for path, text in ACCOUNTS.items():
            tree.file(path, text.encode())
    for path in ("dev", "proc", "sys", "run"):
        tree.folder(path)
    tree.folder("tmp", 0o1777)
    tree.folder(FOLDER[1:], 0o755, USER)
    return tree, versions


def libraries(programs):
    """Everything the loader maps for the programs, and the loader."""
    found = set()
    for program in programs:
        for line in run(["ldd", str(program)]).splitlines():
            match = re.match(r"\s*(?:\S+ => )?(/\S+) \(0x", line)
            if match:
                found.add(match.group(1))
            elif "not found" in line:
                sys.exit(f"{program}: {line.strip()}")
    return sorted(found)


def opened(bare):
    found = []
    for pattern in OPENED:
        if bare and pattern == CIPHERS:
            continue
        paths = sorted(pathlib.Path("/").glob(pattern[1:]))
        if not paths:
            sys.exit(f"{pattern} is not on this machine; install ca-certificates, libgcc-s1 and libssl3")
        found += map(str, paths)
    return found


def owner(path):
    """The package a file came with; packages know some by the path before /usr was merged."""
    for name in (path, path.removeprefix("/usr")):
        said = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True)
        if said.returncode == 0:
            return said.stdout.split(": ")[0].split(",")[0]
    sys.exit(f"{path} came with no package of Debian: an image would carry what nobody keeps up")


def own_layer(stage, bare):
    tree = Tree()
    unused = UNUSED + (README,) if bare else UNUSED
    for path in sorted(stage.rglob("*")):
        name = str(path.relative_to(stage))
        if path.is_file() and not name.startswith(unused):
            tree.file(name, path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644)
    return tree


def largest(*trees):
    """The three largest files, not packed."""
    sizes = [
        (len(content), path) for tree in trees for path, (kind, _, _, content) in tree.entries.items()
        if kind == tarfile.REGTYPE]
    return [f"{path} ({size / 1e6:.1f} MB)" for size, path in sorted(sizes, reverse=True)[:3]]


# --- the format -----------------------------------------------------------------------------------


def layer(tree):
    """A layer packed and plain. The time in gzip's head is 0, its level fixed."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(tree.entries):
            kind, mode, owner_id, content = tree.entries[path]
            entry = tarfile.TarInfo(path)
            entry.type, entry.mode, entry.mtime = kind, mode, EPOCH
            entry.uid = entry.gid = owner_id
            if kind == tarfile.REGTYPE:
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
            else:
                entry.linkname = content or ""
                archive.addfile(entry)
    return gzip.compress(plain.getvalue(), 9, mtime=0), plain.getvalue()


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def as_json(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def write(options, layers):
    created = datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).strftime("%FT%TZ")
    labels = {
        "org.opencontainers.image.title": options.name,
        "org.opencontainers.image.version": options.version,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.created": created,
    }
    if options.commit:
        labels["org.opencontainers.image.revision"] = options.commit
    config = as_json({
        "created": created,
        "architecture": ARCHITECTURES[platform.machine()],
        "os": "linux",
        "config": {
            "User": f"{USER}:{USER}",
            "WorkingDir": FOLDER,
            "Entrypoint": ["/usr/bin/passc"],
            "Env": ["PATH=/usr/bin", "LANG=C.UTF-8"],
            "Labels": labels,
        },
        "rootfs": {"type": "layers", "diff_ids": [digest(plain) for _, plain in layers]},
        "history": [
            {"created": created, "comment": "shared libraries of Debian"},
            {"created": created, "comment": f"{options.name} {options.version}"},
        ],
    })
    blobs = [(config, "application/vnd.oci.image.config.v1+json")] + [
        (packed, "application/vnd.oci.image.layer.v1.tar+gzip") for packed, _ in layers]
    described = [
        {"mediaType": kind, "digest": digest(data), "size": len(data)} for data, kind in blobs]
    manifest = as_json({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": described[0],
        "layers": described[1:],
        "annotations": labels,
    })
    index = as_json({
        "schemaVersion": 2,
        "manifests": [{
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "digest": digest(manifest),
            "size": len(manifest),
            "annotations": {"org.opencontainers.image.ref.name": options.version},
        }],
    })
    files = {"oci-layout": as_json({"imageLayoutVersion": "1.0.0"}), "index.json": index}
    for data in [manifest] + [data for data, _ in blobs]:
        files[blob(data)] = data
    # `docker load` reads this file in engines without support for OCI layouts.
    files["manifest.json"] = as_json([{
        "Config": blob(config), "RepoTags": [f"{options.name}:{options.version}"],
        "Layers": [blob(packed) for packed, _ in layers],
    }])
    with tarfile.open(options.out, "w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(files):
            entry = tarfile.TarInfo(path)
            entry.size, entry.mtime, entry.mode = len(files[path]), EPOCH, 0o644
            archive.addfile(entry, io.BytesIO(files[path]))


def blob(data):
    return "blobs/" + digest(data).replace(":", "/")


def run(command):
    said = subprocess.run(command, capture_output=True, text=True)
    if said.returncode != 0:
        sys.exit(f"{' '.join(command)}: {said.stderr.strip()}")
    return said.stdout


main()
