"""Makes a failing kernel small: removes statements and launches as long as it fails in the same way.

Many smaller kernels are tried at once, as one program. Whatever is removed, what remains has no undefined behavior: bounds
of variables do not depend on statements that can be removed, and declarations stay while they are used.
"""

import re

from statements import declared, spots, text_of

_TRIED_AT_ONCE = 12


def _delete(kernel, chosen):
    """Without the statements with these numbers; those that are needed stay."""
    for index in sorted(chosen, reverse=True):
        block, statement = spots(kernel.body)[index]
        if statement.fixed:
            continue
        name = declared(statement)
        if name is None and re.match(r"^(unsigned|int|float|std::uint\w+|const) .*, \w+ = ", statement.text):
            continue
        at = block.index(statement)
        del block[at]
        if name is not None and re.search(r"\b%s\b" % re.escape(name), text_of(kernel.body)):
            block.insert(at, statement)


def _delete_else(kernel, chosen):
    found = [s for _, s in spots(kernel.body) if s.orelse is not None]
    for index in chosen:
        if index < len(found) and not any(s.fixed for _, s in spots(found[index].orelse)):
            found[index].orelse = None


def _constants(kernel, chosen):
    """What is stored becomes 1."""
    found = [s for _, s in spots(kernel.body)]
    for index in chosen:
        statement = found[index]
        if not statement.fixed and statement.body is None and not statement.text.startswith(("const ", "auto ", "return")) and \
                declared(statement) is None and not re.search(r", \w+ = ", statement.text):
            statement.text = re.sub(r"^([^=!<>]*[^=!<>|&^+*/%-]) = .*[^\w].*;$", r"\1 = 1;", statement.text)


def _launches(kernel, chosen):
    kept = [launch for i, launch in enumerate(kernel.launches) if i not in chosen]
    kernel.launches = kept or kernel.launches


_KINDS = [(lambda k: len(k.launches), _launches), (lambda k: len(spots(k.body)), _delete), (lambda k: len(spots(k.body)), _delete_else),
          (lambda k: len(spots(k.body)), _constants), (lambda k: len(spots(k.body)), _delete)]


class Reducer:
    def __init__(self, program, reason):
        self.program, self.reason = program, reason

    def reduce(self, kernel):
        """Returns the kernel itself if it does not fail here."""
        kernel = kernel.copy()
        while True:
            before = self._text(kernel)
            for count, change in _KINDS:
                kernel = self._by(kernel, count, change)
            if self._text(kernel) == before:
                return kernel

    @staticmethod
    def _text(kernel):
        return text_of(kernel.body) + str([launch.text() for launch in kernel.launches])

    def _by(self, kernel, count, change):
        size = count(kernel)
        while size >= 1:
            chunks = [set(range(at, min(at + size, count(kernel)))) for at in range(0, count(kernel), size)]
            for first in range(0, len(chunks), _TRIED_AT_ONCE):
                smaller = self._try(kernel, change, chunks[first:first + _TRIED_AT_ONCE])
                if smaller:
                    kernel = smaller
                    break
            else:
                size //= 2
        return kernel

    def _try(self, kernel, change, chunks):
        candidates = []
        for chunk in chunks:
            candidate = kernel.copy()
            change(candidate, chunk)
            if self._text(candidate) != self._text(kernel):
                candidate.chunk = chunk
                candidates.append(candidate)
        failing = self._failing(candidates)
        # What can go one by one may go together; if not, half of it may.
        while len(failing) > 1:
            together = kernel.copy()
            change(together, set().union(*[k.chunk for k in failing]))
            # Without all launches there would be none: all are kept then.
            if self._text(together) != self._text(kernel) and self._failing([together]):
                return together
            failing = failing[:len(failing) // 2]
        return failing[0] if failing else None

    def _failing(self, candidates):
        if not candidates:
            return []
        for i, candidate in enumerate(candidates):
            candidate.index = i
        named = []
        for i, candidate in enumerate(candidates):
            copy = candidate.copy()
            copy.number, copy.name = i, "k%d" % i
            named.append(copy)
        failures = self.program.build_and_run(named)
        return [c for i, c in enumerate(candidates) if any(k.number == i and self._is_alike(reason) for k, _, reason in failures)]

    def _is_alike(self, reason):
        """Whether it fails as the kernel did: what was computed may differ."""
        return reason.split()[0] == self.reason.split()[0] and not reason.startswith("invalid")
