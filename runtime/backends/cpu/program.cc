// See program.h.
#include "runtime/backends/cpu/program.h"

#include <dlfcn.h>

#include <algorithm>

#include "config/image/cpu_sub_groups.h"
#include "runtime/backends/cpu/checks/checks.h"
#include "runtime/registry/counters.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

Status Failed(const std::string& what, const std::string& why) {
  return {StatusCode::kBuildFailed, "CPU: " + what + ": " + why};
}

// Kernels call the vector math library without naming it.
void LoadMathLibraries() {
  static const bool once = [] {
    for (const char* name : {"libm.so.6", "libmvec.so.1"})
      dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    return true;
  }();
  (void)once;
}

void BindCounters(void* image) {
  auto* entry =
      static_cast<const facet_cpu_counters*>(dlsym(image, FACET_CPU_COUNTERS));
  for (; entry && entry->name; ++entry)
    if (const void* table = CountersOf(entry->name)) *entry->table = table;
}

// Whether the image is checked. Its table is filled in.
Status BindImageChecks(void* image, bool* checked) {
  auto* table = static_cast<facet_cpu_checks*>(dlsym(image, FACET_CPU_CHECKS));
  if (!table) return {};
  if (BindChecks(table)) {
    *checked |= table->enabled != 0;
    return {};
  }
  return Failed("checking kernels",
                "no room in the address space for the shadow of memory");
}

// Its functions are nobody's but the program's: the host's may have the same
// names, and those of other libraries too.
Status OpenImage(const sycl_device_image& image, ImageFile* file,
                 void** handle) {
  Status status = ImageFile::Write({image.begin, image.end}, file);
  if (!status.ok()) return status;
  *handle = dlopen(file->path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (*handle)
    BindCounters(*handle);
  else
    status = Failed("loading a device image", dlerror());
  file->Loaded();
  return status;
}

}  // namespace

Status CpuProgram::Load(std::span<const sycl_device_image* const> images,
                        const DeviceInfo& device, ProgramPtr* program) {
  LoadMathLibraries();
  std::shared_ptr<CpuProgram> made(new CpuProgram);
  made->device_ = &device;
  made->metadata_ = KernelMetadataTable(*images[0]);
  made->loaded_.resize(images.size());
  made->files_.resize(images.size());
  for (size_t i = 0; i < images.size(); ++i)
    if (Status s = OpenImage(*images[i], &made->files_[i], &made->loaded_[i]);
        !s.ok())
      return s;
  made->tracks_definedness_ = std::ranges::all_of(
      images, [](const sycl_device_image* image) {
        return ChecksOf(*image).uninitialized;
      });
  for (void* image : made->loaded_)
    if (Status s = BindImageChecks(image, &made->checked_); !s.ok()) return s;
  if (Status s = made->BindImports(images); !s.ok()) return s;
  *program = std::move(made);
  return {};
}

Status CpuProgram::BindImports(
    std::span<const sycl_device_image* const> images) {
  std::map<std::string_view, size_t> exporters;
  for (size_t i = images.size(); i-- > 0;)
    for (const sycl_property& p : PropertiesOf(*images[i], kExportedSymbolsSet))
      exporters[p.name] = i;
  for (size_t i = 0; i < images.size(); ++i)
    for (const sycl_property& p :
         PropertiesOf(*images[i], kImportedSymbolsSet)) {
      const std::string name = p.name;
      auto* cell = static_cast<void**>(
          dlsym(loaded_[i], (FACET_CPU_IMPORT_PREFIX + name).c_str()));
      if (!cell) continue;  // optimised away
      const auto exporter = exporters.find(name);
      if (exporter != exporters.end())
        *cell = dlsym(loaded_[exporter->second], name.c_str());
      if (!*cell)
        return Failed("device function " + name,
                      "no device image has it as a function of its own");
    }
  return {};
}

CpuProgram::~CpuProgram() {
  // Reports name places of code that ran before.
  if (checked_) return;
  for (void* image : loaded_)
    if (image) dlclose(image);
}

Status CpuProgram::GetKernel(const std::string& name, KernelPtr* kernel) {
  void* function = dlsym(loaded_[0], name.c_str());
  if (!function) return Failed("kernel " + name, "not in its device image");
  const KernelMetadata metadata = metadata_.Of(name);
  KernelInfo info;
  info.max_work_group_size = device_->features.limits.max_work_group_size;
  for (int d = 0; d < 3; ++d)
    info.reqd_work_group_size[d] = metadata.reqd_work_group_size[d];
  info.sub_group_size =
      metadata.reqd_sub_group_size != 0
          ? metadata.reqd_sub_group_size
          : DefaultCpuSubGroupSize(device_->features.sub_group_sizes);
  info.preferred_work_group_multiple = 16;
  const auto known_of_kernel = [&](const char* prefix) {
    return static_cast<const uint8_t*>(
        dlsym(loaded_[0], (prefix + name).c_str()));
  };
  if (const uint8_t* dimensions = known_of_kernel(FACET_CPU_DIMENSIONS_PREFIX))
    info.dimensions = *dimensions;
  const uint8_t* turned = known_of_kernel(FACET_CPU_TURNED_PREFIX);
  AnyGroup any_group;
  if (const uint8_t* known = known_of_kernel(FACET_CPU_ANY_GROUP_PREFIX))
    any_group = {*known % unsigned{FACET_CPU_COLUMNS},
                 *known / unsigned{FACET_CPU_COLUMNS}};
  std::optional<CheckedLaunch> checked;
  if (checked_)
    checked = CheckedLaunch{name,
                            device_->features.aspects.Contains(
                                *AspectByName("usm_system_allocations")),
                            device_->name};
  if (checked) checked->tracks_definedness = tracks_definedness_;
  *kernel = std::make_shared<CpuKernel>(
      shared_from_this(), reinterpret_cast<facet_cpu_kernel>(function),
      known_of_kernel(FACET_CPU_SERIES_PREFIX) != nullptr, turned ? *turned : 0,
      info, any_group, std::move(checked));
  return {};
}

}  // namespace facet
