//===- targets.cpp - What sycl-post-link knows of targets -----------------===//
//
// See targets.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/tool/targets.h"

#include "compiler/support/tool.h"
#include "features/aspects/aspect_table.h"

using namespace llvm;

namespace facet {
Error KnownTargets::load(ArrayRef<std::string> ConfigFiles) {
  for (const std::string &Path : ConfigFiles) {
    Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
    if (!Text)
      return Text.takeError();
    if (absl::Status Status = Config.MergeText((*Text)->getBuffer(), Path);
        !Status.ok())
      return makeError(std::string(Status.message()));
    HasConfig = true;
  }
  return Error::success();
}

Expected<const TargetDescription *> KnownTargets::find(StringRef Name) const {
  if (!HasConfig)
    return makeError(textOf<Message::err_target_without_config>(), Name);
  if (const TargetDescription *Target = Config.Find(std::string_view(Name)))
    return Target;
  return makeError(Config.UnknownTargetMessage(std::string_view(Name)));
}

std::optional<Aspect> KnownTargets::aspectOf(StringRef Name) const {
  if (HasConfig)
    if (const TargetDescription *Target = Config.Find(std::string_view(Name)))
      return Target->target_aspect;
  // An emulated target counts as the one that it emulates.
  Name.consume_front(kEmulationPrefix);
  for (const TargetAspectInfo &Target : AllTargetAspects())
    if (Target.target == std::string_view(Name))
      return Target.value;
  return std::nullopt;
}

} // namespace facet
