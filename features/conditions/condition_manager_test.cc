// Normalization and proof, compared with all devices there can be.

#include "features/conditions/condition_manager.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "config/tables/architecture_facts.h"
#include "config/tables/target_table.h"
#include "features/architectures/architecture.h"
#include "features/architectures/driver_cpu.h"
#include "features/conditions/test_device.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

// Questions about conditions as they are written.
class ConditionSolver {
 public:
  explicit ConditionSolver(const std::vector<ArchitectureFacts>& facts =
                               BuiltinArchitectureFacts(),
                           std::size_t node_limit =
                               ConditionManager::kDefaultNodeLimit)
      : manager_(facts, node_limit) {}

  Condition Normalize(const Condition& a) const { return Written(Id(a)); }
  Condition And(const Condition& a, const Condition& b) const {
    return Written(manager_.And(Id(a), Id(b)));
  }
  Condition Or(const Condition& a, const Condition& b) const {
    return Written(manager_.Or(Id(a), Id(b)));
  }
  Condition Not(const Condition& a) const { return Written(manager_.Not(Id(a))); }
  bool IsAlways(const Condition& a) const {
    return Id(a) == ConditionManager::kAlways;
  }
  bool IsNever(const Condition& a) const {
    return Id(a) == ConditionManager::kNever;
  }
  bool Implies(const Condition& a, const Condition& b) const {
    return manager_.Implies(Id(a), Id(b));
  }
  bool ImpliesAspect(const Condition& a, Aspect aspect) const {
    return manager_.ImpliesAspect(Id(a), aspect);
  }

 private:
  ConditionManager::Id Id(const Condition& a) const { return manager_.Read(a); }
  Condition Written(ConditionManager::Id id) const {
    return manager_.Write(id);
  }
  mutable ConditionManager manager_;
};

// A world small enough to try everything.
struct World {
  std::vector<ArchitectureFacts> facts;
  int aspect_count = 0;                     // 0, 1, …
  std::vector<std::int32_t> architectures;  // that conditions mention
  std::vector<ConditionFacts> devices;      // all that are possible
};

bool IsPossible(const AspectSet& aspects, const ArchitectureFacts& facts) {
  if (!facts.aspects.IsSubsetOf(aspects)) return false;
  return facts.may_have_others ||
         aspects.IsSubsetOf(facts.aspects.Union(facts.optional_aspects));
}

World MakeWorld(std::vector<ArchitectureFacts> facts, int aspect_count,
                std::vector<std::int32_t> architectures) {
  World world = {facts, aspect_count, architectures, {}};
  for (unsigned bits = 0; bits < 1u << aspect_count; ++bits) {
    AspectSet aspects;
    for (int i = 0; i < aspect_count; ++i) {
      if (bits >> i & 1) aspects.Insert(i);
    }
    world.devices.push_back(Device(aspects));
    for (std::int32_t architecture : architectures) {
      bool possible = true;
      for (const ArchitectureFacts& its : facts) {
        if (its.architecture == architecture) {
          possible = IsPossible(aspects, its);
        }
      }
      if (possible) world.devices.push_back(Device(aspects, architecture));
    }
  }
  return world;
}

// Architecture 1 is known in full, 2 has at least aspect 1, 3 is known but for
// aspect 2, 4 is not known.
World MixedWorld() {
  return MakeWorld({{1, {0}, false, {}}, {2, {1}, true, {}},
                    {3, {0, 1}, false, {2}}},
                   4, {1, 2, 3, 4});
}

using Truth = std::vector<bool>;  // by device

Truth TruthOf(const Condition& condition, const World& world) {
  Truth truth;
  for (const ConditionFacts& device : world.devices) {
    truth.push_back(EvaluateCondition(condition, device));
  }
  return truth;
}

Condition RandomCondition(std::mt19937* random, const World& world, int size) {
  if (size <= 1) {
    const auto leaf = static_cast<std::size_t>((*random)());
    const std::size_t count = world.aspect_count + world.architectures.size();
    if (leaf % count < static_cast<std::size_t>(world.aspect_count)) {
      return {kConditionAspect, static_cast<std::int32_t>(leaf % count)};
    }
    return {kConditionArchitecture,
            world.architectures[leaf % count - world.aspect_count]};
  }
  const std::int32_t op = -3 - static_cast<std::int32_t>((*random)() % 3);
  Condition condition = {op};
  const int first =
      op == kConditionNot ? size - 1 : 1 + static_cast<int>((*random)() % size);
  for (int part : {first, size - first}) {
    const Condition operand = RandomCondition(random, world, part);
    condition.insert(condition.end(), operand.begin(), operand.end());
    if (op == kConditionNot) break;
  }
  return condition;
}

