// See counters.h.
#include "runtime/registry/counters.h"

#include <map>
#include <mutex>
#include <string>

namespace facet {
namespace {

struct Tables {
  std::mutex mutex;
  // Programs and libraries may be made of the same source.
  std::multimap<std::string, const void*, std::less<>> by_name;

  // Never destroyed: destructors of libraries run after the program's own.
  static Tables& Global() {
    static Tables* const tables = new Tables;
    return *tables;
  }
};

}  // namespace

const void* CountersOf(std::string_view name) {
  Tables& tables = Tables::Global();
  const std::lock_guard lock(tables.mutex);
  const auto found = tables.by_name.find(name);
  return found == tables.by_name.end() ? nullptr : found->second;
}

}  // namespace facet

extern "C" void __sycl_register_counters(const char* name, const void* table) {
  facet::Tables& tables = facet::Tables::Global();
  const std::lock_guard lock(tables.mutex);
  tables.by_name.emplace(name, table);
}

extern "C" void __sycl_unregister_counters(const char* name,
                                           const void* table) {
  facet::Tables& tables = facet::Tables::Global();
  const std::lock_guard lock(tables.mutex);
  auto [begin, end] = tables.by_name.equal_range(name);
  for (; begin != end; ++begin)
    if (begin->second == table) {
      tables.by_name.erase(begin);
      return;
    }
}
