"""Draws a diagram: text in, SVG out.

Usage: diagram.py FILE.diagram >FILE.svg

Each line of the text is one of
  title TEXT                          what a screen reader says
  size COLUMN_WIDTH ROW_HEIGHT        of the grid, in pixels
  box NAME COLUMN[-COLUMN] ROW KIND "TITLE" ["LINE"...]
  arrow FROM TO ["LABEL"]             from the side of one box to the facing side of the other
  # a comment
KIND is host, device, shared or data. Boxes of one row or column are joined by a straight line, others by one with two corners.
The picture follows the reader's light or dark color scheme.
"""

import shlex
import sys
from xml.sax.saxutils import escape

MARGIN = 12
GAP_X = 56  # between columns
GAP_Y = 44  # between rows
LINE = 16

STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }
  .title { font-weight: 600; font-size: 13px; }
  .label { font-size: 11px; fill: #59636e; }
  .background { fill: #ffffff; }
  .box { stroke-width: 1.5; }
  .host { fill: #ddf4ff; stroke: #0969da; }
  .device { fill: #dafbe1; stroke: #1a7f37; }
  .shared { fill: #fff8c5; stroke: #9a6700; }
  .data { fill: #f6f8fa; stroke: #59636e; }
  .arrow { fill: none; stroke: #59636e; stroke-width: 1.5; }
  .head { fill: #59636e; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .label { fill: #9198a1; }
    .background { fill: #0d1117; }
    .host { fill: #0c2d6b; stroke: #4493f8; }
    .device { fill: #033a16; stroke: #3fb950; }
    .shared { fill: #3b2300; stroke: #d29922; }
    .data { fill: #151b23; stroke: #9198a1; }
    .arrow { stroke: #9198a1; }
    .head { fill: #9198a1; }
  }
"""


class Box:
    """A rectangle of the grid, with lines of text."""

    def __init__(self, columns, row, kind, lines, width, height):
        first, _, last = columns.partition("-")
        self.first, self.last, self.row = int(first), int(last or first), int(row)
        self.kind, self.lines = kind, lines
        self.left = MARGIN + self.first * (width + GAP_X)
        self.right = MARGIN + self.last * (width + GAP_X) + width
        self.top = MARGIN + self.row * (height + GAP_Y)
        self.bottom = self.top + height

    def center(self):
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def draw(self):
        x, y = self.center()
        yield '<rect class="box %s" x="%g" y="%g" width="%g" height="%g" rx="6"/>' % (
            self.kind,
            self.left,
            self.top,
            self.right - self.left,
            self.bottom - self.top,
        )
        y -= (len(self.lines) - 1) * LINE / 2 - 4
        for number, line in enumerate(self.lines):
            style = ' class="title"' if number == 0 else ""
            yield '<text%s x="%g" y="%g">%s</text>' % (style, x, y + number * LINE, escape(line))


def shared_column(a, b):
    """The x of a vertical line that meets both boxes: the center of the narrower one."""
    narrow = a if a.last - a.first <= b.last - b.first else b
    x = narrow.center()[0]
    return x if max(a.left, b.left) <= x <= min(a.right, b.right) else None


def route(a, b):
    """The corners of a line from a to b, and the place of its label."""
    if a.row == b.row:
        y = a.center()[1]
        begin, end = (a.right, b.left) if a.left < b.left else (a.left, b.right)
        return [(begin, y), (end, y)], ((begin + end) / 2, y - 6)
    x = shared_column(a, b)
    if x is not None:
        begin, end = (a.bottom, b.top) if a.top < b.top else (a.top, b.bottom)
        return [(x, begin), (x, end)], (x + 4, (begin + end) / 2 + 4)
    begin, end = (a.right, b.left) if a.left < b.left else (a.left, b.right)
    middle = end - GAP_X / 2 if a.left < b.left else end + GAP_X / 2
    (_, y1), (_, y2) = a.center(), b.center()
    return [(begin, y1), (middle, y1), (middle, y2), (end, y2)], (middle, y1 - 6)


def arrow(a, b, label):
    points, (x, y) = route(a, b)
    corners = " ".join("%g,%g" % point for point in points)
    yield '<polyline class="arrow" marker-end="url(#head)" points="%s"/>' % corners
    if label:
        vertical = points[0][0] == points[-1][0]
        anchor = ' style="text-anchor: start"' if vertical else ""
        yield '<text class="label"%s x="%g" y="%g">%s</text>' % (anchor, x, y, escape(label))


def draw(text):
    title, width, height, boxes, arrows = "", 120, 56, {}, []
    for number, line in enumerate(text.splitlines(), 1):
        words = shlex.split(line, comments=True)
        if not words:
            continue
        try:
            if words[0] == "title":
                title = " ".join(words[1:])
            elif words[0] == "size":
                width, height = int(words[1]), int(words[2])
            elif words[0] == "box":
                name, columns, row, kind = words[1:5]
                boxes[name] = Box(columns, row, kind, words[5:], width, height)
            elif words[0] == "arrow":
                arrows.append((boxes[words[1]], boxes[words[2]], " ".join(words[3:])))
            else:
                raise ValueError("unknown word '%s'" % words[0])
        except (ValueError, IndexError, KeyError) as error:
            sys.exit("line %d: error: %s: %s" % (number, type(error).__name__, error))
    right = max(box.right for box in boxes.values()) + MARGIN
    bottom = max(box.bottom for box in boxes.values()) + MARGIN
    yield "<!-- Made by testing/docs/diagram.py; change the .diagram file beside this one. -->"
    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" role="img">' % (right, bottom, right)
    yield "<title>%s</title>" % escape(title)
    yield "<style>%s</style>" % STYLE
    yield '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    yield '<path class="head" d="M0,0 L8,4 L0,8 z"/></marker></defs>'
    yield '<rect class="background" width="%g" height="%g" rx="8"/>' % (right, bottom)
    for a, b, label in arrows:
        yield from arrow(a, b, label)
    for box in boxes.values():
        yield from box.draw()
    yield "</svg>"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n".join(draw(file.read())))
