"""Statements as a tree, which can be printed and of which parts can be deleted."""

import re


class Statement:
    """`text;` or, with a body, `text { body }`; `orelse` is that of an `else`, `tail` what follows the last brace.

    A fixed statement is not deleted: others would not be valid without it.
    """

    def __init__(self, text, body=None, orelse=None, tail="", fixed=False):
        self.text, self.body, self.orelse, self.tail, self.fixed = text, body, orelse, tail, fixed

    def lines(self, indent):
        space = "  " * indent
        if self.body is None:
            return [space + self.text]
        lines = [space + self.text + " {"] + block_lines(self.body, indent + 1)
        if self.orelse is not None:
            lines += [space + "} else {"] + block_lines(self.orelse, indent + 1)
        return lines + [space + "}" + self.tail]

    def copy(self):
        return Statement(self.text, copies(self.body), copies(self.orelse), self.tail, self.fixed)


def copies(block):
    return None if block is None else [s.copy() for s in block]


def block_lines(block, indent):
    return [line for s in block for line in s.lines(indent)]


def text_of(block):
    return "\n".join(block_lines(block, 0))


def spots(block):
    """Every statement with the block that it is in, outermost first."""
    found, blocks = [], [block]
    while blocks:
        found += [(b, s) for b in blocks for s in b]
        blocks = [inner for b in blocks for s in b for inner in (s.body, s.orelse) if inner]
    return found


_DECLARED = re.compile(r"^(?:const )?(?:volatile )?[\w:<>, ]+?[ &*]+(\w+)(?:\[\w+\])?(?: = .*|\{.*|\(.*)?;$", re.S)


def declared(statement):
    """The variable that a statement declares, or None."""
    if statement.body is not None or re.match(r"^(return|break|continue|case|default|goto)\b", statement.text):
        return None
    match = _DECLARED.match(statement.text)
    return match.group(1) if match else None
