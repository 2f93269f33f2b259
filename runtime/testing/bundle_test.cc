// Kernel bundles, and the promise they rest on: for random requirements and
// random devices, is_compatible and has_kernel_bundle say what a submission
// does.
#include <gtest/gtest.h>

#include <random>

#include "features/conditions/conditions.h"
#include "runtime/memory/context.h"
#include "runtime/submission/command_group.h"
#include "runtime/testing/fake_device.h"
#include "runtime/testing/fake_images.h"
#include <sycl/sycl.hpp>

namespace {

using access = sycl::detail::access_implementation;
using facet::Requirements;

class EmptyKernel : public facet::Kernel {
 public:
  const facet::KernelInfo& info() const override { return info_; }

 private:
  facet::KernelInfo info_;
};
class EmptyProgram : public facet::Program {
 public:
  facet::Status GetKernel(const std::string&,
                          facet::KernelPtr* kernel) override {
    *kernel = std::make_shared<EmptyKernel>();
    return {};
  }
};
class Device : public facet::FakeDevice {
 public:
  facet::Status LoadProgram(std::span<const sycl_device_image* const>,
                            facet::ProgramPtr* program) override {
    *program = std::make_shared<EmptyProgram>();
    return {};
  }
  // The images have no bytes that could be specialised.
  bool SelectsConditionalCode() const override { return true; }
  facet::Status LoadConditionalProgram(
      std::span<const sycl_device_image* const> images,
      std::span<const facet::SpecConstants> constants,
      facet::ProgramPtr* program) override {
    EXPECT_EQ(images.size(), constants.size());
    return LoadProgram(images, program);
  }
};

sycl::context ContextOf(const std::shared_ptr<Device>& device) {
  auto context = std::make_shared<facet::Context>();
  context->devices = {device};
  auto platform = std::make_shared<facet::Platform>();
  platform->devices = {device};
  context->platform = platform;
  return access::make<sycl::context>(std::move(context));
}

// What happens to a launch of this kernel.
bool Runs(const std::shared_ptr<Device>& device, const std::string& name) {
  sycl::detail::kernel_handle handle{name.c_str()};
  facet::CommandGroup group(std::make_shared<facet::Queue>(
      device, facet::QueueOptions{}, nullptr));
  try {
    group.SetKernel(handle, {}, {});
    group.Submit()->Wait();
    return true;
  } catch (const sycl::exception& e) {
    EXPECT_EQ(e.code(), sycl::make_error_code(
                            sycl::errc::kernel_not_supported))
        << e.what();
    return false;
  }
}

class Random {
 public:
  int Below(int n) { return std::uniform_int_distribution<>(0, n - 1)(engine_); }
  bool OneIn(int n) { return Below(n) == 0; }

  Requirements MakeRequirements() {
    Requirements r;
    for (int a = 1; a <= 6; ++a)
      if (OneIn(6)) r.aspects.Insert(a);
    if (OneIn(3)) r.Add(facet::Feature::OfSubGroup(8u << Below(3)));
    if (OneIn(3)) r.Add(facet::Feature::OfWorkGroup({{1u << Below(12), 0, 0}, 1}));
    if (OneIn(8)) r.fixed_targets = {{1000 + Below(3)}};
    return r;
  }
  // What SPEC 000 and 003 add: needs of single kernels, of which there may be
  // others in the image, and aspects under a condition.
  void AddConditionalNeeds(const std::string& kernel, facet::FakeImage* image) {
    for (const std::string& name : {kernel, std::string("_ZTS5Other")}) {
      const uint32_t aspect = 1 + Below(6);
      const facet::KernelRequirement entry = {facet::Feature::OfAspect(aspect),
                                              aspect};
      if (OneIn(3)) image->FunctionRequires(name, {entry});
    }
    if (OneIn(3))
      image->RequiresIf("0", {facet::kConditionAspect, 1 + Below(6)},
                        {uint32_t(1 + Below(6))});
  }
  // A pair of add-on images, of which the real one needs something.
  void AddAddOns(const std::string& identifier, facet::FakeImages* images) {
    for (bool real : {true, false})
      images->Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
          .IsAddOn(identifier, real)
          .Requires(real ? MakeRequirements() : Requirements());
  }
  std::shared_ptr<Device> MakeDevice() {
    // As real ones, devices live as long as the process: kernels are kept by
    // their address.
    static auto* all = new std::vector<std::shared_ptr<Device>>;
    auto device = all->emplace_back(std::make_shared<Device>());
    facet::DeviceFeatures& f = device->fake_info.features;
    for (int a = 1; a <= 6; ++a)
      if (!OneIn(4)) f.aspects.Insert(a);
    for (uint32_t size = 8; size <= 32; size *= 2)
      if (!OneIn(3)) f.sub_group_sizes.push_back(size);
    f.limits.max_work_group_size = 64u << Below(6);
    for (uint64_t& size : f.limits.max_work_item_sizes)
      size = f.limits.max_work_group_size;
    f.target_aspects = {1000 + Below(3)};
    for (const char* target : {"spir64", "one", "two"})
      if (!OneIn(3))
        device->ranks[target] = 100 * (1 + Below(3));
    return device;
  }

