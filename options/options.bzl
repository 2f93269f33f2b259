"""option_table: the option table of a tool as C++, made of a .td file. plain_option_table: the same without LLVM."""

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

def plain_option_table(name):
    """Makes NAME_options.inc of the table NAME, for PlainOptions (plain_options.h).

    Args:
      name: of the table.
    """
    native.genrule(
        name = name + "_options",
        outs = [name + "_options.inc"],
        cmd = "$(location :plain_table) %s >$@" % name,
        tools = [":plain_table"],
    )
