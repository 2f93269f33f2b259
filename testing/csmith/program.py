"""A program of csmith as a class: each of its objects is the whole program of one work-item.

In:   a number. It chooses csmith's options and seed, where barriers stand, and how the kernel is launched.
Out:  C++ text of `template <typename Item> struct Program_<number>`: csmith's globals are members, its functions are member
      functions, `run` is its main. kernels.h and reference.h each define what the text uses.

All work-items of a group must reach a barrier in the same way. In a program whose work-items are alike any place does.
Where they differ, barriers stand in func_1 alone, and batch.py removes those that a run on the host shows to be
reached differently.
"""

import random
import re
import subprocess

_INTEGER = re.compile(r"^static (u?int\d+_t) (g_\d+) = ")
_FUNCTION = re.compile(r"^static .*\b(func_\d+)\(.*\)\s*$")
_PROTOTYPE = re.compile(r"^static .*\bfunc_\d+\(.*\);$")
_JUMP = re.compile(r"^(return|goto|break|continue)\b")
_HEAD = re.compile(r"^(if|for|while) \(|^else\b")

# Options of csmith that a program has with probability 1/2 each.
_SOMETIMES = [
    "--no-jumps", "--no-volatiles", "--no-bitfields", "--no-unions", "--no-structs", "--no-packed-struct",
    "--no-comma-operators", "--no-embedded-assigns", "--no-consts", "--no-inline-function",
]

# Where barriers stand: nowhere, between the outermost statements of func_1, between any of func_1, of all functions.
BARRIERS = ["none", "top", "first", "all"]
MEMORY = ["private", "global"]
_GROUP_SIZES = [1, 2, 3, 7, 8, 12, 16, 17, 32, 33]


class Statement:
    """A line; or a head with a body (`head` is "" for a bare block); or a barrier, which has a number."""

    def __init__(self, head, body=None, braces=True, barrier=0):
        self.head, self.body, self.braces, self.barrier = head, body, braces, barrier

    def is_else(self):
        return self.head.startswith("else")

    def is_jump(self):
        return bool(_JUMP.match(self.head))

    def is_label(self):
        return self.body is None and self.head.endswith(":")

    def copy(self):
        body = None if self.body is None else [s.copy() for s in self.body]
        return Statement(self.head, body, self.braces, self.barrier)


class Function:
    def __init__(self, name, head, body, noinline=False):
        self.name, self.head, self.body, self.noinline = name, head, body, noinline

    def copy(self):
        return Function(self.name, self.head, [s.copy() for s in self.body], self.noinline)


def _parse(lines, at):
    """Returns the statements up to the closing brace, and the line behind it."""
    statements = []
    while True:
        text = lines[at].strip()
        if text.startswith("}"):
            return statements, at + 1
        if text:
            statement, at = _parse_statement(lines, at)
            statements.append(statement)
        else:
            at += 1


def _parse_statement(lines, at):
    text = lines[at].strip()
    at += 1
    if text == "{":
        body, at = _parse(lines, at)
        return Statement("", body), at
    if not _HEAD.match(text) or text.endswith(";"):
        return Statement(text), at
    while not lines[at].strip():
        at += 1
    if lines[at].strip() == "{":
        body, at = _parse(lines, at + 1)
        return Statement(text, body), at
    only, at = _parse_statement(lines, at)
    return Statement(text, [only], braces=False), at


