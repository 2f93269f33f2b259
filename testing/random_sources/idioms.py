"""What people write: sums and searches over rows, stencils, recurrences, sorting, histograms."""

import records
import scalars
from builder import Private
from record_idioms import lines
from scalars import Expression, cast, literal
from statements import Statement
from windows import Windows


class Idioms(Windows):
    def idiom(self):
        """Statements of one idiom, for which the kernel has what it takes."""
        for _ in range(20):
            make = self.rng.choice(self.straight_idioms() if self.straight else [
                self.cross_product, self.complex_product, self.swap, self.rotate_fields, self.computed_field,
                self.all_fields, self.copy_record, self.row_sum, self.columns, self.columns, self.columns, self.row_least, self.first_match, self.running_sum, self.stencil,
                self.stencil, self.generator, self.sort_row, self.private_histogram, self.polynomial, self.iteration,
                self.pixels, self.bits, self.walk, self.search, self.dot_products, self.vectors, self.shift_row, self.tree,
                self.whole_records, self.partial_row, self.edges, self.plane, self.plane,
                self.window, self.window, self.ring, self.mirror, self.coordinates, self.long_sum, self.own_rows, self.own_rows])
            found = make()
            if found:
                return found
        return [self.assignment()]

    def straight_idioms(self):
        return [self.cross_product, self.complex_product, self.swap, self.rotate_fields, self.computed_field, self.computed_field,
                self.all_fields, self.all_fields, self.all_fields, self.copy_record, self.stencil, self.polynomial, self.pixels, self.vectors,
                self.whole_records, self.edges, self.plane, self.same_record, self.same_record, self.ring, self.mirror, self.coordinates]

    # Loops over what others read, too.

    def _counted(self, most=12):
        """A loop's head, as `for (…)`, its counter's name, and how often it is executed at most."""
        most = max(1, min(most, 400 // self.rounds))
        j = self.fresh("j")
        uniform = self.variables(lambda v: not v.mutable and v.name.startswith("m") and 0 <= v.low and 0 < v.high <= most)
        draw = self.rng.random()
        if draw < 0.45 or not uniform and draw < 0.7:
            bound = literal(self.rng.randrange(1, most + 1))
        elif draw < 0.75 and uniform:
            bound = self.rng.choice(uniform).value()
        else:
            bound = self.math.reduce(self.number(1), most + 1)
        scalar = self.rng.choice([scalars.INT, scalars.INT, scalars.UINT, scalars.ULONG])
        text = bound.text if bound.low == bound.high else cast(bound, scalar).text
        kind = scalar.spelled(self.rng)
        head = "for (%s %s = 0; %s < %s; %s)" % (kind, j, j, text, self.rng.choice(["++%s", "%s++"]) % j)
        return head, j, scalar, max(bound.high, 1)

    def row_sum(self):
        """A sum, product or difference of what a loop reads."""
        floats = self.chance(0.5)
        kind = self.rng.choice([scalars.FLOAT, scalars.FLOAT, scalars.DOUBLE] if floats and "fp64" in self.needs else [scalars.FLOAT]) if floats else \
            self.rng.choice([scalars.UINT, scalars.UINT, scalars.ULONG, scalars.UCHAR, scalars.USHORT])
        s = self.fresh("s")
        start = "1" if self.chance(0.3) else self.value(kind, 1)
        head, j, scalar, most = self._counted()

        def make():
            self.declare(j, scalar, 0, most - 1, counter=True)
            term = self.real(2) if floats else cast(self.number(2), kind)
            body = [Statement("%s %s= %s;" % (s, self.rng.choice("+++-" if kind.bits < 32 else "+++-*"), term.text))]
            if self.chance(0.3):
                body = [Statement("if (%s)" % self.condition(1).text, body)]
            if self.chance(0.25):
                body.append(self.assignment())
            return body
        body = self.inside(make, True, most)
        self.declare(s, kind, mutable=True)
        return [Statement("%s %s = %s;" % (kind.spelled(self.rng), s, start)), Statement(head, body), self.stored(s, kind)]

    def columns(self):
        """What neighbours read in each round are neighbours: behind a condition, or as long as data say."""
        inputs = [a for a in self.inputs if a.is_scalar() and a.form == "pointer" and a.kind not in (scalars.HALF, scalars.BOOL)]
        if not inputs or self.rounds > 8:
            return None
        a = self.rng.choice(inputs)
        kind = self._number(a.kind)
        name = scalars.spelled_cast(kind)
        s = self.fresh("s")
        head, j, scalar, most = self._counted(9)
        if self.chance(0.3):
            # Until something that may be found in any round.
            bound = self.math.reduce(self.leaf(False, False), most + 1)
            head, scalar = "for (int {0} = 0; {0} < int({1}); {0}++)".format(j, bound.text), scalars.INT
        width = self.linear.high + 1
        if width * most > 5000:
            return None
        a.note(0, width * most + most)
        text = self.rng.choice(["{a}[{j} * {n} + {i}]", "{a}[{i} + {j}]", "{a}[{j} * {w} + {i}]"]).format(a=a.name, j=j, i=self.linear.name, n=self.total.name, w=width)

        def make():
            self.declare(j, scalar, 0, most - 1, counter=True)
            step = Statement("%s += %s(%s)%s;" % (s, name, text, " * %s(%s)" % (name, j) if self.chance(0.5) else ""))
            draw = self.rng.random()
            if draw < 0.2:
                return [Statement("if (%s)" % self.condition(1).text, [Statement("break;")]), step]
            if draw < 0.4:
                return [Statement("if (%s)" % self.condition(1).text, [step])]
            return [step]
        body = self.inside(make, True, most)
        found = [Statement("%s %s = %s;" % (name, s, "1" if self.chance(0.3) else "0")), Statement(head, body)]
        store = self.stored(s, kind)
        draw = self.rng.random()
        if draw < 0.4:
            return [Statement("if (%s)" % self.condition(1).text, found + [store])]
        if draw < 0.6:
            return [found[0], Statement("if (%s)" % self.condition(1).text, found[1:]), store]
        if draw < 0.7 and self.can_return:
            return [Statement("if (%s)" % self.condition(1).text, [Statement("return;")])] + found + [store]
        return found + [store]

    def stored(self, name, kind):
        place = self.own_place(kind.is_float()) or self.own_place()
        text, leaf = place
        if leaf is scalars.HALF:
            return Statement("%s = half(float(%s));" % (text, name))
        if kind.is_float() and not leaf.is_float():
            return Statement("%s = whole(%s);" % (text, name))
        return Statement("%s = %s;" % (text, name))

    def row_least(self):
        """The least or greatest number and where it is."""
        floats = self.chance(0.5)
        kind = scalars.FLOAT if floats else scalars.INT
        best, at, x = self.fresh(), self.fresh(), self.fresh()
        head, j, scalar, most = self._counted()

        def make():
            self.declare(j, scalar, 0, most - 1, counter=True)
            term = self.real(1) if floats else self.number(1)
            return [Statement("const %s %s = %s;" % (kind.name, x, cast(term, kind).text)),
                    Statement("if (%s %s %s)" % (x, self.rng.choice(["<", "<=", ">"]), best), lines("%s = %s;" % (best, x), "%s = %s;" % (at, j)))]
        body = self.inside(make, True, most)
        found = [Statement("%s %s = %s;" % (kind.name, best, "1e30f" if floats and self.chance(0.5) else cast(self.constant(floats), kind).text)),
                 Statement("int %s = -1;" % at), Statement(head, body)]
        self.declare(best, kind, mutable=False)
        self.declare(at, scalars.INT, -1, most, mutable=False)
        return found + [self.stored(best, kind), self.stored(at, scalars.INT)]

    def first_match(self):
        head, j, scalar, most = self._counted(30)
        at = self.fresh()

        def make():
            self.declare(j, scalar, 0, most - 1, counter=True)
            return [Statement("if (%s)" % self.condition(1).text, lines("%s = int(%s);" % (at, j), "break;"))]
        body = self.inside(make, True, most)
        self.declare(at, scalars.INT, -1, most)
        return [Statement("int %s = -1;" % at), Statement(head, body), self.stored(at, scalars.INT)]

    def _row(self):
        arrays = [a for a in self.outputs if a.count >= 2 and a.form != "accessor2"]
        if not arrays:
            return None
        array = self.rng.choice(arrays)
        path, leaf = self.rng.choice(records.leaves(array.kind))
        return None if leaf in (scalars.HALF, scalars.BOOL) else (array, path, leaf)

    def running_sum(self):
        """Of a row, in place or with what is elsewhere: each element needs the one before."""
        row = self._row()
        if not row:
            return None
        array, path, leaf = row
        j = self.fresh("j")
        scalar = self.rng.choice([scalars.INT, scalars.UINT, scalars.ULONG])
        kind = scalar.spelled(self.rng)

        def make():
            self.declare(j, scalar, 1, array.count - 1, counter=True)
            here, before = self.own_element(array, j) + path, self.own_element(array, "(%s - 1)" % j) + path
            if leaf.is_float():
                return [Statement("%s = %s %s %s;" % (here, before, self.rng.choice("+-*"), self.real(1).text))]
            number = scalars.spelled_cast(self._number(leaf))
            return [Statement("%s = %s(%s) %s %s(%s);" % (here, number, before, self.rng.choice("+-*"), number, self.number(1).text))]
        return [Statement("for (%s %s = 1; %s < %d; ++%s)" % (kind, j, j, array.count, j), self.inside(make, True, array.count))]

    def shift_row(self):
        """Elements of a row move by one place, in the order that keeps them or not."""
        row = self._row()
        if not row:
            return None
        array, path, leaf = row
        j = self.fresh("j")
        here, after = self.own_element(array, j) + path, self.own_element(array, "(%s + 1)" % j) + path
        to, of = (here, after) if self.chance(0.5) else (after, here)
        head = "for (int %s = 0; %s < %d; ++%s)" % (j, j, array.count - 1, j) if self.chance(0.6) else \
            "for (int %s = %d; %s >= 0; --%s)" % (j, array.count - 2, j, j)
        return [Statement(head, [Statement("%s = %s;" % (to, of))])]

    def partial_row(self):
        """A row as long as data say: what is behind stays."""
        row = self._row()
        if not row:
            return None
        array, path, leaf = row
        j = self.fresh("j")
        bound = self.math.reduce(self.number(1), array.count + 1)

        def make():
            self.declare(j, scalars.INT, 0, array.count - 1, counter=True)
            body = [self.assignment((self.own_element(array, j) + path, leaf))]
            if self.chance(0.4):
                body.insert(0, Statement("if (%s)" % self.condition(1).text, [Statement(self.rng.choice(["break;", "continue;"]))]))
            return body
        return [Statement("for (int %s = 0; %s < int(%s); ++%s)" % (j, j, bound.text, j), self.inside(make, True, array.count))]

    def sort_row(self):
        row = self._row()
        if not row or row[0].count > 8:
            return None
        array, path, leaf = row
        a, b, x = self.fresh("j"), self.fresh("j"), self.fresh()
        one, two = self.own_element(array, b) + path, self.own_element(array, "(%s + 1)" % b) + path
        exchange = Statement("if (%s < %s)" % (two, one), lines("const auto %s = %s;" % (x, one), "%s = %s;" % (one, two), "%s = %s;" % (two, x)))
        return [Statement("for (int {0} = 0; {0} < {1}; ++{0})".format(a, array.count - 1),
                          [Statement("for (int {0} = 0; {0} < {1} - {2}; ++{0})".format(b, array.count - 1, a), [exchange])])]

    def stencil(self):
        """Neighbours in an input, with the ends treated apart."""
        inputs = [a for a in self.inputs if a.is_scalar() and a.form == "pointer" and a.kind not in (scalars.HALF, scalars.BOOL)]
        place = self.own_place()
        if not inputs:
            return None
        a = self.rng.choice(inputs)
        i, n = self.linear.name, self.total.name
        reach = self.rng.choice([1, 1, 2, 4])
        a.note(-reach - 1, self.linear.high + reach + 1)
        name, leaf = a.name, a.kind
        kind = scalars.spelled_cast(self._number(leaf))
        k = self.rng.choice([1, 1, 2])
        if k == 1:
            inner = "%s(%s[%s - %d]) + %s(%s[%s]) * %s(3) + %s(%s[%s + %d])" % (kind, name, i, reach, kind, name, i, kind, kind, name, i, reach)
        else:
            inner = "%s(%s[%s - %d]) - %s(%s[%s + %d])" % (kind, name, i, reach, kind, name, i, reach)
        # A size_t less one is not before the array, but far behind it, unless the condition says otherwise.
        interior = "%s >= %d && %s + %d < %s" % (i, reach, i, reach, n)
        if leaf.is_float() and not place[1].is_float():
            inner = "whole(%s)" % inner
        if place[1] is scalars.HALF:
            inner = "half(float(%s))" % inner
        store = Statement("%s = %s;" % (place[0], inner))
        other = self.assignment(place)
        draw = self.rng.random()
        if draw < 0.5:
            return [Statement("if (%s)" % interior, [store], [other])]
        if draw < 0.7:
            return [other, Statement("if (%s)" % interior, [store])]
        if draw < 0.85:
            return [Statement("if (%s < %d || %s + %d >= %s)" % (i, reach, i, reach, n), [other], [store])]
        least = "%s(%s == 0 ? 0 : %s - 1)" % (scalars.spelled_cast(scalars.ULONG), i, i)
        most = "%s(%s + 1 < %s ? %s + 1 : %s - 1)" % (scalars.spelled_cast(scalars.ULONG), i, n, i, n)
        a.note(0, self.linear.high)
        text = "%s(%s[%s]) + %s(%s[%s])" % (kind, name, least, kind, name, most)
        if leaf.is_float() and not place[1].is_float():
            text = "whole(%s)" % text
        return [Statement("%s = %s;" % (place[0], "half(float(%s))" % text if place[1] is scalars.HALF else text))]

    def plane(self):
        """Neighbours in two dimensions, of interior points only."""
        inputs = [a for a in self.inputs if a.is_scalar() and a.form == "pointer" and a.kind not in (scalars.HALF, scalars.BOOL)]
        place = self.own_place()
        if not inputs or not self.rows or place[1] is scalars.HALF:
            return None
        a = self.rng.choice(inputs)
        y, x = self.rows
        pitch = x.high + 1 + self.rng.choice([0, 2])
        a.note(-pitch - 1, (y.high + 1) * pitch + x.high + 1)
        kind = scalars.spelled_cast(self._number(a.kind))
        terms = []
        for dy, dx in self.rng.choice([[(0, -1), (0, 1), (-1, 0), (1, 0)], [(0, -1), (0, 1), (-1, 0), (1, 0), (0, 0)], [(-1, -1), (1, 1), (-1, 1)]]):
            # Whole additions first: ids may be unsigned.
            terms.append("%s(%s[%s * %d + %s + (%d)])" % (kind, a.name, y.text, pitch, x.text, dy * pitch + dx))
        text = (" %s " % self.rng.choice("++-")).join(terms)
        if a.kind.is_float() and not place[1].is_float():
            text = "whole(%s)" % text
        interior = self.rng.choice([
            "{y} > 0 && {x} > 0 && {y} + 1 < {h} && {x} + 1 < {w}", "{y} >= 1 && {y} < {h} - 1 && {x} >= 1 && {x} < {w} - 1",
            "unsigned({y} - 1) < unsigned({h} - 2) && unsigned({x} - 1) < unsigned({w} - 2) && {h} > 2 && {w} > 2"]).format(
                y=y.text, x=x.text, h=self.extents[0], w=self.extents[1])
        store = Statement("%s = %s;" % (place[0], text))
        draw = self.rng.random()
        if draw < 0.6:
            return [Statement("if (%s)" % interior, [store], [self.assignment(place)] if self.chance(0.7) else None)]
        if self.can_return:
            outside = self.rng.choice(["{y} == 0 || {x} == 0 || {y} + 1 >= {h} || {x} + 1 >= {w}"]).format(
                y=y.text, x=x.text, h=self.extents[0], w=self.extents[1])
            return [Statement("if (%s)" % outside, [self.assignment(place), Statement("return;", fixed=True)], fixed=True), store]
        return [self.assignment(place), Statement("if (%s)" % interior, [store])]

    def edges(self):
        """The first and the last work-item do something else."""
        i, n = self.linear.name, self.total.name
        place = self.own_place()
        first = Statement("if (%s == 0)" % i, [self.assignment(place)], [
            Statement("if (%s %s %s - 1)" % (i, self.rng.choice(["==", "==", ">=", "<"]), n), [self.assignment(place)], [self.assignment(place)])])
        return [first]

    # Numbers of one work-item.

    def generator(self):
        """Pseudo-random numbers: a recurrence that starts from the work-item."""
        x = self.fresh("x")
        wide = self.chance(0.4)
        kind = "std::uint64_t" if wide else "std::uint32_t"
        start = self.number(1).text
        step = ["%s = %s * 6364136223846793005u + 1442695040888963407u;" % (x, x)] if wide else ["%s = %s * 1664525u + 1013904223u;" % (x, x)]
        if self.chance(0.4):
            step = ["%s ^= %s << 13;" % (x, x), "%s ^= %s >> 17;" % (x, x), "%s ^= %s << 5;" % (x, x)]
        rounds = max(1, min(self.rng.choice([1, 3, 8]), 200 // self.rounds))
        j = self.fresh("j")

        def make():
            self.declare(j, scalars.INT, 0, rounds - 1, counter=True)
            self.declare(x, scalars.ULONG if wide else scalars.UINT)
            return lines(*step) + [self.assignment()]
        body = self.inside(make, True, rounds)
        found = [Statement("%s %s = %s;" % (kind, x, start)), Statement("for (int {0} = 0; {0} < {1}; ++{0})".format(j, rounds), body)]
        self.declare(x, scalars.ULONG if wide else scalars.UINT)
        return found + [self.stored(x, scalars.UINT)]

    def private_histogram(self):
        t, j = self.fresh("t"), self.fresh("j")
        size = self.rng.choice([4, 5, 8, 10])
        head, k, scalar, most = self._counted()

        def make():
            self.declare(k, scalar, 0, most - 1, counter=True)
            index = self.math.reduce(self.number(1), size)
            return [Statement("%s[%s]++;" % (t, index.text)) if self.chance(0.6) else
                    Statement("%s[%s] += %s;" % (t, index.text, cast(self.number(1), scalars.UINT).text))]
        body = self.inside(make, True, most)
        found = [Statement("unsigned %s[%d];" % (t, size), fixed=True),
                 Statement("for (int {0} = 0; {0} < {1}; {0}++)".format(j, size), [Statement("%s[%s] = 0;" % (t, j), fixed=True)], fixed=True),
                 Statement(head, body)]
        self.privates.append(Private(t, scalars.UINT, size))
        return found + [self.assignment(self.own_place(False)) if self.own_place(False) else self.assignment()]

    def polynomial(self):
        place = self.own_place(True)
        if not place or place[1] is scalars.HALF:
            return None
        x = self.fresh("x")
        text = "0.25f"
        for _ in range(self.rng.choice([2, 3, 5])):
            text = "(%s * %s + %s)" % (text, x, self.leaf(True).text)
        return [Statement("", lines("const float %s = %s;" % (x, self.real(1).text), "%s = %s;" % (place[0], text)))]

    def iteration(self):
        """Until something happens, which takes work-items differently long."""
        n, x, y, t = self.fresh(), self.fresh("x"), self.fresh("x"), self.fresh()
        most = max(1, min(self.rng.choice([5, 16, 40]), 400 // self.rounds))
        if self.chance(0.5):
            body = lines("const float {t} = {x} * {x} - {y} * {y} + 0.3f;".format(t=t, x=x, y=y), "{y} = 2.0f * {x} * {y} + 0.1f;".format(x=x, y=y),
                         "%s = %s;" % (x, t), "++%s;" % n)
            body[3].fixed = True
            found = [Statement("float {x} = {a}, {y} = {b};".format(x=x, y=y, a=self.real(1).text, b=self.real(1).text)), Statement("int %s = 0;" % n),
                     Statement("while ({n} < {m} && {x} * {x} + {y} * {y} <= 4.0f)".format(n=n, m=most, x=x, y=y), body)]
        else:
            body = lines("{x} = {x} % 2 == 0 ? {x} / 2 : {x} * 3 + 1;".format(x=x), "++%s;" % n)
            body[1].fixed = True
            found = [Statement("unsigned %s = %s;" % (x, self.number(1).text)), Statement("int %s = 0;" % n),
                     Statement("while (%s > 1 && %s < %d)" % (x, n, most), body)]
        self.declare(n, scalars.INT, 0, most)
        return found + [self.stored(n, scalars.INT)]

    def bits(self):
        x, n = self.fresh("x"), self.fresh()
        wide = self.chance(0.3)
        found = lines("%s %s = %s;" % ("std::uint64_t" if wide else "unsigned", x, self.number(2).text), "int %s = 0;" % n)
        kind = self.rng.randrange(3)
        if kind == 0:
            found.append(Statement("while (%s != 0)" % x, [Statement("%s &= %s - 1;" % (x, x), fixed=True), Statement("++%s;" % n)]))
        elif kind == 1:
            found.append(Statement("for (; %s; %s >>= 1)" % (x, x), [Statement("%s += int(%s & 1);" % (n, x))]))
        else:
            found = found[:1] + lines("{0} = ({0} >> 1 & 0x55555555u) | (({0} & 0x55555555u) << 1);".format(x),
                                      "{0} = ({0} >> 2 & 0x33333333u) | (({0} & 0x33333333u) << 2);".format(x))
            return found + [self.stored(x, scalars.UINT)]
        self.declare(n, scalars.INT, 0, 64)
        return found + [self.stored(n, scalars.INT)]

    def pixels(self):
        """Bytes, mixed and cut off at 255."""
        arrays = [a for a in self.outputs if any(leaf is scalars.UCHAR for _, leaf in records.leaves(a.kind))]
        if not arrays:
            return None
        array = self.rng.choice(arrays)
        paths = [p for p in records.leaves(array.kind) if p[1] is scalars.UCHAR]
        found = []
        for c in range(min(array.count, 4)):
            for path, _ in paths[:4]:
                place = self.own_element(array, str(c)) + path
                x = self.fresh("x")
                found += lines("const int %s = (%s * 77 + int(%s) * 150) >> 8;" % (x, place, self.math.reduce(self.number(1), 256).text),
                               "%s = %s > 255 ? 255 : %s;" % (place, x, x))
        return [Statement("", found)]

    def walk(self):
        """A pointer that moves."""
        inputs = [a for a in self.inputs if a.is_scalar() and a.form == "pointer" and a.kind not in (scalars.HALF, scalars.BOOL)]
        if not inputs:
            return None
        a = self.rng.choice(inputs)
        step = self.rng.choice([1, 1, 2, 3, -1])
        start = self.clipped(self.index(), 0, 500)
        head, j, scalar, most = self._counted(16)
        a.note(start.low - most, start.high + most * 3)
        p, s = self.fresh("p"), self.fresh("s")
        kind = self._number(a.kind)
        if step == 1:
            body = [Statement("%s = %s * 3 + *%s++;" % (s, s, p), fixed=True)]
        else:
            body = [Statement("%s += *%s;" % (s, p)), Statement("%s += %d;" % (p, step))]
        found = [Statement("const auto *%s = %s + %s;" % (p, a.name, start.text)), Statement("%s %s = 0;" % (scalars.spelled_cast(kind), s)), Statement(head, body)]
        self.declare(s, kind)
        return found + [self.stored(s, kind)]

    def search(self):
        """By halves, in what need not be sorted."""
        inputs = [a for a in self.inputs if a.is_scalar() and a.form != "accessor2" and a.kind not in (scalars.HALF, scalars.BOOL)]
        if not inputs:
            return None
        a = self.rng.choice(inputs)
        size = self.rng.choice([7, 16, 63, 200])
        a.note(0, size)
        low, high, middle = self.fresh(), self.fresh(), self.fresh()
        key = self.value(a.kind, 1)
        body = [Statement("const int {m} = ({l} + {h}) / 2;".format(m=middle, l=low, h=high), fixed=True),
                Statement("if (%s[%s] < %s)" % (a.name, middle, key), [Statement("%s = %s + 1;" % (low, middle), fixed=True)],
                          [Statement("%s = %s;" % (high, middle), fixed=True)], fixed=True)]
        found = [Statement("int %s = 0, %s = %d;" % (low, high, size)), Statement("while (%s < %s)" % (low, high), body)]
        self.declare(low, scalars.INT, 0, size)
        return found + [self.stored(low, scalars.INT)]

    def dot_products(self):
        """A row of one input by columns of another, as in products of matrices."""
        inputs = [a for a in self.inputs if a.is_scalar() and a.form == "pointer" and a.kind not in (scalars.HALF, scalars.BOOL)]
        if not inputs or self.rounds > 10:
            return None
        a, b = self.rng.choice(inputs), self.rng.choice(inputs)
        kind = scalars.common(self._number(a.kind), self._number(b.kind))
        head, j, scalar, most = self._counted(12)
        width = self.rng.choice([3, 4, 8, 10, 16])
        y, x = self.rows if self.rows else (Expression("(%s / %d)" % (self.linear.name, width), self.linear.scalar, 0, self.linear.high // width),
                                            Expression("(%s %% %d)" % (self.linear.name, width), self.linear.scalar, 0, width - 1))
        if y.high * most + most > 5000 or most * (x.high + 1) > 5000:
            return None
        a.note(0, (y.high + 1) * most)
        b.note(0, most * (x.high + 1) + x.high)
        s = self.fresh("s")
        # Rows are as long as the loop at most: how long they are is a constant.
        one, two = "%s[%s * %d + %s]" % (a.name, y.text, most, j), "%s[%s * %d + %s]" % (b.name, j, x.high + 1, x.text)
        body = [Statement("%s += %s(%s) * %s(%s);" % (s, scalars.spelled_cast(kind), one, scalars.spelled_cast(kind), two))]
        found = [Statement("%s %s = 0;" % (scalars.spelled_cast(kind), s)), Statement(head, body)]
        store = self.stored(s, kind)
        if self.chance(0.4):
            return [Statement("if (%s)" % self.place_condition().text, found + [store])]
        self.declare(s, kind)
        return found + [store]

    def tree(self):
        """Steps that double, over a private array."""
        size = self.rng.choice([4, 8, 16])
        t, j, k = self.fresh("t"), self.fresh("j"), self.fresh("j")
        kind = self.rng.choice([scalars.FLOAT, scalars.UINT])

        def make():
            self.declare(j, scalars.INT, 0, size - 1, counter=True)
            return [Statement("%s[%s] = %s;" % (t, j, self.value(kind)), fixed=True)]
        found = [Statement("%s %s[%d];" % (kind.name, t, size), fixed=True),
                 Statement("for (int {0} = 0; {0} < {1}; ++{0})".format(j, size), self.inside(make), fixed=True),
                 Statement("for (int {0} = {1}; {0} > 0; {0} /= 2)".format(j + "s", size // 2), [
                     Statement("for (int {0} = 0; {0} < {1}; ++{0})".format(k, j + "s"), [Statement("{0}[{1}] += {0}[{1} + {2}];".format(t, k, j + "s"))])])]
        self.privates.append(Private(t, kind, size))
        return found + [self.stored("%s[0]" % t, kind)]
