//===- expression_writer.cpp - Expressions as LLVM IR ---------------------===//
//
// See expression_writer.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/expression_writer.h"

#include "postlink/aot/random_kernels/arithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace llvm;

namespace facet::random_kernels {

static const char *scalarName(Scalar S) {
  static constexpr const char *Names[] = {"i1",  "i8",   "i16",   "i32",
                                          "i64", "half", "float", "double"};
  return Names[static_cast<unsigned>(S)];
}

std::string typeName(const Program &P, TypeId T) {
  const Type &Of = P.type(T);
  if (P.isScalar(T))
    return scalarName(static_cast<Scalar>(T));
  if (Of.What == Type::Vector)
    return "<" + std::to_string(Of.Count) + " x " + typeName(P, Of.Element) +
           ">";
  if (Of.What == Type::Pointer)
    return "ptr addrspace(4)";
  return storedTypeName(P, T);
}

std::string storedTypeName(const Program &P, TypeId T) {
  const Type &Of = P.type(T);
  if (T == typeOf(Scalar::Bool))
    return "i8";
  if (Of.What == Type::Array)
    return "[" + std::to_string(Of.Count) + " x " +
           storedTypeName(P, Of.Element) + "]";
  if (Of.What != Type::Struct)
    return typeName(P, T);
  std::string Text = "{ ";
  for (TypeId Field : Of.Fields)
    Text += (Text.size() > 2 ? ", " : "") + storedTypeName(P, Field);
  return Text + " }";
}

std::string mangledName(const Program &P, TypeId T) {
  static constexpr const char *Names[] = {"i1",  "i8",  "i16", "i32",
                                          "i64", "f16", "f32", "f64"};
  const std::string Lane = Names[static_cast<unsigned>(P.scalarOf(T))];
  return P.isVector(T) ? "v" + std::to_string(P.lanesOf(T)) + Lane : Lane;
}

//===-- Instructions ------------------------------------------------------===//

std::string ExpressionWriter::emit(const Twine &Instruction) {
  std::string Name = "%t" + std::to_string(Names++);
  Out << "  " << Name << " = " << Instruction << "\n";
  return Name;
}

void ExpressionWriter::line(const Twine &Instruction) {
  Out << "  " << Instruction << "\n";
}

std::string ExpressionWriter::label(const char *What) {
  return What + std::to_string(Names++);
}

void ExpressionWriter::begin(const std::string &Label) {
  Out << Label << ":\n";
  Block = Label;
}

std::string ExpressionWriter::load(TypeId T, const std::string &Address,
                                   const char *Space) {
  if (T != typeOf(Scalar::Bool))
    return emit("load " + typeName(P, T) + ", ptr" + Space + " " + Address);
  // As with and without optimization.
  if (Styles++ % 3 == 0) {
    std::string Byte = emit("load i8, ptr" + Twine(Space) + " " + Address);
    return emit("icmp ne i8 " + Byte + ", 0");
  }
  std::string Byte = emit("load i8, ptr" + Twine(Space) + " " + Address +
                          ", !range !0, !noundef !1");
  return emit("trunc nuw i8 " + Byte + " to i1");
}

void ExpressionWriter::store(TypeId T, std::string Value,
                             const std::string &Address, const char *Space) {
  if (T == typeOf(Scalar::Bool))
    Value = emit("zext i1 " + Value + " to i8");
  line("store " + storedTypeName(P, T) + " " + Value + ", ptr" + Space + " " +
       Address);
}

std::string ExpressionWriter::typed(const Expression &E) {
  std::string Value = write(E);
  return typeName(P, E.Ty) + " " + Value;
}

//===-- Constants ---------------------------------------------------------===//

std::string ExpressionWriter::constantText(Scalar S, uint64_t Bits) {
  if (S == Scalar::Bool)
    return Bits & 1 ? "true" : "false";
  if (isInteger(S))
    return std::to_string(signedOf(S, Bits));
  std::string Text;
  raw_string_ostream Stream(Text);
  if (S == Scalar::Half)
    Stream << format("0xH%04X", static_cast<unsigned>(Bits));
  else // A float is written as a double.
    Stream << format("0x%016llX", static_cast<unsigned long long>(fromDouble(
                                      Scalar::Double, toDouble(S, Bits))));
  return Text;
}

std::string ExpressionWriter::splat(TypeId T, uint64_t Bits) {
  const Scalar S = P.scalarOf(T);
  const std::string Text = constantText(S, Bits);
  return P.isVector(T)
             ? std::string("splat (") + scalarName(S) + " " + Text + ")"
             : Text;
}

std::string ExpressionWriter::laneType(TypeId T, const char *Scalar) {
  return P.isVector(T)
             ? "<" + std::to_string(P.lanesOf(T)) + " x " + Scalar + ">"
             : Scalar;
}

//===-- Where things are --------------------------------------------------===//

std::string ExpressionWriter::linear(const char *What) {
  // (z * sy + y) * sx + x
  std::string Sum;
  for (int D : {2, 1, 0}) {
    std::string Id = emit("call i64 @llvm.spv." + Twine(What) + ".i64(i32 " +
                          Twine(D) + ")");
    if (D == 2) {
      Sum = Id;
      continue;
    }
    const char *Size =
        StringRef(What) == "group.id" ? "num.workgroups" : "workgroup.size";
    std::string Range = emit("call i64 @llvm.spv." + Twine(Size) + ".i64(i32 " +
                             Twine(D) + ")");
    std::string Product = emit("mul i64 " + Sum + ", " + Range);
    Sum = emit("add i64 " + Product + ", " + Id);
  }
  return Sum;
}

std::string ExpressionWriter::query(Query Q, uint32_t Dimension) {
  static constexpr const char *Names[] = {
      "thread.id.in.group", "thread.id",      "group.id",
      "workgroup.size",     "num.workgroups", "global.size"};
  static constexpr const char *SubGroupNames[] = {
      "subgroup.id", "subgroup.local.invocation.id", "subgroup.size",
      "num.subgroups"};
  switch (Q) {
  case Query::LocalLinear:
    return linear("thread.id.in.group");
  case Query::GlobalLinear: {
    std::string Group = linear("group.id");
    std::string Size = query(Query::LinearSize, 0);
    std::string First = emit("mul i64 " + Group + ", " + Size);
    std::string Local = linear("thread.id.in.group");
    return emit("add i64 " + First + ", " + Local);
  }
  case Query::LinearSize: {
    std::string Size = query(Query::LocalSize, 0);
    for (uint32_t D : {1, 2}) {
      std::string Next = query(Query::LocalSize, D);
      Size = emit("mul i64 " + Size + ", " + Next);
    }
    return Size;
  }
  default:
    break;
  }
  if (Q < Query::LocalLinear)
    return emit("call i64 @llvm.spv." + Twine(Names[static_cast<unsigned>(Q)]) +
                ".i64(i32 " + Twine(Dimension) + ")");
  const unsigned Which =
      static_cast<unsigned>(Q) - static_cast<unsigned>(Query::SubGroupId);
  std::string Narrow =
      emit("call i32 @llvm.spv." + Twine(SubGroupNames[Which]) + "()");
  return emit("zext i32 " + Narrow + " to i64");
}

std::string ExpressionWriter::argument(const char *TypeText, unsigned Offset) {
  std::string At = emit("getelementptr inbounds i8, ptr addrspace(4) "
                        "%functor, i64 " +
                        Twine(Offset));
  return emit("load " + Twine(TypeText) + ", ptr addrspace(4) " + At);
}

std::string ExpressionWriter::record(unsigned Argument,
                                     const std::string &Index, Scalar S) {
  std::string Base = argument("ptr addrspace(1)", Argument * 8);
  return emit("getelementptr inbounds { i64, double, i32, float, i16, half, "
              "i8, i8 }, ptr addrspace(1) " +
              Base + ", i64 " + Index + ", i32 " + Twine(recordField(S)));
}

std::string ExpressionWriter::arena(unsigned Offset) {
  std::string Base = emit("call spir_func ptr addrspace(3) "
                          "@__sycl_local_arena()");
  std::string Own = argument("i64", 64);
  std::string At = emit("getelementptr inbounds i8, ptr addrspace(3) " + Base +
                        ", i64 " + Own);
  std::string Here = emit("getelementptr inbounds i8, ptr addrspace(3) " + At +
                          ", i64 " + Twine(Offset));
  return emit("addrspacecast ptr addrspace(3) " + Here +
              " to ptr addrspace(4)");
}

std::string ExpressionWriter::localAddress(uint32_t Array,
                                           const std::string &Index) {
  std::string Base = arena(Array * LocalArrayBytes);
  return emit("getelementptr inbounds " +
              storedTypeName(P, P.LocalArrays[Array]) + ", ptr addrspace(4) " +
              Base + ", i64 " + Index);
}

//===-- Expressions -------------------------------------------------------===//

std::string ExpressionWriter::widened(const Expression &E) {
  std::string Value = write(E);
  return E.Ty == typeOf(Scalar::I64)
             ? Value
             : emit("zext " + typeName(P, E.Ty) + " " + Value + " to i64");
}

/// \p E mod \p Count.
std::string ExpressionWriter::index(const Expression &E, uint64_t Count) {
  if (E.What == Expression::Constant)
    return std::to_string(E.Bits % Count);
  return emit("urem i64 " + widened(E) + ", " + Twine(Count));
}

std::string ExpressionWriter::write(const Expression &E) {
  const auto &X = E.Operands;
  const std::string Ty = typeName(P, E.Ty);
  switch (E.What) {
  case Expression::Constant:
    return splat(E.Ty, E.Bits);
  case Expression::QueryKind:
    return query(static_cast<Query>(E.A), E.B);
  case Expression::Argument: {
    const Scalar S = P.scalarOf(E.Ty);
    std::string At =
        emit("getelementptr inbounds i8, ptr addrspace(4) %functor, i64 " +
             Twine(32 + recordOffset(S)));
    return load(E.Ty, At);
  }
  case Expression::Input: {
    std::string Id = query(Query::GlobalLinear, 0);
    return load(E.Ty, record(0, Id, P.scalarOf(E.Ty)), " addrspace(1)");
  }
  case Expression::UniformIn:
    return load(E.Ty, record(1, index(X[0], UniformRecords), P.scalarOf(E.Ty)),
                " addrspace(1)");
  case Expression::Output: {
    std::string Id = query(Query::GlobalLinear, 0);
    std::string First = emit("mul i64 " + Id + ", " + Twine(OutputRecords));
    std::string Own = emit("add i64 " + First + ", " + Twine(E.A));
    return load(E.Ty, record(2, Own, P.scalarOf(E.Ty)), " addrspace(1)");
  }
  case Expression::LocalRead: {
    std::string Wanted = widened(X[0]);
    std::string Size = query(Query::LinearSize, 0);
    std::string At = emit("urem i64 " + Wanted + ", " + Size);
    return load(E.Ty, localAddress(E.A, At));
  }
  case Expression::AddressOf:
    return "%p" + std::to_string(E.A);
  case Expression::Element: {
    const TypeId Array = P.type(X[0].Ty).Element;
    std::string Base = write(X[0]);
    std::string At = index(X[1], P.type(Array).Count);
    return emit("getelementptr inbounds " + storedTypeName(P, Array) +
                ", ptr addrspace(4) " + Base + ", i64 0, i64 " + At);
  }
  case Expression::Field: {
    std::string Base = write(X[0]);
    return emit("getelementptr inbounds " +
                storedTypeName(P, P.type(X[0].Ty).Element) +
                ", ptr addrspace(4) " + Base + ", i32 0, i32 " + Twine(E.A));
  }
  case Expression::Load:
    return load(E.Ty, write(X[0]));
  case Expression::Call:
    return call(E);
  case Expression::Select:
    return select(E);
  case Expression::Unary:
    return unary(E);
  case Expression::Binary:
    return binary(E);
  case Expression::Compare:
    return compare(E);
  case Expression::Cast:
    return cast(E);
  case Expression::Fma: {
    std::string A = typed(X[0]), B = typed(X[1]), C = typed(X[2]);
    return emit("call " + Ty + " @llvm.fma." + mangledName(P, E.Ty) + "(" + A +
                ", " + B + ", " + C + ")");
  }
  case Expression::Bitcast: {
    std::string From = canonical(X[0].Ty, write(X[0]));
    return isFloating(P.scalarOf(E.Ty))
               ? emit("bitcast " + typeName(P, X[0].Ty) + " " + From + " to " +
                      Ty)
               : From;
  }
  case Expression::Extract: {
    std::string Vector = typed(X[0]);
    return emit("extractelement " + Vector + ", i64 " +
                index(X[1], P.lanesOf(X[0].Ty)));
  }
  case Expression::Insert: {
    std::string Vector = typed(X[0]), Lane = typed(X[1]);
    return emit("insertelement " + Vector + ", " + Lane + ", i64 " +
                index(X[2], P.lanesOf(E.Ty)));
  }
  case Expression::Shuffle:
    return shuffle(E);
  case Expression::Build: {
    std::string Value = "poison";
    for (auto [I, Lane] : llvm::enumerate(X)) {
      std::string Text = typed(Lane);
      Value = emit("insertelement " + Ty + " " + Value + ", " + Text +
                   ", i64 " + Twine(I));
    }
    return Value;
  }
  }
  return "";
}

std::string ExpressionWriter::select(const Expression &E) {
  const auto &X = E.Operands;
  std::string If = write(X[0]);
  if (Styles++ % 3 != 0) {
    std::string Then = typed(X[1]), Else = typed(X[2]);
    return emit("select i1 " + If + ", " + Then + ", " + Else);
  }
  std::string Then = label("true"), Else = label("false"), End = label("cond");
  line("br i1 " + If + ", label %" + Then + ", label %" + Else);
  begin(Then);
  std::string A = write(X[1]), FromA = Block;
  line("br label %" + End);
  begin(Else);
  std::string B = write(X[2]), FromB = Block;
  line("br label %" + End);
  begin(End);
  return emit("phi " + typeName(P, E.Ty) + " [ " + A + ", %" + FromA +
              " ], [ " + B + ", %" + FromB + " ]");
}

std::string ExpressionWriter::unary(const Expression &E) {
  std::string X = write(E.Operands[0]);
  const std::string Ty = typeName(P, E.Ty);
  auto Intrinsic = [&](const char *Name, const char *More = "") {
    return emit("call " + Ty + " @llvm." + Name + "." + mangledName(P, E.Ty) +
                "(" + Ty + " " + X + More + ")");
  };
  switch (static_cast<Op>(E.A)) {
  case Op::Neg:
    return emit("sub " + Ty + " " + splat(E.Ty, 0) + ", " + X);
  case Op::Not:
    return emit("xor " + Ty + " " + X + ", " + splat(E.Ty, ~uint64_t(0)));
  case Op::PopCount:
    return Intrinsic("ctpop");
  case Op::Abs:
    return Intrinsic("abs", ", i1 false");
  case Op::LeadingZeros:
    return Intrinsic("ctlz", ", i1 false");
  case Op::TrailingZeros:
    return Intrinsic("cttz", ", i1 false");
  case Op::ReverseBits:
    return Intrinsic("bitreverse");
  case Op::SwapBytes:
    return P.scalarOf(E.Ty) == Scalar::I8 ? X : Intrinsic("bswap");
  case Op::FNeg:
    return emit("fneg " + Ty + " " + X);
  case Op::FAbs:
    return Intrinsic("fabs");
  case Op::FSqrt:
    return Intrinsic("sqrt");
  case Op::FCeil:
    return Intrinsic("ceil");
  case Op::FTrunc:
    return Intrinsic("trunc");
  case Op::FRint:
    return Intrinsic("rint");
  default:
    return Intrinsic("floor");
  }
}

std::string ExpressionWriter::binary(const Expression &E) {
  static constexpr const char *Names[] = {
      "and",      "or",       "xor",     "add",  "sub",  "mul",      "shl",
      "lshr",     "ashr",     "udiv",    "sdiv", "urem", "srem",     "umin",
      "umax",     "smin",     "smax",    "fshl", "fshr", "uadd.sat", "usub.sat",
      "sadd.sat", "ssub.sat", "zext",    "sext", "fadd", "fsub",     "fmul",
      "fdiv",     "fcmp olt", "fcmp ogt"};
  const Op O = static_cast<Op>(E.A);
  const std::string NameText = Names[E.A], Ty = typeName(P, E.Ty);
  std::string X = write(E.Operands[0]), Y = write(E.Operands[1]);
  const Scalar S = P.scalarOf(E.Ty);
  switch (O) {
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    Y = emit("and " + Ty + " " + Y + ", " + splat(E.Ty, bitsOf(S) - 1));
    break;
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    Y = emit("and " + Ty + " " + Y + ", " + splat(E.Ty, maskOf(S) >> 1));
    Y = emit("or " + Ty + " " + Y + ", " + splat(E.Ty, 1));
    break;
  case Op::UMin:
  case Op::UMax:
  case Op::SMin:
  case Op::SMax:
  case Op::UAddSat:
  case Op::USubSat:
  case Op::SAddSat:
  case Op::SSubSat:
    return emit("call " + Ty + " @llvm." + NameText + "." +
                mangledName(P, E.Ty) + "(" + Ty + " " + X + ", " + Ty + " " +
                Y + ")");
  case Op::RotL:
  case Op::RotR:
    return emit("call " + Ty + " @llvm." + NameText + "." +
                mangledName(P, E.Ty) + "(" + Ty + " " + X + ", " + Ty + " " +
                X + ", " + Ty + " " + Y + ")");
  case Op::UMulHigh:
  case Op::SMulHigh: {
    const std::string Wide = "i" + std::to_string(2 * bitsOf(S));
    for (std::string *Operand : {&X, &Y})
      *Operand = emit(NameText + " " + Ty + " " + *Operand + " to " + Wide);
    std::string Product = emit("mul " + Wide + " " + X + ", " + Y);
    std::string High =
        emit("lshr " + Wide + " " + Product + ", " + Twine(bitsOf(S)));
    return emit("trunc " + Wide + " " + High + " to " + Ty);
  }
  case Op::FMin:
  case Op::FMax: {
    std::string If = emit(NameText + " " + Ty + " " + X + ", " + Y);
    return emit("select " + laneType(E.Ty, "i1") + " " + If + ", " + Ty + " " +
                X + ", " + Ty + " " + Y);
  }
  default:
    break;
  }
  return emit(NameText + " " + Ty + " " + X + ", " + Y);
}

std::string ExpressionWriter::compare(const Expression &E) {
  static constexpr const char *Names[] = {"eq",  "ne",  "ult", "uge", "slt",
                                          "sge", "oeq", "olt", "oge", "une"};
  std::string X = typed(E.Operands[0]), Y = write(E.Operands[1]);
  const char *What =
      E.A < static_cast<uint32_t>(Predicate::FEQ) ? "icmp " : "fcmp ";
  return emit(Twine(What) + Names[E.A] + " " + X + ", " + Y);
}

TypeId ExpressionWriter::withScalar(TypeId T, Scalar S) {
  return P.isVector(T) ? P.make(Type::Vector, typeOf(S), P.lanesOf(T))
                       : typeOf(S);
}

TypeId ExpressionWriter::bitsType(TypeId T) {
  const Scalar S = P.scalarOf(T);
  return !isFloating(S)       ? T
         : S == Scalar::Half  ? typeOf(Scalar::I16)
         : S == Scalar::Float ? typeOf(Scalar::I32)
                              : typeOf(Scalar::I64);
}

std::string ExpressionWriter::canonical(TypeId T, const std::string &Value) {
  const Scalar S = P.scalarOf(T);
  if (!isFloating(S))
    return Value;
  // As an integer: of two NaNs LLVM takes any.
  const std::string Ty = typeName(P, T), Bits = typeName(P, bitsType(T));
  std::string IsNan = emit("fcmp uno " + Ty + " " + Value + ", " + Value);
  std::string Own = emit("bitcast " + Ty + " " + Value + " to " + Bits);
  return emit("select i1 " + IsNan + ", " + Bits + " " +
              std::to_string(nanOf(S)) + ", " + Bits + " " + Own);
}

std::string ExpressionWriter::castFromFloat(TypeId To, TypeId From,
                                            std::string X, bool Unsigned) {
  const Scalar F = P.scalarOf(From), T = P.scalarOf(To);
  if (F == Scalar::Half || (F == Scalar::Double && T == Scalar::Half)) {
    // By way of float.
    const TypeId Middle = withScalar(From, Scalar::Float);
    if (F == Scalar::Half && T == Scalar::Float)
      return emit("fpext " + typeName(P, From) + " " + X + " to " +
                  typeName(P, To));
    X = emit(Twine(F == Scalar::Half ? "fpext " : "fptrunc ") +
             typeName(P, From) + " " + X + " to " + typeName(P, Middle));
    return castFromFloat(To, Middle, X, Unsigned);
  }
  const std::string FromName = typeName(P, From), ToName = typeName(P, To);
  if (isFloating(T)) {
    if (F == T)
      return X;
    return emit(Twine(bitsOf(F) < bitsOf(T) ? "fpext " : "fptrunc ") +
                FromName + " " + X + " to " + ToName);
  }
  if (T == Scalar::Bool)
    return emit("fcmp une " + FromName + " " + X + ", " + splat(From, 0));
  const uint64_t Limit =
      fromDouble(F, std::ldexp(1.0, static_cast<int>(bitsOf(T)) - !Unsigned));
  std::string Size =
      Unsigned ? X
               : emit("call " + FromName + " @llvm.fabs." +
                      mangledName(P, From) + "(" + FromName + " " + X + ")");
  const std::string Flags = laneType(From, "i1");
  std::string Fits =
      emit("fcmp olt " + FromName + " " + Size + ", " + splat(From, Limit));
  if (Unsigned) {
    std::string Positive =
        emit("fcmp oge " + FromName + " " + X + ", " + splat(From, 0));
    Fits = emit("and " + Flags + " " + Fits + ", " + Positive);
  }
  std::string Safe = emit("select " + Flags + " " + Fits + ", " + FromName +
                          " " + X + ", " + FromName + " " + splat(From, 0));
  return emit(Twine(Unsigned ? "fptoui " : "fptosi ") + FromName + " " + Safe +
              " to " + ToName);
}

std::string ExpressionWriter::cast(const Expression &E) {
  const Expression &From = E.Operands[0];
  std::string X = write(From);
  const Scalar F = P.scalarOf(From.Ty), T = P.scalarOf(E.Ty);
  if (F == T)
    return X;
  if (isFloating(F))
    return castFromFloat(E.Ty, From.Ty, X, E.A != 0);
  const std::string FromName = typeName(P, From.Ty), To = typeName(P, E.Ty);
  if (T == Scalar::Bool)
    return emit("icmp ne " + FromName + " " + X + ", " + splat(From.Ty, 0));
  const bool IsUnsigned = F == Scalar::Bool || E.A != 0;
  if (isFloating(T)) {
    const char *How = IsUnsigned ? "uitofp " : "sitofp ";
    if (T != Scalar::Half)
      return emit(Twine(How) + FromName + " " + X + " to " + To);
    const TypeId Middle = withScalar(From.Ty, Scalar::Float);
    X = emit(Twine(How) + FromName + " " + X + " to " + typeName(P, Middle));
    return emit("fptrunc " + typeName(P, Middle) + " " + X + " to " + To);
  }
  if (bitsOf(F) > bitsOf(T))
    return emit("trunc " + FromName + " " + X + " to " + To);
  return emit(Twine(IsUnsigned ? "zext " : "sext ") + FromName + " " + X +
              " to " + To);
}

std::string ExpressionWriter::shuffle(const Expression &E) {
  const unsigned Lanes = P.lanesOf(E.Ty), From = P.lanesOf(E.Operands[0].Ty);
  std::string A = typed(E.Operands[0]), B = typed(E.Operands[1]), Mask;
  for (unsigned I = 0; I != Lanes; ++I)
    Mask += (I ? ", i32 " : "i32 ") +
            std::to_string((E.Bits >> 4 * I & 15) % (2 * From));
  return emit("shufflevector " + A + ", " + B + ", <" + Twine(Lanes) +
              " x i32> <" + Mask + ">");
}

} // namespace facet::random_kernels
