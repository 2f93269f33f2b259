//===- writer.cpp - Programs as LLVM IR -----------------------------------===//
//
// See writer.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/writer.h"

#include "postlink/aot/random_kernels/group_functions.h"
#include "postlink/aot/random_kernels/sweep_writer.h"

using namespace llvm;

namespace facet::random_kernels {
namespace {

/// Whether \p F reads the kernel's arguments, itself or by what it calls.
class FunctorUsers {
public:
  explicit FunctorUsers(const Program &P) : P(P) {}
  bool contains(unsigned Number) const {
    const Function &F = P.Functions[Number];
    return F.HasBarriers || uses(F.Body) || uses(F.Result) ||
           any_of(F.Objects, [&](const Object &O) { return uses(O.First); });
  }

private:
  bool uses(const std::vector<Expression> &List) const {
    return any_of(List, [&](const Expression &E) {
      return (E.What >= Expression::Argument &&
              E.What <= Expression::LocalRead) ||
             (E.What == Expression::Call && contains(E.A)) || uses(E.Operands);
    });
  }
  bool uses(const std::vector<Statement> &Body) const {
    return any_of(Body, [&](const Statement &S) {
      return S.What == Statement::Store || S.What == Statement::AtomicUpdate ||
             S.What == Statement::Sweep || uses(S.E) ||
             any_of(S.Bodies, [&](auto &Inner) { return uses(Inner); });
    });
  }
  const Program &P;
};

class Writer : SweepWriter {
public:
  Writer(const NamedProgram &Kernel, GroupFunctions &Library, raw_ostream &Out)
      : SweepWriter(*Kernel.P, Kernel.Name, Out), Library(Library),
        Whole(Kernel.Whole), WithFunctor(P) {}

  /// \p Metadata: numbers that are free from there on.
  void kernel(std::vector<std::string> &Metadata) {
    Out << "define spir_kernel void @" << Kernel
        << "(ptr byval({ ptr addrspace(1), ptr addrspace(1), ptr "
           "addrspace(1), ptr addrspace(1), { i64, double, i32, float, i16, "
           "half, i8, i8 }, i64 }) align 8 %a) "
        << (Whole ? "#1" : "#0");
    if (P.Dimensions != 0)
      Out << " \"sycl-dimensions\"=\"" << P.Dimensions << '"';
    auto Note = [&](const char *Kind, const std::string &Text) {
      Out << " !" << Kind << " !" << Metadata.size();
      Metadata.push_back(Text);
    };
    if (P.RequiresSize) {
      const auto &Size = P.Launches[0].Size;
      Note("reqd_work_group_size", "i32 " + std::to_string(Size[0]) + ", i32 " +
                                       std::to_string(Size[1]) + ", i32 " +
                                       std::to_string(Size[2]));
    }
    if (P.SubGroupSize)
      Note("intel_reqd_sub_group_size",
           "i32 " + std::to_string(P.SubGroupSize));
    Out << " {\nentry:\n"
           "  %functor = addrspacecast ptr %a to ptr addrspace(4)\n";
    body(P.Functions[0], 0);
    Out << "}\n\n";
    for (unsigned Number = 1; Number != P.Functions.size(); ++Number)
      if (isCalled(P.Functions, Number))
        function(Number);
  }

private:
  //===-- Functions ------------------------------------------------------===//

  static bool calls(const std::vector<Statement> &Body, unsigned Number) {
    return any_of(Body, [&](const Statement &S) {
      return (S.What == Statement::CallGroup && S.A == Number) ||
             any_of(S.E,
                    [&](const Expression &E) {
                      return E.What == Expression::Call && E.A == Number;
                    }) ||
             any_of(S.Bodies, [&](auto &B) { return calls(B, Number); });
    });
  }
  static bool isCalled(const std::vector<Function> &Functions,
                       unsigned Number) {
    return any_of(Functions,
                  [&](const Function &F) { return calls(F.Body, Number); });
  }

