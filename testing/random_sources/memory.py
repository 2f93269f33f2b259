"""Arrays that kernels access: who may write which elements, and how an element is addressed."""

import scalars


class Array:
    """Read only, or each work-item owns `count` elements, whose index `layout` computes from a number below `count`."""

    def __init__(self, name, kind, form, count=0, layout=None):
        self.name, self.kind, self.form, self.count, self.layout = name, kind, form, count, layout
        self.low, self.high, self.extent = 0, 0, [1, 1]
        self.aliases = []

    def note(self, low, high):
        self.low, self.high = min(self.low, low), max(self.high, high)

    def size(self):
        return self.extent[0] * self.extent[1] if self.form == "accessor2" else self.high - self.low + 1

    def is_scalar(self):
        return isinstance(self.kind, scalars.Scalar)


class Layout:
    """The indices of a work-item's elements. Each has a text with {c}, and bounds for c from 0 to count - 1.

    `linear` is the work-item's number, `total` how many there are; `rows` the coordinates of a two-dimensional range.
    """

    def __init__(self, rng, linear, total, count, rows=None):
        self.count = count
        high, i, n = linear.high, linear.text, total.text
        k = count
        choices = [self._plain] * 8 + [self._padded, self._split, self._fields, self._fields, self._reversed, self._exclusive,
                                       self._rotated, self._transposed, self._offset]
        if rows:
            choices += [self._pitched, self._pitched, self._columns, self._columns]
        self.texts, self.top, self.pointer = rng.choice(choices)(rng, i, n, k, high, rows)
        self.rng = rng

    def _plain(self, rng, i, n, k, high, rows):
        texts = ["{i} * {k} + {c}", "{k} * {i} + {c}", "{c} + {i} * {k}", "({i}) * {k} + {c}"]
        if k == 1:
            texts = ["{i}"]
        elif k & (k - 1) == 0:
            texts += ["({i} << %d) + {c}" % (k.bit_length() - 1), "{i} << %d | {c}" % (k.bit_length() - 1)]
        return [t.format(i=i, k=k, c="{c}") for t in texts], high * k + k - 1, "%s * %d" % (i, k)

    def _padded(self, rng, i, n, k, high, rows):
        pitch = k + rng.choice([1, 1, 2, 3, 5])
        return ["%s * %d + {c}" % (i, pitch)], high * pitch + k - 1, "%s * %d" % (i, pitch)

    def _split(self, rng, i, n, k, high, rows):
        width = rng.choice([3, 4, 5, 8, 16, 30])
        pitch = width * k + rng.choice([0, 1, 2, 7])
        base = "(%s / %d) * %d + (%s %% %d) * %d" % (i, width, pitch, i, width, k)
        return [base + " + {c}"], (high // width + 1) * pitch, base

    def _fields(self, rng, i, n, k, high, rows):
        return ["{c} * %s + %s" % (n, i), "%s + {c} * %s" % (i, n), "%s + %s * {c}" % (i, n)], (high + 1) * k, None

    def _reversed(self, rng, i, n, k, high, rows):
        base = "(%s - 1 - %s)" % (n, i)
        return ["%s * %d + {c}" % (base, k)] if k > 1 else [base], high * k + k - 1, "%s * %d" % (base, k)

    def _exclusive(self, rng, i, n, k, high, rows):
        mask = rng.choice([1, 2, 3, 5, 7, 8, 15, 32])
        top = (high | 63) + 1
        return ["(%s ^ %d) * %d + {c}" % (i, mask, k)] if k > 1 else ["(%s ^ %d)" % (i, mask)], top * k, None

    def _rotated(self, rng, i, n, k, high, rows):
        by = rng.choice([1, 2, 5, 16, 33])
        base = "((%s + %d) %% %s)" % (i, by, n)
        return ["%s * %d + {c}" % (base, k)] if k > 1 else [base], high * k + k - 1, None

    def _transposed(self, rng, i, n, k, high, rows):
        width = rng.choice([2, 3, 4, 7, 16])
        tall = high // width + 1 + rng.choice([0, 0, 1])
        base = "((%s %% %d) * %d + %s / %d)" % (i, width, tall, i, width)
        return ["%s * %d + {c}" % (base, k)] if k > 1 else [base], width * tall * k, None

    def _offset(self, rng, i, n, k, high, rows):
        by = rng.choice([1, 2, 3, 8])
        return ["(%s + %d) * %d + {c}" % (i, by, k), "%d + %s * %d + {c}" % (by * k, i, k)], (high + by) * k + k - 1, None

    def _pitched(self, rng, i, n, k, high, rows):
        y, x = rows
        pitch = (x.high + 1) * k + rng.choice([0, 0, 1, 3])
        base = "%s * %d + %s" % (y.text, pitch, "%s * %d" % (x.text, k) if k > 1 else x.text)
        return [base + " + {c}"] if k > 1 else [base], (y.high + 1) * pitch, base

    def _columns(self, rng, i, n, k, high, rows):
        y, x = rows
        pitch = (y.high + 1) * k + rng.choice([0, 0, 1])
        base = "%s * %d + %s" % (x.text, pitch, "%s * %d" % (y.text, k) if k > 1 else y.text)
        return [base + " + {c}"] if k > 1 else [base], (x.high + 1) * pitch, base

    def index(self, c):
        return self.rng.choice(self.texts).format(c=c)
