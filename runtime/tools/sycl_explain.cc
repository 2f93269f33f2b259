// sycl-explain: which kernels of a program run where, and why not.
//
// In:  an executable or a shared library; nothing of it is run. With --diff
//      two of them, or reports of them.
// Out: a table of its kernels and the targets it has images for, those asked
//      for, and the devices of this machine; with --diff what has changed.
//
// Exit status: 0; 1 if a file cannot be read or has no images, or the output
// cannot be written; 2 for wrong usage; 3 if with --diff a kernel no longer
// runs where it ran.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/program/program_images.h"
#include "options/plain_options.h"
#include "reports/comparison.h"
#include "reports/report_file.h"
#include "runtime/backends/backend.h"
#include "runtime/devices/selected_platforms.h"
#include "runtime/registry/registry.h"
#include "runtime/tools/device_listing.h"
#include "runtime/tools/explanation.h"

namespace {

#include "options/explain_options.inc"

constexpr char kHelp[] =
    "usage: sycl-explain [options] BINARY | --diff OLD NEW\n"
    "\n"
    "Says which kernels of a program or shared library run where, with which\n"
    "image, or why not. The program is read, not run. With --diff: what has\n"
    "changed between two programs or reports of them.\n"
    "\n"
    "Devices are those that sycl-ls lists: SYCL_DEVICE_EMULATION and\n"
    "ONEAPI_DEVICE_SELECTOR say which." OPTION_HELP;

constexpr int kLost = 3;

int Fail(const std::string& what) {
  std::fprintf(stderr, "sycl-explain: error: %s\n", what.c_str());
  return 1;
}

int Misused(std::string_view what) {
  return facet::UsageError("sycl-explain", kHelp, what);
}

struct Options {
  std::string_view style;  // the option that names it; empty: text
  std::vector<std::string> targets;
  bool devices = true;
  bool diff = false;
  std::vector<std::string> files;
};

void AddNames(std::string_view list, std::vector<std::string>* names) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    if (end != 0) names->emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

// Exit status of wrong usage, if it is.
std::optional<int> Choose(const facet::PlainOptions& given, Options* options) {
  for (const std::string_view name : given.names()) {
    if (!facet::ReportFormatOf(name) && name != "--html") continue;
    if (!options->style.empty() && options->style != name)
      return Misused(std::string(options->style) + " and " + std::string(name) +
                     ": give one of them");
    options->style = name;
  }
  for (const std::string& list : given.Values(OPT_targets))
    AddNames(list, &options->targets);
  options->devices = !given.Has(OPT_no_devices);
  options->diff = given.Has(OPT_diff);
  options->files = given.inputs();
  const size_t wanted = options->diff ? 2 : 1;
  if (options->files.size() > wanted)
    return Misused("unexpected argument: " + options->files[wanted]);
  if (options->diff && options->style == "--html")
    return Misused("--diff and --html: give one of them");
  if (options->files.size() == wanted) return std::nullopt;
  return Misused(options->diff ? "--diff compares two files" : "no file given");
}

// Mapped for the rest of the process: programs may hold gigabytes of images.
bool Map(const std::string& path, std::span<const unsigned char>* bytes,
         std::string* error) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file < 0 || ::fstat(file, &status) != 0) {
    *error = std::strerror(errno);
    return false;
  }
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    *error = "no ELF file";
    return false;
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (data == MAP_FAILED) {
    *error = std::strerror(errno);
    return false;
  }
  *bytes = {static_cast<const unsigned char*>(data), size};
  return true;
}

// A program, or what was reported of one.
struct Input {
  std::string name;
  std::unique_ptr<facet::ProgramImages> images;
  facet::ImageRegistry registry;
  std::optional<facet::report::Report> report;

  // Those that there are images for, or that the report is about.
  std::vector<std::string> Targets() const {
    if (report) return {report->targets().begin(), report->targets().end()};
    return registry.Targets();
  }
};

