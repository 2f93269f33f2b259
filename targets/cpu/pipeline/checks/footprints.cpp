//===- footprints.cpp - Where all accesses of a launch go -----------------===//
//
// See footprints.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/footprints.h"

#include "compiler/ir/checks.h"
#include "compiler/ir/variable_addresses.h"
#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/checks/access_descriptions.h"
#include "targets/cpu/pipeline/checks/barrier_intervals.h"
#include "targets/cpu/pipeline/checks/value_sets.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace facet {
namespace {

/// More than these are not worth it.
constexpr unsigned MostAccesses = 64;

/// Of ours, and of compilers.
bool isKnownName(StringRef Name) {
  return Name.starts_with("llvm.") || Name.starts_with("__") ||
         Name.contains("__spirv_");
}

/// True if \p F calls code that may leave something undefined in memory: a
/// function that could not be inlined, or one of another image.
bool callsCheckedCode(const Function &F, const TargetLibraryInfo &Library) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isa<IntrinsicInst>(Call) || Call->isInlineAsm())
      return false;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return true;
    LibFunc Known;
    return Callee->isDeclaration()
               ? !isKnownName(Callee->getName()) &&
                     !Library.getLibFunc(*Callee, Known)
               : checksOf(*Callee).uninitialized;
  });
}

class Describer {
public:
  Describer(Function &Kernel, const Checks &Wanted, AccessDescriptions &Texts)
      : Kernel(Kernel), Wanted(Wanted), Texts(Texts), A(Kernel),
        Describe(makeDescribe(Kernel)),
        Builder(BasicBlock::Create(Kernel.getContext(), "", Describe)),
        Sets(Kernel, A, Builder), Intervals(Kernel) {}

  LaunchFootprints run() {
    if (describeAll()) {
      Made.Describe = Describe;
      Made.Count = Numbers.size();
      if (Wanted.races && !Made.ObservesLocal)
        addPairs();
      addDefinitions();
      return std::move(Made);
    }
    Describe->eraseFromParent();
    return {};
  }

private:
  static Function *makeDescribe(Function &Kernel) {
    LLVMContext &Context = Kernel.getContext();
    SmallVector<Type *> Parameters(Kernel.getFunctionType()->params());
    Parameters.push_back(PointerType::getUnqual(Context));
    Function *F = Function::Create(
        FunctionType::get(Type::getInt32Ty(Context), Parameters, false),
        GlobalValue::InternalLinkage, Kernel.getName() + ".describe",
        *Kernel.getParent());
    for (const Argument &Of : Kernel.args())
      F->addParamAttrs(
          Of.getArgNo(),
          AttrBuilder(Context,
                      Kernel.getAttributes().getParamAttrs(Of.getArgNo())));
    return F;
  }

  /// False if something may race, or leave something undefined behind, that is
  /// not described.
  bool describeAll() {
    const SmallVector<Access> Shared = sharedAccessesOf(Kernel);
    if (Shared.size() > MostAccesses ||
        (Wanted.uninitialized && callsCheckedCode(Kernel, A.Library)))
      return false;
    for (const Access &Found : Shared)
      if (Wanted.uninitialized &&
          (mustBeDefined(Found) || isDefinedInGroup(Found, Shared)))
        Made.Defined.insert({Found.I, Found.PointerOperand});
    if (Made.Defined.empty() && !Wanted.races && !Wanted.barriers)
      return false;
    for (const Access &Found : Shared)
      if ((Wanted.races || mustBeDefined(Found) || mayBeUndefined(Found) ||
           isLocalOfDefinitions(Found)) &&
          !describe(Found))
        return false;
    Builder.CreateRet(Builder.CreateZExt(Builder.CreateNot(Sets.failed()),
                                         Builder.getInt32Ty()));
    Made.LooksForRaces = Wanted.races;
    return true;
  }

