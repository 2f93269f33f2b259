// Fuzz target: any bytes as a property of "SYCL/requirements". What decodes
// must encode to the same bytes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "features/requirements/kernel_requirements.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace facet;
  std::span<const unsigned char> bytes(data, size);
  std::string error;
  auto entries = DecodeKernelRequirements(bytes, &error);
  if (!entries) {
    if (error.empty()) std::abort();
    return 0;
  }
  std::vector<unsigned char> again = EncodeKernelRequirements(*entries);
  if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) {
    std::abort();
  }
  for (const Reason& reason : Check(UnionOf(*entries), {})) {
    if (reason.Message().empty()) std::abort();
  }
  return 0;
}
