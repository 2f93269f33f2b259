//===- precompiled_headers.cpp - Compilations with precompiled headers ----===//
//
// See precompiled_headers.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/precompiled_headers.h"

#include "compiler/precompiled/given_header.h"
#include "compiler/precompiled/header_cache.h"
#include "compiler/support/tool.h"

using namespace llvm;

namespace facet {

std::vector<std::string> PrecompiledHeaders::folders() const {
  return {Install.HeaderDirectory, Install.OpenClHeaderDirectory};
}

ToolCommand PrecompiledHeaders::with(const HostJob &Job,
                                     ToolCommand Command) const {
  if (Options.PrintOnly || Job.IsPreprocessed || Job.Inputs.size() != 1 ||
      Job.Inputs.front() == "-")
    return Command;
  const std::string &Source = Job.Inputs.front();
  std::string Headers;
  if (!Options.PrecompiledHeaders.empty()) {
    if (fitsGivenHeader({Options.PrecompiledHeaders, folders()},
                        Command.Arguments, Source))
      Headers = Options.PrecompiledHeaders;
  } else if (Options.KeepsHeaders && !Install.HeaderDirectory.empty()) {
    HeaderCache Cache(Options.HeaderCache.empty() ? defaultHeaderCache()
                                                  : Options.HeaderCache,
                      Install.Program, folders());
    Headers = Cache.find(Command.Arguments, Source);
  }
  if (!Headers.empty())
    Command.Arguments.insert(Command.Arguments.begin() + 1,
                             "-fsycl-precompiled=" + Headers);
  return Command;
}

Error PrecompiledHeaders::write(const ToolCommand &Command,
                                StringRef Output) const {
  if (Options.PrintOnly)
    return Run.run(Command);
  return writeGivenHeader({Output.str(), folders()}, Install.Program,
                          Command.Arguments);
}

Error PrecompiledHeaders::run(const HostJob &Job,
                              const ToolCommand &Command) const {
  if (Options.PrecompilesHeaders && Job.Type == HostJob::Kind::Compile)
    return write(Command, Job.Output);
  return Run.run(with(Job, Command));
}

} // namespace facet