 private:
  std::mt19937 engine_{20200};
};

TEST(Bundles, AgreeWithSubmission) {
  Random random;
  int runs = 0, refusals = 0;
  for (int round = 0; round < 40; ++round) {
    facet::FakeImages images;
    std::vector<std::string> names;
    for (int k = 0; k < 6; ++k) {
      names.push_back("_ZTS" + std::string(1, '1') + char('A' + k));
      for (const char* target : {"spir64", "one", "two"}) {
        if (random.OneIn(3)) continue;
        const bool filtered = random.OneIn(5);
        const bool spirv = !filtered && target[0] == 's';
        facet::FakeImage& image = images.Add(
            filtered ? SYCL_IMAGE_FORMAT_NONE
            : spirv  ? SYCL_IMAGE_FORMAT_SPIRV
                     : SYCL_IMAGE_FORMAT_OCLOC,
            target, {names.back()});
        image.Requires(random.MakeRequirements());
        random.AddConditionalNeeds(names.back(), &image);
        if (!spirv || !random.OneIn(3)) continue;
        image.NeedsAddOn(names.back(),
                         {facet::kConditionAspect, 1 + random.Below(6)});
        random.AddAddOns(names.back(), &images);
      }
    }
    const auto* registration = images.registration();
    __sycl_register_images(registration);
    for (int d = 0; d < 6; ++d) {
      const auto device = random.MakeDevice();
      const auto handle = access::make<sycl::device>(device);
      const sycl::context context = ContextOf(device);
      for (const std::string& name : names) {
        const std::vector<sycl::kernel_id> ids = {
            sycl::detail::kernel_id_of(name.c_str())};
        const bool ran = Runs(device, name);
        ++(ran ? runs : refusals);
        EXPECT_EQ(sycl::is_compatible(ids, handle), ran);
        constexpr auto executable = sycl::bundle_state::executable;
        EXPECT_EQ(sycl::has_kernel_bundle<executable>(context, ids), ran);
        if (ran) {
          auto bundle = sycl::get_kernel_bundle<executable>(context, ids);
          EXPECT_TRUE(bundle.has_kernel(ids[0], handle));
          EXPECT_EQ(bundle.get_kernel_ids(), ids);
        } else {
          EXPECT_THROW(sycl::get_kernel_bundle<executable>(context, ids),
                       sycl::exception);
        }
      }
    }
    __sycl_unregister_images(registration);
  }
  EXPECT_GT(runs, 100) << refusals;
  EXPECT_GT(refusals, 100);
}

TEST(Bundles, HaveAllStatesOfKernels) {
  facet::FakeImages images;
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"_ZTS2IL"});
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "one", {"_ZTS3AOT"});
  // Both kinds: the better one is no reason to have no other.
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"_ZTS4Both"});
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "one", {"_ZTS4Both"});
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "one", {"_Zexport"})
      .Property(facet::kExportedSymbolsSet, "_Zexport", 1);
  const auto* registration = images.registration();
  __sycl_register_images(registration);
  auto device = Random().MakeDevice();
  device->ranks = {{"spir64", 100}, {"one", 300}};
  auto& aspects = device->fake_info.features.aspects;
  const auto compiler = *facet::AspectByName("online_compiler");
  const auto linker = *facet::AspectByName("online_linker");
  aspects.Insert(compiler);
  aspects.Insert(linker);
  const sycl::context context = ContextOf(device);
  using state = sycl::bundle_state;
  EXPECT_EQ(sycl::get_kernel_ids().size(), 3u);
  const auto il = sycl::detail::kernel_id_of("_ZTS2IL");
  const auto aot = sycl::detail::kernel_id_of("_ZTS3AOT");
  EXPECT_TRUE(sycl::has_kernel_bundle<state::input>(context, {il}));
  // Nothing is left to be compiled of it.
  EXPECT_TRUE(sycl::has_kernel_bundle<state::input>(context, {aot}));
  EXPECT_TRUE(sycl::has_kernel_bundle<state::input>(
      context, {sycl::detail::kernel_id_of("_ZTS4Both")}));
  EXPECT_TRUE(sycl::has_kernel_bundle<state::executable>(context, {il, aot}));
  auto input = sycl::get_kernel_bundle<state::input>(context);
  EXPECT_TRUE(input.has_kernel(il));
  EXPECT_TRUE(input.has_kernel(aot));
  auto built = sycl::build(input);
  EXPECT_TRUE(built.has_kernel(il));
  auto all = sycl::join<state::executable>(
      {built, sycl::get_kernel_bundle<state::executable>(context, {aot})});
  EXPECT_EQ(all.get_kernel_ids().size(), 3u);
  EXPECT_EQ(std::string(all.get_kernel_ids()[0].get_name()), "_ZTS2IL");
  // A device without the aspects has executables only.
  for (const auto aspect : {linker, compiler}) {
    aspects.Erase(aspect);
    EXPECT_EQ(sycl::has_kernel_bundle<state::input>(context),
              aspect == linker);
    EXPECT_FALSE(sycl::has_kernel_bundle<state::object>(context));
    EXPECT_THROW(sycl::get_kernel_bundle<state::object>(context),
                 sycl::exception);
  }
  EXPECT_THROW(sycl::get_kernel_bundle<state::input>(context), sycl::exception);
  EXPECT_TRUE(sycl::has_kernel_bundle<state::executable>(context));
  EXPECT_THROW(sycl::get_checked_kernel_id("_ZTS4None"), sycl::exception);
  EXPECT_THROW(
      sycl::has_kernel_bundle<state::input>(context, std::vector<sycl::device>()),
      sycl::exception);
  __sycl_unregister_images(registration);
}

}  // namespace
