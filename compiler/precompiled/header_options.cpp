//===- header_options.cpp - What options mean for SYCL's headers ----------===//
//
// See header_options.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/precompiled/header_options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <tuple>

using namespace llvm;

namespace facet {
namespace {

/// About the source, its outputs and messages. Each with its value.
constexpr StringLiteral DroppedWithValue[] = {
    "-o",
    "-x",
    "-main-file-name",
    "-dependency-file",
    "-MT",
    "-MQ",
    "-serialize-diagnostic-file",
    "-diagnostic-log-file",
    "-split-dwarf-file",
    "-split-dwarf-output",
    "-dwarf-debug-flags",
    "-fmessage-length",
    "-ferror-limit",
};
constexpr StringLiteral Dropped[] = {
    "-emit-obj",           "-S",  "-emit-llvm",
    "-emit-llvm-bc",       "-emit-llvm-uselists", "-MP", "-sys-header-deps", "-v",
    "-fcolor-diagnostics", "-w",
};
constexpr StringLiteral DroppedPrefixes[] = {
    "-fdebug-compilation-dir=",
    "-fcoverage-compilation-dir=",
    "-fdiagnostics-",
    "-fmessage-length=",
    "-ftime-trace",
    "-stack-usage-file",
    "-fembed-offload-object=",
    // Ours about what comes after the syntax tree.
    "-fsycl-write-",
    "-fsycl-read-",
    "-fsycl-unique-prefix=",
    "-fsycl-fixed-targets=",
    "-fsycl-device-config-file=",
    "-fsycl-resolve-conditions-for=",
    "-fsycl-default-sub-group-size=",
    "-fsycl-keep-variables",
    "-ffp-accuracy=",
    // Of headers of the system there are no warnings.
    "-W",
    "-pedantic",
};
/// With these the headers decide conditions, for one target.
constexpr StringLiteral DecidingMacros[] = {
    "-D__SYCL_ONLY_ARCHITECTURE__",
    "-D__SYCL_DEVICE_IF_HEADERS__",
};
/// Without them, the headers take what the targets have from what follows them,
/// and it does not matter whether they may decide.
constexpr StringLiteral LateMacros[] = {
    "-D__SYCL_ALL_DEVICES_HAVE_",
    "-D__SYCL_ANY_DEVICE_HAS_",
    "-D__SYCL_DEVICE_IF_AUTO__",
};
/// What needs the text of the headers, or changes what a source begins with.
constexpr StringLiteral RefusedPrefixes[] = {
    "-include",
    "-imacros",
    "-fmodule",
    "-header-include",
    "-H",
    "-Wsystem-headers",
    "-coverage-",
    "-fcoverage-mapping",
    "-fprofile",
    "-load",
    "-plugin",
    "-add-plugin",
    "-fplugin",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iframework",
    "-F",
    "-verify",
    "-fpch",
    "-fxray",
    "-building-pch",
    "-P",
    "-ast-",
    "-code-completion",
    "-fsyntax-only",
    "-print-stats",
    "-working-directory",
};

template <size_t N>
bool beginsWithAny(StringRef Text, const StringLiteral (&Prefixes)[N]) {
  return any_of(Prefixes,
                [&](StringRef Prefix) { return Text.starts_with(Prefix); });
}

/// Sorts the arguments of one command.
class Sorter {
public:
  Sorter(ArrayRef<std::string> Arguments, ArrayRef<std::string> SdkHeaders)
      : Arguments(Arguments), SdkHeaders(SdkHeaders) {}

