# SPDX-License-Identifier: Apache-2.0
"""A template with everything that other readers look at, and 50 rows nobody would wish for.

    batch.py TEMPLATES FOLDER    makes FOLDER/hostile.pass and FOLDER/hostile.csv

Its images are those of a template in TEMPLATES.
"""

import csv
import json
import pathlib
import shutil
import sys

DOCUMENT = {
    "formatVersion": 1,
    "serialNumber": "{{ serial }}",
    "organizationName": "Haus \"Zur Ähre\" & Söhne",
    "description": "Card of the house",
    "logoText": "Zur Ähre {{ tier | upper }}",
    "expirationDate": "{{ until }}",
    "relevantDate": "{{ begins }}",
    "relevantDates": [{"date": "{{ begins }}"}],
    "voided": "{{ voided }}",
    "sharingProhibited": True,
    "webServiceURL": "https://passes.example.com/house",
    "authenticationToken": "{{ token }}",
    "backgroundColor": "rgb(20, 22, 25)",
    "foregroundColor": "rgb(244, 246, 239)",
    "labelColor": "rgb(198, 242, 78)",
    "locations": [{"latitude": "{{ latitude }}", "longitude": "{{ longitude }}", "relevantText": "You are near"}],
    "barcodes": [
        {"format": "{{ format }}", "message": "{{ message }}", "messageEncoding": "{{ encoding }}", "altText": "{{ shown }}"}
    ],
    "generic": {
        "headerFields": [
            {"key": "number", "label": "Number", "value": "{{ number }}", "changeMessage": "Now %@.",
             "textAlignment": "PKTextAlignmentRight"}
        ],
        "primaryFields": [{"key": "name", "label": "Name", "value": "{{ name }}"}],
        "secondaryFields": [
            {"key": "begins", "label": "Begins", "value": "{{ begins }}", "dateStyle": "PKDateStyleShort",
             "timeStyle": "PKDateStyleShort", "changeMessage": "Begins at %@."},
            {"key": "tier", "label": "Tier", "value": "{{ tier }}", "changeMessage": "Your tier is now %@."},
        ],
        "auxiliaryFields": [
            {"key": "count", "label": "Count", "value": "{{ count }}"},
            {"$if": "voided", "key": "void", "label": "State", "value": "void"},
            {"$if": "!voided", "key": "valid", "label": "State", "value": "valid"},
        ],
        "backFields": [
            {"key": "note", "label": "Note", "value": "{{ note }}"},
            {"key": "mixed", "label": "A \"quoted\" label", "value": "[{{ note }}] {{ begins }} {{ missing | default: 'It''s \"none\"' }}"},
            {"key": "quote", "label": "Back\\slash", "value": "Greeting"},
            {"key": "lines", "label": "Lines", "value": "One\nTwo\tThree"},
        ],
    },
    "userInfo": {"details": "{{ details }}"},
}
SETTINGS = {
    "columns": {
        "serial": {"type": "string", "holder": True},
        "name": {"type": "string"},
        "note": {"type": "string"},
        "tier": {"type": "enum", "values": ["Gold", "Silber", "Ähre"]},
        "number": {"type": "number", "decimal": ","},
        "count": {"type": "integer", "default": 0},
        "latitude": {"type": "number"},
        "longitude": {"type": "number"},
        "voided": {"type": "boolean", "default": False},
        "begins": {"type": "date", "zone": "Europe/Berlin", "time": "06:00"},
        "until": {"type": "date", "format": "dd.MM.yyyy 'um' HH:mm", "zone": "America/St_Johns"},
        "format": {"type": "string"},
        "message": {"type": "string"},
        "encoding": {"type": "string"},
        "shown": {"type": "string", "optional": True},
        "token": {"type": "string"},
        "details": {"type": "json", "optional": True},
        "missing": {"type": "string", "optional": True},
        "photo": {"type": "file", "optional": True},
    },
    "images": {"thumbnail@2x.png": "{{ photo }}"},
}
# One language in ASCII and three in other scripts, with texts of the row itself.
STRINGS = {
    "en": {"Card of the house": "House card", "Note": "Remark", "Tier": "Level", "Gold": "Golden", "void": "cancelled",
           "Lines": "Lines, two", "Your tier is now %@.": "Your level is now %@."},
    "de": {"Card of the house": "Karte des Hauses", "Note": "Notiz für {{ name }}", "Greeting": "{{ note }}", "Name": "Größe „Name“",
           "Tier": "Stufe", "Gold": "Güldén", "Your tier is now %@.": "Deine Stufe: %@ \\ \"neu\"", "valid": "gültig",
           "You are near": "Du bist ganz nah, äh"},
    "ja": {"Card of the house": "家のカード", "Note": "備考", "Name": "名前", "Tier": "等級", "Greeting": "ようこそ\n{{ name }} 😀",
           "Begins": "開始"},
    "ar": {"Card of the house": "بطاقة المنزل", "Note": "ملاحظة", "Name": "الاسم", "Greeting": "\u202bمرحبا {{ name }}\u202c"},
}
NOTES = [
    "plain", "Zoë Brandvold-Ngāta", "עברית ואנגלית mixed עם 12,5", "\u202eevil\u202c back", "مرحبا بالعالم",
    "😀 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽", "é and é", "Z̷̡̢̛a̸l̴g̵o̶", "\"quoted\" 'single' „deutsch“ «guillemets»", "back\\slash \\n \\u0041 \\\\",
    "line one\nline two\nline three", "carriage\r\nreturn", "tab\there", "{{ serial }} {{ '{{' }} }}", "%@ %d %% %1$@", "/* no comment */ // nor this",
    "\" = \"; \"key\" = \"value\";", "<b>bold</b> &amp; <a href=\"https://example.com\">link</a>", "]]>--><script>alert(1)</script>",
    "semi;colon;s", "comma,comma", "x" * 5000, "ß ﬁ ŉ ǰ İ ı", "𝕌𝕟𝕚𝕔𝕠𝕕𝕖 𐍈 𠜎", "\ufeffmark in front", "zero\u200bwidth\u2060joiner\u00ad",
    "line\u2028separator\u2029paragraph", "\u00a0non-breaking\u00a0", "null", "true", "-0", "1.0", "nano", "2031-05-17T08:55:00+02:00", "12,50",
    "[1, 2]", "{\"a\": 1}", "rgb(1, 2, 3)", "pass.json", "../../etc/passwd", "日本語と中文和한국어", "ไทย ภาษา", "हिन्दी देवनागरी", "Ελληνικά Ω Ώ",
    "Українська їжак", "𓀀𓁐", "á̂̃", "\U0010fffd private", "\u0085next line", "the end 🏁",
]
MOMENTS = [
    "2031-05-17T08:55:00+02:00", "2031-05-17T08:55:00Z", "2031-01-01T00:00:00+05:45", "2031-01-01T00:00:00-09:30", "2031-12-31T23:59:59+14:00",
    "2031-12-31T23:59:59-12:00", "2032-02-29T12:00:00+00:00", "2031-10-26T02:30:00", "2031-03-30T03:00:00", "2031-07-01", "2031-12-01",
    "1999-12-31T23:59:59Z", "2099-06-30T00:00:01+12:45", "2031-05-17 10:00", "2031-05-17T10:00:30",
]
ENDS = ["31.12.2034 um 23:59", "01.07.2033 um 00:00", "29.02.2032 um 12:00", "06.11.2033 um 01:30"]
NUMBERS = ["0", "-0,5", "12,50", "1000000000000000", "0,1", "0,30", "-273,15", "9007199254740991", "3,141592653589793", "1", "-1", "0,0000001"]
COUNTS = ["0", "-1", "2147483647", "2147483648", "-2147483649", "9007199254740991", "", "42"]
PLACES = [("0", "0"), ("90", "180"), ("-90", "-180"), ("53.6304", "9.9882"), ("-33.856784", "151.215297"), ("0.000001", "-0.000001")]
CODES = [
    ("PKBarcodeFormatQR", "A-17", "iso-8859-1"), ("PKBarcodeFormatQR", "Größe: é ñ ü", "iso-8859-1"), ("PKBarcodeFormatQR", "日本語 😀", "utf-8"),
    ("PKBarcodeFormatPDF417", "M1PERRIN/MATHIEU      EM4TBW9 ZRHHAMZ1 0807", "iso-8859-1"), ("PKBarcodeFormatAztec", "żółć", "iso-8859-2"),
    ("PKBarcodeFormatCode128", "2991044204180", "iso-8859-1"), ("PKBarcodeFormatQR", "Привет", "windows-1251"),
    ("PKBarcodeFormatQR", "カード", "shift_jis"), ("PKBarcodeFormatAztec", "€uro", "iso-8859-15"), ("PKBarcodeFormatPDF417", "\"q\" \\ { x } %", "utf-8"),
    ("PKBarcodeFormatQR", "https://example.com/a%20b?c=d&e=f#g", "UTF-8"), ("PKBarcodeFormatQR", "x" * 700, "iso-8859-1"),
]


