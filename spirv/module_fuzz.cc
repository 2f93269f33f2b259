// Fuzz target: any bytes through every function of this room: an error, or a
// module that parses. The first byte, in 16ths, says where the second of two
// modules to link begins.
// Build with -fsanitize=fuzzer,address,undefined and run.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "spirv/index.h"
#include "spirv/link.h"
#include "spirv/memory_barriers.h"
#include "spirv/listing.h"
#include "spirv/module.h"
#include "spirv/null_constants.h"
#include "spirv/printed_floats.h"
#include "spirv/specialize.h"
#include "spirv/trim.h"

namespace facet::spirv {
namespace {

void CheckError(bool ok, const std::string& error) {
  if (!ok && error.empty()) __builtin_trap();
}

void FuzzOne(const Module& module) {
  (void)Capabilities(module);
  (void)Extensions(module);
  (void)EntryPoints(module);
  (void)LinkedSymbols(module);
  std::string error;
  const Module after =
      RewriteMemoryBarriers(RewriteScalarNulls(TrimCapabilities(module)));
  if (!Module::Parse(ToBytes(after), &error)) __builtin_trap();
  CheckError(Specialize(module, {}, &error).has_value(), error);
  CheckError(PromotePrintedFloats(module, &error).has_value(), error);
  const Module alone[] = {module};
  CheckError(Link(alone, {}, &error).has_value(), error);
}

void FuzzTwo(std::span<const uint8_t> a, std::span<const uint8_t> b) {
  std::string error;
  auto first = Module::Parse(a, &error), second = Module::Parse(b, &error);
  if (!first || !second) return;
  const Module both[] = {*first, *second};
  CheckError(Link(both, {}, &error).has_value(), error);
}

}  // namespace
}  // namespace facet::spirv

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace facet::spirv;
  std::string error;
  const std::span bytes(data, size);
  auto module = Module::Parse(bytes, &error);
  CheckError(module.has_value(), error);
  if (module) FuzzOne(*module);
  if (size > 1) {
    const auto rest = bytes.subspan(1);
    const size_t middle = rest.size() * (data[0] % 16) / 16 / 4 * 4;
    FuzzTwo(rest.first(middle), rest.subspan(middle));
  }
  return 0;
}
