# SPDX-License-Identifier: Apache-2.0
"""Makes the template and the rows that the batch benchmarks issue: the store card of card.py with three
personalised fields, 20 kB of images (or about 300 kB with --large), one language.

    python3 bench/batch_card.py FOLDER.pass ROWS.csv COUNT [--large]
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import card  # noqa: E402

LARGE = {
    "strip.png": (375, 123, 24),
    "strip@2x.png": (750, 246, 24),
    "logo@3x.png": (480, 150, 4),
    "strip@3x.png": (720, 248, 24),
}


def write_template(folder, large):
    folder.mkdir(parents=True, exist_ok=True)
    images = dict(card.IMAGES)
    if large:
        images.update(LARGE)
    for seed, (name, (width, height, levels)) in enumerate(images.items()):
        (folder / name).write_bytes(card.png(width, height, levels, seed))
    content = json.loads(json.dumps(card.PASS))
    content["serialNumber"] = "{{ serial }}"
    content["barcodes"][0]["message"] = "QPC-{{ serial }}-4711"
    content["barcodes"][0]["altText"] = "{{ serial }}"
    fields = content["storeCard"]
    fields["headerFields"][0]["value"] = "{{ points }}"
    fields["primaryFields"][0]["value"] = "{{ balance }}"
    fields["secondaryFields"][1]["value"] = "{{ member }}"
    (folder / "pass.json").write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")
    columns = {
        "serial": {"type": "string"},
        "points": {"type": "integer"},
        "balance": {"type": "number"},
        "member": {"type": "string"},
    }
    (folder / "template.json").write_text(json.dumps({"columns": columns}), encoding="utf-8")


def write_rows(path, count):
    with open(path, "w", encoding="utf-8", newline="") as out:
        out.write("serial,points,balance,member\n")
        for n in range(1, count + 1):
            out.write(f"B-{n:010d},{n % 997},{n % 83}.{n % 10}5,Member {n} Example\n")


def main():
    write_template(pathlib.Path(sys.argv[1]), "--large" in sys.argv)
    write_rows(sys.argv[2], int(sys.argv[3]))


if __name__ == "__main__":
    main()
