// Kernel bundles (SYCL 2020, 4.11): which of the program's kernels which devices
// can run, before anything is submitted.
//
// The answers come from the same choice of an image and the same check of
// requirements that a submission makes. A kernel has all three states on devices
// with the aspects for them: what there is to be compiled and linked depends on
// its image, and may be nothing.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/detail/function_kernel.hpp>
#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/kernel.hpp>
#include <sycl/property_list.hpp>
#include <sycl/specialization_id.hpp>

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {

namespace detail {
bool has_bundle(const context &ctx, const std::vector<device> &devices,
                const std::vector<kernel_id> *ids, bundle_state state);
using image_selector =
    std::function<bool(const std::shared_ptr<facet::KernelBundle> &image)>;
/// With a selector: of the images that it takes only.
std::shared_ptr<facet::KernelBundle>
make_bundle(const context &ctx, const std::vector<device> &devices,
            const std::vector<kernel_id> *ids, bundle_state state,
            const image_selector &selector = nullptr);
/// One bundle for each image that kernels of `bundle` come from, as `make`
/// stores them: once, and as long as the bundle lives.
using stored_images = std::shared_ptr<const void>;
using bundle_list = std::vector<std::shared_ptr<facet::KernelBundle>>;
const void *images_of(facet::KernelBundle &bundle,
                      stored_images (*make)(const bundle_list &images));
/// Returns the driver's program, compiled and linked as the state asks for.
std::shared_ptr<void> adopt_program(const context &ctx, void *native,
                                    bundle_state state);
bool has_kernel(const facet::KernelBundle &bundle, const kernel_id &id) noexcept;
bool has_kernel(const facet::KernelBundle &bundle, const kernel_id &id,
                const device &dev) noexcept;
std::shared_ptr<facet::KernelBundle>
advance_bundle(const facet::KernelBundle &from,
               const std::vector<device> &devices, bundle_state state);
std::shared_ptr<facet::KernelBundle>
join_bundles(const std::vector<std::shared_ptr<facet::KernelBundle>> &all,
             bundle_state state);

/// Returns the id of a function's kernel. Checked: throws errc::runtime if the
/// program has no device code for it.
kernel_id id_of_function(const function_layout &layout, bool checked);
template <auto *Func>
using require_function_kernel =
    std::enable_if_t<ext::oneapi::experimental::is_kernel_v<Func>, int>;

/// What does not depend on the state.
class kernel_bundle_base {
public:
  bool empty() const noexcept;
  backend get_backend() const noexcept;
  context get_context() const;
  std::vector<device> get_devices() const;
  bool has_kernel(const kernel_id &id) const noexcept {
    return detail::has_kernel(*implementation_, id);
  }
  bool has_kernel(const kernel_id &id, const device &dev) const noexcept {
    return detail::has_kernel(*implementation_, id, dev);
  }
  template <typename KernelName> bool has_kernel() const noexcept {
    return has_kernel(kernel_id_of(kernel_name<KernelName>()));
  }
  template <typename KernelName>
  bool has_kernel(const device &dev) const noexcept {
    return has_kernel(kernel_id_of(kernel_name<KernelName>()), dev);
  }
  // sycl_ext_oneapi_free_function_kernels.
  template <auto *Func, require_function_kernel<Func> = 0>
  bool ext_oneapi_has_kernel() const {
    return has_kernel(id_of_function(layout_of_function<Func>(), false));
  }
  template <auto *Func, require_function_kernel<Func> = 0>
  bool ext_oneapi_has_kernel(const device &dev) const {
    return has_kernel(id_of_function(layout_of_function<Func>(), false), dev);
  }
  std::vector<kernel_id> get_kernel_ids() const;
  /// Returns whether a kernel of the bundle has code that reads one.
  bool contains_specialization_constants() const noexcept;
  /// They are arguments: no code is compiled for their values.
  bool native_specialization_constant() const noexcept { return false; }
  template <auto &SpecName> bool has_specialization_constant() const noexcept {
    return reads_constant(specialization_key<SpecName>());
  }
  template <auto &SpecName>
  specialization_type<SpecName> get_specialization_constant() const {
    auto value = __sycl_default_of(SpecName);
    get_constant(specialization_key<SpecName>(), &value, sizeof(value));
    return value;
  }

protected:
  bool reads_constant(std::uint64_t key) const noexcept;
  void set_constant(std::uint64_t key, const void *value, std::size_t size);
  void get_constant(std::uint64_t key, void *value, std::size_t size) const;
  kernel get_kernel_of(const kernel_id &id) const;
  explicit kernel_bundle_base(std::shared_ptr<facet::KernelBundle> b)
      : implementation_(std::move(b)) {}
  std::shared_ptr<facet::KernelBundle> implementation_;
};
} // namespace detail

/// Kernels of a bundle that come from the same image of the program.
template <bundle_state State> class device_image {
public:
  bool has_kernel(const kernel_id &id) const noexcept {
    return detail::has_kernel(*implementation_, id);
  }
  bool has_kernel(const kernel_id &id, const device &dev) const noexcept {
    return detail::has_kernel(*implementation_, id, dev);
  }

private:
  __SYCL_REFERENCE_SEMANTICS(device_image)
  explicit device_image(std::shared_ptr<facet::KernelBundle> image)
      : implementation_(std::move(image)) {}
  std::shared_ptr<facet::KernelBundle> implementation_;
};

namespace detail {
template <bundle_state State>
stored_images store_images(const bundle_list &images) {
  auto stored = std::make_shared<std::vector<device_image<State>>>();
  for (const auto &image : images)
    stored->push_back(access_implementation::make<device_image<State>>(image));
  return stored;
}
} // namespace detail

template <bundle_state State>
class kernel_bundle : public detail::kernel_bundle_base {
public:
  using device_image_iterator =
      typename std::vector<device_image<State>>::const_iterator;
  device_image_iterator begin() const { return images().begin(); }
  device_image_iterator end() const { return images().end(); }

  template <auto &SpecName, bundle_state S = State,
            typename = std::enable_if_t<S == bundle_state::input>>
  void
  set_specialization_constant(detail::specialization_type<SpecName> value) {
    set_constant(detail::specialization_key<SpecName>(), &value, sizeof(value));
  }
  /// errc::invalid if the bundle does not have it.
  template <bundle_state S = State,
            typename = std::enable_if_t<S == bundle_state::executable>>
  kernel get_kernel(const kernel_id &id) const {
    return get_kernel_of(id);
  }
  template <typename KernelName, bundle_state S = State,
            typename = std::enable_if_t<S == bundle_state::executable>>
  kernel get_kernel() const {
    return get_kernel_of(
        detail::kernel_id_of(detail::kernel_name<KernelName>()));
  }
  template <auto *Func, bundle_state S = State,
            typename = std::enable_if_t<S == bundle_state::executable>,
            detail::require_function_kernel<Func> = 0>
  kernel ext_oneapi_get_kernel() const {
    return get_kernel_of(
        detail::id_of_function(detail::layout_of_function<Func>(), false));
  }

private:
  __SYCL_REFERENCE_SEMANTICS(kernel_bundle)
  explicit kernel_bundle(std::shared_ptr<facet::KernelBundle> b)
      : kernel_bundle_base(std::move(b)) {}
  const std::vector<device_image<State>> &images() const {
    return *static_cast<const std::vector<device_image<State>> *>(
        detail::images_of(*implementation_, detail::store_images<State>));
  }
};

/// Returns the kernels that the program has device code for.
std::vector<kernel_id> get_kernel_ids();
/// Throws errc::runtime if it has none for this kernel.
kernel_id get_checked_kernel_id(const char *name);
template <typename KernelName> kernel_id get_kernel_id() {
  return get_checked_kernel_id(detail::kernel_name<KernelName>());
}

bool is_compatible(const std::vector<kernel_id> &ids, const device &dev);
template <typename KernelName> bool is_compatible(const device &dev) {
  return is_compatible({detail::kernel_id_of(detail::kernel_name<KernelName>())},
                       dev);
}

template <bundle_state State>
bool has_kernel_bundle(const context &ctx, const std::vector<device> &devices) {
  return detail::has_bundle(ctx, devices, nullptr, State);
}
template <bundle_state State>
bool has_kernel_bundle(const context &ctx, const std::vector<device> &devices,
                       const std::vector<kernel_id> &ids) {
  return detail::has_bundle(ctx, devices, &ids, State);
}
template <bundle_state State> bool has_kernel_bundle(const context &ctx) {
  return has_kernel_bundle<State>(ctx, ctx.get_devices());
}
template <bundle_state State>
bool has_kernel_bundle(const context &ctx, const std::vector<kernel_id> &ids) {
  return has_kernel_bundle<State>(ctx, ctx.get_devices(), ids);
}
template <typename KernelName, bundle_state State>
bool has_kernel_bundle(const context &ctx, const std::vector<device> &devices) {
  return has_kernel_bundle<State>(
      ctx, devices,
      {detail::kernel_id_of(detail::kernel_name<KernelName>())});
}
template <typename KernelName, bundle_state State>
bool has_kernel_bundle(const context &ctx) {
  return has_kernel_bundle<KernelName, State>(ctx, ctx.get_devices());
}

/// All kernels that some of the devices can have in this state.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctx,
                                       const std::vector<device> &devices) {
  return detail::access_implementation::make<kernel_bundle<State>>(
      detail::make_bundle(ctx, devices, nullptr, State));
}
/// These kernels; errc::invalid if none of the devices can run one of them.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctx,
                                       const std::vector<device> &devices,
                                       const std::vector<kernel_id> &ids) {
  return detail::access_implementation::make<kernel_bundle<State>>(
      detail::make_bundle(ctx, devices, &ids, State));
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctx) {
  return get_kernel_bundle<State>(ctx, ctx.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctx,
                                       const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(ctx, ctx.get_devices(), ids);
}
template <typename KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctx) {
  return get_kernel_bundle<State>(ctx, {get_kernel_id<KernelName>()});
}
template <typename KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctx,
                                       const std::vector<device> &devices) {
  return get_kernel_bundle<State>(ctx, devices, {get_kernel_id<KernelName>()});
}

