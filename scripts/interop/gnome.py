# SPDX-License-Identifier: Apache-2.0
"""What GNOME's Passes makes of bundles, as JSON Lines: its own parser, driven without a window.

    /usr/bin/python3 gnome.py < LINES    each line: LANGUAGE, a tab, the path of a .pkpass

Debian: passes-gtk. Needs the system's Python, which has the bindings of GTK.
"""

import builtins
import hashlib
import json
import sys

# Passes gets its texts and folder from the program that starts it. This is that program.
builtins._ = lambda text: text
sys.path.insert(0, "/usr/share/passes-gtk")

import gi  # noqa: E402

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gio, Gtk  # noqa: E402
from passes import digital_pass_factory as factory  # noqa: E402
from passes.barcode_content_encoder import BarcodeContentEncoder as Encoder  # noqa: E402


class Language:
    """What Gtk.get_default_language gives: Passes looks for the folder's name in it."""

    def __init__(self, name):
        self.name = name

    def to_string(self):
        return self.name


def moment(date):
    return None if date is None or date.is_undefined() else str(date)


def colour(found):
    return list(found.as_tuple()) if found else None


def fields(found):
    return [{"key": field.key(), "label": field.label(), "value": field.value(), "textAlignment": field.text_alignment()}
            for field in found]


def symbol(code):
    """The width and height Passes draws a barcode with; what it cannot draw, in its words."""
    draw = {
        "PKBarcodeFormatQR": Encoder.encode_qr_code,
        "PKBarcodeFormatAztec": Encoder.encode_aztec_code,
        "PKBarcodeFormatPDF417": Encoder.encode_pdf417_code,
        "PKBarcodeFormatCode128": Encoder.encode_code128_code,
    }.get(code.format())
    if draw is None:
        return None
    try:
        modules, width, height = draw(code.message(), code.message_encoding())
        return [width, height] if "1" in modules else "empty"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def picture(image):
    """Size and pixels, drawn by GdkPixbuf."""
    if image is None:
        return None
    found = image.as_pixbuf()
    if not found.get_has_alpha():
        found = found.add_alpha(False, 0, 0, 0)
    row = found.get_width() * 4
    pixels = found.get_pixels()
    stride = found.get_rowstride()
    lines = b"".join(pixels[y * stride : y * stride + row] for y in range(found.get_height()))
    return {"width": found.get_width(), "height": found.get_height(), "pixels": hashlib.sha1(lines).hexdigest()}


def facts(path, language):
    Gtk.get_default_language = lambda: Language(language)
    shown = factory.PassFactory.create(Gio.File.new_for_path(path))
    found = shown.adaptee()
    return {
        "type": found.style(),
        "description": found.description(),
        "organizationName": found.organization_name(),
        "passTypeIdentifier": found.pass_type_identifier(),
        "teamIdentifier": found.team_identifier(),
        "serialNumber": found.serial_number(),
        "logoText": found.logo_text(),
        "voided": bool(found.voided()),
        "transitType": found.transit_type(),
        "expirationDate": moment(found.expiration_date()),
        "relevantDate": moment(found.relevant_date()),
        "backgroundColor": colour(found.background_color()),
        "foregroundColor": colour(found.foreground_color()),
        "barcodes": [
            {"format": code.format(), "message": code.message(), "messageEncoding": code.message_encoding(),
             "altText": code.alternative_text(), "symbol": symbol(code)}
            for code in shown.barcodes() if code],
        "headerFields": fields(found.header_fields()),
        "primaryFields": fields(found.primary_fields()),
        "secondaryFields": fields(found.secondary_fields()),
        "auxiliaryFields": fields(found.auxiliary_fields()),
        "backFields": fields(found.back_fields()),
        "images": {"icon": picture(found.icon()), "logo": picture(found.logo())},
    }


for line in sys.stdin:
    language, path = line.rstrip("\n").split("\t")
    said = {"language": language, "path": path}
    try:
        said["pass"] = facts(path, language)
    except Exception as error:  # the user would see the error of the parser, so it is reported
        said["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(said), flush=True)