  void function(unsigned Number) {
    const Function &F = P.Functions[Number];
    Out << "define internal spir_func "
        << (F.ReturnType == NoType ? "void" : typeName(P, F.ReturnType)) << " @"
        << Kernel << ".f" << Number << "(";
    for (uint32_t A = 0; A != F.Parameters; ++A)
      Out << (A ? ", " : "") << typeName(P, F.Objects[A].Ty) << " %x" << A;
    if (WithFunctor.contains(Number))
      Out << ", ptr addrspace(4) %functor";
    Out << ") " << (F.HasBarriers ? "#2" : "#3") << " {\nentry:\n";
    body(F, F.Parameters);
    Out << "}\n\n";
  }

  void body(const Function &F, uint32_t Parameters) {
    Current = &F;
    Block = "entry";
    for (auto [Number, O] : enumerate(F.Objects))
      if (isUsed(F, static_cast<uint32_t>(Number)))
        object(static_cast<uint32_t>(Number), O);
    for (auto [Number, O] : enumerate(F.Objects))
      if (isUsed(F, static_cast<uint32_t>(Number)))
        initialize(static_cast<uint32_t>(Number), O, Parameters);
    statements(F.Body);
    line("br label %exit");
    begin("exit");
    if (F.Result.empty()) {
      line("ret void");
      return;
    }
    std::string Result = typed(F.Result[0]);
    line("ret " + Result);
  }

  static bool mentions(const Expression &E, uint32_t Object) {
    return (E.What == Expression::AddressOf && E.A == Object) ||
           any_of(E.Operands,
                  [&](const Expression &X) { return mentions(X, Object); });
  }
  static bool mentions(const std::vector<Statement> &Body, uint32_t Object) {
    return any_of(Body, [&](const Statement &S) {
      return ((S.What == Statement::Loop || S.What == Statement::Irreducible ||
               S.What == Statement::Scope) &&
              S.A == Object) ||
             any_of(S.E, [&](auto &E) { return mentions(E, Object); }) ||
             any_of(S.Bodies, [&](auto &B) { return mentions(B, Object); });
    });
  }
  /// Failures that were shrunk are shown without what is left over.
  static bool isUsed(const Function &F, uint32_t Object) {
    return mentions(F.Body, Object) ||
           any_of(F.Result, [&](auto &E) { return mentions(E, Object); }) ||
           any_of(enumerate(F.Objects), [&](auto Other) {
             return !Other.value().First.empty() && Other.index() > Object &&
                    mentions(Other.value().First[0], Object) &&
                    isUsed(F, static_cast<uint32_t>(Other.index()));
           });
  }

  void object(uint32_t Number, const Object &O) {
    line("%o" + Twine(Number) + " = alloca " + storedTypeName(P, O.Ty));
    line("%p" + Twine(Number) + " = addrspacecast ptr %o" + Twine(Number) +
         " to ptr addrspace(4)");
  }

  void initialize(uint32_t Number, const Object &O, uint32_t Parameters) {
    const std::string At = "%p" + std::to_string(Number);
    if (Number < Parameters)
      store(O.Ty, "%x" + std::to_string(Number), At);
    else if (!O.First.empty())
      store(O.Ty, write(O.First[0]), At);
    else if (!O.Scoped)
      clear(O.Ty, At);
  }

  std::string sizeOf(TypeId T) {
    return "i64 ptrtoint (ptr getelementptr (" + storedTypeName(P, T) +
           ", ptr null, i64 1) to i64)";
  }

  void clear(TypeId T, const std::string &At) {
    if (P.isScalar(T) || P.isVector(T))
      line("store " + storedTypeName(P, T) +
           " zeroinitializer, ptr "
           "addrspace(4) " +
           At);
    else
      line("call void @llvm.memset.p4.i64(ptr addrspace(4) " + At + ", i8 0, " +
           sizeOf(T) + ", i1 false)");
  }

  //===-- Statements -----------------------------------------------------===//

  void barrier(unsigned Scope = 2) {
    line("call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 " +
         Twine(Scope) + ", i32 " + Twine(Scope) + ", i32 " +
         Twine(Scope == 2 ? 272 : 400) + ")");
  }

  void statements(const std::vector<Statement> &Body) {
    for (const Statement &S : Body)
      statement(S);
  }

