//===- cpu_fission_test.cc - Regions against coroutines -------------------===//
//
// Makes random kernels with barriers in branches and loops, and runs each three
// ways: on an interpreter here, cut into regions, and as coroutines. All three
// must leave the same memory behind.
//
// FACET_RANDOM_KERNELS and FACET_RANDOM_SEED in the environment: how many
// kernels, and which.
//
// Needs what compile_module_test needs but the kernels.
//
//===----------------------------------------------------------------------===//

#include "config/image/cpu_abi.h"
#include "postlink/aot/codegen.h"
#include "postlink/aot/compile_module.h"
#include "postlink/aot/subprocess.h"
#include "postlink/retarget/cpu_kernels.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <random>

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned Variables = 4, Slots = 3;

//===-- Programs ----------------------------------------------------------===//

/// i32 values. Leaves: A is a constant or the number of a variable or counter.
struct Expression {
  enum Kind {
    Constant,
    Variable, // the work-item's own
    LocalId,
    Input, // in[global id]
    // The same for all work-items of a group:
    GroupId,
    GroupSize,
    Argument,
    Counter, // of an enclosing loop
    // Operations:
    Add,
    Sub,
    Mul,
    Xor,
    And,
    ShiftRight,
    Select // (X < Y) ? X : Y + A
  };
  Kind What = Constant;
  uint32_t A = 0;
  std::vector<Expression> Operands;
};

struct Statement {
  enum Kind {
    Assign,   // variable[A] = X
    Store,    // out[global id][A] = X
    Reload,   // variable[B] = out[global id][A]
    Exchange, // variable[A] through local memory from the work-item B further
    Barrier,
    If,    // X & 1
    Loop,  // X & 3 rounds, counted in counter A
    Return // all work-items of the group
  };
  Kind What = Barrier;
  uint32_t A = 0, B = 0;
  Expression X;
  std::vector<Statement> Then, Else;
};

class Generator {
public:
  explicit Generator(uint64_t Seed) : Random(Seed) {}

  std::vector<Statement> program() {
    std::vector<Statement> Result = statements(0, true, 6);
    for (uint32_t Slot = 0; Slot != Slots; ++Slot)
      Result.push_back({Statement::Store, Slot, 0, expression(2, false), {}, {}});
    return Result;
  }

private:
  uint32_t below(uint32_t N) { return static_cast<uint32_t>(Random() % N); }

  Expression expression(unsigned Depth, bool Uniform) {
    Expression E;
    if (Depth == 0 || below(4) == 0) {
      static constexpr Expression::Kind Leaves[] = {
          Expression::Constant,  Expression::GroupId, Expression::GroupSize,
          Expression::Argument,  Expression::Counter, Expression::Variable,
          Expression::Variable,  Expression::LocalId, Expression::Input};
      E.What = Leaves[below(Uniform ? 5 : 9)];
      if (E.What == Expression::Counter && Counters == 0)
        E.What = Expression::Argument;
      E.A = E.What == Expression::Variable  ? below(Variables)
            : E.What == Expression::Counter ? below(Counters)
                                            : below(17);
      return E;
    }
    static constexpr Expression::Kind Operations[] = {
        Expression::Add, Expression::Sub,        Expression::Mul,
        Expression::Xor, Expression::And,        Expression::ShiftRight,
        Expression::Add, Expression::Select};
    E.What = Operations[below(8)];
    E.A = 1 + below(7);
    E.Operands = {expression(Depth - 1, Uniform),
                  expression(Depth - 1, Uniform)};
    return E;
  }

  /// \p Together: all work-items of the group are here, so barriers may be.
  std::vector<Statement> statements(unsigned Depth, bool Together,
                                    unsigned Most) {
    std::vector<Statement> Result;
    for (unsigned N = 1 + below(Most); N != 0; --N) {
      Result.push_back(statement(Depth, Together));
      if (Result.back().What == Statement::Return)
        break;
    }
    return Result;
  }

