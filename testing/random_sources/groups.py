"""Kernels whose work-items exchange numbers: local memory, barriers, algorithms of groups, atomics."""

import scalars
from builder import Private
from idioms import Idioms
from scalars import cast, literal
from statements import Statement

_SLOT_KINDS = [scalars.INT, scalars.UINT, scalars.FLOAT, scalars.ULONG, scalars.UCHAR, scalars.SHORT]


class Slots:
    """Local memory with one or more elements for each work-item and some more, or of a fixed size."""

    def __init__(self, name, scalar, each, size):
        self.name, self.scalar, self.each, self.size, self.more = name, scalar, each, size, 0


def barrier():
    return Statement("barrier(it);", fixed=True)


class Groups(Idioms):
    def __init__(self, rng, without):
        super().__init__(rng, without)
        self.slots = []
        self.local, self.group_size, self.group = None, None, None
        self.subgroups = False

    def new_slots(self, each=1, size=0, scalar=None):
        slots = Slots(self.fresh("l"), scalar or self.rng.choice(_SLOT_KINDS), each, size)
        self.slots.append(slots)
        return slots

    def group_body(self, phases):
        found = []
        for _ in range(phases):
            if self.chance(0.06):
                found.append(Statement("if (%s)" % self.uniform_condition(), [Statement("return;")]))
            for _ in range(self.rng.choice([0, 0, 1, 2])):
                found += self.idiom() if self.chance(0.4) else self.random_statements(2)
            found += self.phase()
        # Behind the last barrier each may leave.
        self.can_return = self.chance(0.3)
        for _ in range(self.rng.choice([1, 2])):
            found += self.random_statements(2)
        return found

    def phase(self, nested=False):
        draw = self.rng.random()
        if draw < 0.12 and not nested:
            return [Statement("if (%s)" % self.uniform_condition(), self.inside(lambda: self.phase(True)))]
        if draw < 0.28 and not nested:
            return [self.group_loop()]
        return [Statement("", self.inside(self.rng.choice(self.exchanges())))]

    def exchanges(self):
        return [self.exchange, self.exchange, self.leader, self.tile, self.reduction, self.scan, self.local_counts,
                self.algorithm, self.algorithm, self.shuffle, self.through_memory]

    def uniform_condition(self):
        """All work-items of the group agree."""
        uniform = self.variables(lambda v: v.name.startswith("m"))
        v = self.rng.choice(uniform + [self.group]).value()
        return self.math.compare(self.math.binary("%", v, literal(self.rng.choice([2, 3]))), literal(self.rng.choice([0, 1]))).text

    def group_loop(self):
        """Around barriers: with as many rounds for all."""
        j = self.fresh("j")
        bound = self.group_bound()

        def make():
            self.declare(j, scalars.INT, 0, max(bound.high - 1, 0), counter=True)
            found = []
            if self.chance(0.4):
                found.append(self.assignment())
            found += self.phase(True)
            if self.chance(0.4):
                found += self.random_statements(1)
            if self.chance(0.15):
                found += self.phase(True)
            return found + [barrier()]
        return Statement("for (int {0} = 0; {0} < int({1}); {0}++)".format(j, bound.text), self.inside(make, "group", max(bound.high, 1)))

    def group_bound(self):
        uniform = self.variables(lambda v: v.name.startswith("m") and 0 < v.high <= 12)
        return self.rng.choice(uniform).value() if uniform and self.chance(0.5) else literal(self.rng.choice([1, 2, 3, 4]))

    def neighbour(self):
        """The number of some work-item of the group."""
        l, n = self.local.name, self.group_size.name
        return self.rng.choice([
            "({l} + 1) % {n}", "{n} - 1 - {l}", "({l} > 0 ? {l} - 1 : 0)", "({l} + 1 < {n} ? {l} + 1 : {l})", "unsigned({e}) % unsigned({n})",
            "{l} / 2", "({l} + {n} / 2) % {n}", "0", "{n} - 1", "({l} ^ 1) % {n}"]).format(l=l, n=n, e=self.number(1).text)

    def stored_value(self, text, scalar):
        """What a work-item got from others goes to its own memory or a variable."""
        x = self.fresh()
        self.declare(x, scalar)
        return [Statement("const %s %s = %s;" % (scalar.spelled(self.rng), x, text)), self.stored(x, scalar), self.assignment()]

    def sum_of_all(self, slots, weight=""):
        """Statements that add up the elements of all in their order, the sum's name and type."""
        j, s = self.fresh("j"), self.fresh("s")
        kind = self._number(slots.scalar)
        name = scalars.spelled_cast(kind)
        return [Statement("%s %s = 0;" % (name, s), fixed=True),
                Statement("for (int {0} = 0; {0} < int({1}); ++{0})".format(j, self.group_size.name),
                          [Statement("%s = %s%s + %s(%s[%s]);" % (s, s, weight, name, slots.name, j))])], s, kind

    def exchange(self):
        slots = self.new_slots()
        value = self.value(slots.scalar)
        write = Statement("%s[%s] = %s;" % (slots.name, self.local.name, value), fixed=True)
        found = [write, barrier()]
        for _ in range(self.rng.choice([1, 1, 2])):
            found += self.stored_value("%s[%s]" % (slots.name, self.neighbour()), slots.scalar)
        if self.chance(0.3):
            # A row of the others' numbers.
            total, s, kind = self.sum_of_all(slots, " * 3")
            found += total + [self.stored(s, kind)]
        if self.chance(0.3):
            found += [barrier(), Statement("%s[%s] = %s;" % (slots.name, self.local.name, self.value(slots.scalar)), fixed=True), barrier()]
            found += self.stored_value("%s[%s]" % (slots.name, self.neighbour()), slots.scalar)
        return found

    def leader(self):
        """One work-item computes something for all."""
        slots = self.new_slots(0, self.rng.choice([1, 2, 4]))
        one = self.rng.choice(["0", "0", "0", "%s - 1" % self.group_size.name])
        writes = [Statement("%s[%d] = %s;" % (slots.name, k, self.value(slots.scalar)), fixed=True) for k in range(slots.size)]
        found = [Statement("if (%s == %s)" % (self.local.name, one), writes, fixed=True)]
        if self.chance(0.4):
            found.append(self.assignment())
        found.append(barrier())
        return found + self.stored_value("%s[%s]" % (slots.name, self.small_index(slots.size)), slots.scalar)

    def tile(self):
        """Filled by all, then read anywhere."""
        size = self.rng.choice([4, 16, 33, 64])
        slots = self.new_slots(0, size)
        j = self.fresh("j")

        def make():
            self.declare(j, scalars.INT, 0, size - 1, counter=True)
            return [Statement("%s[%s] = %s;" % (slots.name, j, self.value(slots.scalar)), fixed=True)]
        head = "for (int {0} = int({1}); {0} < {2}; {0} += int({3}))".format(j, self.local.name, size, self.group_size.name)
        found = [Statement(head, self.inside(make, "group"), fixed=True), barrier()]
        self.locals.append(Private(slots.name, slots.scalar, size))
        for _ in range(self.rng.choice([1, 2, 3])):
            found += self.random_statements(2) if self.chance(0.5) else self.idiom()
        found.append(self.assignment())
        self.locals.pop()
        return found

    def reduction(self):
        slots = self.new_slots(1, 0, self.rng.choice([scalars.UINT, scalars.FLOAT, scalars.ULONG, scalars.UCHAR]))
        l, n, s, name = self.local.name, self.group_size.name, self.fresh("j"), slots.name
        operation = self.rng.choice(["{a} += {b};", "{a} = {a} < {b} ? {b} : {a};", "{a} = {a} - {b};"])
        if self.chance(0.5):
            step = operation.format(a="%s[%s]" % (name, l), b="%s[%s + %s]" % (name, l, s))
            loop = Statement("for (int {s} = 1; {s} < int({n}); {s} *= 2)".format(s=s, n=n), [
                Statement("if (int({l}) % (2 * {s}) == 0 && int({l}) + {s} < int({n}))".format(l=l, s=s, n=n), [Statement(step)], fixed=True), barrier()])
        else:
            # From the upper half, which has one element more if their number is odd.
            half = self.fresh("h")
            step = operation.format(a="%s[%s]" % (name, l), b="%s[%s + %s]" % (name, l, half))
            loop = Statement("for (int {s} = int({n}); {s} > 1;)".format(s=s, n=n), [
                Statement("const int {h} = ({s} + 1) / 2;".format(h=half, s=s), fixed=True),
                Statement("if (int({l}) < {s} / 2)".format(l=l, s=s), [Statement(step)], fixed=True), barrier(),
                Statement("{s} = {h};".format(s=s, h=half), fixed=True)])
        found = [Statement("%s[%s] = %s;" % (name, l, self.value(slots.scalar)), fixed=True), barrier(), loop]
        if self.chance(0.4):
            return found + [Statement("if (%s == 0)" % l, [self.stored("%s[0]" % name, slots.scalar)])]
        return found + self.stored_value("%s[0]" % name, slots.scalar)

    def scan(self):
        slots = self.new_slots(1, 0, self.rng.choice([scalars.UINT, scalars.FLOAT, scalars.ULONG]))
        l, n, s, x, name = self.local.name, self.group_size.name, self.fresh("j"), self.fresh("x"), slots.name
        kind = slots.scalar.name
        body = [Statement("const {k} {x} = int({l}) >= {s} ? {a}[{l} - {s}] : {k}(0);".format(k=kind.replace("unsigned long", "std::uint64_t"), x=x, l=l, s=s, a=name)), barrier(),
                Statement("{a}[{l}] += {x};".format(a=name, l=l, x=x)), barrier()]
        return [Statement("%s[%s] = %s;" % (name, l, self.value(slots.scalar)), fixed=True), barrier(),
                Statement("for (int {s} = 1; {s} < int({n}); {s} *= 2)".format(s=s, n=n), body)] + \
            self.stored_value("%s[%s]" % (name, self.rng.choice([l, self.neighbour()])), slots.scalar)

    def local_counts(self):
        size = self.rng.choice([1, 3, 8, 16])
        slots = self.new_slots(0, size, self.rng.choice([scalars.INT, scalars.UINT]))
        j, k = self.fresh("j"), self.fresh("j")
        head = "for (int {0} = int({1}); {0} < {2}; {0} += int({3}))".format(j, self.local.name, size, self.group_size.name)
        rounds = self.rng.choice([1, 1, 3])

        def make():
            self.declare(k, scalars.INT, 0, rounds - 1, counter=True)
            value = self.math.reduce(self.number(1), 1000).text
            body = [Statement("add(%s[%s], %s(%s));" % (slots.name, self.math.reduce(self.number(1), size).text, slots.scalar.name, value))]
            return [Statement("if (%s)" % self.condition(1).text, body)] if self.chance(0.5) else body
        body = self.inside(make, "group", rounds)
        found = [Statement(head, [Statement("%s[%s] = 0;" % (slots.name, j), fixed=True)], fixed=True), barrier(),
                 Statement("for (int {0} = 0; {0} < {1}; ++{0})".format(k, rounds), body), barrier()]
        return found + self.stored_value("%s[%s]" % (slots.name, self.small_index(size)), slots.scalar)

    def algorithm(self):
        kind = self.rng.choice([scalars.INT, scalars.UINT, scalars.LONG, scalars.ULONG])
        value = self.math.reduce(self.number(2), 1 << 20)
        text = cast(value, kind).text
        name = self.rng.choice(["group_sum", "group_least", "group_greatest", "group_sum_until", "group_sum_before", "group_first", "group_some", "group_every"])
        if name in ("group_some", "group_every"):
            kind, text = scalars.BOOL, self.condition(2).text
        return self.stored_value("%s(it, %s)" % (name, text), kind)

    def shuffle(self):
        self.subgroups = True
        kind = self.rng.choice([scalars.INT, scalars.UINT, scalars.FLOAT, scalars.ULONG, scalars.SHORT])
        text = cast(self.real(2) if kind.is_float() else self.number(2), kind).text
        name = self.rng.choice(["lane_next", "lane_first", "lane_before", "lane_opposite"])
        found = self.stored_value("%s(it, %s)" % (name, text), kind)
        if self.chance(0.3):
            found += self.stored_value("lane_sum(it, %s)" % cast(self.number(1), scalars.UINT).text, scalars.UINT)
        return found

    def through_memory(self):
        """Each leaves something in global memory, which others of the group read behind the barrier."""
        if not self.through:
            return self.exchange()
        array = self.through[0]
        if array in self.through_used:
            return self.exchange()
        self.through_used.append(array)
        i, l = self.linear.name, self.local.name
        array.note(0, self.linear.high)
        # In loops, what was read must be read before it is written again.
        return [barrier(), Statement("%s[%s] = %s;" % (array.name, i, self.value(array.kind)), fixed=True), barrier()] + \
            self.stored_value("%s[%s - %s + %s]" % (array.name, i, l, self.neighbour()), array.kind)
