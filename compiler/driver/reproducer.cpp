//===- reproducer.cpp - What a crash leaves for its report ----------------===//
//
// See reproducer.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/reproducer.h"

#include "compiler/driver/cc1_arguments.h"
#include "compiler/support/message_style.h"
#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace facet {

void keepReproducer(const Runner &Run, Scratch &Temps) {
  std::optional<ToolCommand> Crashed = Run.crashed();
  if (!Crashed)
    return;
  Temps.keep();
  std::vector<std::string> &Arguments = Crashed->Arguments;
  if (!Arguments.empty() && Arguments.front() == "-cc1" &&
      !is_contained(Arguments, "-E")) {
    ToolCommand Preprocess = *Crashed;
    erase_if(Preprocess.Arguments, isCodeGeneration);
    setValue(Preprocess.Arguments, "-o", Temps.path("crash.ii"));
    Preprocess.Arguments.insert(Preprocess.Arguments.begin() + 1,
                                {"-E", "-disable-pragma-debug-crash"});
    consumeError(Run.run(Preprocess));
  }
  SmallString<128> Here;
  sys::fs::current_path(Here);
  std::string Script = Temps.path("reproduce.sh");
  if (Error E = writeOutput(Script, "#!/bin/sh\ncd \"" + Here.str().str() +
                                        "\" && " + shellText(*Crashed) + "\n"))
    return consumeError(std::move(E));
  errs() << styledMessage("sycl-clang++", "note",
                          textOf<Message::note_reproducer>(Script))
         << '\n';
}

} // namespace facet
