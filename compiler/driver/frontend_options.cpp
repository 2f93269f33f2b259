//===- frontend_options.cpp - -Xsycl-target-frontend ----------------------===//
//
// See frontend_options.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/frontend_options.h"

#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace facet {

Expected<std::vector<std::string>>
frontendOptionsForAll(DriverOptions &Options) {
  std::vector<std::string> Common, Unknown;
  auto OptionsOf = [&](StringRef Name) {
    std::vector<std::string> Result;
    for (StringRef Text : Options.FrontendOptions) {
      auto [Target, Option] = Text.split('=');
      if (Target.empty() || Target == Name)
        Result.push_back(Option.str());
    }
    return Result;
  };
  for (StringRef Text : Options.FrontendOptions) {
    std::string Target = Text.split('=').first.str();
    if (!Target.empty() && !is_contained(Options.Targets, Target) &&
        !is_contained(Unknown, Target))
      Unknown.push_back(Target);
  }
  for (const std::string &Target : Unknown)
    Options.Warnings.push_back(textOf<Message::warn_option_without_effect>(
        "-Xsycl-target-frontend=" + Target,
        "there is no such target in '-fsycl-targets='"));
  for (const std::string &Target : Options.Targets) {
    std::vector<std::string> Own = OptionsOf(Target);
    if (Target == Options.Targets.front())
      Common = Own;
    else if (Own != Common)
      return makeError(textOf<Message::err_refused_option>(
          "-Xsycl-target-frontend=",
          "device code is compiled once, for all targets; give the "
          "same options for each of '" +
              join(Options.Targets, ",") + "', or leave out '=T'"));
  }
  return Common;
}

} // namespace facet
