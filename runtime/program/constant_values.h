// Values of specialization constants that a program has set.
//
// In:  keys (sycl/specialization_id.hpp) and bytes.
// Out: the table that kernels read.
#ifndef FACET_RUNTIME_PROGRAM_CONSTANT_VALUES_H_
#define FACET_RUNTIME_PROGRAM_CONSTANT_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace facet {

class ConstantValues {
 public:
  void Set(uint64_t key, const void* value, size_t size);
  // Leaves *value as it is if the constant has not been set.
  void Get(uint64_t key, void* value, size_t size) const;
  // Those of `other` win.
  void Merge(const ConstantValues& other);
  bool empty() const { return values_.empty(); }

  // Returns a sycl::detail::constant_table; each value is aligned to 16 bytes.
  std::vector<std::byte> Table() const;

 private:
  std::map<uint64_t, std::vector<std::byte>> values_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_CONSTANT_VALUES_H_
