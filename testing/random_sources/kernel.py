"""One random kernel: its arrays and arguments, how often and with which ranges it is launched, and its text."""

import random

import records
import scalars
from cooperation import Cooperation
from memory import Array, Layout
from statements import Statement, block_lines, copies

_SIZES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 23, 31, 32, 33, 40, 47, 63, 64, 65, 70, 127, 128, 129, 130, 255, 256, 257]
_GROUP_SIZES = [1, 2, 3, 4, 5, 7, 8, 8, 10, 16, 16, 17, 24, 31, 32, 32, 33, 48, 64, 64, 100, 128, 192, 256, 256, 256, 256]
_ROWS = [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 31, 33, 40]
_ID_TYPES = [scalars.INT, scalars.INT, scalars.INT, scalars.UINT, scalars.ULONG, scalars.ULONG, scalars.LONG, scalars.SHORT]
LAUNCHES = 6


class Launch:
    def __init__(self, ranges, local, numbers):
        self.ranges, self.local, self.numbers = ranges, local, numbers

    def text(self):
        def three(values):
            return "{" + ", ".join(str(v) for v in (list(values) + [1, 1, 1])[:3]) + "}"
        return "{%s, %s, {%s}}" % (three(self.ranges), three(self.local), ", ".join(str(n) for n in self.numbers))