  Value *out() const { return Describe->getArg(Describe->arg_size() - 1); }
  /// Of the footprint that is being written.
  Value *field(uint64_t Offset) {
    return Builder.CreateConstGEP1_64(
        Builder.getInt8Ty(), out(),
        Numbers.size() * sizeof(facet_cpu_footprint) + Offset);
  }
  static uint64_t offsetOfVariable(unsigned Variable) {
    return offsetof(facet_cpu_footprint, variables) +
           Variable * sizeof(facet_cpu_variable);
  }
  void write(uint64_t Offset, Value *V) { Builder.CreateStore(V, field(Offset)); }

  /// The base, if it is the same for all work-items; for local memory a number
  /// that no other variable has.
  Value *baseOf(const Value &Object, bool &IsLocal) {
    auto *Call = dyn_cast<CallBase>(&Object);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    IsLocal = false;
    if (Callee && Callee->getName() == builtin::LocalArena) {
      IsLocal = true;
      return ConstantPointerNull::get(Builder.getPtrTy());
    }
    if (Callee && Callee->getName() == LocalVariableBuiltin) {
      IsLocal = true;
      const Value *Variable = Call->getArgOperand(0)->stripPointerCasts();
      const uint64_t Number =
          LocalVariables.insert({Variable, LocalVariables.size() + 1})
              .first->second;
      constexpr unsigned MostBits = 40; // that an offset has
      return Builder.CreateIntToPtr(Builder.getInt64(Number << MostBits),
                                    Builder.getPtrTy());
    }
    Value *Base = Sets.uniformValue(const_cast<Value *>(&Object));
    return Base && Base->getType()->isPointerTy() ? Base : nullptr;
  }

  /// Whether code may take what is loaded as defined, if it is when the launch
    /// begins.
  bool mustBeDefined(const Access &Found) {
    const auto *Load = dyn_cast<LoadInst>(Found.I);
    bool IsLocal = false;
    return Wanted.uninitialized && Load && Load->isSimple() &&
           baseOf(*getUnderlyingObject(Load->getPointerOperand(),
                                       /*MaxLookup=*/0),
                  IsLocal) &&
           !IsLocal;
  }

  /// Local memory where all work-items have stored before, perhaps. The runtime
  /// says whether they have stored in all of it.
  bool isDefinedInGroup(const Access &Load, ArrayRef<Access> Shared) {
    const auto *I = dyn_cast<LoadInst>(Load.I);
    return I && I->isSimple() && isOfLocalMemory(Load) && hasForm(Load) &&
           any_of(Shared, [&](const Access &Store) {
             return isDefinition(Store, Load) && hasForm(Store);
           });
  }

  bool isDefinition(const Access &Store, const Access &Load) const {
    const auto *I = dyn_cast<StoreInst>(Store.I);
    return I && I->isSimple() && isOfLocalMemory(Store) &&
           Intervals.separate(*Store.I, *Load.I, A.Dominators);
  }

  /// What describe needs to say where exactly.
  bool hasForm(const Access &Found) {
    Value *Earlier = Sets.failed();
    const SCEV *Address =
        A.Evolution.getSCEV(Found.I->getOperand(Found.PointerOperand));
    const bool Has =
        Sets.linearForm(A.Evolution.removePointerBase(Address),
                        valuesAt(*Found.I->getParent()))
            .has_value();
    Sets.forgetSince(Earlier);
    return Has;
  }

  bool isLocalOfDefinitions(const Access &Found) const {
    return isOfLocalMemory(Found) &&
           any_of(Made.Defined, [](const auto &Load) {
             return isOfLocalMemory(
                 {Load.first, Load.second, FACET_CPU_LOAD, 0, Align()});
           });
  }