  std::optional<HeaderOptions> run() {
    // The source is last.
    for (size_t I = 0; I + 1 < Arguments.size();) {
      size_t Taken = sort(I);
      if (Taken == 0)
        return std::nullopt;
      I += Taken;
    }
    // Clang searches a folder of -I that is the system's only as the latter.
    append_range(Out.User.Angled,
                 make_filter_range(Included, [&](auto &Folder) {
                   return none_of(Out.SystemFolders, [&](StringRef System) {
                     return sys::fs::equivalent(Folder, System);
                   });
                 }));
    append_range(Out.User.Angled, System);
    if (none_of(Out.Macros, [](StringRef Macro) {
          return beginsWithAny(Macro, DecidingMacros);
        }))
      erase_if(Out.Macros, [](StringRef Macro) {
        return beginsWithAny(Macro, LateMacros);
      });
    return std::move(Out);
  }

private:
  /// Returns how many arguments it took; 0 for one that is refused.
  size_t sort(size_t I) {
    StringRef Text = Arguments[I];
    bool HasValue = I + 2 < Arguments.size();
    StringRef Value = HasValue ? StringRef(Arguments[I + 1]) : StringRef();
    if (Text == "-cc1")
      return 1;
    if (Text == "-x" && Value != "c++")
      return 0;
    if (is_contained(DroppedWithValue, Text))
      return 2;
    if (size_t Taken = sortFolder(Text, Value))
      return Taken;
    if (beginsWithAny(Text, RefusedPrefixes))
      return 0;
    if (is_contained(Dropped, Text) || beginsWithAny(Text, DroppedPrefixes))
      return 1;
    // Values may look like options: take both at once.
    if (is_contained({"-mllvm", "-target-feature"}, Text) && HasValue) {
      keep(Text);
      keep(Value);
      return 2;
    }
    if (is_contained({"-D", "-U"}, Text) && HasValue) {
      Out.Macros.push_back((Text + Value).str());
      return 2;
    }
    if (Text.starts_with("-D") || Text.starts_with("-U")) {
      Out.Macros.push_back(Text.str());
      return 1;
    }
    if (Text.consume_front("-fsycl-target-macros="))
      return addMacrosOf(Text) ? 1 : 0;
    keep(Text);
    return 1;
  }

  /// Returns 0 if it is no option about a folder of headers.
  size_t sortFolder(StringRef Text, StringRef Value) {
    if (Text == "-iquote")
      return add(Out.User.Quoted, Value);
    const bool Ours = is_contained(SdkHeaders, Value);
    if (Text == "-I" || (Text == "-idirafter" && !Ours))
      return add(Included, Value);
    if (Text == "-isystem" && !Ours)
      return add(System, Value);
    if (Text.starts_with("-I")) {
      add(Included, Text.drop_front(2));
      return 1;
    }
    if (Text == "-isystem" || Text == "-idirafter" ||
        Text == "-internal-isystem" || Text == "-internal-externc-isystem" ||
        Text == "-resource-dir" || Text == "-isysroot") {
      Out.SystemFolders.push_back(Value.str());
      keep(Text);
      keep(Value);
      return 2;
    }
    return 0;
  }

  static size_t add(std::vector<std::string> &Folders, StringRef Folder) {
    Folders.push_back(Folder.str());
    return 2;
  }

  /// Adds the macros of a header that has nothing else.
  bool addMacrosOf(StringRef Path) {
    auto Text = MemoryBuffer::getFile(Path);
    if (!Text)
      return false;
    StringRef Rest = (*Text)->getBuffer();
    while (!Rest.empty()) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      if (!Line.consume_front("#define "))
        continue;
      auto [Name, Value] = Line.split(' ');
      Out.Macros.push_back(("-D" + Name + "=" + Value.trim()).str());
    }
    return true;
  }

  void keep(StringRef Text) { Out.Shared.push_back(Text.str()); }

  ArrayRef<std::string> Arguments;
  ArrayRef<std::string> SdkHeaders;
  std::vector<std::string> Included, System; // of -I, and the user's -isystem
  HeaderOptions Out;
};

} // namespace

std::vector<std::string> HeaderOptions::userFolders() const {
  std::vector<std::string> Folders = User.Quoted;
  append_range(Folders, User.Angled);
  return Folders;
}

std::optional<HeaderOptions> headerOptionsOf(ArrayRef<std::string> Arguments,
                                             ArrayRef<std::string> SdkHeaders) {
  return Sorter(Arguments, SdkHeaders).run();
}

} // namespace facet