  void statement(const Statement &S) {
    switch (S.What) {
    case Statement::Assign: {
      std::string Value = write(S.E[1]), At = write(S.E[0]);
      store(S.E[1].Ty, Value, At);
      return;
    }
    case Statement::Copy: {
      std::string To = write(S.E[0]), From = write(S.E[1]);
      line("call void @llvm.memcpy.p4.p4.i64(ptr addrspace(4) " + To +
           ", ptr addrspace(4) " + From + ", " +
           sizeOf(P.type(S.E[0].Ty).Element) + ", i1 false)");
      return;
    }
    case Statement::Clear:
      return clear(P.type(S.E[0].Ty).Element, write(S.E[0]));
    case Statement::Store: {
      std::string Value = canonical(S.E[0].Ty, write(S.E[0]));
      std::string Id = query(Query::GlobalLinear, 0);
      std::string First = emit("mul i64 " + Id + ", " + Twine(OutputRecords));
      std::string Which = S.E.size() == 1
                              ? std::to_string(S.A)
                              : index(S.E[1], OutputRecords);
      std::string Own = emit("add i64 " + First + ", " + Which);
      store(bitsType(S.E[0].Ty), Value, record(2, Own, P.scalarOf(S.E[0].Ty)),
            " addrspace(1)");
      return;
    }
    case Statement::AtomicUpdate:
      return atomicUpdate(S);
    case Statement::Evaluate:
      write(S.E[0]);
      return;
    case Statement::Barrier:
      return barrier(S.A == 3 ? 3 : 2);
    case Statement::Return:
      return leave(S, "exit");
    case Statement::Break:
      return Ends.empty() ? void() : leave(S, Ends.back());
    case Statement::Continue:
      return Nexts.empty() ? void() : leave(S, Nexts.back());
    case Statement::LocalUpdate: {
      std::string Value = typed(S.E[0]);
      std::string At = arena(LocalArrayCount * LocalArrayBytes + S.A * 8);
      emit("atomicrmw add ptr addrspace(4) " + At + ", " + Value +
           " syncscope(\"workgroup\") monotonic");
      return;
    }
    case Statement::GroupAlgorithm:
    case Statement::SubGroupFunction:
      return groupFunction(S);
    case Statement::CallGroup:
      return callGroup(S);
    default:
      return compound(S);
    }
  }

  void compound(const Statement &S) {
    switch (S.What) {
    case Statement::If:
      return conditional(S);
    case Statement::Switch:
      return choice(S);
    case Statement::Loop:
      return loop(S);
    case Statement::Sweep:
      return sweep(S);
    case Statement::Irreducible:
      return irreducible(S);
    case Statement::Scope: {
      const std::string O = std::to_string(S.A);
      line("call void @llvm.lifetime.start.p0(ptr %o" + O + ")");
      clear(Current->Objects[S.A].Ty, "%p" + O);
      statements(S.Bodies[0]);
      line("call void @llvm.lifetime.end.p0(ptr %o" + O + ")");
      return;
    }
    case Statement::Exchange: {
      std::string Value = write(S.E[0]);
      std::string Own = query(Query::LocalLinear, 0);
      store(S.E[0].Ty, Value, localAddress(S.A, Own));
      barrier();
      statements(S.Bodies[0]);
      barrier();
      return;
    }
    case Statement::Accumulate:
      return accumulate(S);
    default:
      return;
    }
  }

  void atomicUpdate(const Statement &S) {
    static constexpr const char *Names[] = {"add",  "and", "or",  "xor", "umin",
                                            "umax", "min", "max", "fadd"};
    const bool IsWide = S.E[0].Ty == typeOf(Scalar::I64);
    std::string Value = write(S.E[0]), Ty = IsWide ? "i64" : "i32";
    if (static_cast<Atomic>(S.A) == Atomic::FAdd) {
      Value = emit("and " + Ty + " " + Value + ", 255");
      Value = emit("uitofp " + Ty + " " + Value + " to " +
                   (IsWide ? "double" : "float"));
      Ty = IsWide ? "double" : "float";
    }
    std::string Base = argument("ptr addrspace(1)", 24);
    std::string At =
        emit("getelementptr inbounds i8, ptr addrspace(1) " + Base + ", i64 " +
             Twine(atomicOffset(S.A, IsWide ? 8 : 4)));
    if (S.E.size() > 1) {
      std::string Number =
          emit("and i32 " + write(S.E[1]) + ", " + Twine(AtomicCells - 1));
      At = emit("getelementptr inbounds " + Twine(IsWide ? "i64" : "i32") +
                ", ptr addrspace(1) " + At + ", i32 " + Number);
    }
    emit("atomicrmw " + Twine(Names[S.A]) + " ptr addrspace(1) " + At + ", " +
         Ty + " " + Value + " syncscope(\"device\") monotonic");
  }