  Statement statement(unsigned Depth, bool Together) {
    Statement S;
    uint32_t Choice = below(Together ? 16 : 9);
    if (Depth < 3 && (Choice == 7 || Choice == 8 || Choice >= 13)) {
      bool Uniform = below(Together ? 3 : 5) != 0;
      S.What = Choice == 7 || Choice == 13 ? Statement::If : Statement::Loop;
      S.X = expression(2, Uniform);
      if (S.What == Statement::Loop)
        S.A = Counters++;
      S.Then = statements(Depth + 1, Together && Uniform, 4);
      if (S.What == Statement::Loop)
        --Counters;
      else if (below(2) == 0)
        S.Else = statements(Depth + 1, Together && Uniform, 3);
      return S;
    }
    if (Together && Choice >= 9 && Choice <= 11) {
      S.What = Statement::Exchange;
      S.A = below(Variables);
      S.B = below(9);
      return S;
    }
    if (Together && Choice == 12) {
      S.What = Depth != 0 && below(6) == 0 ? Statement::Return
                                           : Statement::Barrier;
      return S;
    }
    S.What = Choice == 0   ? Statement::Store
             : Choice == 1 ? Statement::Reload
                           : Statement::Assign;
    S.A = below(S.What == Statement::Assign ? Variables : Slots);
    S.B = below(Variables);
    S.X = expression(3, false);
    return S;
  }

  std::mt19937_64 Random;
  uint32_t Counters = 0;
};

//===-- The interpreter
//----------------------------------------------------===//

struct Launch {
  uint32_t Sx, Sy, Groups, Argument;
  uint32_t size() const { return Sx * Sy; }
};

class Interpreter {
public:
  Interpreter(const Launch &L, const std::vector<uint32_t> &In,
              std::vector<uint32_t> &Out)
      : L(L), In(In), Out(Out) {}

  void run(const std::vector<Statement> &Program) {
    for (Group = 0; Group != L.Groups; ++Group) {
      Own.assign(L.size() * Variables, 0);
      Counters.assign(L.size(), {});
      Returned = false;
      execute(Program, std::vector<bool>(L.size(), true));
    }
  }

private:
  uint32_t evaluate(const Expression &E, uint32_t Item) const {
    auto operand = [&](unsigned I) { return evaluate(E.Operands[I], Item); };
    switch (E.What) {
    case Expression::Constant:
      return E.A;
    case Expression::Variable:
      return Own[Item * Variables + E.A];
    case Expression::LocalId:
      return Item;
    case Expression::Input:
      return In[Group * L.size() + Item];
    case Expression::GroupId:
      return Group;
    case Expression::GroupSize:
      return L.size();
    case Expression::Argument:
      return L.Argument;
    case Expression::Counter:
      return Counters[Item][E.A];
    case Expression::Add:
      return operand(0) + operand(1);
    case Expression::Sub:
      return operand(0) - operand(1);
    case Expression::Mul:
      return operand(0) * operand(1);
    case Expression::Xor:
      return operand(0) ^ operand(1);
    case Expression::And:
      return operand(0) & operand(1);
    case Expression::ShiftRight:
      return operand(0) >> E.A;
    case Expression::Select:
      return operand(0) < operand(1) ? operand(0) : operand(1) + E.A;
    }
    return 0;
  }

  uint32_t &output(uint32_t Item, uint32_t Slot) {
    return Out[(Group * L.size() + Item) * Slots + Slot];
  }

  void execute(const std::vector<Statement> &Body,
               const std::vector<bool> &Active) {
    for (const Statement &S : Body) {
      if (Returned)
        return;
      execute(S, Active);
    }
  }

