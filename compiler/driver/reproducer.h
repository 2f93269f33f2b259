//===- reproducer.h - What a crash leaves for its report ------------------===//
//
// In:  the commands that were run, one of which has crashed.
// Out: a folder with what it read, and the command as a script.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_REPRODUCER_H
#define FACET_COMPILER_DRIVER_REPRODUCER_H

#include "compiler/driver/runner.h"
#include "compiler/driver/scratch.h"

namespace facet {

/// Leaves what a command that crashed has read, and the command as a script. Of
/// a compilation that is the preprocessed source.
/// Does nothing if no command of \p Run has crashed; else \p Temps stays.
void keepReproducer(const Runner &Run, Scratch &Temps);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_REPRODUCER_H
