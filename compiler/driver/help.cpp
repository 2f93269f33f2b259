//===- help.cpp - What the driver says of itself --------------------------===//
//
// See help.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/help.h"
#include "options/tool_options.h"

#define FACET_OPTIONS "options/driver.inc"
#include "options/define_table.inc"

using namespace llvm;

namespace facet {

void printSyclHelp(raw_ostream &Out) {
  for (unsigned Group : {OPT_sycl_Group, OPT_warnings_Group}) {
    Out << '\n' << optionTable().getOptionHelpText(Group) << ":\n";
    printOptions(Out, optionTable(), Group);
  }
}

void printClangdConfig(const Installation &Install, raw_ostream &Out) {
  Out << "CompileFlags:\n  Add:\n";
  if (!Install.HeaderDirectory.empty())
    Out << "    - -isystem" << Install.HeaderDirectory << '\n';
  if (!Install.OpenClHeaderDirectory.empty())
    Out << "    - -idirafter" << Install.OpenClHeaderDirectory << '\n';
  Out << "    - -D__FACET__=1\n"
         "    - -Wno-unknown-attributes\n"
         "  Remove: [-fsycl, -fsycl-*, -fno-sycl*, -Xsycl-*, --ptxas-path=*, "
         "-Wsycl-*, -Wno-sycl-*, -Werror=sycl-*]\n";
}

} // namespace facet