  void execute(const Statement &S, const std::vector<bool> &Active) {
    auto forEach = [&](auto Do) {
      for (uint32_t Item = 0; Item != L.size(); ++Item)
        if (Active[Item])
          Do(Item);
    };
    switch (S.What) {
    case Statement::Assign: {
      forEach([&](uint32_t Item) {
        Own[Item * Variables + S.A] = evaluate(S.X, Item);
      });
      break;
    }
    case Statement::Store:
      forEach([&](uint32_t Item) {
        output(Item, S.A) = evaluate(S.X, Item);
      });
      break;
    case Statement::Reload:
      forEach([&](uint32_t Item) {
        Own[Item * Variables + S.B] = output(Item, S.A);
      });
      break;
    case Statement::Exchange: {
      std::vector<uint32_t> Sent(L.size());
      forEach([&](uint32_t I) { Sent[I] = Own[I * Variables + S.A]; });
      forEach([&](uint32_t I) {
        Own[I * Variables + S.A] = Sent[(I + S.B) % L.size()];
      });
      break;
    }
    case Statement::Barrier:
      break;
    case Statement::If: {
      std::vector<bool> Then = Active, Else = Active;
      forEach([&](uint32_t Item) {
        bool Taken = evaluate(S.X, Item) & 1;
        Then[Item] = Taken;
        Else[Item] = !Taken;
      });
      if (is_contained(Then, true))
        execute(S.Then, Then);
      if (is_contained(Else, true))
        execute(S.Else, Else);
      break;
    }
    case Statement::Loop: {
      std::vector<uint32_t> Rounds(L.size());
      forEach([&](uint32_t Item) { Rounds[Item] = evaluate(S.X, Item) & 3; });
      for (uint32_t Round = 0; Round != 3 && !Returned; ++Round) {
        std::vector<bool> Still = Active;
        forEach([&](uint32_t Item) {
          Still[Item] = Round < Rounds[Item];
          Counters[Item][S.A] = Round;
        });
        if (is_contained(Still, true))
          execute(S.Then, Still);
      }
      break;
    }
    case Statement::Return:
      Returned = true;
      break;
    }
  }

  const Launch &L;
  const std::vector<uint32_t> &In;
  std::vector<uint32_t> &Out;
  uint32_t Group = 0;
  std::vector<uint32_t> Own;
  std::vector<std::array<uint32_t, 8>> Counters;
  bool Returned = false;
};

//===-- LLVM IR
//------------------------------------------------------------===//

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

//===-- Running
//------------------------------------------------------------===//

std::string environment(const char *Name, const char *Otherwise = "") {
  const char *Value = std::getenv(Name);
  return Value ? Value : Otherwise;
}

std::vector<char> compile(const std::string &Text) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
  if (!M) {
    Problem.print("random kernels", errs());
    ADD_FAILURE() << "the generator writes no IR";
    return {};
  }
  DeviceModule Code;
  Code.Name = "random";
  raw_svector_ostream Stream(Code.Bitcode);
  WriteBitcodeToFile(*M, Stream);
  TargetDescription Target;
  Target.name = "cpu";
  Target.aot_toolchain = "x86_64";
  Target.aot_device = "x86-64-v3";
  Target.sub_group_sizes = {8};
  Target.may_support_other_aspects = true;
  Target.max_work_group_size = 1024;
  CompileOptions Options;
  Options.Tools.DeviceLibraryDir =
      sys::path::parent_path(environment("FACET_DEVICE_LIBRARY")).str();
  Options.Tools.Lld = environment("FACET_LLD");
  PhaseReport Phases("sycl-aot", false);
  initializeBackEnds();
  Expected<std::vector<DeviceImage>> Images =
      compileModule(Code, Target, Options, Phases);
  if (!Images) {
    ADD_FAILURE() << toString(Images.takeError());
    return {};
  }
  return std::vector<char>(Images->front().Bytes.begin(),
                           Images->front().Bytes.end());
}

void *scratch(uint64_t Bytes, uint64_t Alignment) {
  static std::vector<char> Memory;
  Memory.assign(Bytes + Alignment, static_cast<char>(0xcd));
  uint64_t Address = reinterpret_cast<uint64_t>(Memory.data());
  return reinterpret_cast<void *>((Address + Alignment - 1) & ~(Alignment - 1));
}