  /// Whether what is written may be undefined though all Made.Defined are not.
  bool mayBeUndefined(const Access &Found) const {
    if (!Wanted.uninitialized || Found.Kind == FACET_CPU_LOAD)
      return false;
    const Value *Written = nullptr;
    if (auto *Store = dyn_cast<StoreInst>(Found.I))
      Written = Store->getValueOperand();
    else if (auto *Update = dyn_cast<AtomicRMWInst>(Found.I))
      Written = Update->getValOperand();
    if (!Written)
      return true;
    SmallPtrSet<const Value *, 16> Known;
    SmallVector<const Value *> Work = {Written};
    while (!Work.empty()) {
      const Value *V = Work.pop_back_val();
      if (!Known.insert(V).second)
        continue;
      constexpr unsigned MostValues = 512;
      if (isa<UndefValue>(V) || Known.size() > MostValues)
        return true;
      auto *I = dyn_cast<Instruction>(V);
      if (!I)
        continue; // constants, arguments
      if (isa<AllocaInst>(I) || isOfDefinedLoad(*I) || isQuery(*I))
        continue;
      if (I->mayReadFromMemory() || (isa<CallBase>(I) && !isa<IntrinsicInst>(I)))
        return true;
      append_range(Work, I->operands());
    }
    return false;
  }

