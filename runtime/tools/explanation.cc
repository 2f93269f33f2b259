// What is decided; see explanation.h. What is written: explanation_text.cc,
// explanation_html.cc.
#include "runtime/tools/explanation.h"

#include <algorithm>
#include <memory>
#include <set>

#include "config/device_config/edit_distance.h"
#include "config/tables/target_features.h"
#include "config/tables/target_table.h"
#include "features/requirements/feature_kinds.h"
#include "runtime/backends/common/target_rank.h"
#include "runtime/program/image_choice.h"
#include "runtime/program/image_closure.h"
#include "runtime/program/image_needs.h"
#include "runtime/program/kernel_catalog.h"
#include "runtime/registry/kernel_names.h"
#include "targets/families.h"

namespace facet {
namespace {

const char* FormatName(uint32_t number) {
  if (number == SYCL_IMAGE_FORMAT_NONE) return "filtered out";
  const ImageFormat* format = FindImageFormat(number);
  return format ? format->title : "unknown";
}

std::string_view WithoutEmulation(std::string_view target) {
  if (target.starts_with("emu_")) target.remove_prefix(4);
  return target;
}

// A device that is nothing but its description.
class TargetDevice : public Device {
 public:
  TargetDevice(const std::string& name, const EmulatedDevices& described)
      : name_(name) {
    info_.name = name;
    const std::string_view plain = WithoutEmulation(name);
    target_ = FindTarget(plain);
    known_ = target_ != nullptr;
    const auto own =
        plain.size() == name.size() ? described.end() : described.find(plain);
    if (target_ && FindFamily(target_->aot_toolchain)->is_jit()) target_ = nullptr;
    if (own != described.end()) {
      info_.features = own->second.features;
      info_.architecture_id = own->second.architecture_id;
    } else if (target_) {
      info_.features = FeaturesOf(*target_);
      info_.architecture_id = target_->architecture_id;
      if (plain.size() != name.size())
        info_.features.aspects.Insert(*AspectByName("emulated"));
    } else {
      TakeEverything();
    }
    AddTargetAspects(plain, info_.architecture_id, &info_.features);
    info_.target_names = {name};
  }

  const DeviceInfo& info() const override { return info_; }
  bool known() const { return known_; }

  int ImageRank(const sycl_device_image& image) const override {
    if (name_.starts_with("emu_")) return RankEmulatedImage(image, info_);
    return RankForTarget(image.format, image.target, name_,
                         info_.architecture_id);
  }
  Status LoadProgram(std::span<const sycl_device_image* const>,
                     ProgramPtr*) override {
    return NoDevice();
  }
  Status Allocate(UsmKind, size_t, size_t, void**) override {
    return NoDevice();
  }
  Status Free(void*, UsmKind) override { return NoDevice(); }
  Status CreateStream(const StreamOptions&, StreamPtr*) override {
    return NoDevice();
  }

 private:
  static Status NoDevice() {
    return {StatusCode::kNotSupported, "a target is no device"};
  }
  // SPIR-V is for whatever device there is: what it needs is listed, and
  // nothing refused.
  void TakeEverything() {
    for (Aspect a = 0; a < kFirstTargetAspect; ++a)
      if (!AspectName(a).empty()) info_.features.aspects.Insert(a);
    for (uint32_t size = 1; size <= 256; ++size)
      info_.features.sub_group_sizes.push_back(size);
    for (const TargetInfo& target : AllTargets())
      info_.features.target_aspects.push_back(target.target_aspect);
  }

  const std::string name_;
  bool known_ = false;
  const TargetInfo* target_ = nullptr;
  DeviceInfo info_;
};

void AddNeeds(const Requirements& needs, std::vector<std::string>* texts) {
  const auto add = [&](std::string text) {
    if (std::find(texts->begin(), texts->end(), text) == texts->end())
      texts->push_back(std::move(text));
  };
  for (Aspect aspect : needs.aspects)
    if (!AspectName(aspect).empty())
      add("aspect::" + std::string(AspectName(aspect)));
  for (const FeatureKind& kind : FeatureKinds())
    for (const Feature& feature : needs.Of(kind.kind)) add(ShortText(feature));
}

std::string InShort(const Reason& reason) {
  return reason.feature ? ShortText(*reason.feature) : "a fixed target";
}

Explanation::Cell Decide(const ImageRegistry& registry, const Device& device,
                         const std::string& kernel) {
  Explanation::Cell cell;
  const ImageChoice choice = ChooseImages(registry, device, kernel);
  cell.runs = !choice.images.empty();
  if (!cell.runs) {
    // The first line says which kernel and device.
    std::string_view rest = choice.message;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      if (rest.data() != choice.message.data())
        cell.reasons.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const Reason& reason : choice.reasons)
      cell.lacks.push_back(InShort(reason));
    return cell;
  }
  const ConditionFacts facts = FactsOf(device.info());
  const std::string_view used[] = {kernel};
  cell.image_target = choice.images[0]->target;
  cell.format = FormatName(choice.images[0]->format);
  cell.images = choice.images.size();
  for (const sycl_device_image* image : choice.images) {
    cell.size += static_cast<uint64_t>(image->end - image->begin);
    std::string unused;
    if (const auto needs = NeedsOf(*image, used, facts, &unused))
      AddNeeds(*needs, &cell.needs);
  }
  return cell;
}

}  // namespace

bool IsKnownTarget(std::string_view name) {
  return FindTarget(WithoutEmulation(name)) != nullptr;
}

Explanation Explain(ImageRegistry& registry,
                    const std::vector<std::string>& targets,
                    const std::vector<NamedDevice>& devices,
                    std::string* error) {
  Explanation result;
  std::vector<DevicePtr> columns;
  std::set<std::string> seen;
  const EmulatedDevices described = registry.DescribedDevices();
  for (const std::string& name : registry.Targets()) {
    columns.push_back(std::make_shared<TargetDevice>(name, described));
    seen.insert(name);
  }
  for (const std::string& name : targets) {
    auto target = std::make_shared<TargetDevice>(name, described);
    if (!target->known()) {
      std::vector<std::string> known;
      for (const TargetInfo& info : AllTargets())
        known.emplace_back(info.name);
      *error = "unknown target '" + name + "'" +
               DidYouMean(NearestNames(name, std::move(known), 3));
      return {};
    }
    if (seen.insert(name).second) columns.push_back(std::move(target));
  }
  for (const DevicePtr& column : columns)
    result.columns.push_back({column->info().name, ""});
  for (const auto& [device, id] : devices) {
    columns.push_back(device);
    result.columns.push_back({device->info().name, id});
  }
  const auto kernels = KernelCatalog(registry).AllKernels();
  for (const KernelEntry* kernel : *kernels) {
    auto& row = result.rows.emplace_back();
    row.kernel = ReadableKernelName(kernel->name);
    row.symbol = kernel->name;
    for (size_t c = 0; c < columns.size(); ++c) {
      row.cells.push_back(Decide(registry, *columns[c], kernel->name));
      result.columns[c].runs += row.cells.back().runs;
    }
  }
  for (const sycl_device_image* image : registry.AllImages()) {
    auto& made = result.images.emplace_back();
    made.target = image->target;
    made.format = FormatName(image->format);
    made.size = static_cast<uint64_t>(image->end - image->begin);
    made.compressed = image->flags & SYCL_IMAGE_FLAG_ZSTD;
    made.add_on = IsAddOn(*image);
    for (auto* s = image->symbols_begin; s != image->symbols_end; ++s)
      made.kernels.push_back(ReadableKernelName(*s));
  }
  return result;
}

}  // namespace facet
