//===- post_link.h - Linked device code to modules ------------------------===//
//
// In:  one linked module.
// Out: self-contained modules with properties and symbols, in the order of
//      their first entry point, each named after its content. The add-on
//      modules of a module's conditional calls follow it. They are handed
//      over one by one: ten thousand of them need the memory of one.
// Why: this is sycl-post-link without its files, for tests and other tools.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_TOOL_POST_LINK_H
#define FACET_POSTLINK_TOOL_POST_LINK_H

#include "compiler/support/phases.h"
#include "config/device_config/device_config.h"
#include "postlink/checks/external_functions.h"
#include "postlink/container/container.h"
#include "postlink/properties/properties.h"
#include "postlink/split/split.h"

#include <string>
#include <vector>

namespace facet {

struct PostLinkOptions {
  SplitMode Split = SplitMode::Off;
  Exports ExportMode = Exports::All;
  OptionalFeatures Features = OptionalFeatures::Split;
  /// Actions of conditional calls also become add-on modules, for programs that
  /// decide conditions when they run (postlink/conditional).
  bool AddOns = true;
  /// Also make text of every module.
  bool WantAssembly = false;
};

struct PostLinkModule {
  DeviceModule Module;
  /// What people know its code by, for the name: the source, and the kernel if
  /// there is one alone. Letters, digits and '_'; "" if it has several sources.
  std::string Label;
  Requirements Needs;
  std::string Assembly;
  /// Its code is not the same for all targets: it has conditional calls, or
  /// kernels with different requirements.
  bool IsConditional = false;
};

/// Takes each module as it is made; an error ends the work.
using ModuleSink = llvm::function_ref<llvm::Error(const PostLinkModule &)>;

/// Takes the type names off \p M's types; otherwise leaves it alone. Warnings
/// are added to \p Messages, also when there is an error.
llvm::Error postLink(llvm::Module &M, const PostLinkOptions &Options,
                     TargetAspectOf Lookup, PhaseReport &Phases,
                     Warnings &Messages, ModuleSink Sink);

/// \p M for one target: with its conditional calls decided and without kernels
/// that the target cannot run. Without a target, or for one whose code is
/// finished when the program runs: with calls of add-ons in the place of
/// conditional calls.
llvm::Expected<PostLinkModule>
forTarget(const PostLinkModule &M, const TargetDescription *Target);

/// Returns a module with no code for \p M's target, for what was filtered out.
std::unique_ptr<llvm::Module> emptyModule(const llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_TOOL_POST_LINK_H
