//===- random_expressions.h - Random expressions --------------------------===//
//
// In:  a program with types and the objects of the function that is being made.
// Out: expressions of a wanted type; addresses of such objects.
//
// "Uniform" expressions are the same for all work-items of a group.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_RANDOM_EXPRESSIONS_H
#define POSTLINK_AOT_RANDOM_KERNELS_RANDOM_EXPRESSIONS_H

#include "postlink/aot/random_kernels/program.h"

#include <optional>
#include <random>

namespace facet::random_kernels {

class RandomExpressions {
public:
  RandomExpressions(Program &P, uint64_t Seed) : P(P), Random(Seed) {}

  uint32_t below(uint32_t N) { return static_cast<uint32_t>(Random() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  template <typename List> auto &oneOf(List &From) {
    return From[below(static_cast<uint32_t>(From.size()))];
  }

  /// Returns a scalar, a vector or a pointer.
  Expression value(TypeId T, unsigned Depth, bool Uniform = false);
  Expression condition(bool Uniform) {
    return value(typeOf(Scalar::Bool), 2, Uniform);
  }
  Expression number(Scalar S, unsigned Depth, bool Uniform = false) {
    return value(typeOf(S), Depth, Uniform);
  }

  enum class Purpose { Read, Write, Aim };
  /// Of an object of type \p T that may be read, written, or pointed to; none
  /// if there is no such object.
  std::optional<Expression> address(TypeId T, Purpose Why);
  Expression addressOf(uint32_t Object) const;
  /// All the scalars of an object, mixed to an i64.
  Expression digest(uint32_t Object);

  static Expression make(Expression::Kind What, TypeId T,
                         std::vector<Expression> Operands, uint32_t A = 0);
  Expression constant(TypeId T);
  static Expression constantOf(Scalar S, uint64_t Bits);
  static Expression castTo(Scalar S, Expression E, bool Unsigned = false);

  Scalar randomScalar() { return static_cast<Scalar>(below(ScalarCount)); }
  Scalar randomInteger() { return static_cast<Scalar>(1 + below(4)); }

  /// The function that is being made.
  Function *F = nullptr;
  /// Objects that live in an enclosing Scope.
  std::vector<uint32_t> LiveScoped;
  /// Local arrays between the barriers of an enclosing Exchange.
  std::vector<uint32_t> ReadableArrays;
  /// The function knows its parameters only, not where it runs.
  bool Pure = false;

private:
  bool contains(TypeId T, TypeId Wanted) const;
  bool isUsable(uint32_t Object, Purpose Why) const;
  Expression within(Expression Base, TypeId Wanted, unsigned Depth);
  Expression element(Expression Base, Expression Index);
  Expression load(Expression Address);
  Expression leaf(Scalar S, bool Uniform);
  Expression query(bool Uniform);
  Expression boolean(unsigned Depth, bool Uniform);
  Expression narrowUnary(unsigned Depth, bool Uniform);
  Expression partOfId(Scalar S, unsigned Depth);
  Expression integer(Scalar S, unsigned Depth, bool Uniform);
  Expression repeatedChoices(const Expression &A, const Expression &B);
  Expression floating(Scalar S, unsigned Depth, bool Uniform);
  Expression vector(TypeId T, unsigned Depth, bool Uniform);
  Expression pointer(TypeId T, unsigned Depth);
  void digestInto(Expression &Sum, Expression At);

  Program &P;
  std::mt19937_64 Random;
  /// Addresses whose indices are made of what other addresses have.
  unsigned Nesting = 0;
};

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_RANDOM_EXPRESSIONS_H
