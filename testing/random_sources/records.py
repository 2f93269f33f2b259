"""Types of elements: scalars, vectors, arrays and records of these, with padding and without."""

import scalars


class Vector:
    """sycl::vec or sycl::marray."""

    def __init__(self, template, scalar, count):
        self.template, self.scalar, self.count = template, scalar, count

    def spelled(self):
        name = "sycl::half" if self.scalar is scalars.HALF else scalars.spelled_cast(self.scalar)
        return "sycl::%s<%s, %d>" % (self.template, name, self.count)


class Array:
    def __init__(self, element, count):
        self.element, self.count = element, count


class Record:
    def __init__(self, name, fields):
        self.name, self.fields = name, fields

    def spelled(self):
        return self.name

    def text(self):
        lines = ["struct %s {" % self.name]
        for name, kind in self.fields:
            if isinstance(kind, Array):
                lines.append("  %s %s[%d];" % (spelled(kind.element), name, kind.count))
            else:
                lines.append("  %s %s;" % (spelled(kind), name))
        visits = " ".join("visit(%s, f);" % name for name, _ in self.fields)
        lines.append("  template <typename F> void each(F &f) { %s }" % visits)
        return "\n".join(lines) + "\n};\n"


def spelled(kind):
    if kind is scalars.HALF:
        return "sycl::half"
    return kind.name if isinstance(kind, scalars.Scalar) else kind.spelled()


def leaves(kind):
    """All scalars, as pairs of how they are reached and their type."""
    if isinstance(kind, scalars.Scalar):
        return [("", kind)]
    if isinstance(kind, Vector):
        return [("[%d]" % i, kind.scalar) for i in range(kind.count)]
    if isinstance(kind, Array):
        return [("[%d]%s" % (i, path), leaf) for i in range(kind.count) for path, leaf in leaves(kind.element)]
    return [(".%s%s" % (name, path), leaf) for name, field in kind.fields for path, leaf in leaves(field)]


def requirements(kind):
    found = {leaf for _, leaf in leaves(kind)}
    return {"fp16" for leaf in found if leaf is scalars.HALF} | {"fp64" for leaf in found if leaf is scalars.DOUBLE}


_COMMON = [scalars.INT, scalars.FLOAT, scalars.FLOAT, scalars.DOUBLE, scalars.UINT, scalars.LONG, scalars.UCHAR,
           scalars.SHORT]


def random_scalar(rng, without=()):
    while True:
        scalar = rng.choice(_COMMON + scalars.INTEGERS + [scalars.BOOL, scalars.HALF])
        if scalar not in without:
            return scalar


_NAMES = [["x", "y", "z", "w", "v"], ["a", "b", "c", "d", "e"], ["re", "im", "arg", "abs", "n"], ["r", "g", "b", "a", "m"]]


def random_vector(rng, without=()):
    template = rng.choice(["vec", "vec", "marray"])
    count = rng.choice([2, 3, 4, 4, 8] if template == "vec" else [2, 3, 4, 5])
    return Vector(template, random_scalar(rng, tuple(without) + (scalars.BOOL,)), count)


def random_record(rng, name, without=(), depth=1):
    count = rng.choice([2, 2, 3, 3, 4, 4, 5])
    names = rng.choice(_NAMES)
    one = random_scalar(rng, without)
    equal = rng.random() < 0.6
    fields = []
    for i in range(count):
        kind = one if equal else random_scalar(rng, without)
        draw = rng.random()
        if not equal and draw < 0.15:
            kind = Array(kind, rng.choice([2, 3, 4]))
        elif not equal and draw < 0.22:
            kind = random_vector(rng, without)
        fields.append((names[i], kind))
    return Record(name, fields)
