"""Idioms of records: what people do with the fields that a work-item owns, in place and as a whole."""

import records
import scalars
from bodies import Bodies
from statements import Statement


def lines(*texts):
    return [Statement(text) for text in texts]


class RecordIdioms(Bodies):
    # What the work-item owns.

    def fields(self, count, floats=None):
        """Texts of `count` different places of one type in one record or row, and their type; or None."""
        arrays = [a for a in self.outputs if a.count * len(records.leaves(a.kind)) >= count]
        if not arrays:
            return None
        array = self.rng.choice(arrays)
        paths = records.leaves(array.kind)
        found = []
        if len(paths) >= count and (array.count == 1 or self.chance(0.5)):
            kinds = [leaf for _, leaf in paths]
            leaf = max(set(kinds), key=kinds.count) if kinds.count(kinds[0]) < count else kinds[0]
            chosen = [p for p, kind in paths if kind is leaf]
            if len(chosen) < count:
                return None
            c = str(self.rng.randrange(array.count))
            found = [self.own_element(array, c) + p for p in self.rng.sample(chosen, count)]
        elif array.count >= count:
            path, leaf = self.rng.choice(paths)
            chosen = self.rng.sample(range(array.count), count)
            found = [self.own_element(array, str(c)) + path for c in chosen]
        else:
            return None
        if leaf is scalars.HALF or leaf is scalars.BOOL or floats is not None and leaf.is_float() != floats:
            return None
        return found, leaf

    def _number(self, scalar):
        """The type in which values of `scalar` are computed without overflow: products wrap."""
        return scalar if scalar.is_float() else scalars.ULONG if scalar.bits == 64 else scalars.UINT

    def cross_product(self):
        found = self.fields(3)
        if not found:
            return None
        (a, b, c), leaf = found
        kind = scalars.spelled_cast(self._number(leaf))
        x, y, z = self.fresh(), self.fresh(), self.fresh()
        u = [self.value(self._number(leaf), 1) for _ in range(3)]
        u = ["%s(%s)" % (kind, t) for t in u]
        # What is in place is read after a part of it was written if `early`.
        early = self.chance(0.5)
        if early:
            return [Statement("", lines(
                "const %s %s = %s, %s = %s, %s = %s;" % (kind, x, a, y, b, z, c),
                "%s = %s * %s - %s * %s;" % (a, y, u[2], z, u[1]), "%s = %s * %s - %s * %s;" % (b, z, u[0], x, u[2]),
                "%s = %s * %s - %s * %s;" % (c, x, u[1], y, u[0])))]
        return lines("%s = %s(%s) * %s - %s(%s) * %s;" % (a, kind, b, u[2], kind, c, u[1]),
                     "%s = %s(%s) * %s - %s(%s) * %s;" % (b, kind, c, u[0], kind, a, u[2]),
                     "%s = %s(%s) * %s - %s(%s) * %s;" % (c, kind, a, u[1], kind, b, u[0]))

    def complex_product(self):
        found = self.fields(2)
        if not found:
            return None
        (re, im), leaf = found
        kind = scalars.spelled_cast(self._number(leaf))
        x, u, v = self.fresh(), self.fresh(), self.fresh()
        return [Statement("", lines(
            "const %s %s = %s, %s = %s;" % (kind, u, self.value(self._number(leaf), 1), v, self.value(self._number(leaf), 1)),
            "const %s %s = %s * %s - %s * %s;" % (kind, x, re, u, im, v),
            "%s = %s * %s + %s * %s;" % (im, re, v, im, u), "%s = %s;" % (re, x)))]

    def swap(self):
        found = self.fields(2)
        if not found:
            return None
        (a, b), leaf = found
        x = self.fresh()
        exchange = lines("const auto %s = %s;" % (x, a), "%s = %s;" % (a, b), "%s = %s;" % (b, x))
        condition = "%s < %s" % (b, a) if self.chance(0.5) else self.condition(1).text
        return [Statement("if (%s)" % condition, exchange)] if self.chance(0.7) else [Statement("", exchange)]

    def rotate_fields(self):
        found = self.fields(3)
        if not found:
            return None
        (a, b, c), _ = found
        x = self.fresh()
        return [Statement("", lines("auto %s = %s;" % (x, a), "%s = %s;" % (a, b), "%s = %s;" % (b, c), "%s = %s;" % (c, x)))]

    def computed_field(self):
        """Constant fields before and behind one whose number is computed."""
        arrays = [a for a in self.outputs if a.count > 1]
        if not arrays:
            return None
        array = self.rng.choice(arrays)
        path, leaf = self.rng.choice(records.leaves(array.kind))
        j = self.fresh("j")
        low, high = 0, array.count - 1
        number = self.math.reduce(self.number(2), array.count)
        found = lines("const int %s = %s;" % (j, number.text))
        constants = self.rng.sample(range(array.count), min(array.count, self.rng.choice([2, 3])))
        texts = [str(c) for c in constants]
        texts.insert(self.rng.randrange(len(texts) + 1) if self.chance(0.3) else len(texts) // 2 or 1, j)
        if self.chance(0.4):
            texts.insert(self.rng.randrange(len(texts) + 1), j)
        for text in texts:
            place = self.own_element(array, text) + path
            if self.chance(0.3) and leaf is not scalars.HALF:
                name = self.fresh()
                self.declare(name, leaf)
                found.append(Statement("const %s %s = %s;" % (leaf.spelled(self.rng), name, place)))
            else:
                found.append(Statement("%s = %s;" % (place, self.value(leaf, 1))))
        self.declare(j, scalars.INT, low, high)
        return found

    def all_fields(self):
        """All fields of a record, or elements of a row, in some order; between them one of which is not known which it is."""
        arrays = [a for a in self.outputs if 2 <= a.count * len(records.leaves(a.kind)) <= 8]
        if not arrays:
            return None
        array = self.rng.choice(arrays)
        paths = records.leaves(array.kind)
        places = [(c, path, leaf) for c in range(array.count) for path, leaf in paths]
        self.rng.shuffle(places)
        if self.chance(0.2):
            places.append(self.rng.choice(places))
        reads = self.chance(0.2)
        found = [self._access(self.own_element(array, str(c)) + path, leaf, reads) for c, path, leaf in places]
        for _ in range(self.rng.choice([1, 1, 2])):
            text, leaf = self._some_place(array, paths)
            found.insert(self.rng.randrange(1, len(found)), self._access(text, leaf, self.chance(0.3)))
        # What was read is used behind all of it.
        found = [s for both in found for s in both]
        for name, leaf in self.pending:
            self.declare(name, leaf)
        self.pending = []
        return found + [self.assignment()]

    def _access(self, text, leaf, reads):
        if reads and leaf is not scalars.HALF:
            name = self.fresh()
            self.pending.append((name, leaf))
            return [Statement("const %s %s = %s;" % (leaf.spelled(self.rng), name, text))]
        return [Statement("%s = %s;" % (text, self.value(leaf, 1)))]

    def _some_place(self, array, paths):
        """One of the work-item's, by a computed number or one of two."""
        path, leaf = self.rng.choice(paths)
        if array.count > 1 and (len(paths) == 1 or self.chance(0.6)):
            return self.own_element(array, self.math.reduce(self.number(1), array.count).text) + path, leaf
        element = self.own_element(array, str(self.rng.randrange(array.count)))
        if isinstance(array.kind, records.Vector) and self.chance(0.6):
            return "%s[%s]" % (element, self.math.reduce(self.number(1), array.kind.count).text), leaf
        alike = [p for p, kind in paths if kind is leaf]
        other = self.rng.choice(alike)
        return "(%s ? %s%s : %s%s)" % (self.condition(1).text, element, path, element, other), leaf

    def copy_record(self):
        """A record is read as a whole, changed, and written, perhaps elsewhere."""
        arrays = [a for a in self.outputs if not a.is_scalar()]
        if not arrays:
            return None
        to = self.rng.choice(arrays)
        sources = [a for a in self.inputs + self.outputs if a.kind is to.kind]
        source = self.rng.choice(sources)
        text = self.own_element(source) if source in self.outputs else self.element(source)
        name = self.fresh("s")
        found = [Statement("auto %s = %s;" % (name, text))]
        for _ in range(self.rng.choice([0, 1, 2, 3])):
            path, leaf = self.rng.choice(records.leaves(to.kind))
            found.append(self.assignment((name + self._path(path, to.kind), leaf)))
        if self.chance(0.2):
            found.append(self.assignment())
        store = Statement("%s = %s;" % (self.own_element(to), name))
        found.append(Statement("if (%s)" % self.condition(1).text, [store]) if self.chance(0.3) else store)
        return [Statement("", found)]

    def whole_records(self):
        """Assignments of whole records, without a name between."""
        arrays = [a for a in self.outputs if not a.is_scalar()]
        if not arrays:
            return None
        to = self.rng.choice(arrays)
        found = []
        for _ in range(self.rng.choice([1, 2, 3])):
            source = self.rng.choice([a for a in self.inputs + self.outputs if a.kind is to.kind])
            text = self.own_element(source) if source in self.outputs else self.element(source)
            found.append(Statement("%s = %s;" % (self.own_element(to), text)))
            if self.chance(0.5):
                found += self.same_record()
        return found

    def vectors(self):
        """Whole sycl::vec and marray: arithmetic on all elements."""
        arrays = [a for a in self.outputs if isinstance(a.kind, records.Vector) and
                  (a.kind.scalar.is_float() or not a.kind.scalar.signed and a.kind.scalar.bits >= 32)]
        if not arrays:
            return None
        to = self.rng.choice(arrays)
        kind = to.kind
        one = "%s(%s)" % ("half" if kind.scalar is scalars.HALF else scalars.spelled_cast(kind.scalar), self.value(kind.scalar, 1))
        sources = [a for a in self.inputs + self.outputs if a.kind is kind]
        name = self.fresh("s")
        x, y = ((self.own_element(a) if a in self.outputs else self.element(a)) for a in (self.rng.choice(sources), self.rng.choice(sources)))
        found = [Statement("%s %s = %s;" % (kind.spelled(), name, x))]
        for _ in range(self.rng.choice([1, 2])):
            draw = self.rng.random()
            if draw < 0.5:
                found.append(Statement("%s = %s %s %s;" % (name, name, self.rng.choice("+-*"), y)))
            elif draw < 0.8:
                found.append(Statement("%s %s= %s(%s);" % (name, self.rng.choice("+-*"), kind.spelled(), one)))
            else:
                found.append(Statement("%s[%s] = %s;" % (name, self.small_index(kind.count), one)))
        found.append(Statement("%s = %s;" % (self.own_element(to), name)))
        return [Statement("", found)]
