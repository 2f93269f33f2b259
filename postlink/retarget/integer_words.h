//===- integer_words.h - Integers as words of usual widths ----------------===//
//
// In: integers of any width, as words: one of 1, 8, 16, 32 or 64 bits that is
// wide enough, or several of 64 bits, the least significant one first.
// Bits beyond the integer's width are zero.
// Out: instructions that compute with such words.
// Why: LLVM's SPIR-V back end has no other widths, see integer_widths.h.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_INTEGER_WORDS_H
#define FACET_POSTLINK_RETARGET_INTEGER_WORDS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace facet {

using IntegerWords = llvm::SmallVector<llvm::Value *, 2>;

/// Returns whether integers of so many bits are what SPIR-V has.
bool isUsualWidth(unsigned Bits);

/// Returns the type of each word of an integer of so many bits.
llvm::IntegerType *wordType(llvm::LLVMContext &Context, unsigned Bits);

/// Returns how many words an integer of so many bits has.
unsigned wordCount(unsigned Bits);

/// Writes instructions where `Builder` stands, which is to simplify them: shifts by
/// constants are written as if the amount was a variable.
class WordBuilder {
public:
  explicit WordBuilder(llvm::IRBuilderBase &Builder) : Builder(Builder) {}

  IntegerWords constant(const llvm::APInt &Value);
  IntegerWords zero(unsigned Bits) { return constant(llvm::APInt(Bits, 0)); }

  /// Clears what is beyond the width.
  IntegerWords masked(IntegerWords Words, unsigned Bits);

  /// Truncates or extends with zeros.
  IntegerWords resized(llvm::ArrayRef<llvm::Value *> Words, unsigned From,
                       unsigned To);
  IntegerWords signExtended(llvm::ArrayRef<llvm::Value *> Words, unsigned From,
                            unsigned To);
  /// Returns the same words, with copies of the sign beyond the width.
  IntegerWords withSign(llvm::ArrayRef<llvm::Value *> Words, unsigned Bits);

  /// Returns nothing for an operation that is not supported on several words.
  IntegerWords binary(llvm::Instruction::BinaryOps Operation, unsigned Bits,
                      llvm::ArrayRef<llvm::Value *> A,
                      llvm::ArrayRef<llvm::Value *> B);
  llvm::Value *compare(llvm::CmpInst::Predicate Predicate, unsigned Bits,
                       llvm::ArrayRef<llvm::Value *> A,
                       llvm::ArrayRef<llvm::Value *> B);

  /// Returns the `Width` bits from bit `Offset` on, at most 64, as an integer
  /// of `Width` bits in one word.
  llvm::Value *bits(llvm::ArrayRef<llvm::Value *> Words, unsigned Bits,
                    unsigned Offset, unsigned Width);
  /// Puts the bits of the word `Part` at `Offset`, where zeros are.
  void insert(IntegerWords &Words, unsigned Bits, unsigned Offset,
              llvm::Value *Part);

  IntegerWords load(const llvm::LoadInst &Load, unsigned Bits);
  void store(const llvm::StoreInst &Store, unsigned Bits,
             llvm::ArrayRef<llvm::Value *> Words);

private:
  IntegerWords sum(bool IsSubtraction, llvm::ArrayRef<llvm::Value *> A,
                   llvm::ArrayRef<llvm::Value *> B);
  IntegerWords shifted(llvm::Instruction::BinaryOps Operation,
                       llvm::ArrayRef<llvm::Value *> A, llvm::Value *Amount);

  llvm::IRBuilderBase &Builder;
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_INTEGER_WORDS_H
