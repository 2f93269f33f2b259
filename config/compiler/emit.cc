// See emit.h.

#include "config/compiler/emit.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "features/architectures/architecture.h"
#include "features/aspects/aspect_table.h"
#include "features/conditions/conditions.h"

namespace facet {
namespace {

constexpr char kGenerated[] = "// Made by facet-config. Do not edit.\n";

std::string Hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%016llx",
                static_cast<unsigned long long>(value));
  return text;
}

// A C++ string literal.
std::string Quoted(std::string_view value) {
  std::string text = "\"";
  for (char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

// A constant array and in `use` how to refer to it; nothing for an empty one,
// which C++ does not have.
template <typename List, typename Format>
std::string Array(std::string_view type, const std::string& name,
                  const List& list, Format format, std::string* use) {
  *use = "{}";
  if (list.empty()) return "";
  *use = name;
  std::string text = "constexpr " + std::string(type) + " " + name + "[] = {";
  for (const auto& element : list) text += format(element) + ", ";
  text.resize(text.size() - 2);
  return text + "};\n";
}

std::vector<const TargetDescription*> ByTargetAspect(
    const DeviceConfig& config) {
  std::vector<const TargetDescription*> targets;
  for (const std::string& name : config.Names()) {
    targets.push_back(config.Find(name));
  }
  std::sort(targets.begin(), targets.end(), [](const auto* a, const auto* b) {
    return std::pair(a->target_aspect, a->emulated) <
           std::pair(b->target_aspect, b->emulated);
  });
  return targets;
}

}  // namespace

std::string EmitAspectTable(const std::vector<AspectEntry>& entries) {
  std::string text = kGenerated;
  for (const AspectEntry& entry : entries) {
    text += "{" + std::to_string(entry.value) + ", " + Quoted(entry.name) +
            ", " + Quoted(entry.alias_of) + ", " + Quoted(entry.deprecated) +
            "},\n";
  }
  return text;
}

std::string EmitTargetAspectTable(const DeviceConfig& config) {
  std::string text = kGenerated;
  for (const TargetDescription* target : ByTargetAspect(config)) {
    text += "{" + std::to_string(target->target_aspect) + ", " +
            Quoted(target->name) + "},\n";
  }
  return text;
}

std::string EmitArchitectureTable(
    const std::vector<ArchitectureEntry>& entries) {
  std::string text = kGenerated;
  for (const ArchitectureEntry& entry : entries) {
    text += "{" + Hex(entry.id) + ", " + Quoted(entry.name) + ", \"\"},\n";
    for (const std::string& alias : entry.aliases) {
      text += "{" + Hex(entry.id) + ", " + Quoted(alias) + ", " +
              Quoted(entry.name) + "},\n";
    }
  }
  return text;
}

std::string EmitTargetTable(const DeviceConfig& config) {
  std::string arrays = kGenerated;
  std::string table = "constexpr TargetEntry kTargets[] = {\n";
  auto quoted = [](const std::string& s) { return Quoted(s); };
  auto number = [](auto value) { return std::to_string(value); };
  for (const TargetDescription* t : ByTargetAspect(config)) {
    std::string aliases, aspects, sizes, covers;
    arrays += Array("std::string_view", "kAliases_" + t->name, t->aliases,
                    quoted, &aliases);
    arrays +=
        Array("Aspect", "kAspects_" + t->name, t->aspects, number, &aspects);
    arrays += Array("std::uint32_t", "kSubGroupSizes_" + t->name,
                    t->sub_group_sizes, number, &sizes);
    arrays += Array("std::string_view", "kCovers_" + t->name, t->covers, quoted,
                    &covers);
    std::string limits, items;
    for (const DeviceLimit& limit : kDeviceLimits) {
      limits += "." + std::string(limit.name) + " = " +
                std::to_string(t->limits.*limit.value) + ", ";
    }
    for (std::uint64_t size : t->limits.max_work_item_sizes) {
      items += (items.empty() ? "" : ", ") + std::to_string(size);
    }
    table += "    {" + Quoted(t->name) + ", " + aliases + ", " +
             Quoted(t->architecture) + ", " + Hex(t->architecture_id) + ", " +
             std::to_string(t->target_aspect) + ", " + aspects + ", " +
             (t->may_support_other_aspects ? "true" : "false") + ", " + sizes +
             ", {" + limits + ".max_work_item_sizes = {" + items + "}}, " +
             Quoted(t->aot_toolchain) + ", " + Quoted(t->aot_device) + ", " +
             covers + "},\n";
  }
  return arrays + table + "};\n";
}

std::string EmitAspectList() {
  std::string text = kGenerated;
  for (const AspectInfo& info : AllAspects()) {
    std::string kind, message;
    if (!info.deprecated.empty()) {
      kind = info.alias_of.empty() ? "_DEPRECATED" : "_DEPRECATED_ALIAS";
      message = ", " + Quoted(info.deprecated);
    }
    text += "__SYCL_ASPECT" + kind + "(" + std::string(info.name) + ", " +
            std::to_string(info.value) + message + ")\n";
  }
  return text;
}

std::string EmitArchitectureList() {
  std::string text = kGenerated;
  for (const ArchitectureInfo& info : AllArchitectures()) {
    text += info.alias_of.empty()
                ? "__SYCL_ARCHITECTURE(" + std::string(info.name) + ", " +
                      Hex(info.id) + "ULL, " +
                      std::to_string(ArchitectureOrdinal(info.id)) + ")\n"
                : "__SYCL_ARCHITECTURE_ALIAS(" + std::string(info.name) + ", " +
                      std::string(info.alias_of) + ")\n";
  }
  return text;
}

std::string EmitTargetMacros(const std::vector<TargetDescription>& targets) {
  std::string text = kGenerated;
  // Compilations read it in front of the user's code: no warnings of its names.
  text += "#pragma GCC system_header\n";
  auto define = [&text](const std::string& name) {
    text += "#define " + name + " 1\n";
  };
  if (targets.size() == 1) {
    const std::vector<std::string> names = targets[0].MacroNames();
    for (const std::string& name : names) define(name);
    if (!names.empty() && !targets[0].IsJit()) {
      const ConditionFacts facts = targets[0].Facts();
      for (const ConditionLeaf& leaf : ConditionLeaves())
        if (leaf.macro)
          text += "#define " + std::string(leaf.macro) + " " +
                  std::to_string(leaf.number_of(facts)) + "\n";
      text += "#define __SYCL_ONLY_TARGET__ " + Quoted(targets[0].name) + "\n";
    }
  }
  if (targets.empty()) {
    // No target: nothing is known, so any aspect is possible.
    define("__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__");
    return text;
  }
  AspectSet all = targets[0].aspects;
  AspectSet any;
  bool any_aspect = false;
  for (const TargetDescription& target : targets) {
    all = all.Intersection(target.aspects);
    any = any.Union(target.aspects);
    any_aspect |= target.may_support_other_aspects;
  }
  for (Aspect aspect : all) {
    define("__SYCL_ALL_DEVICES_HAVE_" + std::string(AspectName(aspect)) + "__");
  }
  if (any_aspect) {
    define("__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__");
    return text;
  }
  for (Aspect aspect : any) {
    define("__SYCL_ANY_DEVICE_HAS_" + std::string(AspectName(aspect)) + "__");
  }
  return text;
}

std::string EmitBazelNames(const DeviceConfig& config) {
  std::string text =
      "\"\"\"The names BUILD files may use for targets.\n\n"
      "Made by `facet-config bazel-names config/targets/*.toml`; "
      "//config/targets:names_test compares.\n\n"
      "SYCL_TARGETS:        name -> the AOT tool chain that makes its images\n"
      "SYCL_TARGET_ALIASES: alias -> name\n"
      "Each target T also has an emulated one, emu_T: its features, but code "
      "for the host CPU.\n"
      "\"\"\"\n\nSYCL_TARGETS = {\n";
  std::vector<std::pair<std::string, std::string>> aliases;
  for (const std::string& name : config.Names()) {
    const TargetDescription* target = config.Find(name);
    text +=
        "    " + Quoted(name) + ": " + Quoted(target->aot_toolchain) + ",\n";
    for (const std::string& alias : target->aliases) {
      aliases.emplace_back(alias, name);
    }
  }
  text += "}\n\nSYCL_TARGET_ALIASES = {\n";
  std::sort(aliases.begin(), aliases.end());
  for (const auto& [alias, name] : aliases) {
    text += "    " + Quoted(alias) + ": " + Quoted(name) + ",\n";
  }
  return text + "}\n";
}

}  // namespace facet
