//===- writer.cpp - Kernels as LLVM IR ------------------------------------===//
//
// See writer.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/writer.h"
#include "llvm/ADT/Twine.h"

#include <string>

using namespace llvm;

namespace facet::random_kernels {
namespace {

class Writer {
public:
  explicit Writer(raw_ostream &Out) : Out(Out) {}

  void kernel(const Twine &Name, const std::vector<Statement> &Program,
              const Twine &Attributes) {
    Values = Labels = 0;
    Out << "define spir_kernel void @" << Name
        << "(ptr byval({ptr addrspace(1), ptr addrspace(1), i32, ptr "
           "addrspace(3)}) align 8 %a) "
        << Attributes << " {\nentry:\n";
    for (unsigned V = 0; V != Variables; ++V)
      Out << "  %v" << V << " = alloca i32\n  store i32 0, ptr %v" << V << "\n";
    for (unsigned C = 0; C != 8; ++C)
      Out << "  %c" << C << " = alloca i32\n";
    Out << R"(  %in = load ptr addrspace(1), ptr %a
  %a1 = getelementptr i8, ptr %a, i64 8
  %out = load ptr addrspace(1), ptr %a1
  %a2 = getelementptr i8, ptr %a, i64 16
  %n = load i32, ptr %a2
  %lx = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %ly = call i64 @llvm.spv.thread.id.in.group.i64(i32 1)
  %sx = call i64 @llvm.spv.workgroup.size.i64(i32 0)
  %sy = call i64 @llvm.spv.workgroup.size.i64(i32 1)
  %w64 = call i64 @llvm.spv.group.id.i64(i32 0)
  %row = mul i64 %ly, %sx
  %l64 = add i64 %row, %lx
  %s64 = mul i64 %sx, %sy
  %first = mul i64 %w64, %s64
  %g64 = add i64 %first, %l64
  %l = trunc i64 %l64 to i32
  %s = trunc i64 %s64 to i32
  %w = trunc i64 %w64 to i32
  %arena = call spir_func ptr addrspace(3) @__sycl_local_arena()
  %mine = getelementptr i32, ptr addrspace(3) %arena, i64 %l64
  %inp = getelementptr i32, ptr addrspace(1) %in, i64 %g64
  %o = mul i64 %g64, 3
  %outp = getelementptr i32, ptr addrspace(1) %out, i64 %o
)";
    body(Program);
    Out << "  br label %exit\nexit:\n  ret void\n}\n";
  }

private:
  std::string value() { return "%t" + std::to_string(Values++); }
  std::string label(const char *What) {
    return What + std::to_string(Labels++);
  }

  std::string emit(const Twine &Instruction) {
    std::string Name = value();
    Out << "  " << Name << " = " << Instruction << "\n";
    return Name;
  }

  std::string write(const Expression &E) {
    switch (E.What) {
    case Expression::Constant:
      return std::to_string(E.A);
    case Expression::Variable:
      return emit("load i32, ptr %v" + Twine(E.A));
    case Expression::LocalId:
      return "%l";
    case Expression::Input:
      return emit("load i32, ptr addrspace(1) %inp");
    case Expression::GroupId:
      return "%w";
    case Expression::GroupSize:
      return "%s";
    case Expression::Argument:
      return "%n";
    case Expression::Counter:
      return emit("load i32, ptr %c" + Twine(E.A));
    default:
      break;
    }
    std::string X = write(E.Operands[0]), Y = write(E.Operands[1]);
    switch (E.What) {
    case Expression::Add:
      return emit("add i32 " + X + ", " + Y);
    case Expression::Sub:
      return emit("sub i32 " + X + ", " + Y);
    case Expression::Mul:
      return emit("mul i32 " + X + ", " + Y);
    case Expression::Xor:
      return emit("xor i32 " + X + ", " + Y);
    case Expression::And:
      return emit("and i32 " + X + ", " + Y);
    case Expression::ShiftRight:
      return emit("lshr i32 " + X + ", " + Twine(E.A));
    default: {
      std::string Less = emit("icmp ult i32 " + X + ", " + Y);
      std::string Sum = emit("add i32 " + Y + ", " + Twine(E.A));
      return emit("select i1 " + Less + ", i32 " + X + ", i32 " + Sum);
    }
    }
  }

