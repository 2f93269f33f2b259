"""Writes grammar.inc out of the machine-readable grammar of SPIR-V.

In:  the folder with spirv.core.grammar.json and the grammars of the extended instruction sets.
Out: the tables of grammar.h as C++ initialisers, on standard output.
Why: which words of an instruction are ids, and which capabilities it needs, are a thousand facts that nobody should
     type. The result is checked in, so that building a user's program takes no Python and no grammar.
"""

import json
import sys

# Later than the packaged grammar: SPV_INTEL_function_variants.
FUNCTION_VARIANTS = "SPV_INTEL_function_variants"
ADDED_INSTRUCTIONS = [
    (6248, "is"),
    (6249, "iMis?I"),
    (6250, "il"),
    (6251, "trl?L"),
    (6252, "trllll"),
    (6253, "tr?L"),
    (6254, "tr?I"),
]
ADDED_ID_DECORATIONS = [6247]

# Kinds of enumerants that the analysis of capabilities looks at, and their letters in a pattern.
ENUM_LETTERS = {
    "StorageClass": "S",
    "ExecutionMode": "X",
    "ExecutionModel": "M",
    "AddressingModel": "A",
    "MemoryModel": "Y",
    "GroupOperation": "G",
    "Dim": "d",
    "ImageFormat": "f",
    "AccessQualifier": "q",
    "FunctionControl": "c",
    "Decoration": "D",
    "BuiltIn": "B",
}
IDS = {"IdRef", "IdScope", "IdMemorySemantics"}
BY_HAND = {
    "OpSpecConstantOp": "tro",
    "OpSwitch": "ii?w",
    "OpGroupMemberDecorate": "i?x",
    "OpDecorate": "iD?L",
    "OpDecorateId": "iD?I",
    "OpMemberDecorate": "ilD?L",
    "OpDecorateString": "iD?L",
    "OpMemberDecorateString": "ilD?L",
    "OpExecutionMode": "iX?L",
    "OpExecutionModeId": "iX?I",
    "OpExtInst": "trie",
}


def pattern(instruction):
    name = instruction["opname"]
    if name in BY_HAND:
        return BY_HAND[name]
    text = ""
    optional = False
    for operand in instruction.get("operands", []):
        kind = operand["kind"]
        quantifier = operand.get("quantifier", "")
        if kind == "IdResultType":
            letter = "t"
        elif kind == "IdResult":
            letter = "r"
        elif kind in IDS:
            letter = "I" if quantifier == "*" else "i"
        elif kind == "PairIdRefIdRef":
            letter = "I"
        elif kind == "LiteralString":
            letter = "s"
        elif kind == "LiteralContextDependentNumber":
            letter = "L"
        elif kind == "MemoryAccess":
            letter = "m"
        elif kind == "ImageOperands":
            letter = "lI"
        elif kind == "LoopControl":
            letter = "lL"
        elif kind in ENUM_LETTERS:
            letter = ENUM_LETTERS[kind]
        else:
            letter = "L" if quantifier == "*" else "l"
        if quantifier and not optional:
            optional = True
            text += "?"
        # A string stands for itself only before other operands.
        text += letter
    return text


class Tables:
    def __init__(self, core):
        self.lists = [0]  # of numbers: count, members; index 0 is the empty list
        self.list_at = {(): 0}
        self.extensions = []
        kinds = {kind["kind"]: kind for kind in core["operand_kinds"]}
        self.capabilities = {e["enumerant"]: e["value"] for e in kinds["Capability"]["enumerants"]}
        self.kinds = kinds

    def list_of(self, numbers):
        key = tuple(sorted(set(numbers)))
        if key not in self.list_at:
            self.list_at[key] = len(self.lists)
            self.lists += [len(key)] + list(key)
        return self.list_at[key]

    def capabilities_of(self, entry):
        return self.list_of(self.capabilities[c] for c in entry.get("capabilities", []))

    def extensions_of(self, entry):
        # Part of the core of some version: the extension is not what makes it usable.
        numbers = []
        for extension in entry.get("extensions", []):
            if extension not in self.extensions:
                self.extensions.append(extension)
            numbers.append(self.extensions.index(extension))
        return self.list_of(numbers)


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def runs(rows):
    """Merges neighbours (n, facts), (n + 1, facts) into (first, last, facts)."""
    merged = []
    for n, facts in sorted(rows):
        if merged and merged[-1][1] + 1 == n and merged[-1][2] == facts:
            merged[-1][1] = n
        else:
            merged.append([n, n, facts])
    return merged


