// Platforms and devices as text or as a report; see device_listing.h.

#include "runtime/tools/device_listing.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "features/architectures/architecture.h"
#include "features/aspects/aspect_set.h"
#include "runtime/devices/device_filter.h"
#include "runtime/text/json_writer.h"

namespace facet {
namespace {

std::string_view Name(DeviceType type) {
  switch (type) {
    case DeviceType::kCpu:
      return "cpu";
    case DeviceType::kGpu:
      return "gpu";
    case DeviceType::kAccelerator:
      return "accelerator";
    case DeviceType::kCustom:
      return "custom";
  }
  return "unknown";
}

// One device with the number that names it.
struct Entry {
  const Platform* platform;
  const DeviceInfo* info;
  std::string hint;
  std::string id;  // as ONEAPI_DEVICE_SELECTOR has it: "cuda:0"
};

std::vector<Entry> Entries(const PlatformList& list, const DeviceIds& ids) {
  std::vector<Entry> entries;
  for (const auto& platform : list.platforms)
    for (const DevicePtr& device : platform->devices)
      entries.push_back({platform.get(), &device->info(), device->ImageHint(),
                         ids.at(device.get())});
  return entries;
}

std::vector<std::string> AspectNames(const AspectSet& aspects) {
  std::vector<std::string> names;
  for (const Aspect aspect : aspects)
    if (const std::string_view name = AspectName(aspect); !name.empty())
      names.emplace_back(name);
  return names;
}

std::string Architecture(const DeviceInfo& info) {
  const std::string_view name = ArchitectureName(info.architecture_id);
  return std::string(name.empty() ? kUnknownArchitecture : name);
}

// ------------------------------------------------------------------- Text

// "label: a b c", broken at 80 columns and indented.
void AppendList(const char* label, const std::vector<std::string>& words,
                std::string* out) {
  constexpr size_t kIndent = 24, kColumns = 80;
  std::string line = std::string("      ") + label + ":";
  line.resize(kIndent, ' ');
  if (words.empty()) line += "none";
  for (const std::string& word : words) {
    if (line.size() > kIndent && line.size() + 1 + word.size() > kColumns) {
      *out += line + "\n";
      line.assign(kIndent, ' ');
    }
    if (line.size() > kIndent) line += ' ';
    line += word;
  }
  *out += line + "\n";
}

void AppendFull(const Entry& entry, std::string* out) {
  const DeviceInfo& info = *entry.info;
  const DeviceFeatures& features = info.features;
  const auto line = [&](const char* label, const std::string& text) {
    AppendList(label, {text}, out);
  };
  line("driver", info.driver_version + " (" + info.version + ")");
  line("architecture", Architecture(info));
  std::vector<std::string> sizes;
  for (const uint32_t size : features.sub_group_sizes)
    sizes.push_back(std::to_string(size));
  AppendList("aspects", AspectNames(features.aspects), out);
  AppendList("sub-group sizes", sizes, out);
  AppendList("targets", info.target_names, out);
  line("work-group size",
       "up to " + std::to_string(features.limits.max_work_group_size));
  line("memory", ReadableSize(info.global_memory_size) + " global, " +
                     ReadableSize(info.features.limits.local_memory_size) +
                     " local");
  line("compute units", std::to_string(info.max_compute_units));
  if (!entry.hint.empty()) line("note", entry.hint);
}

std::string Text(const PlatformList& list, const DeviceIds& ids, bool full) {
  std::string out;
  const Platform* last = nullptr;
  for (const Entry& entry : Entries(list, ids)) {
    if (full && entry.platform != last) {
      if (last) out += "\n";
      out += entry.platform->info.name + " (" + entry.platform->info.version +
             ")\n";
      last = entry.platform;
    }
    if (full) out += "  ";
    out += "[" + entry.id + "] " + std::string(Name(entry.info->type)) + ", " +
           entry.info->name + "\n";
    if (full) AppendFull(entry, &out);
  }
  if (out.empty()) out = "no devices\n";
  for (const std::string& warning : list.warnings)
    out += "warning: " + warning + "\n";
  return out;
}

// ----------------------------------------------------------------- Report

report::Device Described(const Entry& entry) {
  const DeviceInfo& info = *entry.info;
  const DeviceFeatures& features = info.features;
  const auto add = [](const auto& values, auto* to) {
    to->Add(values.begin(), values.end());
  };
  report::Device device;
  device.set_id(entry.id);
  device.set_platform(entry.platform->info.name);
  device.set_platform_version(entry.platform->info.version);
  device.set_backend(std::string(NameOf(info.backend)));
  device.set_type(std::string(Name(info.type)));
  device.set_name(info.name);
  device.set_vendor(info.vendor);
  device.set_vendor_id(info.vendor_id);
  device.set_driver_version(info.driver_version);
  device.set_version(info.version);
  device.set_emulated(info.emulated);
  device.set_architecture(Architecture(info));
  add(AspectNames(features.aspects), device.mutable_aspects());
  add(features.sub_group_sizes, device.mutable_sub_group_sizes());
  add(info.target_names, device.mutable_targets());
  device.set_max_work_group_size(features.limits.max_work_group_size);
  for (const uint64_t size : features.limits.max_work_item_sizes)
    device.add_max_work_item_sizes(size);
  device.set_max_compute_units(info.max_compute_units);
  device.set_max_clock_frequency_mhz(info.max_clock_frequency_mhz);
  device.set_global_memory_size(info.global_memory_size);
  device.set_local_memory_size(info.features.limits.local_memory_size);
  if (!entry.hint.empty()) device.set_note(entry.hint);
  return device;
}

}  // namespace

std::string ListDevices(const PlatformList& list, const DeviceIds& ids,
                        ListingStyle style) {
  return Text(list, ids, style == ListingStyle::kFull);
}

report::Report ReportDevices(const PlatformList& list, const DeviceIds& ids) {
  report::Report report = NewReport("sycl-ls");
  for (const Entry& entry : Entries(list, ids))
    *report.add_devices() = Described(entry);
  for (const std::string& warning : list.warnings) report.add_warnings(warning);
  return report;
}

}  // namespace facet
