// The functions of libraries that make and read properties on their own.
//
// In:  properties of the program's, or arguments.
// Out: lists of the library's, or what it finds in a list.
#ifndef FACET_RUNTIME_TESTING_PROPERTIES_LIBRARY_H_
#define FACET_RUNTIME_TESTING_PROPERTIES_LIBRARY_H_

#include <mutex>
#include <optional>

#include <sycl/sycl.hpp>

namespace facet {

struct PropertiesLibrary {
  sycl::property_list (*queue_properties)(bool in_order, bool profiling);
  sycl::property_list (*buffer_properties)(std::mutex& mutex);
  // What the library finds in a list.
  bool (*has_in_order)(const sycl::property_list& list);
  bool (*has_no_init)(const sycl::property_list& list);
  std::mutex* (*mutex_of)(const sycl::property_list& list);
  // A queue that the library makes.
  std::optional<sycl::queue> (*make_queue)(const sycl::device& device);
};

}  // namespace facet

#endif  // FACET_RUNTIME_TESTING_PROPERTIES_LIBRARY_H_
