# SPDX-License-Identifier: Apache-2.0
"""Who signs, and how the secrets for it reach the executors.

A secret is named, never held: a file that lies on every worker, a variable of the executors'
environment, or a property of Spark's configuration whose name Spark itself blacks out. Only the
last one travels with the job, as a broadcast, which stands in no plan, log or event.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

from .errors import IssueError

#: The default of Spark for spark.redaction.regex.
_REDACTED = r"(?i)secret|password|token|access[.]?key"


@dataclass(frozen=True)
class Secret:
    """Where a secret is to be had: ``kind`` is file, environment or conf."""

    kind: str
    name: str

    @staticmethod
    def file(path: str) -> "Secret":
        """A file at this path on every worker, such as a mounted secret."""
        return Secret("file", path)

    @staticmethod
    def environment(name: str) -> "Secret":
        """A variable in the environment of the executors, such as
        ``spark.kubernetes.executor.secretKeyRef.NAME`` sets one."""
        return Secret("environment", name)

    @staticmethod
    def conf(name: str) -> "Secret":
        """A property of Spark's configuration, by a name that Spark blacks out, such as
        ``spark.passc.secret.identity``. The session has to start with it, best from a properties file:
        what stands on a command line can be read by everybody on that machine, and what is set on
        a running session is not blacked out."""
        return Secret("conf", name)


@dataclass(frozen=True)
class Identity:
    """Certificate, key and intermediate to sign with."""

    folder: Optional[str] = None
    certificate: Optional[Secret] = None
    key: Optional[Secret] = None
    wwdr: Optional[Secret] = None
    #: The password of the key, or the PIN of the token in ``key_uri``.
    password: Optional[Secret] = None
    #: A key that is not in a file, ``pkcs11:…``, instead of ``key``.
    key_uri: Optional[str] = None
    #: A signing command instead of ``key``.
    sign_with: Optional[str] = None

    @staticmethod
    def at(folder: str, password: Optional[Secret] = None) -> "Identity":
        """The folder of an identity, at this path on every worker."""
        return Identity(folder=folder, password=password)

    @staticmethod
    def environment(
        certificate: str = "PASSC_CERTIFICATE",
        key: str = "PASSC_KEY",
        wwdr: str = "PASSC_WWDR",
        password: Optional[Secret] = None,
    ) -> "Identity":
        """Variables in the environment of the executors, each PEM, or Base64 of DER or PKCS #12."""
        return Identity(
            certificate=Secret.environment(certificate),
            key=Secret.environment(key),
            wwdr=Secret.environment(wwdr),
            password=password,
        )

    @staticmethod
    def conf(
        name: str = "spark.passc.secret.identity", password: Optional[Secret] = None
    ) -> "Identity":
        """One property of Spark's configuration with certificate, key and intermediate as PEM, one
        after the other; line breaks may be written as ``\\n``."""
        one = Secret.conf(name)
        return Identity(certificate=one, key=one, wwdr=one, password=password)

    def secrets(self) -> List[Secret]:
        """Every secret it names."""
        return [s for s in (self.certificate, self.key, self.wwdr, self.password) if s]


@dataclass(frozen=True)
class Signer:
    """What a task needs to start passc with an identity: names, and a broadcast with the values of
    secrets that are properties of Spark's configuration."""

    identity: Identity
    token_key: Optional[Secret]
    values: Any = field(default=None, repr=False)

    def _value(self, secret: Secret) -> str:
        if secret.kind == "environment":
            try:
                return os.environ[secret.name]
            except KeyError:
                raise IssueError(
                    f"the environment of this executor has no {secret.name}"
                ) from None
        return self.values.value[secret.name]

    def _option(self, option: str, secret: Secret, environment: Dict[str, str]) -> List[str]:
        if secret.kind == "file":
            return [option, secret.name]
        variable = "PASSC_SECRET_" + option.strip("-").replace("-", "_").upper()
        environment[variable] = self._value(secret)
        return [option, "env:" + variable]

    def identity_options(self) -> Tuple[List[str], Dict[str, str]]:
        """Arguments of passc and what its environment has to have beside; no argument is a secret."""
        one = self.identity
        environment: Dict[str, str] = {}
        if one.folder is not None:
            arguments = ["--identity", one.folder]
        else:
            arguments = []
            for option, secret in (
                ("--certificate", one.certificate),
                ("--key", one.key),
                ("--wwdr", one.wwdr),
            ):
                if secret is not None:
                    arguments += self._option(option, secret, environment)
        if one.key_uri is not None:
            arguments += ["--key", one.key_uri]
        if one.sign_with is not None:
            arguments += ["--sign-with", one.sign_with]
        if one.password is not None:
            if one.password.kind == "file":
                arguments += ["--password-file", one.password.name]
            else:
                # passc sends a PIN only to tokens, and never sends a password to one.
                variable = "PASSC_PASSWORD" if one.key_uri is None else "PASSC_PIN"
                environment[variable] = self._value(one.password)
        return arguments, environment

    def token_key_file(self) -> Tuple[Optional[str], Optional[int]]:
        """The path of the token key for ``--token-key``, and a descriptor the child has to inherit
        when the key lies in a pipe. Close it once the child has started."""
        if self.token_key is None:
            return None, None
        if self.token_key.kind == "file":
            return self.token_key.name, None
        text = self._value(self.token_key).strip().encode() + b"\n"
        if len(text) > 4096:
            raise IssueError("the token key is 64 hex digits, this is longer")
        reader, writer = os.pipe()
        os.write(writer, text)
        os.close(writer)
        return f"/dev/fd/{reader}", reader


def signer(spark: Any, identity: Identity, token_key: Optional[Secret]) -> Signer:
    """Takes the values of configured secrets from the session and broadcasts them.

    Raises:
        IssueError: a property is missing, or is one that Spark would show: by its name, or since it
            was set on the running session.
    """
    named = identity.secrets() + ([token_key] if token_key else [])
    values: Dict[str, str] = {}
    for secret in named:
        if secret.kind != "conf":
            continue
        pattern = spark.conf.get("spark.redaction.regex", _REDACTED).replace("(?i)", "")
        if not re.search(pattern, secret.name, re.IGNORECASE):
            raise IssueError(
                f"Spark would show the value of {secret.name}: choose a name that "
                "spark.redaction.regex blacks out, such as spark.passc.secret.identity"
            )
        value = spark.sparkContext.getConf().get(secret.name, None)
        now = spark.conf.get(secret.name, None)
        if now and now != value:
            # Spark redacts the properties that the session was started with, but shows those that
            # were set later.
            spark.conf.unset(secret.name)
            raise IssueError(
                f"{secret.name} was set on the running session, and of such properties Spark writes the "
                "values into the event log: it was taken off again; put it into the configuration the "
                "session starts with"
            )
        if not value:
            raise IssueError(f"Spark's configuration has no {secret.name}")
        values[secret.name] = value.replace("\\n", "\n")
    broadcast = spark.sparkContext.broadcast(values) if values else None
    return Signer(identity, token_key, broadcast)
