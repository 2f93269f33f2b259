// What if_device_has and if_architecture_is have in common: conditions as
// types, the chain behind the first clause, and the conditional call.
//
// In: callables and conditions. Macros of the driver: the program is for one
// device, whose aspects and architecture other macros say, with
// __SYCL_DEVICE_IF_HEADERS__, and with __SYCL_DEVICE_IF_AUTO__ if they say it.
// Out: calls of call_if_on_device_conditionally, which later steps of the compiler
// resolve: its integers are the language of features/conditions, and an ABI. For
// one device attributes say which of them are made.
//
// SPEC 003, "Phase 1" and "Changes to the device headers".
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/device_aspect_traits.hpp>
#include <sycl/exception.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

#if defined(__SYCL_DEVICE_IF_HEADERS__) ||                                     \
    (defined(__SYCL_DEVICE_IF_AUTO__) && defined(__SYCL_ONLY_ARCHITECTURE__))
#define __SYCL_DEVICE_IF_DECIDES 1
/// Ordinal of the one target's architecture; 0: there is no such target.
#ifdef __SYCL_ONLY_ARCHITECTURE__
inline constexpr int target_architecture = __SYCL_ONLY_ARCHITECTURE__;
#else
inline constexpr int target_architecture = 0;
#endif
/// Of a template, so that only programs that ask get the error.
template <typename>
inline constexpr bool is_decidable = target_architecture != 0;
#else
#define __SYCL_DEVICE_IF_DECIDES 0
template <typename> inline constexpr bool is_decidable = true;
#endif

/// What a clause may call. The messages stand for themselves: a callable that
/// is none is not called, so that no other errors follow. The functions that
/// users call ask this themselves, so that the notes lead to their source.
template <typename Callable> constexpr bool check_action() {
  constexpr bool is_function_pointer =
      std::is_pointer_v<Callable> &&
      std::is_function_v<std::remove_pointer_t<Callable>>;
  static_assert(!is_function_pointer,
                "if_device_has, if_architecture_is and their else and "
                "otherwise clauses cannot call a pointer to a function: pass a "
                "lambda expression that calls the function");
  static_assert(!std::is_member_pointer_v<Callable>,
                "if_device_has, if_architecture_is and their else and "
                "otherwise clauses cannot call a pointer to a member: pass a "
                "lambda expression that uses the member");
  static_assert(
      is_decidable<Callable>,
      "if_device_has and if_architecture_is can be decided in the headers only "
      "for one ahead-of-time target that is a device of a known architecture: "
      "'-fsycl-targets=x86_64', '-fsycl-targets=intel_gpu_*', "
      "'-fsycl-targets=nvidia_gpu_*' or '-fsycl-targets=amd_gpu_*'; for other "
      "targets use '-fsycl-device-if=late'");
  constexpr bool is_pointer =
      is_function_pointer || std::is_member_pointer_v<Callable>;
  static_assert(is_pointer || std::is_invocable_v<Callable &>,
                "if_device_has, if_architecture_is and their else and "
                "otherwise clauses call their argument without arguments: pass "
                "a lambda expression without parameters");
  return !is_pointer && std::is_invocable_v<Callable &>;
}

/// An expression, operator first.
template <int... Integers> struct expression {};
/// A condition, and whether it holds on the one target that the headers decide
/// it for. All that it guards is compiled and checked in any case: whether a
/// program is valid must not depend on its targets.
template <bool Holds, typename Expression> struct condition {};

inline constexpr int condition_aspect = -1;
inline constexpr int condition_architecture = -2;
inline constexpr int condition_not = -3;
inline constexpr int condition_and = -4;
inline constexpr int condition_or = -5;

/// The operator before each leaf but the last.
template <int Operator, int Leaf, int... Numbers> struct leaves {
  struct list {
    int integers[3 * sizeof...(Numbers)] = {};
  };
  static constexpr list make() {
    list all;
    std::size_t size = 0;
    for (int number : {Numbers...}) {
      all.integers[size++] = Operator;
      all.integers[size++] = Leaf;
      all.integers[size++] = number;
    }
    // The last operator goes.
    all.integers[size - 3] = all.integers[size - 2];
    all.integers[size - 2] = all.integers[size - 1];
    return all;
  }
  static constexpr list value = make();

  template <std::size_t... Index>
  static expression<value.integers[Index]...>
      as_expression(std::index_sequence<Index...>);
  using type = decltype(as_expression(
      std::make_index_sequence<3 * sizeof...(Numbers) - 1>()));
};