class Kernel:
    """Made from a number alone. Statements of `body` that are not fixed may be deleted: the kernel stays valid."""

    def __init__(self, number, options):
        self.number = number
        self.name = "k%d" % number
        rng = self.rng = random.Random(number * 2654435761 + 12345)
        self.options = options
        kinds = ["range"] * 6 + ["nd_range"] * 2
        if options.groups:
            kinds += ["groups"] * 2
        self.kind = rng.choice(kinds)
        self.dimensions = rng.choice([1, 1, 1, 2, 2, 3])
        without = list(options.without)
        # Most kernels do without; a device that has none runs the others.
        if rng.random() < 0.85:
            without.append(scalars.HALF)
        if rng.random() < 0.6:
            without.append(scalars.DOUBLE)
        self.builder = Cooperation(rng, without)
        self.builder.through, self.builder.through_used = [], []
        self.arguments, self.launches, self.body = [], [], []
        # Most become vectors of work-items, which loops of a work-item keep from it.
        self.straight = self.kind != "groups" and rng.random() < 0.6
        self.style = rng.choice(["lambda", "lambda", "function object"])
        self.fixed_size = None
        self._shapes()
        self._arguments()
        self._ids()
        self._functions()
        self._arrays()
        self._body()

    # How it is launched.

    def _shapes(self):
        rng = self.rng
        self.shapes = []
        fixed = self._group_shape() if rng.random() < 0.4 else None
        if fixed and self.kind != "range" and rng.random() < 0.4:
            self.fixed_size = fixed
        for _ in range(LAUNCHES):
            if self.kind == "range":
                if self.dimensions == 1:
                    ranges = [rng.choice(_SIZES + [1000])]
                elif self.dimensions == 2:
                    ranges = [rng.choice(_ROWS), rng.choice(_ROWS + [64, 65, 70])]
                else:
                    ranges = [rng.choice([1, 2, 3, 5]), rng.choice([1, 2, 3, 4, 7]), rng.choice(_ROWS)]
                self.shapes.append((ranges, [0, 0, 0]))
                continue
            local = fixed or self._group_shape()
            of = local[0] * local[1] * local[2]
            most = max(1, 700 // of)
            groups = [rng.randrange(1, min(4, most) + 1)]
            if self.dimensions > 1:
                groups.append(rng.randrange(1, max(1, min(4, most // groups[0])) + 1))
            if self.dimensions > 2:
                groups.append(1)
            self.shapes.append(([g * l for g, l in zip(groups, local)], local))

    def _group_shape(self):
        rng = self.rng
        if self.dimensions == 1:
            return [rng.choice(_GROUP_SIZES), 1, 1]
        if self.dimensions == 2:
            return rng.choice([[1, 8], [2, 4], [4, 4], [3, 5], [8, 8], [16, 16], [1, 32], [8, 4], [7, 3], [16, 1], [4, 16], [2, 33]]) + [1]
        return rng.choice([[1, 1, 8], [2, 2, 4], [1, 3, 5], [2, 3, 4], [4, 4, 4], [2, 1, 16]])

    def _arguments(self):
        """n, small numbers that are the same for all work-items, and factors."""
        rng = self.rng
        self.totals = [r[0] * (r[1] if self.dimensions > 1 else 1) * (r[2] if self.dimensions > 2 else 1) for r, _ in self.shapes]
        self.guarded = self.kind == "nd_range" and self.dimensions == 1 and rng.random() < 0.6
        self.counts = [max(0, t - rng.choice([0, 0, 1, 3, 5])) if self.guarded else t for t in self.totals]
        columns = [("n", rng.choice([scalars.INT, scalars.INT, scalars.UINT, scalars.ULONG, scalars.LONG]), self.counts)]
        for i in range(rng.choice([1, 2, 2, 3])):
            high = rng.choice([2, 4, 9, 12])
            columns.append(("m%d" % i, rng.choice([scalars.INT, scalars.INT, scalars.UINT, scalars.ULONG]), [rng.randrange(high + 1) for _ in self.shapes]))
        if rng.random() < 0.6:
            columns.append(("f0", scalars.FLOAT, [rng.randrange(-40, 40) for _ in self.shapes]))
        self.arguments = columns
        for at, (ranges, local) in enumerate(self.shapes):
            self.launches.append(Launch(ranges, local, [values[at] for _, _, values in columns]))
        for name, scalar, values in columns:
            if scalar.is_float():
                self.builder.declare(name, scalar)
            elif name == "n":
                self.builder.declare(name, scalar, 0, max(values))
            else:
                self.builder.declare(name, scalar, min(values), max(values))

    def _ids(self):
        """The names of ids and sizes, in the types in which programs have them."""
        rng, b = self.rng, self.builder
        scalar = rng.choice(_ID_TYPES)
        kind = scalar.spelled(rng)
        b.prologue = []
        most = max(max(self.totals), 1)

        def define(name, text, high, is_id=True, low=0):
            b.prologue.append(Statement("const %s %s = %s;" % (kind, name, text)))
            b.declare(name, scalar, low, high)
            if is_id:
                b.ids.append(name)

        names = ["z", "y", "x"][3 - self.dimensions:]
        sizes = ["d", "h", "w"][3 - self.dimensions:]
        spelled = ["it.get_global_id(%d)"] if self.kind != "range" else ["it.get_id(%d)", "it[%d]", "it.get_id()[%d]"]
        of = "it.get_global_range(%d)" if self.kind != "range" else "it.get_range(%d)"
        total = [v for v in b.scopes[0] if v.name == "n"][0]
        if self.dimensions == 1:
            define("i", rng.choice(spelled) % 0, most - 1)
        else:
            for d, name in enumerate(names):
                high = max(r[d] for r, _ in self.shapes)
                define(name, rng.choice(spelled) % d, high - 1)
                define(sizes[d], of % d, high, False, 1)
            text = "%s * %s + %s" % (names[0], sizes[1], names[1])
            if self.dimensions == 3:
                text = "(%s) * %s + %s" % (text, sizes[2], names[2])
            if rng.random() < 0.3:
                text = "it.get_%s()" % ("global_linear_id" if self.kind != "range" else "linear_id")
            define("i", text, most - 1)
        variables = {v.name: v for v in b.scopes[0]}
        b.linear, b.total = variables["i"], total
        if self.dimensions == 2:
            b.rows, b.extents = (variables["y"].value(), variables["x"].value()), ("h", "w")
        if self.kind == "groups":
            self._group_ids(kind, scalar)

    def _group_ids(self, kind, scalar):
        b, rng = self.builder, self.rng
        sizes = [l[0] * l[1] * l[2] for _, l in self.shapes]
        groups = [t // s for t, s in zip(self.totals, sizes)]
        one = self.dimensions == 1
        texts = [("l", "it.get_local_id(0)" if one and rng.random() < 0.7 else "it.get_local_linear_id()", max(sizes) - 1, 0),
                 ("size", "it.get_local_range(0)" if one else "it.get_group().get_local_linear_range()", max(sizes), 1),
                 ("group", "it.get_group(0)" if one and rng.random() < 0.7 else "it.get_group_linear_id()", max(groups) - 1, 0)]
        found = []
        for name, text, high, low in texts:
            b.prologue.append(Statement("const %s %s = %s;" % (kind, name, text)))
            found.append(b.declare(name, scalar, low, high))
            if name != "size":
                b.ids.append(name)
        b.local, b.group_size, b.group = found
        b.least_in_group, b.most_in_group = min(sizes), max(sizes)

    def _functions(self):
        """Functions of two numbers, perhaps in another file, or never inlined."""
        self.functions = []
        if self.rng.random() > 0.12:
            return
        inner = Cooperation(self.rng, self.builder.without + (scalars.HALF, scalars.DOUBLE))
        inner.linear = inner.declare("a", scalars.INT)
        inner.total = inner.declare("b", scalars.UINT)
        inner.ids = ["a"]
        x = self.rng.choice(["int(%s)" % inner.number(3).text, "a %% 3 == 0 ? int(%s) : int(%s)" % (inner.number(2).text, inner.number(2).text)])
        name = "%s_f" % self.name
        # Another file takes a compiler as long as many kernels: those of some hundreds have one.
        where = self.rng.choice(["elsewhere", "noinline"] if self.number // 100 % 4 == 0 else ["inline", "inline", "noinline"])
        self.functions.append((name, where, x))
        self.builder.calls.append(name)

    # What it accesses.

    def _arrays(self):
        rng, b = self.rng, self.builder
        self.kinds = []
        for i in range(rng.choice([0, 1, 1, 2])):
            record = records.random_record(rng, "R%d" % i, b.without)
            b.records.append(record)
        for i in range(rng.choice([1, 1, 2, 2, 3])):
            b.outputs.append(self._output("o%d" % i))
        for i in range(rng.choice([1, 2, 2, 3, 4])):
            same = [a.kind for a in b.outputs]
            kind = rng.choice(same) if rng.random() < 0.4 else self._element()
            form = rng.choice(["pointer"] * 6 + ["accessor", "accessor2"])
            b.inputs.append(Array("a%d" % i, kind, form))
        if rng.random() < 0.3:
            count = rng.choice([1, 2, 8, 16])
            b.counters.append(Array("c0", rng.choice([scalars.INT, scalars.UINT]), "pointer", count))
        if self.kind == "groups" and self.dimensions == 1 and rng.random() < 0.5:
            b.through.append(Array("g0", rng.choice([scalars.INT, scalars.FLOAT, scalars.ULONG, scalars.SHORT]), "pointer"))
        for a in self.arrays():
            b.needs |= records.requirements(a.kind)

    def _element(self):
        rng, b = self.rng, self.builder
        draw = rng.random()
        if draw < 0.35 and b.records:
            return rng.choice(b.records)
        if draw < 0.47:
            return records.random_vector(rng, b.without)
        return records.random_scalar(rng, b.without)

    def _output(self, name):
        rng, b = self.rng, self.builder
        kind = self._element()
        scalar = isinstance(kind, scalars.Scalar)
        count = rng.choice([1, 1, 2, 2, 2, 3, 4, 4, 5, 8, 8, 16]) if scalar else rng.choice([1, 1, 1, 2, 3, 4])
        form = rng.choice(["pointer"] * 8 + ["accessor", "accessor2"])
        if form == "accessor2":
            return Array(name, kind, form, count, rng.choice(["rows", "columns"]))
        array = Array(name, kind, form, count, Layout(rng, b.linear.value(), b.total.value(), count, b.rows if rng.random() < 0.8 else None))
        if form == "pointer" and rng.random() < 0.3:
            shift = rng.choice([0, 0, 1, 2])
            array.aliases.append((name + "q", shift))
            if shift:
                array.note(-shift, 0)
        return array

    def arrays(self):
        b = self.builder
        return b.outputs + b.inputs + b.counters + b.through

    def _body(self):
        rng, b = self.rng, self.builder
        if self.kind == "groups":
            self.body = b.group_body(rng.choice([1, 1, 1, 2]))
            return
        guard = None
        if self.guarded:
            guard = rng.choice(["return", "if"])
        b.straight = self.straight
        b.can_return = not b.straight and rng.random() < 0.3
        length = rng.choice([1, 1, 2, 3]) if b.straight else rng.choice([1, 1, 2, 3, 4])

        def make():
            found = []
            for _ in range(length):
                found += b.idiom() if rng.random() < 0.6 else b.random_statements(1 if b.straight else rng.choice([1, 2, 3]))
            return found
        body = b.inside(make)
        if guard == "return":
            body.insert(0, Statement("if (i >= n)", [Statement("return;", fixed=True)], fixed=True))
        elif guard == "if":
            body = [Statement("if (i < n)", body, fixed=True)]
        self.body = body

    def copy(self):
        """With statements of its own."""
        other = object.__new__(Kernel)
        other.__dict__.update(self.__dict__)
        other.body, other.launches = copies(self.body), list(self.launches)
        return other

    def describe(self):
        return "%s of %d dimensions, %s" % (self.kind, self.dimensions, self.style)

    def statements_text(self):
        return "\n".join(block_lines(self.builder.prologue + self.body, 1))

    def needs(self):
        found = set(self.builder.needs)
        if self.builder.subgroups:
            found.add("sub-groups")
        if any(a.kind.bits == 64 for a in self.builder.counters):
            found.add("atomic64")
        return found