bool Read(const std::string& path, bool or_report, Input* input,
          std::string* error) {
  std::span<const unsigned char> file;
  bool read = Map(path, &file, error);
  if (read) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()),
                                file.size());
    if (or_report && facet::LooksLikeReport(text)) {
      input->report = facet::ReadReport(text, error);
      read = input->report.has_value();
    } else {
      input->images = facet::ProgramImages::Read(file, error);
      read = input->images != nullptr;
    }
  }
  if (!read) {
    *error = path + ": " + *error;
    return false;
  }
  input->name = path.substr(path.find_last_of('/') + 1);
  if (input->images)
    for (const auto& registration : input->images->registrations())
      input->registry.Register(&registration);
  return true;
}

struct Explained {
  facet::Explanation explanation;
  facet::report::Report report;
};

// With the devices that sycl-ls lists. Warnings go to standard error, too.
bool Explain(Input& input, const std::vector<std::string>& targets,
             bool with_devices, Explained* to, std::string* error) {
  facet::PlatformList list;
  facet::DeviceIds ids;
  std::vector<facet::NamedDevice> devices;
  if (with_devices) {
    std::unique_ptr<facet::SelectedPlatforms> platforms;
    if (const auto status = facet::SelectedPlatforms::Make(
            facet::Backends(facet::EmulatedTargets(),
                            input.registry.DescribedDevices()),
            &platforms);
        !status.ok()) {
      *error = status.message();
      return false;
    }
    list = platforms->All();
    ids = platforms->Ids();
    for (const std::string& warning : list.warnings)
      std::fprintf(stderr, "sycl-explain: warning: %s\n", warning.c_str());
    for (const auto& platform : list.platforms)
      for (const facet::DevicePtr& device : platform->devices)
        devices.push_back({device, ids.at(device.get())});
  }
  to->explanation = facet::Explain(input.registry, targets, devices, error);
  if (!error->empty()) return false;
  to->explanation.program = input.name;
  to->report = facet::ToReport(to->explanation);
  const facet::report::Report found = facet::ReportDevices(list, ids);
  *to->report.mutable_devices() = found.devices();
  *to->report.mutable_warnings() = found.warnings();
  return true;
}

// Of a program also for the targets of the other one: what has no images of its
// own there may run by others.
bool ReportOf(Input& input, const Input& other, const Options& options,
              facet::report::Report* report, std::string* error) {
  if (input.report) {
    *report = *input.report;
    if (!report->has_program()) report->set_program(input.name);
    return true;
  }
  std::vector<std::string> targets = options.targets;
  for (const std::string& target : other.Targets())
    if (facet::IsKnownTarget(target)) targets.push_back(target);
  Explained explained;
  if (!Explain(input, targets, options.devices, &explained, error))
    return false;
  *report = std::move(explained.report);
  return true;
}

int Diff(const Options& options) {
  Input before, after;
  facet::report::Report old_report, new_report;
  std::string error;
  if (!Read(options.files[0], /*or_report=*/true, &before, &error) ||
      !Read(options.files[1], /*or_report=*/true, &after, &error) ||
      !ReportOf(before, after, options, &old_report, &error) ||
      !ReportOf(after, before, options, &new_report, &error))
    return Fail(error);
  const facet::report::Comparison comparison =
      facet::Compare(old_report, new_report);
  const auto format = facet::ReportFormatOf(options.style);
  const std::string out = format ? facet::Write(comparison, *format)
                                 : facet::ToText(comparison);
  if (!facet::Print("sycl-explain", out)) return 1;
  return comparison.lost() ? kLost : 0;
}

int ExplainOne(const Options& options) {
  Input input;
  Explained explained;
  std::string error;
  if (!Read(options.files[0], /*or_report=*/false, &input, &error) ||
      !Explain(input, options.targets, options.devices, &explained, &error))
    return Fail(error);
  const auto format = facet::ReportFormatOf(options.style);
  const std::string out =
      format ? facet::Write(explained.report, *format)
      : options.style == "--html" ? facet::ToHtml(explained.explanation)
                                  : facet::ToText(explained.explanation);
  return facet::Print("sycl-explain", out) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  facet::PlainOptions given(kOptions);
  if (const auto status = given.Read("sycl-explain", kHelp, argc, argv))
    return *status;
  Options options;
  if (const auto status = Choose(given, &options)) return *status;
  return options.diff ? Diff(options) : ExplainOne(options);
}
