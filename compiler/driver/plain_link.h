//===- plain_link.h - A link without -fsycl -------------------------------===//
//
// In:  the job, with its objects and archives.
// Out: the program, with the runtime if host code refers to it and no input has
//      device code.
// Why: some build systems give -fsycl to compilations alone. Where the sources
//      have no kernels, as in such a system's checks, the program needs nothing
//      but the runtime. With device code the link must know its targets.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_PLAIN_LINK_H
#define FACET_COMPILER_DRIVER_PLAIN_LINK_H

#include "compiler/driver/host_jobs.h"
#include "compiler/driver/installation.h"
#include "compiler/driver/options.h"
#include "compiler/driver/runner.h"

namespace facet {

/// Runs the link of \p Job. It is not made one with -fsycl where it needs to
/// be: its targets would be a guess. A note names the object that needs it.
llvm::Error linkPlain(const HostJob &Job, const Installation &Install,
                      const DriverOptions &Options, const Runner &Run);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_PLAIN_LINK_H