def instruction_rows(core, tables):
    rows = {}
    for instruction in core["instructions"]:
        facts = (pattern(instruction), tables.capabilities_of(instruction), tables.extensions_of(instruction))
        rows.setdefault(instruction["opcode"], facts)  # later names of the same opcode are aliases
    variants = tables.extensions_of({"extensions": [FUNCTION_VARIANTS]})
    for opcode, text in ADDED_INSTRUCTIONS:
        rows.setdefault(opcode, (text, 0, variants))
    return runs(rows.items())


def enumerant_rows(tables):
    rows = {}
    for kind, letter in list(ENUM_LETTERS.items()) + [("Capability", "C")]:
        for enumerant in tables.kinds[kind]["enumerants"]:
            facts = (tables.capabilities_of(enumerant), tables.extensions_of(enumerant))
            if facts != (0, 0):
                rows.setdefault((letter, number(enumerant["value"])), facts)
    merged = []
    for letter in sorted(set(letter for letter, _ in rows)):
        for run in runs((n, facts) for (l, n), facts in rows.items() if l == letter):
            merged.append((letter, run))
    return merged


def id_decorations(tables):
    numbers = set(ADDED_ID_DECORATIONS)
    for enumerant in tables.kinds["Decoration"]["enumerants"]:
        if any(p["kind"] in IDS for p in enumerant.get("parameters", [])):
            numbers.add(enumerant["value"])
    return sorted(numbers)


def extended_rows(folder):
    """The extended instructions with operands that are no ids."""
    rows = []
    for key, name in enumerate(["opencl.std.100", "opencl.debuginfo.100", "debuginfo"]):
        with open("%s/extinst.%s.grammar.json" % (folder, name)) as file:
            for instruction in json.load(file)["instructions"]:
                text = pattern({"opname": "", "operands": instruction.get("operands", [])})
                if text.replace("?", "").strip("iI"):
                    rows.append((key, instruction["opcode"], text))
    return sorted(rows)


def main():
    folder = sys.argv[1]
    with open(folder + "/spirv.core.grammar.json") as file:
        core = json.load(file)
    tables = Tables(core)
    out = ["// Made by make_grammar.py out of the grammar of SPIR-V. Do not edit.", "// clang-format off"]

    out.append("inline constexpr InstructionRow kInstructions[] = {")
    for first, last, (text, capabilities, extensions) in instruction_rows(core, tables):
        out.append('{%d, %d, %d, %d, "%s"},' % (first, last, capabilities, extensions, text))
    out.append("};")
    out.append("inline constexpr EnumerantRow kEnumerants[] = {")
    for letter, (first, last, (capabilities, extensions)) in enumerant_rows(tables):
        out.append("{'%s', %d, %d, %d, %d}," % (letter, first, last, capabilities, extensions))
    out.append("};")
    out.append("inline constexpr ExtendedRow kExtended[] = {")
    out += ['{%d, %d, "%s"},' % row for row in extended_rows(folder)]
    out.append("};")
    out.append("inline constexpr uint16_t kIdDecorations[] = {%s};" % ", ".join(map(str, id_decorations(tables))))
    out.append("inline constexpr const char* kExtensionNames[] = {")
    out += ['"%s",' % name for name in tables.extensions]
    out.append("};")
    out.append("inline constexpr uint16_t kLists[] = {")
    for at in range(0, len(tables.lists), 20):
        out.append(" ".join("%d," % n for n in tables.lists[at:at + 20]))
    out.append("};")
    print("\n".join(out))


main()
