// Fuzz target: any bytes through every function of this room.
// Build with -fsanitize=fuzzer,address,undefined and run.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "spirv/listing.h"
#include "spirv/module.h"
#include "spirv/null_constants.h"
#include "spirv/trim.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace facet::spirv;
  std::string error;
  auto module = Module::Parse(std::span(data, size), &error);
  if (!module) return error.empty() ? __builtin_trap(), 0 : 0;
  (void)Capabilities(*module);
  (void)Extensions(*module);
  (void)EntryPoints(*module);
  (void)LinkedSymbols(*module);
  const Module after = RewriteScalarNulls(TrimCapabilities(*module));
  if (!Module::Parse(ToBytes(after), &error)) __builtin_trap();
  return 0;
}
