// Kernels with reductions, as sycl::handler launches them.
//
// In:  a range, reductions and a functor (sycl/reduction.hpp).
// Out: two commands: the kernel, and one of a single work-group, which combines
//      what the kernel's groups stored.
// Why: apart from handler.hpp, which is long without them.
#pragma once

#include <sycl/handler.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// What the kernel takes, runs over, and is, by the range of the program's.
template <typename Range> struct reduction_kernel;
template <int D> struct reduction_kernel<range<D>> {
  using index = item<D>;
  static nd_range<1> shape(const range<D> &, const reduction_plan &plan) {
    return {plan.groups * plan.group_size, plan.group_size};
  }
  template <typename... Handler, typename Functor, typename Pack>
  static auto make(const range<D> &r, const reduction_plan &plan,
                   const Functor &f, const Pack &pack) {
    return range_reduction<Functor, D, Pack, Handler...>{f, r, pack,
                                                         plan.blocked};
  }
};
template <int D> struct reduction_kernel<nd_range<D>> {
  using index = nd_item<D>;
  /// Work-groups of auto_range are those of the plan.
  static nd_range<D> shape(const nd_range<D> &r, const reduction_plan &plan) {
    range<D> local = r.get_local_range();
    if (local[0] != auto_work_group_size)
      return r;
    for (int d = 0; d < D; ++d)
      local[d] = d == D - 1 ? plan.group_size : 1;
    return {r.get_global_range(), local, r.get_offset()};
  }
  template <typename... Handler, typename Functor, typename Pack>
  static auto make(const nd_range<D> &, const reduction_plan &,
                   const Functor &f, const Pack &pack) {
    return nd_range_reduction<Functor, D, Pack, Handler...>{f, pack};
  }
};

template <typename State> constexpr std::size_t local_bytes_of(const State &) {
  return State::extent * sizeof(typename State::partial);
}

} // namespace detail

template <typename KernelName, typename Range, typename Tuple, std::size_t... I>
void handler::reduce(const Range &r, const Tuple &rest,
                     std::index_sequence<I...>) {
  using kernel = detail::reduction_kernel<Range>;
  const auto &user = std::get<sizeof...(I)>(rest);
  using name =
      detail::kernel_name_type<KernelName, std::decay_t<decltype(user)>>;
  const auto &f = detail::apply_carried_properties(user);
  const detail::reduction_plan plan =
      plan_of(r, (detail::local_bytes_of(std::get<I>(rest)) + ...));
  const auto pack = make_pack(plan, std::get<I>(rest)...);
  const auto shape = kernel::shape(r, plan);
  if constexpr (std::is_invocable_v<decltype(f), typename kernel::index &,
                                    typename std::decay_t<std::tuple_element_t<
                                        I, Tuple>>::reducer_type &...,
                                    kernel_handler>)
    launch_nd_range<name>(
        shape, kernel::template make<kernel_handler>(r, plan, f, pack));
  else
    launch_nd_range<name>(shape, kernel::make(r, plan, f, pack));
  follows_ = true;
  launch_nd_range<detail::reduction_end_of<name>>(
      nd_range<1>(plan.group_size, plan.group_size),
      detail::reduction_end<std::decay_t<decltype(pack)>>{pack});
  follows_ = false;
}

template <int D>
detail::reduction_plan handler::plan_of(const range<D> &r,
                                        std::size_t local_bytes) {
  return detail::plan_reduction(*this, detail::saturated_size(r), local_bytes);
}
template <int D>
detail::reduction_plan handler::plan_of(const nd_range<D> &r, std::size_t) {
  detail::reduction_plan plan{};
  plan.group_size = r.get_local_range().size();
  if (r.get_local_range()[0] == detail::auto_work_group_size) {
    const std::size_t row = r.get_global_range()[D - 1];
    for (plan.group_size = 64; plan.group_size > 1; plan.group_size /= 2)
      if (row % plan.group_size == 0)
        break;
  }
  if (plan.group_size != 0)
    plan.groups = r.get_global_range().size() / plan.group_size;
  return plan;
}

inline detail::reduction_pack<>
handler::make_pack(const detail::reduction_plan &) {
  return {};
}
template <typename First, typename... Rest>
detail::reduction_pack<First, Rest...>
handler::make_pack(const detail::reduction_plan &plan, First first,
                   const Rest &...rest) {
  using partial = typename First::partial;
  constexpr std::size_t bytes = First::extent * sizeof(partial);
  first.groups = plan.groups;
  first.partials = static_cast<partial *>(detail::acquire_scratch(
      *this, detail::saturated_product(plan.groups, bytes)));
  first.scratch = detail::allocate_local(
      *this, detail::saturated_product(plan.group_size, bytes),
      alignof(partial));
  return {first, make_pack(plan, rest...)};
}

} // namespace _V1
} // namespace sycl
