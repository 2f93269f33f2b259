//===- constant_readers.h - Who reads a specialization constant -----------===//
//
// Device code that reads a specialization constant calls
// __sycl_reads_constant<Key>() (headers/sycl/specialization_id.hpp), which
// nobody defines: whoever reaches a call of it reads the constant. Why a call:
// it stays when the function that made it is inlined.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_CONSTANT_READERS_H
#define FACET_COMPILER_IR_CONSTANT_READERS_H

#include <cstdint>
#include <optional>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace facet {

/// Returns the key of the constant, if \p F is such a function.
std::optional<uint64_t> keyOfConstantReader(const llvm::Function &F);

/// Tells the optimizer that these calls touch nothing of the program's.
void describeConstantReaders(llvm::Module &M);

/// Removes the calls and the functions.
void dropConstantReaders(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_IR_CONSTANT_READERS_H
