# SPDX-License-Identifier: Apache-2.0
"""A service with django-walletpass, for scripts/other-services.sh.

    django_service.py seed PASS...          a database with these passes
    django_service.py serve PORT            serves them; PUSH_PORT is the port of the push service
    django_service.py change SERIAL PASS    replaces a pass and pushes
"""

import json
import os
import pathlib
import sys
import zipfile

import django
from django.conf import settings

HERE = pathlib.Path.cwd()

settings.configure(
    ALLOWED_HOSTS=["*"], DEBUG=False, SECRET_KEY="for tests only", ROOT_URLCONF="django_walletpass.urls", USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": HERE / "service.sqlite3"}},
    INSTALLED_APPS=["django_walletpass"], DEFAULT_AUTO_FIELD="django.db.models.AutoField", MEDIA_ROOT=HERE / "media",
    REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "UNAUTHENTICATED_USER": None},
    WALLETPASS={
        "PUSH_AUTH_STRATEGY": "token", "TOKEN_AUTH_KEY_PATH": str(HERE / "AuthKey.p8"), "TOKEN_AUTH_KEY_ID": "A1B2C3D4E5",
        "TEAM_ID": "TEAM123456", "PASS_TYPE_ID": "pass.com.example.passc"})
django.setup()

from django.core.files.base import ContentFile  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django_walletpass.models import Pass  # noqa: E402


def save(found, file):
    found.data.save(f"{found.serial_number}.pkpass", ContentFile(pathlib.Path(file).read_bytes()), save=False)
    found.save()


def seed(files):
    call_command("migrate", verbosity=0, run_syncdb=True)
    for file in files:
        values = json.loads(zipfile.ZipFile(file).read("pass.json"))
        save(Pass(pass_type_identifier=values["passTypeIdentifier"], serial_number=values["serialNumber"],
                  authentication_token=values["authenticationToken"]), file)


def change(serial, file):
    found = Pass.objects.get(serial_number=serial)
    save(found, file)
    if "PUSH_PORT" in os.environ:
        from aioapns import connection
        for protocol in (connection.APNsProductionClientProtocol, connection.APNsBaseClientProtocol):
            protocol.APNS_SERVER = "localhost"
            protocol.APNS_PORT = int(os.environ["PUSH_PORT"])
        try:
            found.push_notification()
        except AttributeError as error:  # the library does not expect a push without a response
            print(f"push failed: {error}", file=sys.stderr)


match sys.argv[1:]:
    case ["seed", *files]:
        seed(files)
    case ["serve", port]:
        call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, use_threading=True)
    case ["change", serial, file]:
        change(serial, file)
    case _:
        sys.exit(__doc__)
