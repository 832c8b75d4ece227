# SPDX-License-Identifier: Apache-2.0
"""The "Low Tide" tour at Kaispeicher Neun: a screen print of a sun setting behind a harbour crane."""

import math
import random

from canvas import mix, ramp, write

INK, ROSE, AMBER, CREAM = "#160f2e", "#d8436b", "#ff9a52", "#ffe9c7"
SKY = ramp(["#1a1138", "#3a1a58", "#7d2a6b", "#d4476a", "#f9774f", "#ff9150"], 15)
SEA = ramp(["#c2456c", "#7a2a69", "#45205c", "#241645", "#160f2e"], 13)
FACE = "Bebas Neue"
HORIZON = 268


def sun(c, x, y, radius):
    """A disc in four tones, paler at the top."""
    c.cr.save()
    c.circle(x, y, radius)
    c.cr.clip()
    for share, tone in ((0, "#fff0cf"), (0.42, "#ffdf9e"), (0.66, "#ffc878"), (0.86, "#ffae62")):
        c.cr.rectangle(x - radius, y - radius + share * 2 * radius, 2 * radius, 2 * radius)
        c.fill(tone)
    c.cr.restore()


def skyline(c, base):
    """Warehouses and a harbour crane, drawn for a width of 358."""
    for x, width, height, gables in (
        (-6, 40, 34, 1),
        (34, 54, 46, 2),
        (88, 30, 30, 1),
        (262, 46, 38, 2),
        (308, 60, 52, 2),
    ):
        part = width / gables
        points = [(x, base)]
        for i in range(gables):
            left = x + i * part
            points += [
                (left, base - height * 0.72),
                (left + part / 2, base - height),
                (left + part, base - height * 0.72),
            ]
        points.append((x + width, base))
        c.polygon(points)
    c.fill(INK)
    # lit windows
    rnd = random.Random(9)
    for x, width, height in ((0, 30, 20), (40, 44, 26), (268, 36, 22), (316, 40, 30)):
        for i in range(int(width / 7)):
            for j in range(int(height / 8)):
                if rnd.random() < 0.45:
                    c.cr.rectangle(x + i * 7 + 1, base - height + j * 8, 2.4, 3.4)
    c.fill(AMBER)


def crane(c, x, base):
    """A slewing crane with a lattice jib; `x` is the middle of its portal."""
    with c.placed(x, base):
        for a, b in (
            ((-15, 0), (-8, -44)),
            ((15, 0), (8, -44)),
            ((-12, -16), (12, -16)),
            ((-13, -12), (8, -44)),
            ((13, -12), (-8, -44)),
        ):
            c.cr.move_to(*a)
            c.cr.line_to(*b)
        c.stroke(INK, 2.4)
        c.polygon([(-15, -44), (13, -44), (13, -63), (2, -69), (-15, -66)])
        c.fill(INK)
        c.cr.rectangle(4, -59, 6, 6)
        c.fill(AMBER)
        # jib
        low, high, tip = (10, -50), (4, -68), (92, -136)
        c.polygon([low, high, tip])
        c.stroke(INK, 2.2)
        for i in range(1, 11):
            t, u = i / 11, (i - 0.5) / 11
            up = (high[0] + (tip[0] - high[0]) * t, high[1] + (tip[1] - high[1]) * t)
            down = (low[0] + (tip[0] - low[0]) * u, low[1] + (tip[1] - low[1]) * u)
            back = (
                high[0] + (tip[0] - high[0]) * (i - 1) / 11,
                high[1] + (tip[1] - high[1]) * (i - 1) / 11,
            )
            c.cr.move_to(*up)
            c.cr.line_to(*down)
            c.cr.line_to(*back)
        c.stroke(INK, 1.1)
        # mast, stay and counterweight
        c.cr.move_to(-8, -66)
        c.cr.line_to(-4, -98)
        c.cr.line_to(92, -136)
        c.cr.move_to(-4, -98)
        c.cr.line_to(-26, -62)
        c.stroke(INK, 1.6)
        c.cr.rectangle(-31, -66, 13, 13)
        c.fill(INK)
        # rope with a microphone where the hook would be
        c.cr.move_to(92, -136)
        c.cr.line_to(92, -84)
        c.stroke(INK, 1.2)
        c.rounded(85.5, -84, 13, 19, 6.5)
        c.fill(INK)
        for y in (-79, -75.5, -72):
            c.cr.move_to(87.5, y)
            c.cr.line_to(96.5, y)
        c.stroke(AMBER, 0.9)
        c.polygon([(87.5, -64), (96.5, -64), (94.4, -46), (89.6, -46)])
        c.fill(INK)


