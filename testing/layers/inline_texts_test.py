"""Tools print texts of messages/ and write none of their own where they report.

Usage: inline_texts_test.py SOURCE…

An argument of a message may be words ("linking"), and what another library says is no text of ours.
"""

import re
import sys

from layers_test import NO_PART

# Where texts are reported; user programs link the other parts, which do without the table.
PARTS = ("compiler", "options", "postlink", "targets")
# A generator of the build, and a table of times.
NO_MESSAGES = ("options/plain_table.cpp", "compiler/support/phases.cpp")
REPORT = re.compile(r"\b(?:makeError|usageError|createStringError|make_error<StringError>|report_fatal_error|malformed|problem"
                    r"|[wW]arn|warning|note|Messages\.add|diagnoseText)\(|\berrs\(\)\s*(<<)")
TABLE = re.compile(r"\b(?:textOf|malformed|problem)<[\w:]+>\(|\btextOf\(")
WORDS = re.compile(r"[a-z] [a-z'(]|^[a-z]+ $")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def argument_end(text, start, stops):
    """The end of the expression at start: one of stops outside of brackets and literals."""
    depth, at = 0, start
    while at < len(text):
        char = text[at]
        if char == '"':
            at = LITERAL.match(text, at).end()
            continue
        if depth == 0 and char in stops:
            return at
        depth += (char in "([{") - (char in ")]}")
        at += 1
    return at


def without_table(expression):
    """The expression without what the table says."""
    while call := TABLE.search(expression):
        end = argument_end(expression, call.end(), ")")
        expression = expression[:call.start()] + expression[end + 1:]
    return expression


def inline_texts(source):
    """Line and expression of each report whose text, the first argument, has words of its own."""
    source = re.sub(r"(?m)^\s*(//|#).*|'(?:[^'\\\n]|\\.)'", "", source)
    for report in REPORT.finditer(source):
        end = argument_end(source, report.end(), ";" if report.group(1) else ",)")
        expression = source[report.end():end]
        if any(WORDS.search(text) for text in LITERAL.findall(without_table(expression))):
            yield source.count("\n", 0, report.start()) + 1, " ".join(expression.split())


def check_itself():
    for bad in ('makeError("no (text) " + X, Path)', 'Warn("option \'" + X + "\' is bad")', 'errs() << A << "error: no x";',
                'makeError(\n    Is ? textOf<Message::a>() : "no text",\n    Path)', "makeError('\"' + \"no text\")"):
        assert list(inline_texts(bad)), bad
    for good in ('makeError(textOf<Message::a>("some words", f("x y")), "a place")', "makeError(toString(std::move(E)), Path)",
                 'malformed<Message::a>(Buffer, "some words")', '// makeError("no text")', 'errs() << Text << "\\n"; f("a b");'):
        assert not list(inline_texts(good)), good


def main():
    check_itself()
    files = [file for file in sys.argv[1:] if file.partition("/")[0] in PARTS and file not in NO_MESSAGES and not NO_PART.search(file)]
    problems = [] if len(files) > 200 else [f"only {len(files)} sources"]
    for file in files:
        with open(file, encoding="utf-8") as source:
            problems += [f"{file}:{line}: a text outside of messages/: {text}" for line, text in inline_texts(source.read())]
    print("\n".join(problems) or f"{len(files)} sources")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