bool Subset(const Truth& a, const Truth& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] && !b[i]) return false;
  }
  return true;
}

TEST(ConditionManager, EqualConditionsAreEqualIntegersAndNoOthers) {
  const World world = MixedWorld();
  const ConditionSolver solver(world.facts);
  std::mt19937 random(1);
  std::map<Truth, Condition> forms;
  std::map<Condition, Truth> truths;
  for (int round = 0; round < 6000; ++round) {
    const Condition condition =
        RandomCondition(&random, world, 1 + round % 14);
    const Truth truth = TruthOf(condition, world);
    const Condition normal = solver.Normalize(condition);
    ASSERT_TRUE(ParseCondition(normal, nullptr)) << ConditionText(condition);
    ASSERT_EQ(TruthOf(normal, world), truth)
        << ConditionText(condition) << " -> " << ConditionText(normal);
    ASSERT_EQ(forms.emplace(truth, normal).first->second, normal)
        << ConditionText(condition);
    ASSERT_EQ(truths.emplace(normal, truth).first->second, truth);
    ASSERT_EQ(solver.Normalize(normal), normal) << ConditionText(normal);
  }
  EXPECT_GT(forms.size(), 500u);
}

TEST(ConditionManager, OperationsAndProofsAreRight) {
  const World world = MixedWorld();
  const ConditionSolver solver(world.facts);
  std::mt19937 random(2);
  int implied = 0;
  for (int round = 0; round < 2000; ++round) {
    const Condition a = RandomCondition(&random, world, 1 + round % 7);
    const Condition b = RandomCondition(&random, world, 1 + round % 5);
    const Truth in_a = TruthOf(a, world), in_b = TruthOf(b, world);
    Truth both, either, neither;
    for (std::size_t i = 0; i < in_a.size(); ++i) {
      both.push_back(in_a[i] && in_b[i]);
      either.push_back(in_a[i] || in_b[i]);
      neither.push_back(!in_a[i]);
    }
    ASSERT_EQ(TruthOf(solver.And(a, b), world), both);
    ASSERT_EQ(TruthOf(solver.Or(a, b), world), either);
    ASSERT_EQ(TruthOf(solver.Not(a), world), neither);
    ASSERT_EQ(solver.And(a, b), solver.And(b, a));
    ASSERT_EQ(solver.Implies(a, b), Subset(in_a, in_b))
        << ConditionText(a) << " => " << ConditionText(b);
    implied += solver.Implies(a, b);
    const Truth always(in_a.size(), true), never(in_a.size(), false);
    ASSERT_EQ(solver.IsAlways(a), in_a == always);
    ASSERT_EQ(solver.IsNever(a), in_a == never);
    for (Aspect aspect = 0; aspect < world.aspect_count; ++aspect) {
      ASSERT_EQ(solver.ImpliesAspect(a, aspect),
                Subset(in_a, TruthOf({kConditionAspect, aspect}, world)));
    }
  }
  EXPECT_GT(implied, 50);
}

// Each of the functions of a world is reached and has a form of its own.
TEST(ConditionManager, HasAsManyFormsAsThereAreFunctions) {
  const World world = MakeWorld({{1, {0}, false, {}}}, 2, {1});
  ASSERT_EQ(world.devices.size(), 5u);
  const ConditionSolver solver(world.facts);
  std::set<Condition> forms = {{kConditionAspect, 0},
                               {kConditionAspect, 1},
                               {kConditionArchitecture, 1}};
  for (std::size_t before = 0; before != forms.size();) {
    before = forms.size();
    const std::vector<Condition> known(forms.begin(), forms.end());
    for (const Condition& a : known) {
      forms.insert(solver.Not(a));
      for (const Condition& b : known) {
        forms.insert(solver.And(a, b));
        forms.insert(solver.Or(a, b));
      }
    }
  }
  EXPECT_EQ(forms.size(), 1u << 5);
}