/// Of those images that the selector answers true for.
template <bundle_state State, typename Selector,
          typename = std::enable_if_t<std::is_invocable_r_v<
              bool, Selector, const device_image<State> &>>>
kernel_bundle<State> get_kernel_bundle(const context &ctx,
                                       const std::vector<device> &devices,
                                       Selector selector) {
  using image = device_image<State>;
  return detail::access_implementation::make<kernel_bundle<State>>(
      detail::make_bundle(
          ctx, devices, nullptr, State,
          [&](const std::shared_ptr<facet::KernelBundle> &i) -> bool {
            return selector(detail::access_implementation::make<image>(i));
          }));
}
template <bundle_state State, typename Selector,
          typename = std::enable_if_t<std::is_invocable_r_v<
              bool, Selector, const device_image<State> &>>>
kernel_bundle<State> get_kernel_bundle(const context &ctx, Selector selector) {
  return get_kernel_bundle<State>(ctx, ctx.get_devices(), selector);
}
template <bundle_state State, typename Selector,
          typename = std::enable_if_t<std::is_invocable_r_v<
              bool, Selector, const device_image<State> &>>>
bool has_kernel_bundle(const context &ctx, const std::vector<device> &devices,
                       Selector selector) {
  return !get_kernel_bundle<State>(ctx, devices, selector).empty();
}
template <bundle_state State, typename Selector,
          typename = std::enable_if_t<std::is_invocable_r_v<
              bool, Selector, const device_image<State> &>>>