  void leave(const Statement &S, const std::string &Where) {
    std::string If = write(S.E[0]), On = label("on");
    line("br i1 " + If + ", label %" + Where + ", label %" + On);
    begin(On);
  }

  void conditional(const Statement &S) {
    std::string If = write(S.E[0]);
    std::string Then = label("then"), Else = label("else"), End = label("end");
    line("br i1 " + If + ", label %" + Then + ", label %" +
         (S.Bodies[1].empty() ? End : Else));
    begin(Then);
    statements(S.Bodies[0]);
    line("br label %" + End);
    if (!S.Bodies[1].empty()) {
      begin(Else);
      statements(S.Bodies[1]);
      line("br label %" + End);
    }
    begin(End);
  }

  void choice(const Statement &S) {
    std::string Value = write(S.E[0]), End = label("end");
    std::vector<std::string> Labels;
    for (size_t C = 0; C != S.Bodies.size(); ++C)
      Labels.push_back(label("case"));
    Out << "  switch i32 " << Value << ", label %" << Labels.back() << " [";
    for (size_t C = 0; C + 1 != S.Bodies.size(); ++C)
      Out << " i32 " << C << ", label %" << Labels[C];
    Out << " ]\n";
    for (size_t C = 0; C != S.Bodies.size(); ++C) {
      begin(Labels[C]);
      statements(S.Bodies[C]);
      const bool FallsThrough = S.A >> C & 1 && C + 1 != S.Bodies.size();
      line("br label %" + (FallsThrough ? Labels[C + 1] : End));
    }
    begin(End);
  }

  void loop(const Statement &S) {
    const TypeId T = Current->Objects[S.A].Ty;
    const std::string Ty = typeName(P, T), C = "%p" + std::to_string(S.A);
    std::string Bound = write(S.E[0]);
    Bound = emit("and " + Ty + " " + Bound + ", 3");
    clear(T, C);
    std::string Head = label("head"), Body = label("body");
    std::string Next = label("next"), End = label("done");
    const bool TestsLast = S.B & 1;
    line("br label %" + (TestsLast ? Body : Head));
    auto Test = [&](const std::string &Now) {
      std::string More = emit("icmp ult " + Ty + " " + Now + ", " + Bound);
      line("br i1 " + More + ", label %" + Body + ", label %" + End);
    };
    if (!TestsLast) {
      begin(Head);
      Test(load(T, C));
    }
    begin(Body);
    Ends.push_back(End);
    Nexts.push_back(Next);
    statements(S.Bodies[0]);
    Ends.pop_back();
    Nexts.pop_back();
    line("br label %" + Next);
    begin(Next);
    std::string Now = load(T, C);
    std::string Then = emit("add " + Ty + " " + Now + ", 1");
    store(T, Then, C);
    if (TestsLast)
      Test(Then);
    else
      line("br label %" + Head);
    begin(End);
  }

  void irreducible(const Statement &S) {
    const TypeId T = Current->Objects[S.A].Ty;
    const std::string Ty = typeName(P, T), C = "%p" + std::to_string(S.A);
    std::string If = write(S.E[0]), Bound = write(S.E[1]);
    Bound = emit("urem " + Ty + " " + Bound + ", 3");
    clear(T, C);
    std::string First = label("first"), Second = label("second"),
                End = label("done");
    line("br i1 " + If + ", label %" + Second + ", label %" + First);
    begin(First);
    statements(S.Bodies[0]);
    line("br label %" + Second);
    begin(Second);
    statements(S.Bodies[1]);
    std::string Now = load(T, C);
    std::string Next = emit("add " + Ty + " " + Now + ", 1");
    store(T, Next, C);
    std::string More = emit("icmp ult " + Ty + " " + Now + ", " + Bound);
    line("br i1 " + More + ", label %" + First + ", label %" + End);
    begin(End);
  }

