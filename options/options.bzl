"""option_table: the option table of a tool as C++, made of a .td file."""

def option_table(name):
    """Makes NAME.inc of NAME.td with llvm-tblgen; define_table.inc includes it.

    Args:
      name: of the table.
    """
    td = "@llvm-project//llvm:OptParserTdFiles"
    native.genrule(
        name = name,
        srcs = [
            name + ".td",
            "base.td",
            td,
        ] + native.glob(["*.td"], exclude = [name + ".td", "base.td"]),
        outs = [name + ".inc"],
        cmd = "td=$(location %s); $(location @llvm-project//llvm:llvm-tblgen) -gen-opt-parser-defs -I $${td%%llvm/Option/OptParser.td} -I $$(dirname $$(dirname $(location base.td))) $(location %s.td) -o $@" % (td, name),
        tools = ["@llvm-project//llvm:llvm-tblgen"],
    )
