//===- sweep_writer.h - Sweeps as LLVM IR ---------------------------------===//
//
// Part of the writer: the loops of sweep.h, without private memory.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_SWEEP_WRITER_H
#define POSTLINK_AOT_RANDOM_KERNELS_SWEEP_WRITER_H

#include "postlink/aot/random_kernels/expression_writer.h"
#include "postlink/aot/random_kernels/sweep.h"

namespace facet::random_kernels {

class SweepWriter : public ExpressionWriter {
public:
  using ExpressionWriter::ExpressionWriter;

protected:
  void sweep(const Statement &S);

private:
  /// The names of one loop.
  struct Loop {
    Loop(SweepStyle Style, TypeId T) : Style(Style), T(T) {}
    SweepStyle Style;
    TypeId T;
    std::string Sum, Int, Bound, Start, Step;
    std::string Before, Round, Test, Leave;
    std::string Counter, Next, So, After, Other, Last;
  };
  Loop name(const Statement &S);
  /// Returns a counter as an int.
  std::string intOf(const Loop &N, const std::string &Counter);
  /// Returns an int as a number of the sum's type.
  std::string termOf(const Loop &N, const std::string &Int);
  std::string intBefore(const Loop &N, const std::string &Counter);
  std::string nested(const Loop &N, const std::string &Counter,
                     const std::string &Total);
  void early(const Loop &N, const std::string &Counter);
  void round(const Loop &N);
  void test(const Loop &N);

  unsigned Sweeps = 0;
};

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_SWEEP_WRITER_H