  bool isOfDefinedLoad(const Instruction &I) const {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load)
      return false;
    const auto *Argument = dyn_cast<llvm::Argument>(
        getUnderlyingObject(Load->getPointerOperand(), /*MaxLookup=*/0));
    return (Argument && Argument->hasByValAttr()) ||
           Made.Defined.contains({const_cast<Instruction *>(&I),
                                  LoadInst::getPointerOperandIndex()});
  }

  static bool isQuery(const Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    return Call && Call->getCalledFunction() &&
           Call->getCalledFunction()->getName().starts_with("llvm.spv.");
  }

  bool describe(const Access &Found) {
    const std::optional<uint64_t> Bytes = bytesOf(Found);
    const SCEV *Address =
        A.Evolution.getSCEV(Found.I->getOperand(Found.PointerOperand));
    auto *Object = dyn_cast<SCEVUnknown>(A.Evolution.getPointerBase(Address));
    bool IsLocal = false;
    Value *Base = Object && Bytes ? baseOf(*Object->getValue(), IsLocal) : nullptr;
    const bool MustBeDefined =
        Made.Defined.contains({Found.I, Found.PointerOperand});
    if (!Base)
      return false;
    const ValueSet Values = valuesAt(*Found.I->getParent());
    const std::optional<LinearForm> Offset =
        Sets.linearForm(A.Evolution.removePointerBase(Address), Values);
    Made.ObservesLocal |= Wanted.races && IsLocal && !Offset;
    // Anywhere others could be, too.
    if (!Offset && !IsLocal && Found.Kind == FACET_CPU_STORE && Wanted.races)
      return false;
    const bool IsMarked = !IsLocal && !(Offset && Values.MayBeExact);
    uint64_t Flags = (IsLocal ? FACET_CPU_IS_LOCAL : 0) |
                     (Offset ? 0 : FACET_CPU_IS_ANYWHERE) |
                     (IsMarked ? FACET_CPU_IS_MARKED : 0) |
                     (MustBeDefined ? FACET_CPU_MUST_BE_DEFINED : 0) |
                     (mayBeUndefined(Found) ? FACET_CPU_MAY_BE_UNDEFINED : 0) |
                     (Sets.needsFullGroups() ? FACET_CPU_NEEDS_FULL_GROUPS : 0);
    Constant *Description = Texts.describe(Found);
    write(offsetof(facet_cpu_footprint, access), Description);
    write(offsetof(facet_cpu_footprint, base), Base);
    write(offsetof(facet_cpu_footprint, bytes), Builder.getInt64(*Bytes));
    writeFlags(Flags, Values, Offset && Values.MayBeExact);
    if (Offset)
      writeForm(*Offset, Values);
    if (IsMarked && Wanted.races)
      Made.Marked.push_back({Found, Description});
    Numbers.push_back({Found, IsLocal, Base, Values.Loops});
    return true;
  }

  ValueSet valuesAt(BasicBlock &Block) {
    ValueSet::Range Ids[FACET_CPU_LOOPS];
    for (unsigned I = 0; I < FACET_CPU_LOOPS; ++I) {
      const auto Load = [&](uint64_t Offset) {
        return Builder.CreateLoad(Builder.getInt64Ty(),
                                  field(offsetOfVariable(I) + Offset));
      };
      Ids[I] = {Load(offsetof(facet_cpu_variable, first)),
                Load(offsetof(facet_cpu_variable, last))};
    }
    return Sets.valuesAt(Block, Ids);
  }

  void writeFlags(uint64_t Flags, const ValueSet &Values, bool MayBeExact) {
    Value *All = Builder.getInt64(Flags);
    const auto AddIf = [&](Value *Condition, uint64_t Flag) {
      All = Builder.CreateOr(
          All, Builder.CreateSelect(Condition, Builder.getInt64(Flag),
                                    Builder.getInt64(0)));
    };
    AddIf(Values.IsAbsent, FACET_CPU_IS_ABSENT);
    if (MayBeExact)
      AddIf(Values.IsExact, FACET_CPU_IS_EXACT);
    write(offsetof(facet_cpu_footprint, flags), All);
  }

  void writeForm(const LinearForm &Form, const ValueSet &Values) {
    write(offsetof(facet_cpu_footprint, offset), Form.Constant);
    for (unsigned I = 0; I < FACET_CPU_VARIABLES; ++I) {
      const ValueSet::Range &Range = Values.Of[I];
      if (!Range.Last)
        continue;
      write(offsetOfVariable(I) + offsetof(facet_cpu_variable, first),
            Range.First);
      write(offsetOfVariable(I) + offsetof(facet_cpu_variable, last),
            Range.Last);
      if (auto Found = Form.Factors.find(I); Found != Form.Factors.end())
        write(offsetOfVariable(I) + offsetof(facet_cpu_variable, stride),
              Found->second);
    }
  }

  void addDefinitions() {
    for (auto [Load, Loaded] : enumerate(Numbers)) {
      if (!Loaded.IsLocal ||
          !Made.Defined.contains({Loaded.Of.I, Loaded.Of.PointerOperand}))
        continue;
      for (auto [Store, Stored] : enumerate(Numbers))
        if (isDefinition(Stored.Of, Loaded.Of))
          Made.Definitions.push_back({static_cast<uint32_t>(Load),
                                      static_cast<uint32_t>(Store), 0});
    }
  }

  void addPairs() {
    for (uint32_t First = 0; First < Numbers.size(); ++First)
      for (uint32_t Second = First; Second < Numbers.size(); ++Second) {
        const Described &X = Numbers[First], &Y = Numbers[Second];
        if (X.IsLocal && Y.IsLocal && mayConflict(X.Of, Y.Of) &&
            Intervals.meet(*X.Of.I, *Y.Of.I))
          Made.Pairs.push_back(
              {First, Second, sameIterations(X, Y)});
      }
  }

  static bool mayConflict(const Access &X, const Access &Y) {
    return (X.Kind != FACET_CPU_LOAD || Y.Kind != FACET_CPU_LOAD) &&
           !(X.Flags & Y.Flags & FACET_CPU_IS_ATOMIC);
  }

  struct Described {
    Access Of;
    bool IsLocal;
    Value *Base;
    SmallVector<Loop *, FACET_CPU_MOST_LOOPS> Loops;
  };

  uint64_t sameIterations(const Described &X, const Described &Y) const {
    uint64_t Same = 0;
    for (auto [Index, L] : enumerate(X.Loops)) {
      if (Index >= Y.Loops.size() || Y.Loops[Index] != L)
        break;
      if (!Intervals.meetAcross(*X.Of.I, *Y.Of.I, *L))
        Same |= uint64_t{1} << Index;
    }
    return Same;
  }

  Function &Kernel;
  const Checks Wanted;
  AccessDescriptions &Texts;
  Analyses A;
  Function *Describe;
  IRBuilder<> Builder;
  ValueSetBuilder Sets;
  const BarrierIntervals Intervals;
  LaunchFootprints Made;
  SmallVector<Described> Numbers;
  DenseMap<const Value *, uint64_t> LocalVariables;
};

} // namespace

LaunchFootprints describeFootprints(Function &Kernel, const Checks &Wanted,
                                    AccessDescriptions &Texts) {
  return Describer(Kernel, Wanted, Texts).run();
}

} // namespace facet
