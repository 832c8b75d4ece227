# SPDX-License-Identifier: Apache-2.0
"""What every drawing needs: a canvas measured in points, a few shapes, and the way to a small PNG."""

import math
import pathlib
import shutil
import subprocess
import tempfile

import cairo
import numpy
from PIL import Image

SCALES = ((1, ""), (2, "@2x"), (3, "@3x"))


def rgb(code, alpha=1.0):
    """A colour from `#rrggbb`, as cairo wants it."""
    code = code.lstrip("#")
    return tuple(int(code[i : i + 2], 16) / 255 for i in (0, 2, 4)) + (alpha,)


def mix(first, second, share):
    """`share` of the way from one `#rrggbb` to another, as `#rrggbb`."""
    a, b = rgb(first), rgb(second)
    return "#" + "".join(f"{round((x + (y - x) * share) * 255):02x}" for x, y in zip(a[:3], b[:3]))


def ramp(stops, count):
    """`count` colours spread evenly over a list of `#rrggbb` stops."""
    colours = []
    for i in range(count):
        place = i / max(count - 1, 1) * (len(stops) - 1)
        left = min(int(place), len(stops) - 2)
        colours.append(mix(stops[left], stops[left + 1], place - left))
    return colours


class Canvas:
    """A cairo context in points: origin at the top left, one unit is one point at any scale."""

    def __init__(self, width, height, scale):
        self.width, self.height, self.scale = width, height, scale
        self.surface = cairo.ImageSurface(
            cairo.FORMAT_ARGB32, round(width * scale), round(height * scale)
        )
        self.cr = cairo.Context(self.surface)
        self.cr.scale(scale, scale)

    # Paint

    def fill(self, paint, alpha=1.0):
        self._source(paint, alpha)
        self.cr.fill()

    def stroke(self, paint, width, alpha=1.0, cap=cairo.LINE_CAP_ROUND):
        self._source(paint, alpha)
        self.cr.set_line_width(width)
        self.cr.set_line_cap(cap)
        self.cr.set_line_join(cairo.LINE_JOIN_ROUND)
        self.cr.stroke()

    def _source(self, paint, alpha):
        if isinstance(paint, str):
            self.cr.set_source_rgba(*rgb(paint, alpha))
        else:
            self.cr.set_source(paint)

    def flood(self, paint):
        self.cr.rectangle(0, 0, self.width, self.height)
        self.fill(paint)

    @staticmethod
    def linear(x0, y0, x1, y1, stops):
        """A linear gradient over `#rrggbb` stops, evenly spaced."""
        pattern = cairo.LinearGradient(x0, y0, x1, y1)
        for i, stop in enumerate(stops):
            pattern.add_color_stop_rgba(i / (len(stops) - 1), *rgb(stop))
        return pattern

    # Shapes

    def circle(self, x, y, radius):
        self.cr.new_sub_path()
        self.cr.arc(x, y, radius, 0, 2 * math.pi)

    def ellipse(self, x, y, rx, ry, turn=0.0):
        self.cr.save()
        self.cr.translate(x, y)
        self.cr.rotate(turn)
        self.cr.scale(rx, ry)
        self.cr.new_sub_path()
        self.cr.arc(0, 0, 1, 0, 2 * math.pi)
        self.cr.restore()

    def rounded(self, x, y, width, height, radius):
        cr = self.cr
        cr.new_sub_path()
        cr.arc(x + width - radius, y + radius, radius, -math.pi / 2, 0)
        cr.arc(x + width - radius, y + height - radius, radius, 0, math.pi / 2)
        cr.arc(x + radius, y + height - radius, radius, math.pi / 2, math.pi)
        cr.arc(x + radius, y + radius, radius, math.pi, 1.5 * math.pi)
        cr.close_path()

    def polygon(self, points):
        self.cr.move_to(*points[0])
        for point in points[1:]:
            self.cr.line_to(*point)
        self.cr.close_path()

    def path(self, *steps):
        """Steps of two numbers move or draw a line, of six a curve; the shape is closed."""
        self.cr.move_to(*steps[0])
        for step in steps[1:]:
            if len(step) == 2:
                self.cr.line_to(*step)
            else:
                self.cr.curve_to(*step)
        self.cr.close_path()

    def placed(self, x, y, size=1.0, turn=0.0):
        """`with canvas.placed(...)`: what is drawn inside is moved, scaled and turned."""
        return _Placed(self.cr, x, y, size, turn)

    def clipped(self):
        """`with canvas.clipped()`: the current path bounds what is drawn inside."""
        return _Clipped(self.cr)

    # Text

    def text_width(self, text, family, size, tracking=0.0, bold=False, italic=False):
        self._face(family, size, bold, italic)
        return sum(self.cr.text_extents(c).x_advance for c in text) + tracking * (len(text) - 1)

    def text(
        self, text, x, y, family, size, paint, tracking=0.0, bold=False, italic=False, align=0.0
    ):
        """Text on the baseline `y`; `align` 0 starts at `x`, 0.5 is centred on it, 1 ends there."""
        x -= align * self.text_width(text, family, size, tracking, bold, italic)
        self._face(family, size, bold, italic)
        for character in text:
            self.cr.move_to(x, y)
            self.cr.text_path(character)
            self.fill(paint)
            x += self.cr.text_extents(character).x_advance + tracking

    def _face(self, family, size, bold, italic):
        self.cr.select_font_face(
            family,
            cairo.FONT_SLANT_ITALIC if italic else cairo.FONT_SLANT_NORMAL,
            cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL,
        )
        self.cr.set_font_size(size)
        options = cairo.FontOptions()
        options.set_hint_metrics(cairo.HINT_METRICS_OFF)
        options.set_hint_style(cairo.HINT_STYLE_NONE)
        self.cr.set_font_options(options)


