//===- program.h - Kernels to be tried ------------------------------------===//
//
// What a random kernel is: typed objects, expressions without side effects, and
// statements, some of which contain barriers. The generator makes programs, the
// interpreter runs them, the writer turns them into LLVM IR, the shrinker makes
// them smaller.
//
// No program has undefined behavior with any launch, whichever of its
// statements are deleted and whichever expressions are replaced by others of
// their type: indices are reduced modulo the size of what they index, divisors
// are made positive, pointers always point to something, and statements that
// pass values between work-items bring their own barriers.
//
// A value is made of cells of 64 bits, one for each scalar: integers are
// zero-extended, floating-point numbers are their bits.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_PROGRAM_H
#define POSTLINK_AOT_RANDOM_KERNELS_PROGRAM_H

#include <array>
#include <cstdint>
#include <vector>

namespace facet::random_kernels {

enum class Scalar : uint8_t { Bool, I8, I16, I32, I64, Half, Float, Double };
constexpr unsigned ScalarCount = 8, MaximumLanes = 8;

inline bool isFloating(Scalar S) { return S >= Scalar::Half; }
inline bool isInteger(Scalar S) { return S >= Scalar::I8 && S <= Scalar::I64; }
inline unsigned bitsOf(Scalar S) {
  constexpr uint8_t Bits[] = {1, 8, 16, 32, 64, 16, 32, 64};
  return Bits[static_cast<unsigned>(S)];
}

/// The number of a type in its program. Scalars have their own number.
using TypeId = uint32_t;
constexpr TypeId typeOf(Scalar S) { return static_cast<TypeId>(S); }
constexpr TypeId NoType = ~0u;

struct Type {
  enum Kind { ScalarKind, Vector, Array, Struct, Pointer };
  Kind What = ScalarKind;
  /// Of a vector, an array; what a pointer points to.
  TypeId Element = NoType;
  uint32_t Count = 1;
  std::vector<TypeId> Fields;
  /// How many scalars it is made of.
  uint32_t Cells = 1;
};

//===-- Records -----------------------------------------------------------===//

/// Inputs and outputs are records with a field of each scalar type, laid out as
/// { i64, double, i32, float, i16, half, i8, i8 (bool) }, 32 bytes.
constexpr unsigned RecordSize = 32;
unsigned recordOffset(Scalar S);
unsigned recordField(Scalar S);
/// Records of a work-item's results; inputs that are the same for all.
constexpr unsigned OutputRecords = 2, UniformRecords = 8;

/// Memory that all groups update atomically: some cells for each operation.
enum class Atomic : uint8_t { Add, And, Or, Xor, UMin, UMax, SMin, SMax, FAdd };
constexpr unsigned AtomicCount = 9, AtomicCells = 8;
/// Cells of 32 bits, then as many of 64; FAdd adds float and double.
constexpr unsigned AtomicBytes = AtomicCount * AtomicCells * (4 + 8);
/// Where the first cell of \p Bytes of the operation is.
constexpr unsigned atomicOffset(unsigned Operation, unsigned Bytes) {
  return (Bytes == 4 ? 0 : AtomicCount * AtomicCells * 4) +
         Operation * AtomicCells * Bytes;
}

/// Local memory: arrays with 8 bytes for each work-item, then shared cells.
constexpr unsigned MaximumGroup = 64, LocalArrayCount = 4, LocalCellCount = 4;
constexpr unsigned LocalArrayBytes = MaximumGroup * 8;
constexpr unsigned LocalBytes =
    LocalArrayCount * LocalArrayBytes + LocalCellCount * 8;

//===-- Expressions -------------------------------------------------------===//

enum class Query : uint8_t {
  LocalId,
  GlobalId,
  GroupId,
  LocalSize,
  GroupCount,
  GlobalSize,
  LocalLinear, // The dimension means nothing from here on.
  GlobalLinear,
  LinearSize,
  SubGroupId,
  SubGroupLane,
  SubGroupSize,
  SubGroupCount
};

enum class Op : uint8_t {
  // Integers (the first three: bool, too).
  And,
  Or,
  Xor,
  Add,
  Sub,
  Mul,
  Shl,
  LShr,
  AShr,
  UDiv,
  SDiv,
  URem,
  SRem,
  UMin,
  UMax,
  SMin,
  SMax,
  RotL,
  RotR,
  UAddSat,
  USubSat,
  SAddSat,
  SSubSat,
  UMulHigh,
  SMulHigh,
  // Floating-point numbers. FMin is X < Y ? X : Y.
  FAdd,
  FSub,
  FMul,
  FDiv,
  FMin,
  FMax,
  // Of one operand.
  Neg,
  Not,
  PopCount,
  Abs,
  LeadingZeros,
  TrailingZeros,
  ReverseBits,
  SwapBytes, // Bytes stay as they are.
  FNeg,
  FAbs,
  FSqrt,
  FFloor,
  FCeil,
  FTrunc,
  FRint // To the nearest, of two the even one.
};

/// Returns how many there are, from the first of their kind on.
constexpr unsigned countOf(Op First, Op Last) {
  return static_cast<unsigned>(Last) - static_cast<unsigned>(First) + 1;
}
constexpr unsigned IntegerBinaries = countOf(Op::And, Op::SMulHigh),
                   FloatingBinaries = countOf(Op::FAdd, Op::FMax),
                   IntegerUnaries = countOf(Op::Neg, Op::SwapBytes),
                   FloatingUnaries = countOf(Op::FNeg, Op::FRint);

enum class Predicate : uint8_t {
  EQ,
  NE,
  ULT,
  UGE,
  SLT,
  SGE,
  // Floating point: ordered, but for the last.
  FEQ,
  FLT,
  FGE,
  FNE
};

struct Expression {
  enum Kind : uint8_t {
    Constant,  // Bits, in each lane
    QueryKind, // A: which, B: dimension; i64
    Argument,  // the field of its type in the kernel's arguments
    Input,     // the field of its type in in[global id]
    UniformIn, // the same of uniform[X mod UniformRecords]
    Output,    // the same of out[global id][A]: the work-item's own
    LocalRead, // local array A, the element that work-item X mod size wrote
    // Operations.
    Unary,   // A: Op
    Binary,  // A: Op
    Fma,     // X * Y + Z, float or double
    Compare, // A: Predicate; bool
    Select,  // X ? Y : Z; also of addresses
    Cast,    // by value; A: integers are unsigned
    Bitcast, // between scalars of one size
    Extract, // lane Y mod lanes of X
    Insert,  // X with lane Z mod lanes replaced by Y
    Shuffle, // lanes of X, then Y, by 4 bits of Bits each
    Build,   // a vector of scalars
    Call,    // function A, without barriers or effects on others' memory
    // Addresses of private memory.
    AddressOf, // object A
    Element,   // of the array at X, number Y mod count
    Field,     // A of the structure at X
    Load       // from the address X
  };
  Kind What = Constant;
  TypeId Ty = typeOf(Scalar::I32);
  uint32_t A = 0, B = 0;
  uint64_t Bits = 0;
  std::vector<Expression> Operands;
};

//===-- Statements --------------------------------------------------------===//

enum class GroupOp : uint8_t { Reduce, Inclusive, Exclusive, Broadcast, Any };
enum class SubGroupOp : uint8_t { Shuffle, ShuffleXor, Reduce, Inclusive };

struct Statement {
  enum Kind : uint8_t {
    Assign,       // *E0 = E1
    Copy,         // *E0 = *E1, of structures and arrays
    Clear,        // *E0 = zeros
    Store,        // out[global id][A].field = E0; with E1: record E1 mod
                  // OutputRecords instead of A
    AtomicUpdate, // cell of operation A and E0's size, by E0; with E1: that of
                  // number E1 mod AtomicCells instead of the first
    Evaluate,     // E0, a call whose result nobody reads
    Barrier,      // A: 2 the group, 3 the sub-group
    If,           // E0; two bodies
    Switch,       // E0 (i32); a body for each of values 0 .., the last: default
                  // A bit: falls through to the next one
    Loop,         // E0 mod 4 rounds; counter: object A; B: a style
    Sweep,        // *E2 = what a loop of E1 mod 64 rounds adds up if E0: see
                  // sweep.h; A: its scalar, B: a style
    Irreducible,  // entered at body 1 if E0, at body 0 else; then both in turn,
                  // E1 mod 3 more rounds; counter: object A
    Break,        // of the innermost loop if E0
    Continue,     // the same
    Return,       // if E0
    Scope,        // object A lives in the body only, and begins as zeros
    Exchange,     // local array A: own element = E0; barrier; body; barrier
    Accumulate,   // local cell A (group's) = zero; barrier; body; barrier;
                  // *E0 = cell; barrier
    LocalUpdate,  // local cell A, of an enclosing Accumulate: atomic add of E0
    GroupAlgorithm,   // *E0 = A of E1 in the group; E2: from where
    SubGroupFunction, // *E0 = A of E1 in the sub-group; E2: lane
    CallGroup         // function A, with barriers; E: arguments
  };
  Kind What = Barrier;
  uint32_t A = 0, B = 0;
  std::vector<Expression> E;
  std::vector<std::vector<Statement>> Bodies;
};

//===-- Programs ----------------------------------------------------------===//

struct Object {
  TypeId Ty = typeOf(Scalar::I32);
  /// All work-items of a group have the same value in it.
  bool Uniform = false;
  /// It is alive in the Scope statement that names it only.
  bool Scoped = false;
  /// Loops count in it: it is only read.
  bool Counter = false;
  /// What a pointer points to at first. Other objects begin as zeros.
  std::vector<Expression> First;
};

struct Function {
  /// The first are the parameters.
  uint32_t Parameters = 0;
  std::vector<Object> Objects;
  std::vector<Statement> Body;
  /// NoType: none.
  TypeId ReturnType = NoType;
  std::vector<Expression> Result;
  bool HasBarriers = false;
};

struct Launch {
  std::array<uint32_t, 3> Size = {1, 1, 1}, Groups = {1, 1, 1};
  /// Inputs are often the smallest and largest numbers, infinite, NaN.
  bool Edges = false;
  uint32_t size() const { return Size[0] * Size[1] * Size[2]; }
  uint32_t groups() const { return Groups[0] * Groups[1] * Groups[2]; }
  uint32_t items() const { return size() * groups(); }
};

struct Program {
  std::vector<Type> Types;
  /// The first one is the kernel. Functions call later ones only.
  std::vector<Function> Functions;
  std::vector<Launch> Launches;
  std::array<TypeId, LocalArrayCount> LocalArrays = {};
  std::array<Scalar, LocalCellCount> LocalCells = {};
  /// 0: the target's own.
  uint32_t SubGroupSize = 0;
  /// The kernel requires the size of its only launch.
  bool RequiresSize = false;
  /// The kernel says in how many dimensions its work-items are counted: 1 to 3, or
  /// 0 if it does not.
  unsigned Dimensions = 0;

  /// Types are made once each.
  TypeId make(Type::Kind What, TypeId Element, uint32_t Count = 1);
  TypeId makeStruct(const std::vector<TypeId> &Fields);
  const Type &type(TypeId T) const { return Types[T]; }
  bool isScalar(TypeId T) const { return T < ScalarCount; }
  bool isPointer(TypeId T) const { return type(T).What == Type::Pointer; }
  bool isVector(TypeId T) const { return type(T).What == Type::Vector; }
  /// Returns true for what registers hold: a scalar, a vector, a pointer.
  bool isValue(TypeId T) const {
    return type(T).What != Type::Array && type(T).What != Type::Struct;
  }
  /// Of a scalar or a vector.
  Scalar scalarOf(TypeId T) const {
    return static_cast<Scalar>(isScalar(T) ? T : type(T).Element);
  }
  unsigned lanesOf(TypeId T) const { return isVector(T) ? type(T).Count : 1; }
  /// Where the field or element begins, in cells.
  uint32_t fieldOffset(TypeId T, uint32_t Field) const;

  Program();
};

/// Returns the statements and expressions of a program, counted.
unsigned sizeOf(const Program &P);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_PROGRAM_H
