"""Makes a failing program small: removes statements, barriers, functions and globals as long as it fails.

Many smaller programs are tried at once, as one executable. One that does something undefined is no smaller example:
it must be valid for the host, whatever memory contains that it has not initialized.
"""

import re

from batch import Kernels, Reference

_TRIED_AT_ONCE = 12


def _spots(program):
    """Every statement, by the body that it is in; the outermost ones first."""
    bodies = [f.body for f in program.functions]
    spots = []
    while bodies:
        spots += [(body, statement) for body in bodies for statement in body]
        bodies = [s.body for body in bodies for s in body if s.body is not None and s.braces]
    return spots


def _is_needed(body, statement):
    """What ends a function stays: without a result its behavior is undefined."""
    return statement.head.startswith("return") and body[-1] is statement


class _Edit:
    """Changes of one kind to one program, numbered from 0; `apply` does some of them to a copy."""

    def __init__(self, count, apply):
        self.count, self.apply = count, apply


def _delete_statements(program):
    def apply(copy, chosen):
        spots = _spots(copy)
        for index in chosen:
            body, statement = spots[index]
            if statement in body and not _is_needed(body, statement):
                at = body.index(statement)
                del body[at]
                while at < len(body) and body[at].is_else():
                    del body[at]
    return _Edit(len(_spots(program)), apply)


def _unwrap(program):
    """A head with a body becomes a bare block."""
    def apply(copy, chosen):
        spots = _spots(copy)
        for index in chosen:
            body, statement = spots[index]
            if statement.head and statement.body is not None and statement.braces:
                statement.head = ""
                at = body.index(statement) + 1
                while at < len(body) and body[at].is_else():
                    del body[at]
    return _Edit(len(_spots(program)), apply)


def _simplify(program):
    """Conditions and right sides become constants."""
    def apply(copy, chosen):
        spots = _spots(copy)
        for index in chosen:
            statement = spots[index][1]
            if statement.head.startswith("if ("):
                statement.head = "if (1)"
            elif statement.head.startswith("return ") and re.search(r"[^\w\s;]", statement.head[7:]):
                statement.head = "return 1;"
            else:
                statement.head = re.sub(r"^([^=!<>]*[^=!<>|&^+*/%-]) = .*[^\w ].*;$", r"\1 = 1;", statement.head)
    return _Edit(len(_spots(program)), apply)


def _delete_globals(program):
    def apply(copy, chosen):
        copy.globals = [line for i, line in enumerate(copy.globals) if i not in chosen]
    return _Edit(len(program.globals), apply)


def _delete_functions(program):
    def apply(copy, chosen):
        copy.functions = [f for i, f in enumerate(copy.functions) if i not in chosen or f.name == "func_1"]
    return _Edit(len(program.functions), apply)


def _fewer_work_items(program):
    def apply(copy, chosen):
        for index in chosen:
            if index == 0:
                copy.groups = 1
            elif index == 1:
                copy.group_size, copy.dimensions = min(copy.group_size, 2), 1
            else:
                copy.memory = "private"
    return _Edit(3, apply)


def _delete_checks(program):
    """Of the globals at the end; loops around them stay."""
    def apply(copy, chosen):
        copy.finish = [line for i, line in enumerate(copy.finish) if i not in chosen or "transparent_crc" not in line]
    return _Edit(len(program.finish), apply)


_KINDS = [_fewer_work_items, _delete_statements, _delete_functions, _delete_checks, _delete_globals,
          _unwrap, _simplify, _delete_statements, _delete_functions, _delete_globals, _delete_checks]


class Shrinker:
    def __init__(self, tools, folder, target, level, coroutines, reason):
        self.kernels = Kernels(tools, folder, [target], level, coroutines)
        self.reason = reason
        self.references = [Reference(tools, folder, ["-ftrivial-auto-var-init=" + how]) for how in ["pattern", "zero"]]

    def _failing(self, candidates):
        """Those that are valid and fail."""
        valid, results = candidates, []
        for reference in self.references:
            valid = [p for p in valid if p in set(reference.run_unchanged(valid))]
            results.append({p: p.expected for p in valid})
        valid = [p for p in valid if results[0][p] == results[1][p]]
        if not valid:
            return []
        failures = self.kernels.build_and_run(valid)
        return [p for p in valid if any(p is q and self._is_alike(reason) for q, _, reason in failures)]

    def _is_alike(self, reason):
        """Whether it fails as the program to be shrunk did: what was computed, and by which work-item, may differ."""
        count = 1 if reason.startswith(("wrong", "error", "crashed")) else 6
        return reason.split()[:count] == self.reason.split()[:count]

    def shrink(self, program):
        """Returns the program itself if it does not fail here."""
        while True:
            before = program
            for kind in _KINDS:
                program = self._shrink_by(program, kind)
            if not program.differs_from(before):
                return program

    def _shrink_by(self, program, kind):
        size = kind(program).count
        while size >= 1:
            count = kind(program).count
            chunks = [set(range(at, min(at + size, count))) for at in range(0, count, size)]
            for first in range(0, len(chunks), _TRIED_AT_ONCE):
                smaller = self._try(program, kind, chunks[first:first + _TRIED_AT_ONCE])
                if smaller:
                    # What follows has other numbers now.
                    program = smaller
                    break
            else:
                size //= 2
        return program

    def _try(self, program, kind, chunks):
        """Returns the smallest failing program that lacks some of the chunks, or None."""
        candidates = []
        for i, chunk in enumerate(chunks):
            candidate = self._without(program, kind, chunk, "_%d" % i)
            if candidate.differs_from(program):
                candidate.chunk = chunk
                candidates.append(candidate)
        failing = self._failing(candidates)
        # What can go one by one may go together; if not, half of it may.
        while len(failing) > 1:
            together = self._without(program, kind, set().union(*[p.chunk for p in failing]), "")
            if self._failing([together]):
                return together
            failing = failing[:len(failing) // 2]
        return failing[0].copy("Program_%d" % program.number) if failing else None

    @staticmethod
    def _without(program, kind, chunk, suffix):
        copy = program.copy("Program_%d%s" % (program.number, suffix))
        kind(copy).apply(copy, chunk)
        return copy
