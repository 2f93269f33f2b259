//===- expression_writer.h - Expressions as LLVM IR -----------------------===//
//
// In:  expressions of one function. Out: instructions of textual IR, as the
// front end writes them, and the name of the value.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_EXPRESSION_WRITER_H
#define POSTLINK_AOT_RANDOM_KERNELS_EXPRESSION_WRITER_H

#include "postlink/aot/random_kernels/program.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace facet::random_kernels {

/// Returns a type in registers and in memory, where bool is a byte.
std::string typeName(const Program &P, TypeId T);
std::string storedTypeName(const Program &P, TypeId T);
/// Returns "v4i32", as intrinsics' names have it.
std::string mangledName(const Program &P, TypeId T);

class ExpressionWriter {
public:
  ExpressionWriter(const Program &P, const std::string &Kernel,
                   llvm::raw_ostream &Out)
      : P(P), Kernel(Kernel), Out(Out) {}
  virtual ~ExpressionWriter() = default;

protected:
  std::string emit(const llvm::Twine &Instruction);
  void line(const llvm::Twine &Instruction);
  std::string label(const char *What);
  void begin(const std::string &Label);

  std::string write(const Expression &E);
  /// Returns "i32 %t1"
  std::string typed(const Expression &E);
  std::string load(TypeId T, const std::string &Address,
                   const char *Space = " addrspace(4)");
  void store(TypeId T, std::string Value, const std::string &Address,
             const char *Space = " addrspace(4)");
  virtual std::string call(const Expression &E) = 0;

  std::string query(Query Q, uint32_t Dimension);
  std::string linear(const char *What);
  /// Returns a member of the kernel's arguments, of the type named.
  std::string argument(const char *TypeText, unsigned Offset);
  std::string record(unsigned Argument, const std::string &Index, Scalar S);
  std::string localAddress(uint32_t Array, const std::string &Index);
  std::string arena(unsigned Offset);
  /// Returns the integer that has the bits of a \p T, or \p T itself.
  TypeId bitsType(TypeId T);
  /// \p Value as such bits, with the one NaN that programs show.
  std::string canonical(TypeId T, const std::string &Value);
  /// Returns an integer as an i64 without a sign.
  std::string widened(const Expression &E);
  /// The same modulo \p Count.
  std::string index(const Expression &E, uint64_t Count);
  static std::string constantText(Scalar S, uint64_t Bits);

  /// A copy: casts need types of their own.
  Program P;
  const std::string Kernel;
  llvm::raw_ostream &Out;
  unsigned Names = 0, Styles = 0;
  std::string Block;

private:
  std::string query(const Expression &E);
  std::string select(const Expression &E);
  std::string unary(const Expression &E);
  std::string binary(const Expression &E);
  std::string compare(const Expression &E);
  std::string cast(const Expression &E);
  std::string castFromFloat(TypeId To, TypeId From, std::string X,
                            bool Unsigned);
  std::string shuffle(const Expression &E);
  std::string splat(TypeId T, uint64_t Bits);
  TypeId withScalar(TypeId T, Scalar S);
  std::string laneType(TypeId T, const char *Scalar);
};

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_EXPRESSION_WRITER_H
