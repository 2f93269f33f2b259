// Resolves imports; see link_symbols.h.

#include "spirv/link_symbols.h"

#include <set>
#include <utility>

namespace facet::spirv {
namespace {

struct Linkage {
  std::string name;
  uint32_t type = 0;
};

std::optional<Linkage> LinkageOf(Instruction i) {
  if (i.opcode() != kOpDecorate || i.word(2) != kDecorationLinkageAttributes)
    return std::nullopt;
  Linkage linkage;
  size_t at = 0;
  linkage.name = i.String(3, &at);
  if (at >= i.size()) return std::nullopt;
  linkage.type = i.word(at);
  return linkage;
}

std::set<uint32_t> BuiltInVariables(const ModuleIndex& module) {
  std::set<uint32_t> ids;
  for (const Line& line : module.lines())
    if (line.instruction.opcode() == kOpDecorate &&
        line.instruction.word(2) == kDecorationBuiltIn)
      ids.insert(line.instruction.word(1));
  return ids;
}

struct Import {
  Symbol symbol;
  std::string name;
};

struct Collector {
  LinkSymbols result;
  std::unordered_map<std::string, Symbol> exports, link_once;
  std::vector<Import> imports;
  bool first_export_counts = false;

  bool Add(size_t module, const ModuleIndex& index, Instruction i,
           std::string* error) {
    std::optional<Linkage> linkage = LinkageOf(i);
    if (!linkage) return true;
    const Symbol symbol{module, i.word(1)};
    const Line* line = index.Definition(symbol.id);
    const uint16_t opcode = line ? line->instruction.opcode() : uint16_t{0};
    const FunctionLines* function = index.Function(symbol.id);
    const bool defines = linkage->type != kLinkageImport;
    if ((!function && opcode != kOpVariable) ||
        (function && function->has_body != defines)) {
      *error = "SPIR-V: symbol '" + linkage->name + "' is " +
               (defines    ? "exported but not defined"
                : function ? "imported but has a body"
                           : "neither a function nor a variable");
      return false;
    }
    if (!defines) {
      imports.push_back({symbol, std::move(linkage->name)});
      return true;
    }
    auto& definitions =
        linkage->type == kLinkageLinkOnceOdr ? link_once : exports;
    const auto [at, added] = definitions.emplace(linkage->name, symbol);
    if (added) return true;
    if (linkage->type != kLinkageLinkOnceOdr) {
      if (first_export_counts) return true;
      *error = "SPIR-V: symbol '" + linkage->name + "' is exported twice";
      return false;
    }
    result.replaced[module][symbol.id] = {linkage->name, at->second};
    return true;
  }
};

}  // namespace

std::optional<LinkSymbols> ResolveSymbols(std::span<const ModuleIndex> modules,
                                          bool first_export_counts,
                                          std::string* error) {
  Collector collector;
  collector.first_export_counts = first_export_counts;
  collector.result.replaced.resize(modules.size());
  for (size_t m = 0; m < modules.size(); ++m) {
    const std::set<uint32_t> built_in = BuiltInVariables(modules[m]);
    for (const Line& line : modules[m].lines())
      if (line.section == Section::kAnnotations &&
          !built_in.contains(line.instruction.word(1)) &&
          !collector.Add(m, modules[m], line.instruction, error))
        return std::nullopt;
  }
  std::set<std::string> missing;
  for (Import& import : collector.imports) {
    auto at = collector.exports.find(import.name);
    bool found = at != collector.exports.end();
    if (!found) {
      at = collector.link_once.find(import.name);
      found = at != collector.link_once.end();
    }
    if (!found) {
      missing.insert(import.name);
      continue;
    }
    collector.result.replaced[import.symbol.module][import.symbol.id] = {
        std::move(import.name), at->second};
  }
  if (missing.empty()) return std::move(collector.result);
  *error = "SPIR-V: nothing exports what is imported:";
  const char* separator = " '";
  for (const std::string& name : missing) {
    *error += separator + name + "'";
    separator = ", '";
  }
  return std::nullopt;
}

}  // namespace facet::spirv
