// facet-config: checks configuration files and makes what is made from them.
//
// In:  TOML files of config/, or a user's own device configuration files.
// Out: see kUsage. Files are written beside their place and renamed.
// Exit status: 0, 1 for bad input, 2 for bad usage.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/compiler/emit.h"
#include "config/compiler/name_files.h"
#include "config/device_config/device_config.h"
#include "config/device_config/edit_distance.h"
#include "config/version/version.h"

namespace facet {
namespace {

constexpr char kUsage[] = R"(usage: facet-config VERB [options] [FILE...]

Checks descriptions of devices, and makes tables of them. FILE is a device
configuration file; several are merged. Without -o the result goes to standard
output.

  check [--aspects=F] [--architectures=F] FILE...  report every mistake
  slices --out-dir=D FILE...                one file per target, emulated too
  target-macros --slice=F... [-o F]         predefined macros for these targets
  header-lists --out-dir=D                  aspects.def and architectures.def
  aspect-table --aspects=F [-o F]           features/aspects/aspect_table.inc
  target-aspect-table [-o F] FILE...        .../target_aspect_table.inc
  architecture-table --architectures=F [-o F]
                             features/architectures/architecture_table.inc
  target-table [-o F] FILE...               the runtime's table of targets
  bazel-names [-o F] FILE...                toolchains/targets.bzl
  --help, --version
)";

struct Arguments {
  std::string verb;
  std::map<std::string, std::vector<std::string>, std::less<>> options;
  std::vector<std::string> files;

  std::string Value(std::string_view name) const {
    auto found = options.find(name);
    return found == options.end() ? "" : found->second.back();
  }
};

int UsageError(const std::string& what) {
  std::fprintf(stderr, "facet-config: error: %s\n%s", what.c_str(), kUsage);
  return 2;
}

// Places come first where there is one: that is what editors understand.
int Fail(const absl::Status& status) {
  std::string message(status.message());
  if (message.find(": error: ") == std::string::npos) {
    message.insert(0, "facet-config: error: ");
  }
  std::fprintf(stderr, "%s\n", message.c_str());
  return 1;
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path, error)) {
    return absl::NotFoundError("cannot read: " + path);
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

absl::Status WriteFile(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
    if (written == text.size() && std::fflush(stdout) == 0) {
      return absl::OkStatus();
    }
    return absl::DataLossError("cannot write: standard output");
  }
  std::string beside = path + ".tmp";
  std::error_code error;
  {
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    out << text;
    out.close();
    if (!out) {
      std::filesystem::remove(beside, error);
      return absl::DataLossError("cannot write: " + path);
    }
  }
  std::filesystem::rename(beside, path, error);
  if (!error) return absl::OkStatus();
  std::filesystem::remove(beside, error);
  return absl::DataLossError("cannot write: " + path);
}

absl::StatusOr<DeviceConfig> ReadConfig(const std::vector<std::string>& files) {
  DeviceConfig config;
  std::string errors;
  for (const std::string& file : files) {
    absl::StatusOr<std::string> text = ReadFile(file);
    if (!text.ok()) return text.status();
    absl::StatusOr<DeviceConfig> part = DeviceConfig::Parse(*text, file);
    absl::Status status = part.ok() ? config.Merge(*part) : part.status();
    if (status.ok()) continue;
    if (!errors.empty()) errors += "\n";
    errors += std::string(status.message());
  }
  if (!errors.empty()) return absl::InvalidArgumentError(errors);
  return config;
}

absl::StatusOr<std::vector<AspectEntry>> ReadAspects(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  return ParseAspectFile(*text, path);
}

absl::StatusOr<std::vector<ArchitectureEntry>> ReadArchitectures(
    const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  return ParseArchitectureFile(*text, path);
}

absl::Status CheckFiles(const Arguments& arguments) {
  if (std::string path = arguments.Value("aspects"); !path.empty()) {
    if (auto aspects = ReadAspects(path); !aspects.ok()) {
      return aspects.status();
    }
  }
  if (std::string path = arguments.Value("architectures"); !path.empty()) {
    if (auto entries = ReadArchitectures(path); !entries.ok()) {
      return entries.status();
    }
  }
  absl::StatusOr<DeviceConfig> config = ReadConfig(arguments.files);
  return config.ok() ? config->CheckReferences() : config.status();
}

absl::Status MakeDirectory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) return absl::OkStatus();
  return absl::DataLossError("cannot create directory: " + path);
}

absl::Status Slices(const Arguments& arguments) {
  absl::StatusOr<DeviceConfig> config = ReadConfig(arguments.files);
  if (!config.ok()) return config.status();
  std::string directory = arguments.Value("out-dir");
  if (absl::Status made = MakeDirectory(directory); !made.ok()) return made;
  for (const std::string& name : config->Names()) {
    for (const std::string& wanted :
         {name, std::string(kEmulationPrefix) + name}) {
      const TargetDescription* target = config->Find(wanted);
      if (!target) continue;  // nothing is emulated twice
      absl::Status written =
          WriteFile(directory + "/" + wanted + ".toml", TargetSlice(*target));
      if (!written.ok()) return written;
    }
  }
  return absl::OkStatus();
}

absl::Status TargetMacros(const Arguments& arguments) {
  std::vector<TargetDescription> targets;
  auto slices = arguments.options.find("slice");
  if (slices != arguments.options.end()) {
    for (const std::string& path : slices->second) {
      absl::StatusOr<DeviceConfig> slice = ReadConfig({path});
      if (!slice.ok()) return slice.status();
      std::vector<std::string> names = slice->Names();
      if (names.size() != 1) {
        return absl::InvalidArgumentError("a slice has one target, not " +
                                          std::to_string(names.size()) + ": " +
                                          path);
      }
      targets.push_back(*slice->Find(names[0]));
    }
  }
  return WriteFile(arguments.Value("o"), EmitTargetMacros(targets));
}