def gull(c, x, y, size, paint=INK):
    with c.placed(x, y, size):
        c.path(
            (-10, -4),
            (-6, -7, -2, -5, 0, 0),
            (2, -5, 6, -7, 10, -4),
            (6, -4.6, 3, -2, 0, 2.4),
            (-3, -2, -6, -4.6, -10, -4),
        )
        c.fill(paint)


def scene(c, horizon, bottom):
    """Sky, sun, harbour and water for a width of 358."""
    width = 358
    step = horizon / len(SKY)
    for i, tone in enumerate(SKY):
        c.cr.rectangle(0, i * step, width, step + 1)
        c.fill(tone)
    rnd = random.Random(4)
    for _ in range(46):
        x, y = rnd.uniform(0, width), rnd.uniform(4, horizon * 0.42)
        c.circle(x, y, rnd.choice((0.6, 0.6, 0.9, 1.2)))
    c.fill(CREAM, 0.75)
    # rings of sound around the sun
    cx, cy = 179, horizon - 62
    for i in range(7, 0, -1):
        c.circle(cx, cy, 84 + i * 19)
        c.fill("#ffb066", 0.045 + (7 - i) * 0.006)
    sun(c, cx, cy, 84)
    gull(c, 246, horizon - 172, 1.0)
    gull(c, 270, horizon - 186, 0.7)
    gull(c, 226, horizon - 196, 0.55)
    skyline(c, horizon)
    crane(c, 128, horizon)
    # water: one band per tone, its upper edge a wave
    depth = bottom - horizon
    y = horizon
    for i, tone in enumerate(SEA):
        tall = depth * (0.03 + 0.0079 * i)
        c.cr.move_to(0, bottom)
        c.cr.line_to(0, y)
        for x in range(0, width + 4, 4):
            swell = math.sin(x / (21 + i * 4.5) + i * 1.9) * (0.4 + i * 0.42)
            c.cr.line_to(x, y + swell if i else y)
        c.cr.line_to(width, bottom)
        c.cr.close_path()
        c.fill(tone)
        y += tall
    # the sun's path on the water
    y = horizon + 3
    for i in range(17):
        half = 74 - i * 2.2 + 17 * math.sin(i * 2.3)
        shift = 9 * math.sin(i * 1.7)
        tall = 1.6 + i * 0.16
        c.rounded(cx - half + shift, y, 2 * half, tall, tall / 2)
        c.fill(mix("#ffd48a", "#d8436b", i / 17))
        y += 3.1 + i * 0.5


def artwork(c):
    scene(c, HORIZON, 448)


def thumbnail(c):
    with c.placed(-21.5, -23.5, 0.37):
        scene(c, HORIZON, 448)


def tide(c, x, y, width, paints, thick):
    """Waves one above the other, two crests each."""
    for i, paint in enumerate(paints):
        for j in range(61):
            part = j / 60
            c.cr.line_to(x + part * width, y + i * thick * 2 + 1.5 * math.sin(part * 4 * math.pi))
        c.stroke(paint, thick)


def icon(c):
    bands = ramp(["#2b1650", "#8d2e6c", "#ff8a55"], 6)
    for i, tone in enumerate(bands):
        c.cr.rectangle(0, i * 25 / 6, 38, 25 / 6 + 0.5)
        c.fill(tone)
    sun(c, 19, 21, 11.5)
    c.cr.rectangle(0, 24, 38, 14)
    c.fill(INK)
    for y, half, tone in ((26.2, 10.4, "#ffd48a"), (29.4, 7.6, "#ff9a52"), (32.6, 9, "#d8436b")):
        c.rounded(19 - half, y, 2 * half, 1.8, 0.9)
        c.fill(tone)


