# SPDX-License-Identifier: Apache-2.0
"""A service with edutap.wallet_apple, for scripts/other-services.sh. What the library leaves to its users is
done with a table in SQLite, as simply as its documentation shows.

    edutap_service.py seed PASS...          a database with these passes
    edutap_service.py serve PORT            serves them
    edutap_service.py change SERIAL PASS    replaces a pass
"""

import io
import json
import os
import pathlib
import sqlite3
import sys
import zipfile

# The passes are signed already.
os.environ["EDUTAP_WALLET_APPLE_PASS_DATA_PASSTHROUGH"] = "true"

from edutap.wallet_apple import plugins  # noqa: E402
from edutap.wallet_apple.models.handlers import PushToken, SerialNumbers  # noqa: E402


def database():
    return sqlite3.connect("service.sqlite3", isolation_level=None)


class Data:
    async def get_pass_data(self, *, pass_type_id, serial_number, update=False):
        row = database().execute("SELECT bytes FROM pass WHERE serial = ?", (serial_number,)).fetchone()
        return io.BytesIO(row[0])

    async def get_push_tokens(self, device_library_id, pass_type_id, serial_number):
        rows = database().execute("SELECT token FROM registration WHERE serial = ?", (serial_number,))
        return [PushToken(pushToken=token) for token, in rows]

    async def get_update_serial_numbers(self, device_library_id, pass_type_id, last_updated=None):
        rows = database().execute(
            "SELECT p.serial, p.number FROM pass p JOIN registration r ON r.serial = p.serial "
            "WHERE r.device = ? AND p.number > ?", (device_library_id, int(last_updated or 0))).fetchall()
        return SerialNumbers(serialNumbers=[row[0] for row in rows],
                             lastUpdated=str(max((row[1] for row in rows), default=last_updated or 0)))

    async def check_authentication_token(self, pass_type_id, serial_number, authentication_token):
        row = database().execute("SELECT token FROM pass WHERE serial = ?", (serial_number,)).fetchone()
        return row is not None and row[0] == authentication_token


class Registrations:
    async def register_pass(self, device_libray_id, pass_type_id, serial_number, push_token):
        database().execute("INSERT OR REPLACE INTO registration VALUES (?, ?, ?)",
                           (device_libray_id, serial_number, push_token.pushToken))

    async def unregister_pass(self, device_library_id, pass_type_id, serial_number):
        database().execute("DELETE FROM registration WHERE device = ? AND serial = ?",
                           (device_library_id, serial_number))


class Log:
    async def log(self, entries):
        for line in entries.logs:
            print(line, file=sys.stderr)


def seed(files):
    database().executescript(
        "CREATE TABLE pass (serial PRIMARY KEY, token, number, bytes);"
        "CREATE TABLE registration (device, serial, token, PRIMARY KEY (device, serial));")
    for number, file in enumerate(files, 1):
        values = json.loads(zipfile.ZipFile(file).read("pass.json"))
        database().execute("INSERT INTO pass VALUES (?, ?, ?, ?)", (
            values["serialNumber"], values["authenticationToken"], number, pathlib.Path(file).read_bytes()))


def serve(port):
    import fastapi
    import uvicorn
    from edutap.wallet_apple.handlers.fastapi import router_apple_wallet
    plugins.add_plugin("PassDataAcquisition", Data)
    plugins.add_plugin("PassRegistration", Registrations)
    plugins.add_plugin("Logging", Log)
    app = fastapi.FastAPI()
    app.include_router(router_apple_wallet)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


match sys.argv[1:]:
    case ["seed", *files]:
        seed(files)
    case ["serve", port]:
        serve(int(port))
    case ["change", serial, file]:
        database().execute("UPDATE pass SET bytes = ?, number = (SELECT max(number) + 1 FROM pass) WHERE serial = ?",
                           (pathlib.Path(file).read_bytes(), serial))
    case _:
        sys.exit(__doc__)
