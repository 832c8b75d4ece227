# SPDX-License-Identifier: Apache-2.0
"""Ternavia Airways: an arctic tern, petrol blue and coral."""

from canvas import mix, write

NIGHT, PETROL, ICE, CORAL, WHITE = "#0b2a3f", "#125a76", "#bfe3ea", "#ff6f4e", "#ffffff"
FACE = "Sora"


def tern(c, wing=WHITE, tail=CORAL):
    """The mark, in a box of 100 by 100: a tern banking to the right, its forked tail in coral."""
    # far wing
    c.path((50, 57), (50, 34, 66, 12, 97, 3), (84, 20, 76, 38, 73, 56))
    c.fill(wing)
    # near wing and body, head to the right
    c.path(
        (2, 27),
        (28, 22, 46, 34, 55, 53),
        (64, 49, 76, 50, 84, 57),
        (88, 58, 92, 60, 97, 64),
        (90, 65, 84, 66, 78, 70),
        (66, 77, 50, 75, 42, 66),
        (34, 50, 20, 36, 2, 27),
    )
    c.fill(wing)
    # tail
    c.path(
        (42, 68),
        (36, 78, 26, 88, 12, 97),
        (24, 97, 36, 92, 43, 86),
        (42, 92, 39, 96, 36, 99),
        (50, 95, 57, 86, 60, 76),
        (53, 75, 47, 73, 42, 68),
    )
    c.fill(tail)


def icon(c):
    c.flood(c.linear(0, 0, 0, 38, [PETROL, NIGHT]))
    c.ellipse(19, 45, 34, 17)
    c.fill(mix(NIGHT, PETROL, 0.45))
    with c.placed(4.5, 4.5, 0.29):
        tern(c)


def wordmark(c, height, size):
    with c.placed(0, (height - size) / 2, size / 100):
        tern(c)
    x = size * 1.18
    c.text(
        "TERNAVIA", x, height / 2 + size * 0.08, FACE, size * 0.44, WHITE, size * 0.05, bold=True
    )
    # The second line is spread to the width of the first.
    wide = c.text_width("TERNAVIA", FACE, size * 0.44, size * 0.05, bold=True) - size * 0.03
    tight = c.text_width("AIRWAYS", FACE, size * 0.2)
    c.text(
        "AIRWAYS",
        x + size * 0.02,
        height / 2 + size * 0.38,
        FACE,
        size * 0.2,
        ICE,
        (wide - tight) / 6,
    )


def logo(c):
    wordmark(c, 50, 39)


def primary_logo(c):
    wordmark(c, 30, 28)


def footer(c):
    """A flight path: ticks like a runway, the climb drawn in coral."""
    middle = 7.5
    for i in range(48):
        x = 3 + i * 5.96
        tall = 2.2 if i % 6 else 4.2
        c.cr.move_to(x, middle - tall / 2)
        c.cr.line_to(x, middle + tall / 2)
        c.stroke(ICE, 0.8, 0.28 if i % 6 else 0.55)
    c.cr.move_to(3, 12.5)
    c.cr.curve_to(70, 12.5, 90, 2, 143, 2)
    c.cr.curve_to(196, 2, 216, 12.5, 283, 12.5)
    c.stroke(CORAL, 1.4)
    for x in (3, 283):
        c.circle(x, 12.5, 2)
        c.fill(WHITE)
    with c.placed(135.5, -1.2, 0.15):
        tern(c, tail=WHITE)


def draw(root):
    folder = root / "boarding-pass.pass"
    write(folder, "icon", 38, 38, icon)
    write(folder, "logo", 158, 50, logo, opaque=False)
    write(folder, "primaryLogo", 114, 30, primary_logo, opaque=False)
    write(folder, "footer", 286, 15, footer, opaque=False)