class _Placed:
    def __init__(self, cr, x, y, size, turn):
        self.cr, self.x, self.y, self.size, self.turn = cr, x, y, size, turn

    def __enter__(self):
        self.cr.save()
        self.cr.translate(self.x, self.y)
        self.cr.rotate(self.turn)
        self.cr.scale(self.size, self.size)

    def __exit__(self, *_):
        self.cr.restore()


class _Clipped:
    def __init__(self, cr):
        self.cr = cr

    def __enter__(self):
        self.cr.save()
        self.cr.clip()

    def __exit__(self, *_):
        self.cr.restore()


def write(folder, name, width, height, paint, opaque=True, colours=256):
    """Calls `paint(canvas)` at each scale and writes name.png, name@2x.png, name@3x.png.

    Opaque pictures lose their alpha channel and get a palette of at most `colours` entries
    (0: none); pictures with transparency stay 8-bit RGBA.
    """
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for scale, suffix in SCALES:
        canvas = Canvas(width, height, scale)
        paint(canvas)
        _save(canvas.surface, folder / f"{name}{suffix}.png", opaque, colours)


def _save(surface, path, opaque, colours):
    size = (surface.get_width(), surface.get_height())
    surface.flush()
    # Cairo multiplies colour by alpha, PNG does not; "RGBa" is that form in Pillow.
    pixels = bytes(surface.get_data())
    image = Image.frombuffer("RGBa", size, pixels, "raw", "BGRa", surface.get_stride(), 1)
    image = image.convert("RGBA")
    if opaque:
        image = image.convert("RGB")
        if colours:
            image = _paletted(image, colours)
    with tempfile.TemporaryDirectory() as scratch:
        draft = pathlib.Path(scratch) / "draft.png"
        image.save(draft, optimize=True)
        subprocess.run(["optipng", "-quiet", "-o2", "-strip", "all", str(draft)], check=True)
        shutil.copyfile(draft, path)


def _paletted(image, count):
    """The picture with its `count` most used colours; edges take the nearest of them.

    Pillow's own methods average colours, which bends the flat tones these drawings are made of.
    """
    pixels = numpy.asarray(image).reshape(-1, 3)
    packed = (pixels.astype(numpy.int32) * (65536, 256, 1)).sum(axis=1)
    codes, places, uses = numpy.unique(packed, return_inverse=True, return_counts=True)
    tones = numpy.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1)
    chosen = []
    for index in numpy.argsort(-uses, kind="stable"):
        apart = numpy.abs(tones[chosen] - tones[index]).sum(axis=1)
        if not chosen or apart.min() > 5:
            chosen.append(index)
        if len(chosen) == count:
            break
    palette = tones[chosen]
    nearest = numpy.empty(len(tones), dtype=numpy.uint8)
    for start in range(0, len(tones), 4096):
        part = tones[start : start + 4096]
        distance = ((part[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
        nearest[start : start + 4096] = distance.argmin(axis=1)
    result = Image.fromarray(nearest[places].reshape(image.height, image.width), mode="P")
    result.putpalette(palette.astype(numpy.uint8).tobytes())
    return result
