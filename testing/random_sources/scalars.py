"""Scalar types of C++, and expressions whose values are known to lie between two bounds.

Bounds are what keeps a program's behavior defined: an operation on signed integers is written only if its result fits,
a shift only by less than the width, an index only if the array is that large.
"""

import collections


class Scalar:
    def __init__(self, name, kind, bits, signed, names=()):
        self.name, self.kind, self.bits, self.signed = name, kind, bits, signed
        self.names = list(names) or [name]
        if kind == "int":
            self.low = -(1 << (bits - 1)) if signed else 0
            self.high = (1 << (bits - 1 if signed else bits)) - 1
        elif kind == "bool":
            self.low, self.high = 0, 1
        else:
            self.low = self.high = None

    def __repr__(self):
        return self.name

    def is_float(self):
        return self.kind == "float"

    def holds(self, low, high):
        return self.low <= low and high <= self.high

    def spelled(self, rng):
        return rng.choice(self.names)


BOOL = Scalar("bool", "bool", 8, False)
CHAR = Scalar("signed char", "int", 8, True, ["signed char", "char", "std::int8_t"])
UCHAR = Scalar("unsigned char", "int", 8, False, ["unsigned char", "std::uint8_t"])
SHORT = Scalar("short", "int", 16, True, ["short", "std::int16_t"])
USHORT = Scalar("unsigned short", "int", 16, False, ["unsigned short", "std::uint16_t"])
INT = Scalar("int", "int", 32, True, ["int", "std::int32_t"])
UINT = Scalar("unsigned", "int", 32, False, ["unsigned", "std::uint32_t"])
LONG = Scalar("long", "int", 64, True, ["long", "std::int64_t", "std::ptrdiff_t"])
ULONG = Scalar("unsigned long", "int", 64, False, ["unsigned long", "std::uint64_t", "std::size_t"])
HALF = Scalar("half", "float", 16, True)
FLOAT = Scalar("float", "float", 32, True)
DOUBLE = Scalar("double", "float", 64, True)

INTEGERS = [CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG]
_UNSIGNED = {32: UINT, 64: ULONG}
_SIGNED = {32: INT, 64: LONG}

# `low` and `high` are None for floating-point numbers.
Expression = collections.namedtuple("Expression", "text type low high")


def literal(value, scalar=INT):
    """The text says the type where a plain number would not."""
    text = str(value)
    if scalar is UINT:
        text += "u"
    elif scalar is ULONG:
        text += "ul"
    elif scalar is LONG or scalar is INT and value == INT.low:
        text = "(-9223372036854775807l - 1)" if value == LONG.low else text + "l"
    elif scalar is not INT:
        text = "%s(%s)" % (spelled_cast(scalar), text)
    return Expression("(%s)" % text if value < 0 else text, scalar, value, value)


def spelled_cast(scalar):
    """A type's name that is one word, for T(x)."""
    return {CHAR: "std::int8_t", UCHAR: "std::uint8_t", USHORT: "std::uint16_t", ULONG: "std::uint64_t"}.get(scalar, scalar.name)


def promoted(scalar):
    return INT if scalar.kind == "bool" or scalar.kind == "int" and scalar.bits < 32 else scalar


def common(a, b):
    """The type of `a + b`. Half precision is not mixed: it is converted to float before."""
    for scalar in [DOUBLE, FLOAT, HALF]:
        if scalar in (a, b):
            return scalar
    a, b = promoted(a), promoted(b)
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return _UNSIGNED[a.bits] if not (a.signed and b.signed) else a


def fits_after(scalar, low, high):
    """The bounds of a value that is converted to an integer type, which keeps its lower bits."""
    return (low, high) if scalar.holds(low, high) else (scalar.low, scalar.high)


def cast(value, scalar):
    """From a floating-point number to an integer through `whole`, whose result is small."""
    if scalar.is_float():
        return Expression("%s(%s)" % (scalar.name, value.text), scalar, None, None)
    if scalar is BOOL:
        return Expression("bool(%s)" % value.text, BOOL, 0, 1)
    if value.type.is_float():
        value = Expression("whole(%s)" % value.text, INT, -1000000, 1000000)
    if value.type is scalar:
        return value
    low, high = fits_after(scalar, value.low, value.high)
    return Expression("%s(%s)" % (spelled_cast(scalar), value.text), scalar, low, high)


def _interval(operator, a, b):
    """Of numbers without a width."""
    if operator == "+":
        return a.low + b.low, a.high + b.high
    if operator == "-":
        return a.low - b.high, a.high - b.low
    products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(products), max(products)


def _converted(value, scalar):
    """What the usual arithmetic conversions make of an operand."""
    low, high = fits_after(scalar, value.low, value.high)
    return Expression(value.text, scalar, low, high)


