// Decides the conditions of a SPIR-V module, all leaves true, as for a device
// that has everything, and spells it as llvm-spirv 15 wants it.
//
//   specialize IN.spv OUT.spv

#include "spirv/specialize.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "spirv/null_constants.h"

int main(int argc, char** argv) {
  using namespace facet::spirv;
  const auto fail = [&](int status, const std::string& what) {
    std::fprintf(stderr, "specialize: error: %s\n", what.c_str());
    return status;
  };
  if (argc != 3) return fail(2, "usage: specialize IN.spv OUT.spv");
  std::ifstream in(argv[1], std::ios::binary);
  const std::vector<char> text(std::istreambuf_iterator<char>(in), {});
  if (!in && text.empty())
    return fail(1, std::string("cannot read: ") + argv[1]);
  const std::vector<unsigned char> bytes(text.begin(), text.end());
  std::string error;
  auto module = Module::Parse(bytes, &error);
  if (!module) return fail(1, error + ": " + argv[1]);
  std::vector<std::pair<uint32_t, bool>> values;
  for (Instruction i : *module)
    if (i.opcode() == kOpDecorate && i.word(2) == kDecorationSpecId)
      values.emplace_back(i.word(3), true);
  module = Specialize(*module, values, &error);
  if (!module) return fail(1, error + ": " + argv[1]);
  const auto result = ToBytes(RewriteScalarNulls(*module));
  std::ofstream out(argv[2], std::ios::binary);
  out.write(reinterpret_cast<const char*>(result.data()),
            static_cast<std::streamsize>(result.size()));
  return out.flush() ? 0 : fail(1, std::string("cannot write: ") + argv[2]);
}