  void barrier() {
    Out << "  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, "
           "i32 272)\n";
  }

  std::string slot(uint32_t Slot) {
    return emit("getelementptr i32, ptr addrspace(1) %outp, i64 " +
                Twine(Slot));
  }

  void exchange(const Statement &S) {
    std::string Sent = emit("load i32, ptr %v" + Twine(S.A));
    Out << "  store i32 " << Sent << ", ptr addrspace(3) %mine\n";
    barrier();
    std::string Other = emit("add i32 %l, " + Twine(S.B));
    std::string From = emit("urem i32 " + Other + ", %s");
    std::string Wide = emit("zext i32 " + From + " to i64");
    std::string At =
        emit("getelementptr i32, ptr addrspace(3) %arena, i64 " + Wide);
    std::string Got = emit("load i32, ptr addrspace(3) " + At);
    Out << "  store i32 " << Got << ", ptr %v" << S.A << "\n";
    barrier();
  }

  void branch(const Statement &S) {
    std::string Bit = emit("and i32 " + write(S.X) + ", 1");
    std::string Odd = emit("icmp eq i32 " + Bit + ", 1");
    std::string Then = label("then"), Else = label("else"), End = label("end");
    Out << "  br i1 " << Odd << ", label %" << Then << ", label %" << Else
        << "\n"
        << Then << ":\n";
    body(S.Then);
    Out << "  br label %" << End << "\n" << Else << ":\n";
    body(S.Else);
    Out << "  br label %" << End << "\n" << End << ":\n";
  }

  void loop(const Statement &S) {
    std::string Rounds = emit("and i32 " + write(S.X) + ", 3");
    std::string Head = label("head"), Body = label("body"), End = label("done");
    std::string C = "%c" + std::to_string(S.A);
    Out << "  store i32 0, ptr " << C << "\n  br label %" << Head << "\n"
        << Head << ":\n";
    std::string Now = emit("load i32, ptr " + C);
    std::string More = emit("icmp ult i32 " + Now + ", " + Rounds);
    Out << "  br i1 " << More << ", label %" << Body << ", label %" << End
        << "\n"
        << Body << ":\n";
    body(S.Then);
    std::string Last = emit("load i32, ptr " + C);
    std::string Next = emit("add i32 " + Last + ", 1");
    Out << "  store i32 " << Next << ", ptr " << C << "\n  br label %" << Head
        << "\n"
        << End << ":\n";
  }

  void body(const std::vector<Statement> &Body) {
    for (const Statement &S : Body)
      switch (S.What) {
      case Statement::Assign: {
        std::string X = write(S.X);
        Out << "  store i32 " << X << ", ptr %v" << S.A << "\n";
        break;
      }
      case Statement::Store: {
        std::string X = write(S.X), At = slot(S.A);
        Out << "  store i32 " << X << ", ptr addrspace(1) " << At << "\n";
        break;
      }
      case Statement::Reload: {
        std::string Got = emit("load i32, ptr addrspace(1) " + slot(S.A));
        Out << "  store i32 " << Got << ", ptr %v" << S.B << "\n";
        break;
      }
      case Statement::Exchange:
        exchange(S);
        break;
      case Statement::Barrier:
        barrier();
        break;
      case Statement::If:
        branch(S);
        break;
      case Statement::Loop:
        loop(S);
        break;
      case Statement::Return:
        // What follows is not reached.
        Out << "  br label %exit\n" << label("after") << ":\n";
        break;
      }
  }

  raw_ostream &Out;
  unsigned Values = 0, Labels = 0;
};

} // namespace

void writeKernel(StringRef Name, const std::vector<Statement> &Program,
                 StringRef Attributes, raw_ostream &Out) {
  Writer(Out).kernel(Name, Program, Attributes);
}

void writeDeclarations(raw_ostream &Out) {
  Out << "declare i64 @llvm.spv.thread.id.in.group.i64(i32)\n"
         "declare i64 @llvm.spv.workgroup.size.i64(i32)\n"
         "declare i64 @llvm.spv.group.id.i64(i32)\n"
         "declare spir_func ptr addrspace(3) @__sycl_local_arena()\n"
         "declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, "
         "i32) convergent nounwind\n";
}

} // namespace facet::random_kernels