  //===-- Groups ---------------------------------------------------------===//

  void accumulate(const Statement &S) {
    const TypeId T = typeOf(P.LocalCells[S.A]);
    const unsigned Offset = LocalArrayCount * LocalArrayBytes + S.A * 8;
    std::string Own = query(Query::LocalLinear, 0);
    std::string IsFirst = emit("icmp eq i64 " + Own + ", 0");
    std::string Clear = label("clear"), Go = label("go");
    line("br i1 " + IsFirst + ", label %" + Clear + ", label %" + Go);
    begin(Clear);
    store(T, "0", arena(Offset));
    line("br label %" + Go);
    begin(Go);
    barrier();
    statements(S.Bodies[0]);
    barrier();
    std::string Sum = load(T, arena(Offset));
    store(T, Sum, write(S.E[0]));
    barrier();
  }

  void groupFunction(const Statement &S) {
    const TypeId T = S.E[1].Ty;
    const std::string Name =
        S.What == Statement::GroupAlgorithm
            ? Library.group(static_cast<GroupOp>(S.A), P.scalarOf(T))
            : Library.subGroup(static_cast<SubGroupOp>(S.A), P.scalarOf(T));
    std::string Value = typed(S.E[1]), Other = typed(S.E[2]);
    std::string Result = emit("call spir_func " + typeName(P, T) + " @" + Name +
                              "(" + Value + ", " + Other + ")");
    store(T, Result, write(S.E[0]));
  }

  /// The functor goes last.
  std::string arguments(const std::vector<Expression> &List, unsigned Number) {
    std::string Text;
    for (const Expression &E : List) {
      std::string Argument = typed(E);
      Text += (Text.empty() ? "" : ", ") + Argument;
    }
    if (WithFunctor.contains(Number))
      Text += ", ptr addrspace(4) %functor";
    return Text;
  }

  void callGroup(const Statement &S) {
    std::string Arguments = arguments(S.E, S.A);
    line("call spir_func void @" + Kernel + ".f" + Twine(S.A) + "(" +
         Arguments + ")");
  }

  std::string call(const Expression &E) override {
    std::string Arguments = arguments(E.Operands, E.A);
    return emit("call spir_func " + typeName(P, E.Ty) + " @" + Kernel + ".f" +
                Twine(E.A) + "(" + Arguments + ")");
  }

  GroupFunctions &Library;
  bool Whole;
  FunctorUsers WithFunctor;
  const Function *Current = nullptr;
  std::vector<std::string> Ends, Nexts;
};

} // namespace

std::string writeModule(ArrayRef<NamedProgram> Kernels) {
  std::string Text;
  raw_string_ostream Out(Text);
  Out << "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-"
         "v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1\"\n"
         "target triple = \"spirv64-unknown-unknown\"\n\n";
  GroupFunctions Library;
  std::vector<std::string> Metadata = {"i8 0, i8 2", ""};
  for (const NamedProgram &Kernel : Kernels)
    Writer(Kernel, Library, Out).kernel(Metadata);
  Out << Library.text()
      << "declare spir_func ptr addrspace(3) @__sycl_local_arena() "
         "nounwind memory(none)\n"
         "declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, "
         "i32) convergent nounwind\n\n"
         "attributes #0 = { convergent nounwind }\n"
         "attributes #1 = { convergent nounwind \"facet-whole-body\" }\n"
         "attributes #2 = { convergent noinline nounwind }\n"
         "attributes #3 = { noinline nounwind }\n\n";
  for (auto [Number, Node] : enumerate(Metadata))
    Out << "!" << Number << " = !{" << Node << "}\n";
  return Text;
}

} // namespace facet::random_kernels