absl::Status HeaderLists(const Arguments& arguments) {
  std::string directory = arguments.Value("out-dir");
  if (absl::Status made = MakeDirectory(directory); !made.ok()) return made;
  absl::Status aspects =
      WriteFile(directory + "/aspects.def", EmitAspectList());
  if (!aspects.ok()) return aspects;
  return WriteFile(directory + "/architectures.def", EmitArchitectureList());
}

absl::Status AspectTable(const Arguments& arguments) {
  auto entries = ReadAspects(arguments.Value("aspects"));
  if (!entries.ok()) return entries.status();
  return WriteFile(arguments.Value("o"), EmitAspectTable(*entries));
}

absl::Status ArchitectureTable(const Arguments& arguments) {
  auto entries = ReadArchitectures(arguments.Value("architectures"));
  if (!entries.ok()) return entries.status();
  return WriteFile(arguments.Value("o"), EmitArchitectureTable(*entries));
}

template <std::string (*kEmit)(const DeviceConfig&)>
absl::Status FromConfig(const Arguments& arguments) {
  absl::StatusOr<DeviceConfig> config = ReadConfig(arguments.files);
  if (!config.ok()) return config.status();
  if (absl::Status status = config->CheckReferences(); !status.ok()) {
    return status;
  }
  return WriteFile(arguments.Value("o"), kEmit(*config));
}

struct Verb {
  absl::Status (*run)(const Arguments&);
  std::vector<std::string> options;   // that it knows
  std::vector<std::string> required;  // of them
  bool files;                         // takes device configuration files
};

const std::map<std::string, Verb, std::less<>>& Verbs() {
  static const auto* const verbs = new std::map<std::string, Verb, std::less<>>{
      {"check", {CheckFiles, {"aspects", "architectures"}, {}, true}},
      {"slices", {Slices, {"out-dir"}, {"out-dir"}, true}},
      {"target-macros", {TargetMacros, {"slice", "o"}, {}, false}},
      {"header-lists", {HeaderLists, {"out-dir"}, {"out-dir"}, false}},
      {"aspect-table", {AspectTable, {"aspects", "o"}, {"aspects"}, false}},
      {"architecture-table",
       {ArchitectureTable, {"architectures", "o"}, {"architectures"}, false}},
      {"target-aspect-table",
       {FromConfig<EmitTargetAspectTable>, {"o"}, {}, true}},
      {"target-table", {FromConfig<EmitTargetTable>, {"o"}, {}, true}},
      {"bazel-names", {FromConfig<EmitBazelNames>, {"o"}, {}, true}},
  };
  return *verbs;
}

bool Contains(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Fills `arguments`; false with `error` for bad usage.
bool ParseArguments(int argc, char** argv, const Verb& verb,
                    Arguments* arguments, std::string* error) {
  for (int i = 2; i < argc; ++i) {
    std::string_view text = argv[i];
    if (text.size() < 2 || text[0] != '-') {
      arguments->files.emplace_back(text);
      continue;
    }
    std::string_view name = text.substr(text.starts_with("--") ? 2 : 1);
    std::size_t equals = name.find('=');
    std::string option(name.substr(0, equals));
    if (!Contains(verb.options, option)) {
      *error = "unknown option '" + std::string(text) + "' of '" +
               arguments->verb + "'";
      return false;
    }
    if (equals != std::string_view::npos) {
      arguments->options[option].emplace_back(name.substr(equals + 1));
    } else if (++i < argc) {
      arguments->options[option].emplace_back(argv[i]);
    } else {
      *error = "option '" + std::string(text) + "' without a value";
      return false;
    }
  }
  for (const std::string& name : verb.required) {
    if (!arguments->Value(name).empty()) continue;
    *error = "'" + arguments->verb + "' needs --" + name;
    return false;
  }
  if (!verb.files && !arguments->files.empty()) {
    *error = "'" + arguments->verb + "' takes no files";
    return false;
  }
  bool other_input = arguments->options.count("aspects") != 0 ||
                     arguments->options.count("architectures") != 0;
  if (verb.files && arguments->files.empty() && !other_input) {
    *error = "'" + arguments->verb + "' needs a device configuration file";
    return false;
  }
  return true;
}

int Main(int argc, char** argv) {
  std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--help" || name == "-h" || name == "help") {
    std::fputs(kUsage, stdout);
    return 0;
  }
  if (name == "--version") {
    std::puts("facet-config (Facet) " FACET_VERSION);
    return 0;
  }
  if (name.empty()) return UsageError("no verb");
  auto verb = Verbs().find(name);
  if (verb == Verbs().end()) {
    std::vector<std::string> known;
    for (const auto& [other, unused] : Verbs()) known.push_back(other);
    return UsageError("unknown verb '" + std::string(name) + "'" +
                      DidYouMean(NearestNames(name, std::move(known), 1)));
  }
  Arguments arguments;
  arguments.verb = name;
  std::string error;
  if (!ParseArguments(argc, argv, verb->second, &arguments, &error)) {
    return UsageError(error);
  }
  absl::Status status = verb->second.run(arguments);
  return status.ok() ? 0 : Fail(status);
}

}  // namespace
}  // namespace facet

int main(int argc, char** argv) { return facet::Main(argc, argv); }
