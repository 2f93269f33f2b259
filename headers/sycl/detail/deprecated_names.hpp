// Names that SYCL 1.2.1 had for classes of the standard library. SYCL 2020 has
// removed them; programs that support both still say them.
#pragma once

#include <sycl/detail/defines.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {

#define __SYCL_USE_STD(NAME) [[deprecated("use 'std::" #NAME "'")]]
template <typename T, typename Allocator = std::allocator<T>>
using vector_class __SYCL_USE_STD(vector) = std::vector<T, Allocator>;
using string_class __SYCL_USE_STD(string) = std::string;
template <typename Signature>
using function_class __SYCL_USE_STD(function) = std::function<Signature>;
using mutex_class __SYCL_USE_STD(mutex) = std::mutex;
template <typename T, typename Deleter = std::default_delete<T>>
using unique_ptr_class __SYCL_USE_STD(unique_ptr) = std::unique_ptr<T, Deleter>;
template <typename T>
using shared_ptr_class __SYCL_USE_STD(shared_ptr) = std::shared_ptr<T>;
template <typename T>
using weak_ptr_class __SYCL_USE_STD(weak_ptr) = std::weak_ptr<T>;
template <typename T> using hash_class __SYCL_USE_STD(hash) = std::hash<T>;
using exception_ptr_class __SYCL_USE_STD(exception_ptr) = std::exception_ptr;
#undef __SYCL_USE_STD

} // namespace _V1
} // namespace sycl