TEST(ConditionManager, AlwaysAndNeverHaveOneForm) {
  const ConditionSolver solver(std::vector<ArchitectureFacts>{});
  const Condition fp16 = {-1, 5};
  EXPECT_EQ(solver.Or(fp16, solver.Not(fp16)), Condition());
  EXPECT_EQ(solver.And(fp16, solver.Not(fp16)), NeverCondition());
  EXPECT_EQ(solver.Not({}), NeverCondition());
  EXPECT_EQ(solver.Not(NeverCondition()), Condition());
  EXPECT_EQ(solver.And({}, {}), Condition());
  EXPECT_EQ(solver.And({}, fp16), fp16);
  EXPECT_EQ(solver.Or(fp16, {}), Condition());
  EXPECT_TRUE(solver.IsAlways({}));
  EXPECT_TRUE(solver.IsNever(NeverCondition()));
  EXPECT_TRUE(solver.Implies(NeverCondition(), fp16));
  EXPECT_TRUE(solver.Implies(fp16, {}));
  EXPECT_FALSE(solver.Implies({}, fp16));
  // A device is of one architecture.
  EXPECT_EQ(solver.And(Condition{-2, 1}, Condition{-2, 2}), NeverCondition());
}

std::string Normalized(const ConditionSolver& solver, const Condition& c) {
  return ConditionText(solver.Normalize(c));
}

TEST(ConditionManager, FormsAreShort) {
  const ConditionSolver solver;
  const auto arch = [](std::string_view name) {
    return Condition{-2, ArchitectureOrdinal(*ArchitectureByName(name))};
  };
  const Condition pvc = arch("intel_gpu_pvc"), dg1 = arch("intel_gpu_dg1");
  const Condition fp16 = {-1, 5}, fp64 = {-1, 6};
  const auto text = [](const Condition& c) { return ConditionText(c); };
  EXPECT_EQ(text(solver.And(fp64, fp16)), "fp16 && fp64");
  EXPECT_EQ(text(solver.Not(solver.Or(fp64, fp16))), "!(fp16 || fp64)");
  EXPECT_EQ(text(solver.And(fp16, solver.Not(pvc))),
            "fp16 && !intel_gpu_pvc");
  EXPECT_EQ(text(solver.Not(solver.Or(pvc, dg1))),
            "!(intel_gpu_dg1 || intel_gpu_pvc)");
  EXPECT_EQ(text(solver.Or(solver.And(fp16, fp64), pvc)),
            "fp16 && fp64")
      << "that architecture has both";
  EXPECT_EQ(text(solver.Or(solver.And(fp16, fp64), dg1)),
            "intel_gpu_dg1 || (fp16 && fp64)")
      << "that one lacks fp64";
  EXPECT_EQ(Normalized(solver, {-5, -1, 5, -1, 5}), "fp16");
}

TEST(ConditionManager, KnowsTheBuiltInTargets) {
  const ConditionSolver solver;
  const Aspect emulated = *AspectByName("emulated");
  const Aspect is_cpu = *AspectByName("cpu");
  int fixed = 0;
  for (const TargetInfo& target : AllTargets()) {
    const Condition here = {-2, ArchitectureOrdinal(target.architecture_id)};
    if (here[1] == kUnknownArchitectureOrdinal) continue;
    const bool driver_too = target.architecture == kDriverCpuArchitecture;
    for (Aspect aspect : target.aspects) {
      if (driver_too && aspect != is_cpu) continue;
      EXPECT_TRUE(solver.ImpliesAspect(here, aspect))
          << target.name << " " << AspectName(aspect);
      EXPECT_EQ(solver.And(here, Condition{-1, aspect}), here);
    }
    EXPECT_FALSE(solver.ImpliesAspect(here, emulated));
    const Condition both = solver.And(here, Condition{-1, emulated});
    EXPECT_NE(both, here);
    EXPECT_NE(both, NeverCondition()) << "any device may be emulated";
    if (target.may_support_other_aspects) continue;
    ++fixed;
    const Condition cpu = {-1, is_cpu};
    EXPECT_EQ(solver.And(here, cpu), NeverCondition()) << target.name;
  }
  EXPECT_GT(fixed, 60);
}

// OpenCL runs kernels on CPUs of the same architecture as the native target,
// which may lack any aspect of the latter (PoCL has no fp16), and have others.
TEST(ConditionManager, DriversOfCpusNeedNotHaveTheAspectsOfTheNativeTarget) {
  const ConditionSolver solver;
  const Condition here = {
      -2, ArchitectureOrdinal(*ArchitectureByName(kDriverCpuArchitecture))};
  for (const char* name : {"fp16", "fp64", "atomic64", "usm_host_allocations",
                           "ext_intel_legacy_image"}) {
    const Condition leaf = {-1, *AspectByName(name)};
    const Condition both = solver.And(here, leaf);
    EXPECT_NE(both, here) << name;
    EXPECT_NE(both, NeverCondition()) << name;
    EXPECT_FALSE(solver.Implies(here, leaf)) << name;
    EXPECT_FALSE(solver.Implies(here, solver.Not(leaf))) << name;
  }
  EXPECT_TRUE(solver.ImpliesAspect(here, *AspectByName("cpu")));
}