class Arithmetic:
    """Writes operations without undefined behavior."""

    def __init__(self, rng):
        self.rng = rng

    def reduce(self, value, limit):
        """A value from 0 to limit - 1."""
        if 0 <= value.low and value.high < limit:
            return value
        power = 1 << (limit.bit_length() - 1)
        if self.rng.random() < 0.5 or limit == 1:
            mask = power - 1
            return Expression("(%s & %d)" % (value.text, mask), promoted(value.type), 0, mask)
        scalar = _UNSIGNED[promoted(value.type).bits]
        return Expression("(%s(%s) %% %du)" % (spelled_cast(scalar), value.text, limit), scalar, 0, limit - 1)

    def clamp(self, value, low, high):
        """A value from low to high, which are ints."""
        value = value if value.type in (INT, LONG) else cast(value, LONG if value.type.bits == 64 or value.type is UINT else INT)
        if low <= value.low and value.high <= high:
            return value
        name = value.type.name
        text = self.rng.choice([
            "({v} < {l} ? {l} : {v} > {h} ? {h} : {v})", "sycl::max({t}({l}), sycl::min({t}({h}), {v}))",
            "sycl::clamp({v}, {t}({l}), {t}({h}))", "sycl::min(sycl::max({v}, {t}({l})), {t}({h}))"])
        return Expression(text.format(v=value.text, l=low, h=high, t=name), value.type, low, high)

    def binary(self, operator, a, b):
        scalar = common(a.type, b.type)
        if scalar.is_float():
            return self._floats(operator, a, b, scalar)
        if operator in "+-*":
            return self._sum(operator, a, b, scalar)
        if operator in "/%":
            return self._quotient(operator, a, b)
        if operator in ("<<", ">>"):
            return self._shift(operator, a)
        return self._bits(operator, a, b, scalar)

    def _floats(self, operator, a, b, scalar):
        if operator not in "+-*/":
            operator = self.rng.choice("+-*")
        if not (a.type is scalar and b.type is scalar):
            a, b = cast(a, scalar), cast(b, scalar)
        return Expression("(%s %s %s)" % (a.text, operator, b.text), scalar, None, None)

    def _sum(self, operator, a, b, scalar):
        x, y = _converted(a, scalar), _converted(b, scalar)
        low, high = _interval(operator, x, y)
        if scalar.signed and not scalar.holds(low, high):
            if self.rng.random() < 0.3:
                a, b = self.reduce(a, self.rng.choice([64, 100, 256])), self.reduce(b, self.rng.choice([16, 37, 1000]))
                return self._sum(operator, a, b, common(a.type, b.type))
            unsigned = _UNSIGNED[scalar.bits]
            a = cast(a, unsigned)
            return Expression("(%s %s %s)" % (a.text, operator, b.text), unsigned, unsigned.low, unsigned.high)
        low, high = fits_after(scalar, low, high)
        return Expression("(%s %s %s)" % (a.text, operator, b.text), scalar, low, high)

    def _quotient(self, operator, a, b):
        if b.type.signed or b.low <= 0 or self.rng.random() < 0.7:
            b = literal(self.rng.choice([1, 2, 3, 4, 5, 7, 8, 10, 16, 100, 255]), INT if a.type.signed else UINT)
        scalar = common(a.type, b.type)
        x, y = _converted(a, scalar), _converted(b, scalar)
        if operator == "%":
            high = min(y.high - 1, max(x.high, 0))
            low = 0 if x.low >= 0 else -(y.high - 1)
        else:
            high, low = (x.high // y.low if x.high >= 0 else 0), (0 if x.low >= 0 else -(-x.low // y.low))
        return Expression("(%s %s %s)" % (a.text, operator, b.text), scalar, low, high)

    def _shift(self, operator, a):
        scalar = promoted(a.type)
        by = self.rng.randrange(1, self.rng.choice([4, 8, scalar.bits]))
        if operator == ">>":
            return Expression("(%s >> %d)" % (a.text, by), scalar, a.low >> by, a.high >> by)
        if scalar.signed and not (a.low >= 0 and a.high << by <= scalar.high):
            a = cast(a, _UNSIGNED[scalar.bits])
            scalar = a.type
        low, high = fits_after(scalar, a.low << by, a.high << by)
        return Expression("(%s << %d)" % (a.text, by), scalar, low, high)

    def _bits(self, operator, a, b, scalar):
        x, y = _converted(a, scalar), _converted(b, scalar)
        low, high = scalar.low, scalar.high
        if x.low >= 0 and y.low >= 0:
            low, high = 0, (1 << max(x.high.bit_length(), y.high.bit_length())) - 1
        if operator == "&" and (x.low >= 0 or y.low >= 0):
            low, high = 0, min(v.high for v in (x, y) if v.low >= 0)
        return Expression("(%s %s %s)" % (a.text, operator, b.text), scalar, low, high)

    def compare(self, a, b, operator=None):
        operator = operator or self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        if HALF in (a.type, b.type):
            a, b = cast(a, FLOAT), cast(b, FLOAT)
        return Expression("(%s %s %s)" % (a.text, operator, b.text), BOOL, 0, 1)

    def select(self, condition, a, b):
        # Two of one type are not promoted.
        scalar = a.type if a.type is b.type else common(a.type, b.type)
        if scalar.is_float():
            return Expression("(%s ? %s : %s)" % (condition.text, cast(a, scalar).text, cast(b, scalar).text), scalar, None, None)
        x, y = _converted(a, scalar), _converted(b, scalar)
        return Expression("(%s ? %s : %s)" % (condition.text, a.text, b.text), scalar, min(x.low, y.low), max(x.high, y.high))

    def negative(self, a):
        if a.type.is_float():
            return Expression("(-%s)" % a.text, a.type, None, None)
        scalar = promoted(a.type)
        if scalar.signed and a.low > scalar.low:
            return Expression("(-%s)" % a.text, scalar, -a.high, -a.low)
        return self.binary("^", a, literal(-1, scalar) if scalar.signed else literal(scalar.high, scalar))
