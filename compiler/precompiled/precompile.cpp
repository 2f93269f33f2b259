//===- precompile.cpp - One precompiled <sycl/sycl.hpp> -------------------===//
//
// See precompile.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/precompiled/precompile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Program.h"

#include <optional>
#include <vector>

using namespace llvm;

namespace facet {

int precompile(const Precompilation &What, const HeaderOptions &Options) {
  std::vector<StringRef> Arguments = {What.Program, "-cc1"};
  append_range(Arguments, Options.Shared);
  append_range(Arguments, Options.Macros);
  const std::string RecordOption = "-fsycl-write-header-record=" + What.Record;
  // What the headers' own functions instantiate would else be instantiated in
  // each source: most of the time that would be left.
  append_range(Arguments, std::initializer_list<StringRef>{
                              "-emit-pch", "-fpch-instantiate-templates",
                              RecordOption, "-o", What.Header});
  const bool IsForOthers = !What.Names.empty();
  const std::string NamesOption = "-fsycl-write-header-names=" + What.Names;
  if (IsForOthers)
    append_range(Arguments, std::initializer_list<StringRef>{
                                NamesOption, "-fno-pch-timestamp", "-w"});
  append_range(Arguments,
               std::initializer_list<StringRef>{"-x", "c++-header", "-"});
  const std::optional<StringRef> Streams[] = {StringRef(What.Source), "", ""};
  return sys::ExecuteAndWait(What.Program, Arguments, std::nullopt, Streams);
}

} // namespace facet