template <typename Condition> struct negation;
template <bool Holds, int... Integers>
struct negation<condition<Holds, expression<Integers...>>> {
  using type = condition<!Holds, expression<condition_not, Integers...>>;
};
template <typename First, typename Second> struct conjunction;
template <bool H1, int... First, bool H2, int... Second>
struct conjunction<condition<H1, expression<First...>>,
                   condition<H2, expression<Second...>>> {
  using type =
      condition<H1 && H2, expression<condition_and, First..., Second...>>;
};

#if __SYCL_DEVICE_IF_DECIDES
template <aspect... Aspects>
inline constexpr bool target_has = (all_devices_have_v<Aspects> && ...);
template <int... Ordinals>
inline constexpr bool target_is = ((Ordinals == target_architecture &&
                                    target_architecture != 0) ||
                                   ...);
#else
template <aspect...> inline constexpr bool target_has = false;
template <int...> inline constexpr bool target_is = false;
#endif

template <aspect... Aspects>
using has_all_aspects =
    condition<target_has<Aspects...>,
              typename leaves<condition_and, condition_aspect,
                              static_cast<int>(Aspects)...>::type>;
template <int... Ordinals>
using has_one_architecture =
    condition<target_is<Ordinals...>,
              typename leaves<condition_or, condition_architecture,
                              Ordinals...>::type>;
template <typename Condition>
using negation_of = typename negation<Condition>::type;
template <typename First, typename Second>
using conjunction_of = typename conjunction<First, Second>::type;

#ifdef __SYCL_DEVICE_ONLY__
/// The Conditional Caller. It calls nothing but its callable: that call is how
/// the compiler finds the Conditional Action. If the condition is decided here,
/// the attributes say how, and for whom: those who link must know that this code
/// is for one target alone.
template <bool Holds, typename Callable, typename... Integers>
[[__sycl_detail__::__add_ir_attributes_function__(
    "sycl-call-if-on-device-conditionally", true)]]
#if __SYCL_DEVICE_IF_DECIDES
[[__sycl_detail__::__add_ir_attributes_function__("sycl-condition-holds",
                                                  Holds)]]
#ifdef __SYCL_ONLY_TARGET__
[[__sycl_detail__::__add_ir_attributes_function__("sycl-decided-for",
                                                  __SYCL_ONLY_TARGET__)]]
#endif
#endif
void call_if_on_device_conditionally(Callable fn, Integers...) {
  fn();
}

template <typename Callable, bool Holds, int... Integers>
inline void call_if_condition(Callable &&fn,
                              condition<Holds, expression<Integers...>>) {
  call_if_on_device_conditionally<Holds, std::remove_reference_t<Callable>>(
      std::move(fn), Integers...);
}
#endif

template <typename Condition, typename Callable>
inline void call_if([[maybe_unused]] Callable fn) {
#ifdef __SYCL_DEVICE_ONLY__
  call_if_condition(std::move(fn), Condition());
#endif
}

/// One clause. The host parses kernels and has no device to ask: whoever really
/// calls this there has made a mistake.
template <typename Condition, typename Callable>
inline void conditional_clause([[maybe_unused]] Callable &&fn) {
  call_if<Condition, Callable>(std::move(fn));
#ifndef __SYCL_DEVICE_ONLY__
  throw exception(make_error_code(errc::invalid),
                  "if_device_has and if_architecture_is were called by host "
                  "code; they exist in device code only");
#endif
}

/// `Rest` is the condition that no clause so far was true.
template <typename Rest> class device_if_chain_base {
public:
  template <typename T> void otherwise(T fn) const {
    if constexpr (check_action<T>())
      conditional_clause<Rest>(std::move(fn));
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl

#undef __SYCL_DEVICE_IF_DECIDES