class Program:
    def __init__(self, number, options):
        """`options` may fix `barriers`, `memory` and `work_items`; what is None there is chosen by the number."""
        self.number = number
        self.name = "Program_%d" % number
        self.random = choose = random.Random(number)
        self.flags = [flag for flag in _SOMETIMES if choose.random() < 0.5]
        self.flags += [
            "--max-funcs", str(choose.randint(1, 6)),
            "--max-block-depth", str(choose.randint(2, 5)),
            "--max-expr-complexity", str(choose.choice([3, 5, 10])),
            "--max-array-len-per-dim", str(choose.choice([3, 5, 10])),
        ]
        if choose.random() < 0.15:
            self.flags.append("--no-global-variables")
        barriers, memory = choose.choice(BARRIERS), choose.choice(MEMORY)
        self.density = choose.choice([0.1, 0.3, 1.0])
        divergent = choose.random() < 0.3
        self.group_size, self.groups = choose.choice(_GROUP_SIZES), choose.randint(1, 3)
        self.dimensions = 2 if self.group_size % 2 == 0 and choose.random() < 0.3 else 1
        self.noinline = choose.random() < 0.3
        self.argument = choose.randint(0, 9)
        self.barriers, self.memory = options.barriers or barriers, options.memory or memory
        self.divergent = options.work_items == "differ" if options.work_items else divergent
        if self.divergent and self.barriers == "all":
            self.barriers = "first"
        self.expected = []

    def describe(self):
        return "%d groups of %d work-items%s that %s, barriers: %s, %s memory" % (
            self.groups, self.group_size, " (2D)" if self.dimensions == 2 else "",
            "differ" if self.divergent else "are alike", self.barriers, self.memory)

    def generate(self, csmith, folder):
        """Runs csmith in a folder, where it leaves a file; returns whether it made a program."""
        command = [csmith, "--seed", str(self.number), "--concise", "--lang-cpp", "--cpp11", "--no-argc",
                   "--no-hash-value-printf"] + self.flags
        try:
            run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60)
        except subprocess.TimeoutExpired:
            return False
        if run.returncode:
            return False
        self._read(run.stdout.decode().split("\n"))
        self._place_barriers()
        return True

    def _read(self, lines):
        self.types, self.globals, self.functions, self.finish = [], [], [], []
        at = next(i for i, line in enumerate(lines) if line.startswith("#include")) + 1
        while not lines[at].startswith("int main"):
            line = lines[at]
            function = _FUNCTION.match(line)
            at += 1
            if function:
                body, at = _parse(lines, at + 1)
                self.functions.append(Function(function.group(1), line[len("static "):], body))
            elif not line.startswith("static "):
                self.types.append(line)
            elif not _PROTOTYPE.match(line) and "__undefined" not in line:
                self.globals.append(line)
        end = lines.index("}", at)
        call = lines.index("    func_1();", at)
        self.finish = [s for s in lines[call + 1:end] if not s.strip().startswith(("platform_main", "return"))]
        integers = [m.groups() for m in map(_INTEGER.match, self.globals) if m]
        self.random.shuffle(integers)
        self.varied = [(kind, name, self.random.choice([1, 1, 3, 0x01010101]))
                       for kind, name in integers[:self.random.randint(1, 6)]]

    def _place_barriers(self):
        self.last_barrier = 0
        for function in self.functions:
            function.noinline = self.noinline and self.random.random() < 0.5
            if self.barriers == "all" or (self.barriers != "none" and function.name == "func_1"):
                function.body = self._with_barriers(function.body)

    def _with_barriers(self, body):
        result = []
        for i, statement in enumerate(body):
            if statement.body is not None and statement.braces and self.barriers != "top":
                statement.body = self._with_barriers(statement.body)
            result.append(statement)
            is_cut = i + 1 < len(body) and body[i + 1].is_else()
            if not statement.is_jump() and not is_cut and self.random.random() < self.density:
                self.last_barrier += 1
                result.append(Statement("", barrier=self.last_barrier))
        return result

    def remove_barriers(self, numbers=None):
        """All, or those of these numbers."""
        def without(body):
            kept = [s for s in body if not s.barrier or (numbers is not None and s.barrier not in numbers)]
            for statement in kept:
                if statement.body is not None:
                    statement.body = without(statement.body)
            return kept
        for function in self.functions:
            function.body = without(function.body)

    def size(self):
        """How many statements and globals it has."""
        def count(body):
            return sum(1 + (count(s.body) if s.body is not None else 0) for s in body)
        return sum(count(f.body) for f in self.functions) + len(self.globals)

    def copy(self, name):
        """The same program as a class of another name."""
        other = Program.__new__(Program)
        other.__dict__.update(self.__dict__)
        other.name = name
        other.types, other.globals, other.finish = list(self.types), list(self.globals), list(self.finish)
        other.functions = [f.copy() for f in self.functions]
        return other

    def differs_from(self, other):
        """Whether anything but the name does."""
        def launch(p):
            return p.groups, p.group_size, p.dimensions, p.memory
        return launch(self) != launch(other) or self.text() != other.copy(self.name).text()

    def text(self):
        return _Writer(self).write()


class _Writer:
    """Writes the class; numbers blocks in the order of the text."""

    def __init__(self, program):
        self.program, self.out, self.blocks = program, [], 0

    def write(self):
        program, out = self.program, self.out
        out.append("template <typename Item> struct %s {" % program.name)
        out.append("Item &item;")
        out.append("explicit %s(Item &i) : item(i) {}" % program.name)
        out += [line for line in program.types if line.strip()]
        out += [line[len("static "):] for line in program.globals]
        for function in program.functions:
            if function.noinline:
                out.append("__attribute__((noinline))")
            out.append(function.head)
            self.block(function.body, 0)
        out.append("void vary(std::uint32_t by) { (void)by;")
        present = "\n".join(program.globals)
        out += ["%s = %s(%s ^ (by * %du));" % (name, kind, name, factor)
                for kind, name, factor in program.varied if " %s = " % name in present]
        out += ["}", "std::uint64_t run() {", "int i, j, k; (void)i, (void)j, (void)k;",
                "csmith::call(item, [this]() -> decltype(auto) { return func_1(); });"]
        out += [line for line in program.finish if line.strip()]
        out += ["return item.result();", "}", "};"]
        return "\n".join(out) + "\n"

    def block(self, body, parent):
        self.blocks += 1
        number = self.blocks
        self.out.append("{ CSMITH_BLOCK(%d, %d)" % (number, parent))
        for statement in body:
            self.statement(statement, number)
        self.out.append("}")

    def statement(self, statement, block):
        if statement.barrier:
            self.out.append("CSMITH_BARRIER(%d, %d)" % (statement.barrier, block))
            return
        if statement.head:
            self.out.append(statement.head)
        if statement.is_label():
            self.blocks += 1
            self.out.append("CSMITH_BLOCK(%d, %d)" % (self.blocks, block))
        elif statement.body is not None and statement.braces:
            self.block(statement.body, block)
        elif statement.body is not None:
            self.statement(statement.body[0], block)