// What is certain of an architecture is what all its targets have, built-in ones
// and the user's.
TEST(ConditionManager, TargetsOfOneArchitectureAreTakenTogether) {
  const std::vector<ArchitectureFacts> one = {{7, {1, 2}, false, {}}};
  const Condition is_seven = {kConditionArchitecture, 7};
  std::vector<ArchitectureFacts> both = one;
  AddDevices({7, {2, 3}, false, {}}, &both);
  ASSERT_EQ(both.size(), 1u);
  EXPECT_TRUE(ConditionSolver(one).ImpliesAspect(is_seven, 1));
  EXPECT_FALSE(ConditionSolver(both).ImpliesAspect(is_seven, 1));
  EXPECT_TRUE(ConditionSolver(both).ImpliesAspect(is_seven, 2));
  // Some have it now; nobody has a fourth one.
  const Condition with_three = {kConditionAnd, kConditionArchitecture, 7,
                                kConditionAspect, 3};
  const Condition with_four = {kConditionAnd, kConditionArchitecture, 7,
                               kConditionAspect, 4};
  EXPECT_TRUE(ConditionSolver(one).IsNever(with_three));
  EXPECT_FALSE(ConditionSolver(both).IsNever(with_three));
  EXPECT_TRUE(ConditionSolver(both).IsNever(with_four));
  AddDevices({7, {2}, true, {}}, &both);
  EXPECT_FALSE(ConditionSolver(both).IsNever(with_four));
  // A new architecture, in its place, and the one of which nothing is known.
  AddDevices({3, {4}, false, {}}, &both);
  AddDevices({0, {4}, false, {}}, &both);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].architecture, 3);
  EXPECT_TRUE(ConditionSolver(both).ImpliesAspect(
      Condition{kConditionArchitecture, 3}, 4));
}

// What is too large stays as it is and proves nothing.
TEST(ConditionManager, LimitsEndInTheConditionItself) {
  std::mt19937 random(3);
  const World world = MakeWorld({}, 8, {1, 2});
  int unchanged = 0;
  for (int round = 0; round < 60; ++round) {
    const ConditionSolver tiny({}, 12);
    const Condition condition = RandomCondition(&random, world, 40);
    const Condition normal = tiny.Normalize(condition);
    unchanged += normal == condition;
    ASSERT_EQ(TruthOf(normal, world), TruthOf(condition, world));
    if (tiny.IsAlways(condition)) {
      ASSERT_EQ(TruthOf(condition, world), Truth(world.devices.size(), true));
    }
  }
  EXPECT_GT(unchanged, 30);

  Condition many;  // more aspects than there can be
  for (int i = 0; i < 2000; ++i) {
    if (i < 1999) many.push_back(kConditionOr);
    many.insert(many.end(), {kConditionAspect, 2000 - i});
  }
  EXPECT_EQ(ConditionSolver().Normalize(many), many);
  EXPECT_FALSE(ConditionSolver().IsNever(many));
}

// (a0 || b0) && (a1 || b1) && …: exponentially many products, but few of the
// negation.
TEST(ConditionManager, WritesTheNegationWhereThatIsShort) {
  Condition condition;
  for (int i = 0; i < 12; ++i) {
    if (i < 11) condition.push_back(kConditionAnd);
    condition.insert(condition.end(), {-5, -1, 2 * i, -1, 2 * i + 1});
  }
  const ConditionSolver solver;
  const Condition normal = solver.Normalize(condition);
  EXPECT_EQ(normal.front(), kConditionNot);
  EXPECT_LT(normal.size(), 200u);
  EXPECT_EQ(solver.Normalize(solver.Not(solver.Not(condition))), normal);
}

// Long and deep, but of few aspects.
TEST(ConditionManager, DeepConditionsAreNormalized) {
  Condition deep;
  for (int i = 0; i < 100000; ++i) deep.insert(deep.end(), {-3, -4, -1, i % 3});
  deep.insert(deep.end(), {-1, 3});
  const ConditionSolver solver;
  const Condition normal = solver.Normalize(deep);
  EXPECT_LT(normal.size(), 100u);
}

using Id = ConditionManager::Id;

Feature WorkGroup(std::uint32_t size) {
  return Feature::OfWorkGroup({{size, 0, 0}, 1});
}

