"""What indices made of a work-item's number are used for: windows of neighbours, rings, mirrors, channels, coordinates."""

import scalars
from record_idioms import RecordIdioms
from statements import Statement


class Windows(RecordIdioms):
    def _numbers(self):
        """Inputs of numbers in memory, of which neighbours may be read."""
        return [a for a in self.inputs if a.is_scalar() and a.form == "pointer" and a.kind not in (scalars.HALF, scalars.BOOL)]

    def window(self):
        """A sum over the neighbours that there are, as in a convolution."""
        inputs = self._numbers()
        if not inputs or self.rounds > 8:
            return None
        a = self.rng.choice(inputs)
        kind = self._number(a.kind)
        name = scalars.spelled_cast(kind)
        i, n, reach = self.linear.name, self.total.name, self.rng.choice([1, 2, 4])
        a.note(0, self.linear.high + 1)
        s, j, k = self.fresh("s"), self.fresh("j"), self.fresh("j")
        scalar = self.rng.choice(["int", "int", "std::int64_t"])
        inside = self.rng.choice(["{j} >= 0 && {j} < {t}({n})", "{j} > -1 && {j} <= {t}({n}) - 1", "unsigned({j}) < unsigned({n})", "!({j} < 0 || {j} >= {t}({n}))"])
        inside = inside.format(j=j, n=n, t=scalar)
        add = Statement("%s += %s(%s[%s]) * %s(%s + %d);" % (s, name, a.name, j, name, k, reach + 1))
        at = Statement("const {t} {j} = {t}(int({i})) + {k};".format(t=scalar, j=j, i=i, k=k), fixed=True)
        body = [at, Statement("if (%s)" % inside, [add], fixed=True)] if self.chance(0.7) else \
            [at, Statement("if (!(%s))" % inside, [Statement("continue;", fixed=True)], fixed=True), add]
        head = "for (int {k} = -{r}; {k} <= {r}; ++{k})".format(k=k, r=reach)
        self.declare(s, kind, mutable=True)
        return [Statement("%s %s = 0;" % (name, s)), Statement(head, body, fixed=True), self.stored(s, kind)]

    def mirror(self):
        """Counted from the end, or one of several channels."""
        inputs = self._numbers()
        if not inputs:
            return None
        a = self.rng.choice(inputs)
        kind = self._number(a.kind)
        i, n = self.linear.name, self.total.name
        a.note(0, 3 * self.linear.high + 3)
        at = self.rng.choice(["int({n}) - 1 - int({i})", "{n} - 1 - {i}", "int({i}) * 3 + 1", "int({i}) * 2", "3 * {i} + 2",
                              "(int({n}) - int({i})) * 2"]).format(i=i, n=n)
        x = self.fresh("x")
        self.declare(x, kind)
        return [Statement("const %s %s = %s(%s[%s]);" % (scalars.spelled_cast(kind), x, scalars.spelled_cast(kind), a.name, at)), self.stored(x, kind)]

    def ring(self):
        """Neighbours in a row that ends in itself, by numbers of few bits in sums of many."""
        inputs = self._numbers()
        if not inputs:
            return None
        a = self.rng.choice(inputs)
        kind = self._number(a.kind)
        name, i, width = scalars.spelled_cast(kind), self.linear.name, self.rng.choice([4, 8, 16, 32, 64, 256])
        a.note(0, self.linear.high + width)
        row, at, x = self.fresh("row"), self.fresh("at"), self.fresh("x")
        of_row = self.rng.choice(["int", "unsigned", "std::size_t"])
        of_at = self.rng.choice(["std::uint8_t", "std::uint16_t", "int", "unsigned", "std::size_t"])
        step = self.rng.randint(1, width - 1)
        places = ["(%s + %d) %% %d" % (at, step, width), "%s((%s + %d) & %d)" % (of_at, at, step, width - 1), "%d - %s" % (width - 1, at),
                  "%s ^ %d" % (at, step), at]
        chosen = [self.rng.choice(places[:2])] + self.rng.sample(places, self.rng.randint(1, 3))
        terms = ["%s(%s[%s + (%s)]) * %s(%d)" % (name, a.name, row, place, name, k + 1) for k, place in enumerate(chosen)]
        self.declare(x, kind)
        return [Statement("const %s %s = %s(%s) / %d * %d;" % (of_row, row, of_row, i, width, width)),
                Statement("const %s %s = %s(%s %% %d);" % (of_at, at, of_at, i, width)),
                Statement("const %s %s = %s;" % (name, x, " + ".join(terms))), self.stored(x, kind)]

    def coordinates(self):
        """Floating-point numbers of places, and their digits."""
        i = self.linear.name
        t = self.rng.choice(["std::size_t", "std::int64_t", "int", "unsigned"])
        x = self.fresh("x")
        text = self.rng.choice(["float({t}({i})) * 0.25f", "({t}({i}) + 0.5f) * 0.125f", "float({t}({i}) %% 10) + float({t}({i}) / 7)",
                                "float({t}({i}) - {t}(3)) - 1.0f", "float({t}({i}) * 4 / 3)"]).replace("%%", "%").format(t=t, i=i)
        if "- {t}(3)" in text or t in ("std::size_t", "unsigned"):
            text = text.replace(" - %s(3)" % t, " + %s(3)" % t)
        self.declare(x, scalars.FLOAT)
        return [Statement("const float %s = %s;" % (x, text)), self.stored(x, scalars.FLOAT)]

    def long_sum(self):
        """A sum of what takes many operations, in its order."""
        inputs = self._numbers()
        if not inputs or self.rounds > 8:
            return None
        a = self.rng.choice(inputs)
        s, x = self.fresh("s"), self.fresh("x")
        head, j, scalar, most = self._counted(12)
        a.note(0, (self.linear.high + 1) * most + most)
        if (self.linear.high + 1) * most > 5000:
            return None
        text = "0.25f"
        for _ in range(9):
            text = "(%s * %s + %.4ff)" % (text, x, self.rng.random() - 0.5)
        body = [Statement("const float %s = float(%s[%s * %d + %s]) * 0.0078125f;" % (x, a.name, self.linear.name, most, j), fixed=True),
                Statement("%s %s= %s;" % (s, self.rng.choice("+-"), text))]
        first = Statement("float %s = %s;" % (s, self.value(scalars.FLOAT, 1)))
        self.declare(s, scalars.FLOAT, mutable=True)
        return [first, Statement(head, body), self.stored(s, scalars.FLOAT)]

    def own_rows(self):
        """Sums over a row of the work-item's own, and of the next one, each in its order."""
        inputs = [a for a in self._numbers() if a.kind in (scalars.FLOAT, scalars.INT, scalars.UINT)]
        most = self.rng.randint(9, 20)
        if not inputs or self.rounds > 8 or (self.linear.high + 2) * most > 5000:
            return None
        a, b = self.rng.choice(inputs), self.rng.choice(inputs)
        for array in a, b:
            array.note(0, (self.linear.high + 2) * most)
        s, p, j, x, y = self.fresh("s"), self.fresh("s"), self.fresh("j"), self.fresh("x"), self.fresh("y")
        kind = self.rng.choice(["int", "unsigned", "std::size_t"])
        i = "%s(%s)" % (kind, self.linear.name)
        element = "const float {x} = float({a}[{i} * {m} + {j}]) * 0.0078125f;"
        terms = ["{x}", "{x} * {y}", "({x} - {y}) * ({x} - {y})", "({x} > {y} ? {x} : {y} * 0.5f)", "sycl::fabs({x} - 1.0f)",
                 "{x} / (sycl::fabs({y}) + 1.0f)", "float({j}) * {x}", "float(({j} + {i}) % 5) * {y}"]
        names = dict(x=x, y=y, j=j, i=i, m=most)
        term, other = (self.rng.choice(terms).format(**names) for _ in range(2))
        body = [Statement(element.format(**dict(names, a=a.name)), fixed=True),
                Statement(element.format(**dict(names, x=y, a=b.name, i="(%s + 1)" % i)), fixed=True),
                Statement("%s %s= %s;" % (s, self.rng.choice("+-"), term)),
                Statement(self.rng.choice(["{p} = {p} * 0.5f + {t};", "{p} = sycl::max({p}, {t});", "{p} += {t};"]).format(p=p, t=other))]
        head = "for ({k} {j} = {first}; {j} < {m}; ++{j})".format(k=kind, j=j, m=most, first=self.rng.choice([0, 0, 0, 1, 3]))
        first = [Statement("float %s = %s;" % (name, self.value(scalars.FLOAT, 1))) for name in (s, p)]
        for name in s, p:
            self.declare(name, scalars.FLOAT, mutable=True)
        return first + [Statement(head, body, fixed=True), self.stored(s, scalars.FLOAT), self.stored(p, scalars.FLOAT)]
