// facet-config: checks configuration files and makes what is made from them.
//
// In:  TOML files of config/, or a user's own device configuration files.
// Out: see kHelp. Files are written beside their place and renamed.
// Exit status: 0, 1 for bad input, 2 for bad usage.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "config/compiler/emit.h"
#include "config/compiler/name_files.h"
#include "config/device_config/device_config.h"
#include "config/device_config/edit_distance.h"
#include "options/plain_options.h"

namespace facet {
namespace {

#include "options/config_options.inc"

constexpr char kHelp[] =
    "usage: facet-config VERB [options] [FILE...]\n"
    "\n"
    "Checks descriptions of devices, and makes tables of them. FILE is a device\n"
    "configuration file; several are merged.\n"
    "\n"
    "Verbs:\n"
    "  check                report every mistake of FILE..., --aspects and\n"
    "                       --architectures\n"
    "  slices               one file for each target of FILE..., emulated too,\n"
    "                       in --out-dir\n"
    "  target-macros        predefined macros for the targets of --slice...\n"
    "  header-lists         aspects.def and architectures.def, in --out-dir\n"
    "  aspect-table         features/aspects/aspect_table.inc, of --aspects\n"
    "  target-aspect-table  .../target_aspect_table.inc, of FILE...\n"
    "  architecture-table   features/architectures/architecture_table.inc, of\n"
    "                       --architectures\n"
    "  target-table         the runtime's table of targets, of FILE...\n"
    "  bazel-names          toolchains/targets.bzl, of FILE..." OPTION_HELP;

struct Arguments {
  PlainOptions options{kOptions};
  std::vector<std::string> files;

  std::string Value(unsigned option) const {
    std::vector<std::string> values = options.Values(option);
    return values.empty() ? "" : values.back();
  }
};

int Misused(const std::string& what) {
  return UsageError("facet-config", kHelp, what);
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
    absl::Status status = config.MergeText(*text, file);
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
  if (std::string path = arguments.Value(OPT_aspects); !path.empty()) {
    if (auto aspects = ReadAspects(path); !aspects.ok()) {
      return aspects.status();
    }
  }
  if (std::string path = arguments.Value(OPT_architectures); !path.empty()) {
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
  std::string directory = arguments.Value(OPT_out_dir);
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
  for (const std::string& path : arguments.options.Values(OPT_slice)) {
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
  return WriteFile(arguments.Value(OPT_o), EmitTargetMacros(targets));
}

absl::Status HeaderLists(const Arguments& arguments) {
  std::string directory = arguments.Value(OPT_out_dir);
  if (absl::Status made = MakeDirectory(directory); !made.ok()) return made;
  absl::Status aspects =
      WriteFile(directory + "/aspects.def", EmitAspectList());
  if (!aspects.ok()) return aspects;
  return WriteFile(directory + "/architectures.def", EmitArchitectureList());
}

absl::Status AspectTable(const Arguments& arguments) {
  auto entries = ReadAspects(arguments.Value(OPT_aspects));
  if (!entries.ok()) return entries.status();
  return WriteFile(arguments.Value(OPT_o), EmitAspectTable(*entries));
}

absl::Status ArchitectureTable(const Arguments& arguments) {
  auto entries = ReadArchitectures(arguments.Value(OPT_architectures));
  if (!entries.ok()) return entries.status();
  return WriteFile(arguments.Value(OPT_o), EmitArchitectureTable(*entries));
}

template <std::string (*kEmit)(const DeviceConfig&)>
absl::Status FromConfig(const Arguments& arguments) {
  absl::StatusOr<DeviceConfig> config = ReadConfig(arguments.files);
  if (!config.ok()) return config.status();
  if (absl::Status status = config->CheckReferences(); !status.ok()) {
    return status;
  }
  return WriteFile(arguments.Value(OPT_o), kEmit(*config));
}

struct Verb {
  absl::Status (*run)(const Arguments&);
  std::vector<unsigned> options;   // that it knows
  std::vector<unsigned> required;  // of them
  bool files;                      // takes device configuration files
};

const std::map<std::string, Verb, std::less<>>& Verbs() {
  static const auto* const verbs = new std::map<std::string, Verb, std::less<>>{
      {"check", {CheckFiles, {OPT_aspects, OPT_architectures}, {}, true}},
      {"slices", {Slices, {OPT_out_dir}, {OPT_out_dir}, true}},
      {"target-macros", {TargetMacros, {OPT_slice, OPT_o}, {}, false}},
      {"header-lists", {HeaderLists, {OPT_out_dir}, {OPT_out_dir}, false}},
      {"aspect-table",
       {AspectTable, {OPT_aspects, OPT_o}, {OPT_aspects}, false}},
      {"architecture-table",
       {ArchitectureTable,
        {OPT_architectures, OPT_o},
        {OPT_architectures},
        false}},
      {"target-aspect-table",
       {FromConfig<EmitTargetAspectTable>, {OPT_o}, {}, true}},
      {"target-table", {FromConfig<EmitTargetTable>, {OPT_o}, {}, true}},
      {"bazel-names", {FromConfig<EmitBazelNames>, {OPT_o}, {}, true}},
  };
  return *verbs;
}

// "--out-dir"
std::string NameOf(unsigned option) {
  const auto* row = std::ranges::find(kOptions, option, &OptionSpelling::id);
  return std::string(row->name.substr(0, row->name.find('=')));
}

// What is wrong with the arguments of a verb, or "".
std::string WrongUse(const std::string& name, const Verb& verb,
                     const Arguments& arguments) {
  for (const OptionSpelling& each : kOptions) {
    if (arguments.options.Has(each.id) &&
        !std::ranges::count(verb.options, each.id)) {
      return "'" + name + "' takes no " + NameOf(each.id);
    }
  }
  for (unsigned option : verb.required) {
    if (arguments.Value(option).empty()) {
      return "'" + name + "' needs " + NameOf(option);
    }
  }
  if (!verb.files && !arguments.files.empty()) {
    return "'" + name + "' takes no files";
  }
  const bool other_input = arguments.options.Has(OPT_aspects) ||
                           arguments.options.Has(OPT_architectures);
  if (verb.files && arguments.files.empty() && !other_input) {
    return "'" + name + "' needs a device configuration file";
  }
  return "";
}

int Main(int argc, char** argv) {
  Arguments arguments;
  if (auto status = arguments.options.Read("facet-config", kHelp, argc, argv)) {
    return *status;
  }
  arguments.files = arguments.options.inputs();
  if (arguments.files.empty()) return Misused("no verb");
  const std::string name = arguments.files.front();
  arguments.files.erase(arguments.files.begin());
  auto verb = Verbs().find(name);
  if (verb == Verbs().end()) {
    std::vector<std::string> known;
    for (const auto& [other, unused] : Verbs()) known.push_back(other);
    return Misused("unknown verb '" + name + "'" +
                   DidYouMean(NearestNames(name, std::move(known), 1)));
  }
  const std::string wrong = WrongUse(name, verb->second, arguments);
  if (!wrong.empty()) return Misused(wrong);
  absl::Status status = verb->second.run(arguments);
  return status.ok() ? 0 : Fail(status);
}

}  // namespace
}  // namespace facet

int main(int argc, char** argv) { return facet::Main(argc, argv); }
