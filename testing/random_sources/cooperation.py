"""How the work-items of a group work together in programs: strided sums, tiles with a border, planes, compaction, sorting."""

import scalars
from groups import Groups, barrier
from scalars import Expression, cast, literal
from statements import Statement


class Cooperation(Groups):
    least_in_group = most_in_group = 1

    def exchanges(self):
        found = super().exchanges() + [self.strided_sum, self.strided_sum, self.border, self.border, self.compaction, self.two_buffers]
        if self.rows:
            found += [self.plane_of_group, self.plane_of_group]
        if self.most_in_group <= 64:
            found.append(self.odd_even_sort)
        return found

    def group_bound(self):
        """Of a loop with barriers: read from memory, where all work-items read the same element."""
        inputs = [a for a in self.inputs if a.is_scalar() and a.form == "pointer" and not a.kind.is_float() and a.kind is not scalars.BOOL]
        if not inputs or self.chance(0.6):
            return super().group_bound()
        array = self.rng.choice(inputs)
        places = self.variables(lambda v: v.name.startswith("m")) + [self.group]
        place = self.rng.choice(places).value() if self.chance(0.7) else literal(self.rng.choice([0, 1, 3]))
        array.note(0, place.high)
        return self.math.reduce(self._widened("%s[%s]" % (array.name, place.text), array.kind), 5)

    def strided_sum(self):
        """Each takes an element in every size-th place of a row, and all sums are added."""
        kind = self.rng.choice([scalars.UINT, scalars.FLOAT, scalars.FLOAT, scalars.ULONG, scalars.USHORT])
        slots = self.new_slots(1, 0, kind)
        most = max(1, min(self.rng.choice([3, 10, 40, 100]), 400 // self.rounds))
        counter = self.rng.choice([scalars.INT, scalars.INT, scalars.UINT, scalars.ULONG])
        k, s, name = self.fresh("j"), self.fresh("s"), scalars.spelled_cast(counter)
        bound = literal(most) if self.chance(0.4) else self.math.reduce(self.number(1), most + 1)
        if self.chance(0.3):
            uniform = self.variables(lambda v: v.name.startswith("m") and 0 <= v.low and 0 < v.high <= most)
            bound = self.rng.choice(uniform).value() if uniform else bound

        def make():
            self.declare(k, counter, 0, most - 1, counter=True)
            term = self.real(2) if kind.is_float() else cast(self.number(2), kind)
            body = [Statement("%s += %s;" % (s, term.text))]
            draw = self.rng.random()
            if draw < 0.25:
                body = [Statement("if (%s)" % self.condition(1).text, body)]
            elif draw < 0.4:
                body.insert(0, Statement("if (%s)" % self.condition(1).text, [Statement(self.rng.choice(["continue;", "break;"]))]))
            return body
        head = "for ({t} {k} = {t}({l}); {k} < {b}; {k} += {t}({n}))".format(
            t=name, k=k, l=self.local.name, b=cast(bound, counter).text, n=self.group_size.name)
        loop = Statement(head, self.inside(make, True, most))
        found = [Statement("%s %s = 0;" % (scalars.spelled_cast(kind), s), fixed=True), loop,
                 Statement("%s[%s] = %s;" % (slots.name, self.local.name, s), fixed=True), barrier()]
        total, t, number = self.sum_of_all(slots)
        if self.chance(0.4):
            return found + [Statement("if (%s == 0)" % self.local.name, total + [self.stored(t, number)])]
        return found + total + [self.stored(t, number)]

    def border(self):
        """A row of the group with elements on both sides, which its first work-items fill."""
        r = self.rng.choice([1, 1, 2, 3])
        slots = self.new_slots(1, 0)
        slots.more = 2 * r
        l, n, name = self.local.name, self.group_size.name, slots.name
        found = [Statement("%s[%s + %d] = %s;" % (name, l, r, self.value(slots.scalar)), fixed=True)]
        j = self.fresh("j")
        if self.least_in_group >= r and self.chance(0.7):
            sides = [("%s < %d" % (l, r), l), ("%s >= %s - %d" % (l, n, r), "%s + %d" % (l, 2 * r))] if self.chance(0.5) else \
                [("%s < %d" % (l, r), l), ("%s < %d" % (l, r), "%s + %s + %d" % (l, n, r))]
            for condition, place in sides:
                found.append(Statement("if (%s)" % condition, [Statement("%s[%s] = %s;" % (name, place, self.value(slots.scalar)), fixed=True)], fixed=True))
        else:
            found.append(Statement("for (int {0} = int({1}); {0} < {2}; {0} += int({3}))".format(j, l, r, n), [
                Statement("%s[%s] = %s;" % (name, j, self.value(slots.scalar)), fixed=True),
                Statement("%s[%s + %s + %d] = %s;" % (name, j, n, r, self.value(slots.scalar)), fixed=True)], fixed=True))
        found.append(barrier())
        kind = self._number(slots.scalar)
        number, s = scalars.spelled_cast(kind), self.fresh("s")
        if self.chance(0.5):
            terms = " + ".join("%s(%s[%s + %d])" % (number, name, l, k) for k in range(2 * r + 1))
            found.append(Statement("const %s %s = %s;" % (number, s, terms), fixed=True))
        else:
            found += [Statement("%s %s = 0;" % (number, s), fixed=True),
                      Statement("for (int {0} = -{1}; {0} <= {1}; ++{0})".format(j, r), [
                          Statement("%s += %s(%s[int(%s) + %s + %d])%s;" % (s, number, name, l, j, r, self.rng.choice(["", " * %s(%s + 5)" % (number, j)])))])]
        return found + [self.stored(s, kind)]

    def plane_of_group(self):
        """A tile of two dimensions, perhaps with longer rows than the group's, of which neighbours are read."""
        pad = self.rng.choice([0, 1, 1, 2])
        slots = self.new_slots(1 + pad, 0)
        names = dict(y=self.fresh("y"), x=self.fresh("x"), h=self.fresh("h"), w=self.fresh("w"), p=pad, a=slots.name)
        kind = self.rng.choice(["int", "int", "unsigned", "std::size_t"])
        found = [Statement("const %s %s = it.%s(%d);" % (kind, names[v], f, d), fixed=True)
                 for v, f, d in (("y", "get_local_id", 0), ("x", "get_local_id", 1), ("h", "get_local_range", 0), ("w", "get_local_range", 1))]
        found += [Statement("{a}[{y} * ({w} + {p}) + {x}] = ".format(**names) + self.value(slots.scalar) + ";", fixed=True), barrier()]
        number = self._number(slots.scalar)
        cast_to, s = scalars.spelled_cast(number), self.fresh("s")
        places = ["{y}, {x}", "({y} + 1) % {h}, {x}", "{y}, ({x} + 1) % {w}", "({y} > 0 ? {y} - 1 : 0), {x}", "({y} + 1 < {h} ? {y} + 1 : {y}), {x}",
                  "{y}, ({x} > 0 ? {x} - 1 : 0)", "{y}, ({x} + 1 < {w} ? {x} + 1 : {x})", "{h} - 1 - {y}, {w} - 1 - {x}", "{x} % {h}, {y} % {w}", "0, {x}", "{y}, 0"]
        terms = []
        for place in self.rng.sample(places, self.rng.choice([1, 2, 4, 5])):
            y, x = place.format(**names).split(", ")
            terms.append("%s(%s[(%s) * (%s + %d) + %s])" % (cast_to, slots.name, y, names["w"], pad, x))
        text = " + ".join(terms)
        if self.chance(0.4):
            # The edge is left as it is.
            inner = "{y} > 0 && {y} + 1 < {h} && {x} > 0 && {x} + 1 < {w}".format(**names)
            return found + [Statement("if (%s)" % inner, [Statement("const %s %s = %s;" % (cast_to, s, text), fixed=True), self.stored(s, number)])]
        return found + [Statement("const %s %s = %s;" % (cast_to, s, text), fixed=True), self.stored(s, number)]

    def compaction(self):
        """The numbers that are asked for move to the front."""
        slots = self.new_slots()
        c, at, x = self.fresh("c"), self.fresh("at"), self.fresh("x")
        l, kind = self.local.name, slots.scalar.spelled(self.rng)
        found = [Statement("const bool %s = %s;" % (c, self.condition(2).text), fixed=True),
                 Statement("const %s %s = %s;" % (kind, x, self.value(slots.scalar)), fixed=True),
                 Statement("%s[%s] = %s;" % (slots.name, l, self.value(slots.scalar, 1)), fixed=True),
                 Statement("const unsigned %s = group_sum_before(it, unsigned(%s));" % (at, c), fixed=True), barrier(),
                 Statement("if (%s)" % c, [Statement("%s[%s] = %s;" % (slots.name, at, x), fixed=True)], fixed=True), barrier()]
        return found + self.stored_value("%s[%s]" % (slots.name, self.rng.choice([l, self.neighbour()])), slots.scalar)

    def two_buffers(self):
        """A scan in steps that double, from one half of the local memory to the other."""
        kind = self.rng.choice([scalars.UINT, scalars.FLOAT, scalars.ULONG])
        slots = self.new_slots(2, 0, kind)
        names = dict(a=slots.name, l=self.local.name, n=self.group_size.name, s=self.fresh("j"), f=self.fresh("f"), x=self.fresh("x"), t=scalars.spelled_cast(kind))
        operation = self.rng.choice(["{x} + {a}[{f} * int({n}) + int({l}) - {s}]", "{x} < {a}[{f} * int({n}) + int({l}) - {s}] ? {a}[{f} * int({n}) + int({l}) - {s}] : {x}"])
        step = "{a}[(1 - {f}) * int({n}) + int({l})] = int({l}) >= {s} ? (" + operation + ") : {x};"
        body = [Statement("const {t} {x} = {a}[{f} * int({n}) + int({l})];".format(**names), fixed=True), Statement(step.format(**names), fixed=True), barrier(),
                Statement("{f} = 1 - {f};".format(**names), fixed=True)]
        found = [Statement("%s[%s] = %s;" % (slots.name, self.local.name, self.value(kind)), fixed=True), barrier(),
                 Statement("int %s = 0;" % names["f"], fixed=True),
                 Statement("for (int {s} = 1; {s} < int({n}); {s} *= 2)".format(**names), body, fixed=True)]
        return found + self.stored_value("{a}[{f} * int({n}) + int({l})]".format(**names), kind)

    def odd_even_sort(self):
        kind = self.rng.choice([scalars.INT, scalars.UINT, scalars.USHORT, scalars.LONG])
        slots = self.new_slots(1, 0, kind)
        names = dict(a=slots.name, l=self.local.name, n=self.group_size.name, r=self.fresh("j"), x=self.fresh("x"), y=self.fresh("y"), t=scalars.spelled_cast(kind))
        swap = [Statement("const {t} {x} = {a}[{l}], {y} = {a}[{l} + 1];".format(**names), fixed=True),
                Statement("if ({y} < {x})".format(**names), [Statement("{a}[{l}] = {y};".format(**names)), Statement("{a}[{l} + 1] = {x};".format(**names))])]
        body = [Statement("if ((int({l}) + {r}) % 2 == 0 && {l} + 1 < {n})".format(**names), swap), barrier()]
        return [Statement("%s[%s] = %s;" % (slots.name, self.local.name, self.value(kind)), fixed=True), barrier(),
                Statement("for (int {r} = 0; {r} < int({n}); ++{r})".format(**names), body)] + \
            self.stored_value("%s[%s]" % (slots.name, self.rng.choice([self.local.name, self.neighbour()])), kind)
