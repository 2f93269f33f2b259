// Compiled with hidden visibility: every inline variable is this library's own.
#include "runtime/testing/properties_library.h"

namespace facet {
namespace {

namespace property = sycl::property;

sycl::property_list QueueProperties(bool in_order, bool profiling) {
  if (in_order && profiling)
    return {property::queue::enable_profiling(), property::queue::in_order()};
  if (in_order) return property::queue::in_order();
  if (profiling) return property::queue::enable_profiling();
  return {};
}
sycl::property_list BufferProperties(std::mutex& mutex) {
  return {property::no_init(), property::buffer::use_host_ptr(),
          property::buffer::use_mutex(mutex)};
}
bool HasInOrder(const sycl::property_list& list) {
  return list.has_property<property::queue::in_order>();
}
bool HasNoInit(const sycl::property_list& list) {
  return list.has_property<property::no_init>();
}
std::mutex* MutexOf(const sycl::property_list& list) {
  if (!list.has_property<property::buffer::use_mutex>()) return nullptr;
  return list.get_property<property::buffer::use_mutex>().get_mutex_ptr();
}
std::optional<sycl::queue> MakeQueue(const sycl::device& device) {
  return sycl::queue(device, property::queue::in_order());
}

}  // namespace
}  // namespace facet

extern "C" __attribute__((visibility("default"))) facet::PropertiesLibrary
properties_library() {
  return {facet::QueueProperties, facet::BufferProperties, facet::HasInOrder,
          facet::HasNoInit,       facet::MutexOf,          facet::MakeQueue};
}