def strings_text(entries):
    def quoted(text):
        return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")

    return "/* texts */\n" + "".join(f'"{quoted(key)}" = "{quoted(value)}";\n' for key, value in entries.items())


def main():
    templates, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    template = folder / "hostile.pass"
    template.mkdir(parents=True)
    for image in (templates / "employee-card.pass").glob("*.png"):
        shutil.copy(image, template)
    (template / "pass.json").write_text(json.dumps(DOCUMENT, ensure_ascii=False, indent=2), "utf-8")
    (template / "template.json").write_text(json.dumps(SETTINGS, ensure_ascii=False, indent=2), "utf-8")
    encodings = {"en": "utf-8", "de": "utf-8", "ja": "utf-16", "ar": "utf-8-sig"}
    for language, entries in STRINGS.items():
        (template / f"{language}.lproj").mkdir()
        (template / f"{language}.lproj/pass.strings").write_bytes(strings_text(entries).encode(encodings[language]))
    # One language has its own picture, as the format allows.
    shutil.copy(templates / "gym-membership.pass/logo.png", template / "ja.lproj/thumbnail@3x.png")
    (template / "thumbnail@3x.png").unlink()
    (folder / "photos").mkdir()
    shutil.copy(templates / "employee-card.pass/photos/n2041@2x.png", folder / "photos/grün é.png")
    with open(folder / "hostile.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(SETTINGS["columns"]))
        writer.writeheader()
        for index, note in enumerate(NOTES):
            form, message, encoding = CODES[index % len(CODES)]
            latitude, longitude = PLACES[index % len(PLACES)]
            writer.writerow({
                "serial": f"H-{index:03d}", "name": NOTES[(index * 7 + 3) % len(NOTES)], "note": note,
                "tier": ["Gold", "Silber", "Ähre"][index % 3], "number": NUMBERS[index % len(NUMBERS)], "count": COUNTS[index % len(COUNTS)],
                "latitude": latitude, "longitude": longitude, "voided": ["yes", "no", "", "1", "False"][index % 5],
                "begins": MOMENTS[index % len(MOMENTS)], "until": ENDS[index % len(ENDS)], "format": form, "message": message,
                "encoding": encoding, "shown": "" if index % 4 == 0 else note[:40], "token": f"0123456789abcdef-{index}",
                "details": "" if index % 3 else json.dumps({"note": note, "list": [index, None, {"é": "\u2028"}]}, ensure_ascii=False),
                "missing": "", "photo": "photos/grün é.png" if index % 5 == 0 else "",
            })


main()