std::vector<uint32_t> runKernel(facet_cpu_kernel Kernel, const Launch &L,
                                const std::vector<uint32_t> &In,
                                std::vector<uint32_t> Out) {
  struct alignas(64) {
    const uint32_t *In;
    uint32_t *Out;
    uint32_t Argument;
    uint32_t Unused[3];
  } Block = {In.data(), Out.data(), L.Argument, {}};
  alignas(64) static char Local[4096];
  for (uint32_t Group = 0; Group != L.Groups; ++Group) {
    facet_cpu_group G = {{Group, 0, 0},
                         {L.Groups, 1, 1},
                         {L.Sx, L.Sy, 1},
                         {L.Sx, L.Sy, 1},
                         {uint64_t(L.Groups) * L.Sx, L.Sy, 1},
                         {uint64_t(Group) * L.Sx, 0, 0},
                         Local,
                         scratch};
    std::memset(Local, 0x5a, sizeof(Local));
    Kernel(&Block, &G);
  }
  return Out;
}

TEST(CpuFission, RandomKernelsComputeTheSameEachWay) {
  const unsigned Count = std::stoul(environment("FACET_RANDOM_KERNELS", "60"));
  const uint64_t Seed = std::stoull(environment("FACET_RANDOM_SEED", "1"));
  std::vector<std::vector<Statement>> Programs;
  std::string Text = "target triple = \"spirv64-unknown-unknown\"\n";
  raw_string_ostream Stream(Text);
  for (unsigned K = 0; K != Count; ++K) {
    Programs.push_back(Generator(Seed * 1000003 + K).program());
    Writer(Stream).kernel("regions" + Twine(K), Programs.back(), "#0");
    Writer(Stream).kernel("whole" + Twine(K), Programs.back(), "#1");
  }
  Stream << "declare i64 @llvm.spv.thread.id.in.group.i64(i32)\n"
            "declare i64 @llvm.spv.workgroup.size.i64(i32)\n"
            "declare i64 @llvm.spv.group.id.i64(i32)\n"
            "declare spir_func ptr addrspace(3) @__sycl_local_arena()\n"
            "declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, "
            "i32) #2\n"
            "attributes #0 = { nounwind }\n"
            "attributes #1 = { nounwind \""
         << WholeBodyAttribute
         << "\" }\nattributes #2 = { convergent nounwind }\n";
  std::vector<char> Code = compile(Text);
  ASSERT_FALSE(Code.empty());
  Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
  ASSERT_TRUE(bool(Directory));
  ASSERT_FALSE(errorToBool(
      Directory->write("image.so", StringRef(Code.data(), Code.size()))));
  void *Handle =
      dlopen(Directory->path("image.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(Handle, nullptr) << dlerror();

  static constexpr Launch Launches[] = {
      {1, 1, 2, 3}, {16, 1, 2, 1}, {5, 3, 3, 2}, {64, 2, 1, 0}};
  unsigned Different = 0;
  for (unsigned K = 0; K != Count; ++K)
    for (const Launch &L : Launches) {
      std::vector<uint32_t> In(L.size() * L.Groups), Out(In.size() * Slots);
      for (uint32_t I = 0; I != In.size(); ++I)
        In[I] = I * 2654435761u >> 7;
      for (uint32_t I = 0; I != Out.size(); ++I)
        Out[I] = I * 40503u;
      std::vector<uint32_t> Wanted = Out;
      Interpreter(L, In, Wanted).run(Programs[K]);
      for (std::string Name :
           {"regions" + std::to_string(K), "whole" + std::to_string(K)}) {
        auto Kernel =
            reinterpret_cast<facet_cpu_kernel>(dlsym(Handle, Name.c_str()));
        ASSERT_NE(Kernel, nullptr) << Name;
        if (runKernel(Kernel, L, In, Out) == Wanted)
          continue;
        ++Different;
        ADD_FAILURE() << Name << " of seed " << Seed << " in groups of " << L.Sx
                      << " times " << L.Sy;
      }
    }
  dlclose(Handle);
  RecordProperty("kernels", Count);
  RecordProperty("different", Different);
}

} // namespace
} // namespace facet