bool has_kernel_bundle(const context &ctx, Selector selector) {
  return has_kernel_bundle<State>(ctx, ctx.get_devices(), selector);
}

inline kernel_bundle<bundle_state::object>
compile(const kernel_bundle<bundle_state::input> &from,
        const std::vector<device> &devices, const property_list & = {}) {
  using made = kernel_bundle<bundle_state::object>;
  return detail::access_implementation::make<made>(detail::advance_bundle(
      *detail::access_implementation::get(from), devices,
      bundle_state::object));
}
inline kernel_bundle<bundle_state::object>
compile(const kernel_bundle<bundle_state::input> &from,
        const property_list & = {}) {
  return compile(from, from.get_devices());
}
inline kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object> &from,
     const std::vector<device> &devices, const property_list & = {}) {
  using made = kernel_bundle<bundle_state::executable>;
  return detail::access_implementation::make<made>(detail::advance_bundle(
      *detail::access_implementation::get(from), devices,
      bundle_state::executable));
}
inline kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object> &from,
     const property_list & = {}) {
  return link(from, from.get_devices());
}
inline kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input> &from,
      const std::vector<device> &devices, const property_list & = {}) {
  return link(compile(from, devices), devices);
}
inline kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input> &from,
      const property_list & = {}) {
  return build(from, from.get_devices());
}
template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles) {
  std::vector<std::shared_ptr<facet::KernelBundle>> all;
  for (const auto &b : bundles)
    all.push_back(detail::access_implementation::get(b));
  return detail::access_implementation::make<kernel_bundle<State>>(
      detail::join_bundles(all, State));
}
inline kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &from,
     const std::vector<device> &devices, const property_list & = {}) {
  return link(join(from), devices);
}
inline kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &from,
     const property_list & = {}) {
  return link(join(from));
}

} // namespace _V1
} // namespace sycl

template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>>
    : sycl::detail::implementation_hash {};
template <sycl::bundle_state State>
struct std::hash<sycl::device_image<State>>
    : sycl::detail::implementation_hash {};
