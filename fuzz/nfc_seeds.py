# SPDX-License-Identifier: Apache-2.0
"""Makes fuzz/seeds/tlv, apdu and cryptogram from the vectors of the tests. Called by seeds.sh.

    python3 fuzz/nfc_seeds.py
"""

import json
import pathlib
import shutil

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE.parent / "Tests" / "Fixtures" / "vas-vectors.json"


def main():
    vectors = json.loads(FILE.read_text("utf-8"))
    folders = {name: HERE / "seeds" / name for name in ("tlv", "apdu", "cryptogram")}
    for folder in folders.values():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

    def write(target, name, data):
        (folders[target] / name).write_bytes(data)

    def framed(holder, *messages):
        return bytes([holder]) + b"".join(bytes([len(message)]) + message for message in messages)

    for vector in vectors["vectors"]:
        name, number = vector["id"], int(vector["id"][-3:])
        select, answer = (bytes.fromhex(vector[key]) for key in ("selectCommand", "selectResponse"))
        question, response = (bytes.fromhex(vector[key]) for key in ("getDataCommand", "getDataResponse"))
        # Every third message is enough, because mutation finds the others.
        if number % 3 == 1:
            write("tlv", name, response)
            write("tlv", name + "-question", question)
            write("apdu", name, framed(number % 8, select, question, question))
            write("apdu", name + "-answers", framed(number % 8, answer, response, b"\x6a\x83"))
            write("cryptogram", name, bytes.fromhex(vector["cryptogram"]))
    for negative in vectors["negative"]:
        write("tlv", negative["id"], bytes.fromhex(negative["getDataResponse"]))
    for select in vectors["selectResponses"]:
        write("tlv", select["id"], bytes.fromhex(select["response"]))
    for command in vectors["getDataCommands"]:
        write("apdu", command["id"], framed(1, bytes.fromhex("00a404000a4f53452e5641532e303100"), bytes.fromhex(command["command"])))


if __name__ == "__main__":
    main()