// Required sizes are leaves like any other, of any value.
TEST(ConditionManager, SizesAreLeaves) {
  ConditionManager manager(BuiltinArchitectureFacts());
  const Id fp64 = manager.Read(Condition{kConditionAspect, 6});
  const Id huge = manager.Leaf(Feature::OfSubGroup(0xffffffff));
  const Id small = manager.Leaf(Feature::OfSubGroup(8));
  const Id group = manager.Leaf(WorkGroup(8));
  EXPECT_EQ(manager.Leaf(Feature::OfSubGroup(8)), small);
  EXPECT_NE(small, group);
  EXPECT_NE(small, huge);
  EXPECT_EQ(manager.And(small, manager.Not(small)), ConditionManager::kNever);
  const Id all = manager.And(manager.And(group, fp64), small);
  EXPECT_EQ(all, manager.And(small, manager.And(fp64, group)));
  EXPECT_TRUE(manager.Implies(all, group));
  EXPECT_FALSE(manager.Implies(group, all));
  EXPECT_TRUE(manager.ImpliesAspect(all, 6));
  std::set<Feature> leaves;
  const Condition& written = manager.Write(all);
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == kConditionAnd) continue;
    leaves.insert(manager.FeatureOf(written[i], written[i + 1]));
    ++i;
  }
  EXPECT_EQ(leaves, (std::set<Feature>{Feature::OfAspect(6),
                                       Feature::OfSubGroup(8), WorkGroup(8)}));
  // No architecture decides them.
  const Id dg1 = manager.Read(Condition{
      -2, ArchitectureOrdinal(*ArchitectureByName("intel_gpu_dg1"))});
  EXPECT_FALSE(manager.Implies(dg1, small));
  EXPECT_NE(manager.And(dg1, small), ConditionManager::kNever);
  // Programs cannot write them.
  EXPECT_FALSE(ParseCondition(written, nullptr));
}

// The written form does not depend on what was asked before.
TEST(ConditionManager, WrittenFormsDoNotDependOnTheOrderOfQuestions) {
  const World world = MixedWorld();
  std::mt19937 random(4);
  ConditionManager shared(world.facts);
  for (int round = 0; round < 2000; ++round) {
    const Condition condition =
        RandomCondition(&random, world, 1 + round % 12);
    ConditionManager fresh(world.facts);
    ASSERT_EQ(shared.Write(shared.Read(condition)),
              fresh.Write(fresh.Read(condition)));
  }
}

TEST(ConditionManager, AnyOfIsOneOrForEach) {
  const World world = MixedWorld();
  std::mt19937 random(5);
  ConditionManager manager(world.facts);
  for (int round = 0; round < 500; ++round) {
    std::vector<Id> parts;
    Id expected = ConditionManager::kNever;
    for (int i = 0; i < round % 6; ++i) {
      parts.push_back(manager.Read(RandomCondition(&random, world, 4)));
      expected = manager.Or(expected, parts.back());
    }
    ASSERT_EQ(manager.AnyOf(parts), expected);
  }
}

// Beyond the limits the alternatives are kept, each once, whatever the order.
TEST(ConditionManager, LargeCombinationsStayAsTheyAreWritten) {
  ConditionManager manager({});
  std::vector<Id> leaves;
  for (std::int32_t i = 0; i < 5000; ++i) {
    leaves.push_back(manager.Read(Condition{kConditionAspect, 10 + i}));
  }
  const Id any = manager.AnyOf(leaves);
  EXPECT_EQ(manager.Write(any).size(), 3u * 5000 - 1);
  EXPECT_EQ(manager.Or(any, leaves[4321]), any);
  EXPECT_EQ(manager.Or(leaves[7], any), any);
  EXPECT_TRUE(EvaluateCondition(manager.Write(any), Device({10 + 4999})));
  EXPECT_FALSE(EvaluateCondition(manager.Write(any), Device({9})));
  EXPECT_EQ(manager.Not(manager.Not(any)), any);
  // What would be too long holds more often than it should, never less.
  std::vector<Id> many;
  for (std::int32_t i = 0; i < 40000; ++i) {
    many.push_back(manager.Read(Condition{kConditionAspect, 10 + i}));
  }
  EXPECT_EQ(manager.AnyOf(many), ConditionManager::kAlways);
  // Small conditions are still solved where their leaves were known before.
  EXPECT_EQ(manager.And(leaves[0], manager.Not(leaves[0])),
            ConditionManager::kNever);
}

}  // namespace
}  // namespace facet
