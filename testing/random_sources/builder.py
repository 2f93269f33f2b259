"""Expressions and statements of one kernel: what is in scope, what may be read and what may be written."""

import records
import scalars
from scalars import Arithmetic, Expression, cast, literal
from statements import Statement

FURTHEST, NEAREST = 5000, -60


class Variable:
    def __init__(self, name, scalar, low, high, mutable=False, counter=False):
        self.name, self.scalar, self.low, self.high, self.mutable, self.counter = name, scalar, low, high, mutable, counter

    def value(self):
        return Expression(self.name, self.scalar, self.low, self.high)


class Private:
    """An array of the work-item: its size is a power of two or has a bound for each index."""

    def __init__(self, name, scalar, size):
        self.name, self.scalar, self.size = name, scalar, size


class Builder:
    def __init__(self, rng, without):
        self.rng, self.math, self.without = rng, Arithmetic(rng), tuple(without)
        self.scopes, self.privates, self.locals = [[]], [], []
        self.inputs, self.outputs, self.counters = [], [], []
        self.records, self.needs = [], set()
        self.names = 0
        self.ids, self.linear, self.total = [], None, None
        self.rows, self.extents = None, None
        self.rounds, self.in_loop, self.can_return = 1, False, False
        self.calls, self.nesting, self.straight, self.pending = [], 0, False, []

    # What there is.

    def fresh(self, prefix="v"):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    def chance(self, probability):
        return self.rng.random() < probability

    def declare(self, name, scalar, low=None, high=None, mutable=False, counter=False):
        if low is None and not scalar.is_float():
            low, high = scalar.low, scalar.high
        variable = Variable(name, scalar, low, high, mutable, counter)
        self.scopes[-1].append(variable)
        return variable

    def variables(self, test):
        return [v for scope in self.scopes for v in scope if test(v)]

    def inside(self, make, loop=False, rounds=1):
        """What `make` returns, with a scope of its own."""
        saved = self.in_loop, self.rounds, len(self.privates)
        self.scopes.append([])
        self.in_loop, self.rounds = (loop or self.in_loop), self.rounds * rounds
        result = make()
        self.scopes.pop()
        self.in_loop, self.rounds = saved[:2]
        del self.privates[saved[2]:]
        return result

    def scalar(self):
        scalar = records.random_scalar(self.rng, self.without)
        self.needs |= records.requirements(scalar)
        return scalar

    # Expressions.

    def leaf(self, floats, constants=True):
        draw = self.rng.random()
        if draw < 0.15 and constants:
            return self.constant(floats)
        if draw < 0.45:
            value = self.variable(floats)
            if value:
                return value
        if draw < 0.7 and self.outputs:
            value = self.own_value(floats)
            if value:
                return value
        value = self.read(floats) or self.variable(floats)
        return value or self.constant(floats)

    def constant(self, floats):
        if floats:
            text = self.rng.choice(["0.5f", "2.0f", "1.0f", "-1.5f", "3.0f", "0.25f", "100.0f", "0.0f", "0.1f", "1.0f"])
            if "fp64" in self.needs and self.chance(0.3):
                return Expression("(%s)" % text[:-1], scalars.DOUBLE, None, None)
            return Expression("(%s)" % text if text[0] == "-" else text, scalars.FLOAT, None, None)
        value = self.rng.choice([0, 1, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 63, 100, 255, -1, -2, 1000, 65535])
        scalar = scalars.INT if value < 0 else self.rng.choice([scalars.INT] * 4 + [scalars.UINT, scalars.LONG, scalars.ULONG])
        return literal(value, scalar)

    def variable(self, floats):
        found = self.variables(lambda v: v.scalar.is_float() == bool(floats))
        # The innermost are used most.
        if found and self.chance(0.6):
            found = found[-4:]
        if not found:
            return None
        value = self.rng.choice(found).value()
        return cast(value, scalars.FLOAT) if value.type is scalars.HALF else value

    def _widened(self, text, scalar):
        value = Expression(text, scalar, scalar.low, scalar.high)
        return cast(value, scalars.FLOAT) if scalar is scalars.HALF else value

    def read(self, floats):
        """An element that no work-item writes: of an input, a private array, or what another left in local memory."""
        wanted = [a for a in self.inputs if any(leaf.is_float() == bool(floats) for _, leaf in records.leaves(a.kind))]
        private = [p for p in self.privates + self.locals if p.scalar.is_float() == bool(floats)]
        if private and (not wanted or self.chance(0.4)):
            array = self.rng.choice(private)
            return self._widened("%s[%s]" % (array.name, self.small_index(array.size)), array.scalar)
        if not wanted:
            return None
        array = self.rng.choice(wanted)
        path, leaf = self.rng.choice([p for p in records.leaves(array.kind) if p[1].is_float() == bool(floats)])
        return self._widened(self.element(array) + self._path(path, array.kind), leaf)

    def _path(self, path, kind):
        """Elements of a vector also by a computed number."""
        if isinstance(kind, records.Vector) and self.chance(0.25):
            return "[%s]" % self.small_index(kind.count)
        return path

    def element(self, array):
        if array.form == "accessor2":
            y, x = (self.clipped(self.index(), 0, self.rng.choice([3, 20, 40])) for _ in range(2))
            array.extent = [max(array.extent[0], y.high + 1), max(array.extent[1], x.high + 1)]
            if self.chance(0.2):
                return "%s[sycl::id<2>(%s, %s)]" % (array.name, y.text, x.text)
            return "%s[%s][%s]" % (array.name, y.text, x.text)
        index = self.index()
        nearest = 0 if array.form == "accessor" else NEAREST
        if index.low < nearest or index.high > FURTHEST:
            index = self.clipped(index, nearest if self.chance(0.5) else 0, self.rng.choice([15, 63, 255, 400, 1023]))
        array.note(index.low, index.high)
        if array.form == "pointer" and self.chance(0.1):
            return "(*(%s + %s))" % (array.name, index.text) if self.chance(0.5) else "(%s + %s)[0]" % (array.name, index.text)
        return "%s[%s]" % (array.name, index.text)

    def clipped(self, value, low, high):
        if low <= value.low and value.high <= high:
            return value
        if self.chance(0.5) or low < 0:
            return self.math.clamp(value, low, high)
        return self.math.reduce(value, high + 1)

    def small_index(self, size):
        """The text of a number below `size`: a constant, a counter, or computed from data."""
        draw = self.rng.random()
        counters = self.variables(lambda v: v.counter and v.low >= 0 and v.high < size)
        if draw < 0.35 or self.nesting > 1 and not counters:
            return str(self.rng.randrange(size))
        draw = min(draw, 0.5) if self.nesting > 1 else draw
        if not counters and draw < 0.55:
            return str(self.rng.randrange(size))
        if draw < 0.65 and counters:
            counter = self.rng.choice(counters)
            if self.chance(0.2):
                return "%d - %s" % (size - 1, counter.name)
            return counter.name
        if draw < 0.75 and size > 1:
            a, b = self.rng.sample(range(size), 2)
            return "(%s ? %d : %d)" % (self.condition(1).text, a, b)
        return self.nested(lambda: self.math.reduce(self.number(1), size)).text

    def nested(self, make):
        """What `make` returns, as a part of an index: those in it are simple."""
        self.nesting += 1
        value = make()
        self.nesting -= 1
        return value

    def index(self):
        """Like indices in programs: mostly affine in ids and counters."""
        ids = self.variables(lambda v: v.counter or v.name in self.ids)
        if self.straight and self.chance(0.3):
            return self.linear.value()
        if self.nesting > 1:
            return self.math.binary("+", self.linear.value(), literal(self.rng.randrange(4)))
        if not ids or self.chance(0.12):
            return self.nested(lambda: self.number(2))
        return self.nested(lambda: self.affine(ids))

    def affine(self, ids):
        draw = self.rng.random()
        value = self.rng.choice(ids).value() if draw < 0.3 else self.linear.value()
        if draw < 0.25:
            return value
        for _ in range(self.rng.choice([1, 1, 2])):
            what = self.rng.random()
            if what < 0.45:
                value = self.math.binary(self.rng.choice("++-"), value, literal(self.rng.choice([1, 1, 1, 2, 3, 4, 16])))
            elif what < 0.6:
                value = self.math.binary("*", value, literal(self.rng.choice([2, 2, 3, 4, 5, 7])))
            elif what < 0.75:
                value = self.math.binary(self.rng.choice("++-"), value, self.rng.choice(ids).value())
            elif what < 0.8:
                value = self.math.binary(self.rng.choice("/%"), value, literal(self.rng.choice([2, 3, 4, 7, 8, 16])))
            elif what < 0.86:
                value = self.math.binary(self.rng.choice(["^", "&", "|", ">>", "<<"]), value, literal(self.rng.choice([1, 2, 3, 7, 15, 31])))
            elif what < 0.93:
                other = self.math.binary(self.rng.choice("+-"), value, literal(self.rng.choice([1, 1, 2, 5])))
                value = self.math.select(self.condition(1), other, value)
            else:
                # From the other end.
                value = self.math.binary("-", self.math.binary("-", self.total.value(), literal(1)), value)
        return value

    def number(self, depth):
        """An integer."""
        if depth <= 0:
            return self.leaf(False)
        draw = self.rng.random()
        if draw < 0.3:
            return self.leaf(False)
        if draw < 0.62:
            return self.math.binary(self.rng.choice(["+", "+", "-", "*"]), self.number(depth - 1), self.number(depth - 1))
        if draw < 0.75:
            return self.math.binary(self.rng.choice(["/", "%", "<<", ">>", "&", "|", "^"]), self.number(depth - 1), self.number(depth - 1))
        if draw < 0.83:
            return self.math.select(self.condition(depth - 1), self.number(depth - 1), self.number(depth - 1))
        if draw < 0.88:
            return cast(self.real(depth - 1) if self.chance(0.4) else self.number(depth - 1), self.rng.choice(scalars.INTEGERS))
        if draw < 0.9:
            return self.math.negative(self.number(depth - 1))
        if draw < 0.92:
            return self.condition(depth - 1)
        if draw < 0.97:
            return self._widths(depth)
        return self._builtin(depth)

    def _widths(self, depth):
        """A product of narrow numbers as a wide one, or the lower bits of a wide one."""
        if self.chance(0.5):
            return self.math.binary("*", cast(cast(self.number(depth - 1), scalars.SHORT), scalars.LONG),
                                    cast(cast(self.number(depth - 1), self.rng.choice([scalars.SHORT, scalars.CHAR])), scalars.LONG))
        a = cast(self.number(depth - 1), self.rng.choice([scalars.LONG, scalars.ULONG]))
        mask = self.rng.choice([0x7fffffff, 0xffffffff, 0xffff, 0x7fff])
        wide = self.math.binary("&", a, literal(mask, scalars.LONG))
        if self.chance(0.5):
            return wide
        return self.math.binary("+", wide, cast(a, self.rng.choice([scalars.INT, scalars.SHORT, scalars.UINT])))

    def _builtin(self, depth):
        a = cast(self.number(depth - 1), self.rng.choice([scalars.UINT, scalars.INT, scalars.ULONG]))
        kind = a.type
        draw = self.rng.random()
        if draw < 0.5:
            b = cast(self.number(depth - 1), kind)
            name = self.rng.choice(["min", "max"])
            pick = min if name == "min" else max
            return Expression("sycl::%s(%s, %s)" % (name, a.text, b.text), kind, pick(a.low, b.low), pick(a.high, b.high))
        if self.calls and draw < 0.7:
            name = self.rng.choice(self.calls)
            a = cast(a, scalars.INT)
            return Expression("%s(%s, %s)" % (name, a.text, cast(self.number(depth - 1), scalars.UINT).text), scalars.INT, scalars.INT.low, scalars.INT.high)
        name = self.rng.choice(["popcount", "clz"])
        return Expression("int(sycl::%s(%s))" % (name, a.text), scalars.INT, 0, kind.bits)

    def real(self, depth):
        """A floating-point number."""
        draw = self.rng.random()
        if depth <= 0 or draw < 0.25:
            return self.leaf(True)
        if draw < 0.75:
            return self.math.binary(self.rng.choice(["+", "+", "-", "*", "*", "/"]), self.real(depth - 1), self.real(depth - 1))
        if draw < 0.83:
            return self.math.select(self.condition(depth - 1), self.real(depth - 1), self.real(depth - 1))
        if draw < 0.9:
            return cast(self.number(depth - 1), scalars.FLOAT)
        a = self.real(depth - 1)
        if draw < 0.93:
            return self.math.negative(a)
        kind = a.type if a.type is not scalars.HALF else scalars.FLOAT
        name = kind.name
        if draw < 0.96:
            return Expression("sycl::sqrt(sycl::fabs(%s(%s)))" % (name, a.text), kind, None, None)
        if draw < 0.98:
            b, c = self.real(depth - 1), self.real(depth - 1)
            return Expression("sycl::fma(%s(%s), %s(%s), %s(%s))" % (name, a.text, name, b.text, name, c.text), kind, None, None)
        return Expression("(%s < %s ? %s : %s)" % (a.text, "0", "0", a.text), a.type, None, None)

    def value(self, scalar, depth=2):
        """The text of a value that may be assigned to a variable of the type."""
        if self.straight:
            depth = self.rng.choice([0, 1, depth])
        if scalar.is_float():
            value = self.real(depth)
        elif scalar is scalars.BOOL:
            return self.condition(depth).text
        else:
            value = self.number(depth)
        return cast(value, scalar).text if scalar is scalars.HALF or self.chance(0.15) else value.text

    def condition(self, depth):
        draw = self.rng.random()
        if draw < 0.1 and depth > 0:
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            return Expression("(%s %s %s)" % (a.text, self.rng.choice(["&&", "||"]), b.text), scalars.BOOL, 0, 1)
        if draw < 0.14 and depth > 0:
            return Expression("(!%s)" % self.condition(depth - 1).text, scalars.BOOL, 0, 1)
        if draw < 0.3:
            a = self.leaf(True, False) if depth < 2 else self.real(depth - 1)
            return self.math.compare(a, self.constant(True) if self.chance(0.4) else self.real(depth - 1))
        if draw < 0.7:
            return self.place_condition()
        if draw < 0.78:
            return self.math.compare(self.math.binary("&", self.leaf(False, False), literal(self.rng.choice([1, 1, 2, 3, 4, 7]))), literal(0), self.rng.choice(["==", "!="]))
        a = self.leaf(False, False) if depth < 2 else self.number(depth - 1)
        return self.math.compare(a, self.constant(False) if self.chance(0.6) else self.number(depth - 1))

    def place_condition(self):
        """On ids, counters and sizes: ends, interior, one in some."""
        ids = self.variables(lambda v: v.counter or v.name in self.ids)
        i = self.rng.choice(ids).value() if ids and self.chance(0.5) else self.linear.value()
        n = self.total.value()
        c = literal(self.rng.choice([0, 1, 2, 3, 4, 5, 8, 13, 31, 32, 63]))
        draw = self.rng.random()
        if draw < 0.25:
            return self.math.compare(i, c)
        if draw < 0.45:
            edge = self.math.binary("-", n, literal(self.rng.choice([1, 1, 2, 3])))
            return self.math.compare(i, edge, self.rng.choice(["==", "<", "!=", ">=", "<="]))
        if draw < 0.6:
            m = self.rng.choice([2, 2, 3, 4, 5, 8])
            return self.math.compare(self.math.binary("%", i, literal(m)), literal(self.rng.randrange(m)), self.rng.choice(["==", "!=", "<", ">"]))
        if draw < 0.75:
            a, b = self.math.compare(i, literal(self.rng.choice([0, 1, 2])), ">"), self.math.compare(i, self.math.binary("-", n, literal(2)), "<")
            return Expression("(%s %s %s)" % (a.text, self.rng.choice(["&&", "&&", "||"]), b.text), scalars.BOOL, 0, 1)
        if draw < 0.85:
            low, width = self.rng.choice([1, 1, 2, 5]), self.rng.choice([1, 2, 3])
            return Expression("(unsigned(%s - %d) < unsigned(%s - %d))" % (i.text, low, n.text, width), scalars.BOOL, 0, 1)
        return self.math.compare(i, self.rng.choice(ids).value() if ids else n)

    # Places that may be written.

    def own_index(self, array, c=None):
        c = c if c is not None else self.small_index(array.count)
        plain = c.isalnum() or c.startswith("(") and c.count("(") == 1
        return array.layout.index(c if plain else "(%s)" % c)

    def own_element(self, array, c=None):
        if array.form == "accessor2":
            c = c if c is not None else self.small_index(array.count)
            y, x = self.linear.name, c
            if array.layout == "columns":
                y, x = x, y
            array.extent = [max(array.extent[0], (self.linear.high if y == self.linear.name else array.count - 1) + 1),
                            max(array.extent[1], (self.linear.high if y != self.linear.name else array.count - 1) + 1)]
            return "%s[%s][%s]" % (array.name, y, x)
        array.note(0, array.layout.top)
        if array.aliases and self.chance(0.3):
            name, shift = self.rng.choice(array.aliases)
            index = self.own_index(array, c)
            return "%s[%s + %d]" % (name, "(%s)" % index if "|" in index else index, shift) if shift else "%s[%s]" % (name, index)
        if array.form == "pointer" and self.chance(0.06):
            return "(*(%s + (%s)))" % (array.name, self.own_index(array, c))
        return "%s[%s]" % (array.name, self.own_index(array, c))

    def own_place(self, floats=None):
        """Text and type of a scalar that this work-item owns, or None."""
        arrays = [a for a in self.outputs if floats is None or
                  any(leaf.is_float() == floats for _, leaf in records.leaves(a.kind))]
        if not arrays:
            return None
        array = self.rng.choice(arrays)
        paths = [p for p in records.leaves(array.kind) if floats is None or p[1].is_float() == floats]
        path, leaf = self.rng.choice(paths)
        return self.own_element(array) + self._path(path, array.kind), leaf

    def own_value(self, floats):
        place = self.own_place(bool(floats))
        return self._widened(*place) if place else None

    def place(self):
        """Anything scalar that may be assigned to: owned memory, private arrays, variables."""
        draw = self.rng.random()
        mutable = self.variables(lambda v: v.mutable)
        if draw < 0.2 and self.privates:
            private = self.rng.choice(self.privates)
            return "%s[%s]" % (private.name, self.small_index(private.size)), private.scalar
        if draw < 0.45 and mutable:
            variable = self.rng.choice(mutable)
            return variable.name, variable.scalar
        return self.own_place()

    def assignment(self, place=None):
        text, scalar = place or self.place()
        draw = self.rng.random()
        if draw < 0.6 or scalar is scalars.BOOL or scalar is scalars.HALF:
            return Statement("%s = %s;" % (text, self.value(scalar)))
        if scalar.is_float():
            return Statement("%s %s= %s;" % (text, self.rng.choice("++-*"), cast(self.real(1), scalar).text))
        if not scalar.signed:
            operand = cast(self.number(1), scalar)
            if scalar.bits == 16:
                operand = self.math.reduce(operand, 16384)
            return Statement("%s %s= %s;" % (text, self.rng.choice(["+", "-", "*", "^", "|", "&"]), operand.text))
        if scalar.bits < 32 and self.chance(0.5):
            return Statement("%s %s= %s;" % (text, self.rng.choice("+-"), self.math.reduce(self.number(1), 1000).text))
        if self.chance(0.5):
            return Statement("%s %s= %s;" % (text, self.rng.choice(["^", "|", "&"]), self.number(1).text))
        return Statement("%s = %s;" % (text, self.math.binary("+", self._widened(text, scalar), self.number(1)).text))
