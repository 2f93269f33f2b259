"""Random statements: branches, loops, private arrays, references, and the idioms of idioms.py between them."""

import records
import scalars
from builder import Builder, Private
from scalars import cast, literal
from statements import Statement

_COUNTERS = [scalars.INT, scalars.INT, scalars.INT, scalars.UINT, scalars.ULONG, scalars.LONG, scalars.SHORT]
_MOST_ROUNDS = 400


class Bodies(Builder):
    def block(self, length, depth):
        """Statements in a scope of their own."""
        return self.inside(lambda: self.sequence(length, depth))

    def sequence(self, length, depth):
        found = []
        for _ in range(length):
            found += self.random_statements(depth)
        return found

    def random_statements(self, depth):
        draw = self.rng.random()
        if self.straight:
            return self.straight_statements(draw, depth)
        if draw < 0.34:
            return [self.assignment()]
        if draw < 0.46:
            return [self.declaration()]
        if draw < 0.5:
            return self.same_record()
        if draw < 0.56:
            return self.aliases()
        if draw < 0.6 and depth > 0:
            return self.private_array()
        if draw < 0.74 and depth > 0:
            return [self.branch(depth)]
        if draw < 0.77 and depth > 0:
            return [self.switch(depth)]
        if draw < 0.9 and depth > 0:
            return self.loop(depth)
        if draw < 0.93 and self.in_loop and self.in_loop != "group":
            return [Statement("if (%s)" % self.condition(1).text, [Statement(self.rng.choice(["break;", "continue;"]))])]
        if draw < 0.95 and self.can_return:
            return [Statement("if (%s)" % self.condition(1).text, [self.assignment(), Statement("return;")] if self.chance(0.5)
                              else [Statement("return;")])]
        if draw < 0.97 and self.counters:
            return [self.count()]
        return [self.assignment()]

    def straight_statements(self, draw, depth):
        """What may become vectors of work-items: no loops."""
        if draw < 0.3:
            return [self.assignment()]
        if draw < 0.4:
            return [self.declaration()]
        if draw < 0.7:
            return self.same_record()
        if draw < 0.8:
            return self.aliases()
        if draw < 0.86:
            return self.small_array()
        if draw < 0.92:
            return [self.two_ways()]
        return [self.branch(depth)] if depth > 0 else [self.assignment()]

    def two_ways(self):
        """Each way of a branch stores to its own element of the same row."""
        arrays = [a for a in self.outputs if a.count > 1]
        if not arrays:
            return self.assignment()
        array = self.rng.choice(arrays)
        path, leaf = self.rng.choice(records.leaves(array.kind))
        one, other = ((self.own_element(array) + path, leaf) for _ in range(2))
        return Statement("if (%s)" % self.condition(1).text, [Statement("%s = %s;" % (one[0], self.value(leaf, 1)))],
                         [Statement("%s = %s;" % (other[0], self.value(leaf, 1)))])

    def small_array(self):
        """A private array that is filled without a loop, and indexed by data."""
        scalar = self.scalar()
        if scalar is scalars.HALF:
            return [self.assignment()]
        size = self.rng.choice([2, 3, 4])
        name = self.fresh("t")
        kind = scalar.spelled(self.rng)
        values = ["%s(%s)" % (scalars.spelled_cast(scalar), self.value(scalar, 1)) for _ in range(size)]
        found = [Statement("%s %s[%d] = {%s};" % (kind, name, size, ", ".join(values)), fixed=True)]
        self.privates.append(Private(name, scalar, size))
        for _ in range(self.rng.choice([1, 1, 2])):
            index = self.math.reduce(self.leaf(False, False), size).text
            found.append(Statement("%s[%s] = %s;" % (name, index, self.value(scalar, 1))))
        place = self.own_place(scalar.is_float()) or self.own_place()
        text = self._widened("%s[%s]" % (name, self.math.reduce(self.leaf(False, False), size).text), scalar)
        if place[1] is scalars.HALF:
            return found + [self.assignment()]
        if scalar.is_float() and not place[1].is_float():
            text = cast(text, scalars.INT)
        return found + [Statement("%s = %s;" % (place[0], text.text))]

    def declaration(self):
        scalar = self.scalar()
        mutable = self.chance(0.5)
        if scalar.is_float() or scalar is scalars.BOOL:
            text = self.value(scalar)
            low = high = None
        else:
            value = self.number(2)
            text = value.text
            low, high = scalars.fits_after(scalar, value.low, value.high)
        name = self.fresh()
        if mutable:
            low = high = None
        self.declare(name, scalar, low, high, mutable)
        kind = "sycl::half" if scalar is scalars.HALF else scalar.spelled(self.rng)
        return Statement("%s%s %s = %s;" % ("" if mutable else "const ", kind, name, text if scalar is not scalars.HALF else "half(%s)" % text))

    def branch(self, depth):
        condition = self.condition(2).text
        attribute = self.rng.choice([" [[likely]]", " [[unlikely]]"]) if self.chance(0.02) else ""
        body = self.block(self.rng.choice([1, 1, 2, 3]), depth - 1)
        orelse = None
        if self.chance(0.45):
            orelse = self.block(self.rng.choice([1, 1, 2]), depth - 1)
        if self.chance(0.3):
            # Both store to the same place, which one computes its own way.
            place = self.own_place()
            body.append(self.assignment(place))
            orelse = (orelse or []) + [self.assignment(place)]
        return Statement("if (%s)%s" % (condition, attribute), body, orelse)

    def switch(self, depth):
        of = self.rng.choice([2, 3, 4, 5])
        body = []
        for i in range(of):
            if i == of - 1 and self.chance(0.5):
                body.append(Statement("default:", fixed=True))
            else:
                body.append(Statement("case %d:" % i, fixed=True))
            inner = self.block(self.rng.choice([0, 1, 1, 2]), depth - 1)
            body.append(Statement("", inner))
            if self.chance(0.85):
                body.append(Statement("break;"))
        return Statement("switch (%s)" % self.math.reduce(self.number(1), of).text, body)

    def bound(self):
        """Of a loop: a small number, the same for all or not."""
        most = max(1, min(16, _MOST_ROUNDS // self.rounds))
        draw = self.rng.random()
        if draw < 0.4:
            return literal(self.rng.randrange(1, most + 1))
        uniform = self.variables(lambda v: not v.mutable and v.name.startswith("m") and 0 <= v.low and v.high <= most)
        if draw < 0.65 and uniform:
            return self.rng.choice(uniform).value()
        return self.math.reduce(self.number(1), most + 1)

    def loop(self, depth, length=None):
        if self.rounds >= _MOST_ROUNDS // 2:
            return [self.assignment()]
        bound = self.bound()
        scalar = self.rng.choice(_COUNTERS)
        most = max(bound.high, 1)
        name = self.fresh("j")
        kind = scalar.spelled(self.rng)
        form = self.rng.random()
        before, tail = [], ""
        low, high = 0, most - 1
        text = bound.text
        if not (bound.low == bound.high) and self.chance(0.5):
            # The bound is computed once, not before each round.
            limit = self.fresh()
            before = [Statement("const %s %s = %s;" % (kind, limit, text))]
            text = limit
        elif bound.type is not scalar:
            text = cast(bound, scalar).text
        if form < 0.6:
            head = "for (%s %s = 0; %s < %s; %s)" % (kind, name, name, text, self.rng.choice(["++%s", "%s++", "%s += 1"]) % name)
        elif form < 0.7:
            step = self.rng.choice([2, 3, 4])
            head = "for (%s %s = 0; %s < %s; %s += %d)" % (kind, name, name, text, name, step)
        elif form < 0.82 and scalar.signed:
            head = "for (%s %s = %s - 1; %s >= 0; %s)" % (kind, name, text, name, self.rng.choice(["--%s", "%s--"]) % name)
        elif form < 0.9:
            head = "for (%s %s = %s; %s-- > 0;)" % (kind, name, text, name)
        elif form < 0.95:
            head = "for (%s %s = 1; %s <= %s; %s *= 2)" % (kind, name, name, text, name)
            low, high = 1, most
        else:
            start = self.rng.choice([1, 2])
            head = "for (%s %s = %d; %s < %s; %s++)" % (kind, name, start, name, text, name)
            low, high = start, max(most - 1, start)

        def make():
            self.declare(name, scalar, low, high, counter=True)
            return self.sequence(length or self.rng.choice([1, 1, 2, 3]), depth - 1)
        body = self.inside(make, True, most)
        return before + [Statement(head, body, tail=tail)]

    def private_array(self):
        scalar = self.scalar()
        size = self.rng.choice([2, 3, 4, 4, 5, 8, 8, 16])
        name, j = self.fresh("t"), self.fresh("j")
        kind = "sycl::half" if scalar is scalars.HALF else scalar.spelled(self.rng)
        found = []
        if self.chance(0.35):
            found.append(Statement("%s %s[%d] = {};" % (kind, name, size), fixed=True))
        else:
            def make():
                self.declare(j, scalars.INT, 0, size - 1, counter=True)
                return [Statement("%s[%s] = %s;" % (name, j, self.value(scalar)), fixed=True)]
            found.append(Statement("%s %s[%d];" % (kind, name, size), fixed=True))
            found.append(Statement("for (int %s = 0; %s < %d; ++%s)" % (j, j, size, j), self.inside(make), fixed=True))
        self.privates.append(Private(name, scalar, size))
        for _ in range(self.rng.choice([0, 1, 2, 3])):
            found.append(self.assignment(("%s[%s]" % (name, self.small_index(size)), scalar)))
        if self.chance(0.4):
            found += self.loop(2)
        return found

    def same_record(self):
        """Fields of one record, or elements of one work-item, read and written in any order: some by computed numbers."""
        arrays = [a for a in self.outputs if a.count > 1 or not a.is_scalar()]
        if not arrays:
            return [self.assignment()]
        array = self.rng.choice(arrays)
        if self.chance(0.3):
            condition = self.condition(1).text
            return [Statement("if (%s)" % condition, self.inside(lambda: self._accesses(array)))]
        return self._accesses(array)

    def _accesses(self, array):
        found = []
        for _ in range(self.rng.choice([2, 3, 3, 4, 5])):
            path, leaf = self.rng.choice(records.leaves(array.kind))
            place = self.own_element(array) + self._path(path, array.kind), leaf
            draw = self.rng.random()
            if draw < 0.5:
                found.append(Statement("%s = %s;" % (place[0], self.value(leaf, 1))))
            elif draw < 0.7:
                found.append(self.assignment(place))
            else:
                name = self.fresh()
                self.declare(name, leaf)
                kind = "sycl::half" if leaf is scalars.HALF else leaf.spelled(self.rng)
                found.append(Statement("const %s %s = %s;" % (kind, name, place[0])))
        return found

    def aliases(self):
        """References and pointers into what the work-item owns: they may be the same."""
        arrays = [a for a in self.outputs if a.count > 1 or not a.is_scalar()]
        if not arrays:
            return [self.assignment()]
        array = self.rng.choice(arrays)
        if array.form != "accessor2" and array.layout.pointer and array.form == "pointer" and self.chance(0.4):
            return self._pointer(array)
        found, names = [], []
        paths = records.leaves(array.kind)
        path, leaf = self.rng.choice(paths)
        for _ in range(2):
            if isinstance(array.kind, records.Record) and self.chance(0.5):
                path, leaf = self.rng.choice(paths)
            if leaf is scalars.HALF:
                return [self.assignment()]
            name = self.fresh("r")
            element = self.own_element(array) + (self._path(path, array.kind) if isinstance(array.kind, records.Record) else path)
            if self.chance(0.75):
                found.append(Statement("auto &%s = %s;" % (name, element)))
                names.append((name, leaf))
            else:
                found.append(Statement("auto *%s = &%s;" % (name, element)))
                names.append(("*" + name, leaf))
        for _ in range(self.rng.choice([2, 3, 4])):
            name, leaf = self.rng.choice(names)
            other = self.rng.choice(names)
            if self.chance(0.5) and not leaf.is_float() and not other[1].is_float():
                found.append(Statement("%s = %s;" % (name, self.math.binary(self.rng.choice("+-*^"), self._widened(*other), self.number(1)).text)))
            elif self.chance(0.4) and leaf.is_float() and other[1].is_float():
                found.append(Statement("%s = %s;" % (name, self.math.binary(self.rng.choice("+-*"), self._widened(*other), self.real(1)).text)))
            else:
                found.append(self.assignment((name, leaf)))
        return [Statement("", found)]

    def _pointer(self, array):
        """To the first of the work-item's elements."""
        array.note(0, array.layout.top)
        name = self.fresh("p")
        found = [Statement("auto *%s = %s + %s;" % (name, array.name, array.layout.pointer))]
        for _ in range(self.rng.choice([2, 3, 4, 5])):
            path, leaf = self.rng.choice(records.leaves(array.kind))
            found.append(self.assignment(("%s[%s]%s" % (name, self.small_index(array.count), self._path(path, array.kind)), leaf)))
        return [Statement("", found)]

    def count(self):
        """An addition to a counter that all share: the order does not matter."""
        array = self.rng.choice(self.counters)
        index = self.math.reduce(self.number(1), array.count)
        array.note(0, array.count - 1)
        value = cast(self.math.reduce(self.number(1), 1000), array.kind)
        return Statement("add(%s[%s], %s);" % (array.name, index.text, value.text))