def wordmark(c, x, baseline, size):
    """LOW TIDE with the O as a setting sun."""
    c.text("L", x, baseline, FACE, size, CREAM, bold=True)
    x += c.text_width("L", FACE, size, bold=True) + size * 0.05
    radius = size * 0.352
    middle = baseline - size * 0.352
    with c.placed(x + radius, middle):
        sun(c, 0, 0, radius)
        for y, tall in ((0.18, 0.1), (0.48, 0.14)):
            c.cr.save()
            c.cr.rectangle(-radius, y * radius, 2 * radius, tall * radius)
            c.cr.set_operator(0)
            c.cr.fill()
            c.cr.restore()
    x += 2 * radius + size * 0.05
    c.text("W", x, baseline, FACE, size, CREAM, bold=True)
    x += c.text_width("W", FACE, size, bold=True) + size * 0.2
    c.text("TIDE", x, baseline, FACE, size, CREAM, size * 0.03, bold=True)
    return x + c.text_width("TIDE", FACE, size, size * 0.03, bold=True)


def logo(c):
    end = wordmark(c, 0, 33, 38)
    tide(c, 1, 41, end - 2, (ROSE, AMBER), 1.8)


def primary_logo(c):
    wordmark(c, 0, 27.5, 35)


def secondary_logo(c):
    for i, tone in enumerate((ROSE, AMBER, CREAM)):
        c.polygon(
            [(i * 6, 11), (i * 6, 5), (i * 6 + 2.6, 1.5), (i * 6 + 5.2, 5), (i * 6 + 5.2, 11)]
        )
        c.fill(tone)
    c.text("KAISPEICHER NEUN", 23, 10.8, FACE, 13.2, CREAM, 1.15)


def venue_map(c):
    """The hall: stage, standing floor, three rings of seats, and the entrances A to C."""
    c.flood("#1d1440")
    cx, cy = 180, 70
    c.circle(cx, cy, 242)
    c.fill("#261a50")
    blocks = (
        ("3", 163, 196, "#6b2f74", 9),
        ("2", 125, 158, "#a53a70", 7),
        ("1", 87, 120, "#d8566a", 5),
    )
    for ring, inner, outer, tone, count in blocks:
        span = math.radians(128)
        start = math.radians(26)
        for i in range(count):
            a = start + span * i / count + math.radians(0.9)
            b = start + span * (i + 1) / count - math.radians(0.9)
            c.cr.new_path()
            c.cr.arc(cx, cy, outer, a, b)
            c.cr.arc_negative(cx, cy, inner, b, a)
            c.cr.close_path()
            c.fill(mix(tone, "#ffffff", 0.07) if i % 2 else tone)
            middle, radius = (a + b) / 2, (inner + outer) / 2
            c.text(
                f"{ring}{count - i:02d}",
                cx + radius * math.cos(middle),
                cy + radius * math.sin(middle) + 4,
                FACE,
                11.5,
                CREAM,
                0.4,
                align=0.5,
            )
    c.cr.new_path()
    c.cr.arc(cx, cy, 80, math.radians(14), math.radians(166))
    c.cr.close_path()
    c.fill(AMBER)
    c.text("STANDING", cx, cy + 54, FACE, 16, INK, 1.2, align=0.5)
    c.rounded(cx - 80, 20, 160, 50, 6)
    c.fill(INK)
    c.rounded(cx - 80, 65, 160, 6, 3)
    c.fill(CREAM)
    c.text("STAGE", cx, 52, FACE, 22, CREAM, 3, align=0.5)
    for letter, x, y in (("A", 37, 264), ("B", 180, 312), ("C", 323, 264)):
        c.circle(x, y, 13)
        c.fill(CREAM)
        c.text(letter, x, y + 6, FACE, 17, INK, align=0.5)


def draw(root):
    folder = root / "concert-ticket.pass"
    write(folder, "icon", 38, 38, icon)
    write(folder, "logo", 128, 50, logo, opaque=False)
    write(folder, "primaryLogo", 118, 30, primary_logo, opaque=False)
    write(folder, "secondaryLogo", 112, 12, secondary_logo, opaque=False)
    write(folder, "artwork", 358, 448, artwork, colours=96)
    write(folder, "thumbnail", 90, 90, thumbnail, colours=96)
    write(folder, "venueMap", 360, 360, venue_map, colours=48)
