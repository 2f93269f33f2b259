// See comparison.h.
#include "reports/comparison.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "reports/report_file.h"

namespace facet {
namespace {

using report::Change;
using report::Kernel;
using report::Report;
using report::Verdict;

// A target or a device: equal if both are the same.
using Place = std::tuple<std::string, std::string, std::string>;

Place PlaceOf(const Verdict& verdict) {
  return {verdict.target(), verdict.id(), verdict.device()};
}

template <typename Message>
std::string NameOfPlace(const Message& of) {
  return of.has_device() ? "device " + of.device() + " [" + of.id() + "]"
                         : of.target();
}

// Of verdicts of kernels, of which reports without kernels have none.
std::set<Place> PlacesOf(const Report& report) {
  std::set<Place> places;
  for (const std::string& target : report.targets())
    places.insert({target, "", ""});
  for (const report::Device& device : report.devices())
    places.insert({"", device.id(), device.name()});
  return places;
}

// Kernels by what names them; null where several have the name.
using Kernels = std::map<std::string, const Kernel*>;

template <typename List, typename NameOf>
Kernels By(NameOf name_of, const List& kernels) {
  Kernels found;
  for (const Kernel* kernel : kernels) {
    const auto [at, is_new] = found.insert({name_of(*kernel), kernel});
    if (!is_new) at->second = nullptr;
  }
  return found;
}

// Takes the pairs out of both lists.
template <typename NameOf>
void TakePairs(NameOf name_of, std::vector<const Kernel*>* before,
               std::vector<const Kernel*>* after,
               std::vector<std::pair<const Kernel*, const Kernel*>>* pairs) {
  const Kernels old_kernels = By(name_of, *before);
  const Kernels new_kernels = By(name_of, *after);
  std::set<const Kernel*> taken;
  for (const auto& [name, kernel] : old_kernels) {
    const auto found = new_kernels.find(name);
    if (!kernel || found == new_kernels.end() || !found->second) continue;
    pairs->push_back({kernel, found->second});
    taken.insert({kernel, found->second});
  }
  for (auto* list : {before, after})
    std::erase_if(*list, [&](const Kernel* k) { return taken.contains(k); });
}

std::vector<const Kernel*> KernelsOf(const Report& report) {
  std::vector<const Kernel*> kernels;
  for (const Kernel& kernel : report.kernels()) kernels.push_back(&kernel);
  return kernels;
}

std::map<Place, const Verdict*> ByPlace(const Kernel& kernel) {
  std::map<Place, const Verdict*> verdicts;
  for (const Verdict& verdict : kernel.on()) verdicts[PlaceOf(verdict)] = &verdict;
  return verdicts;
}

template <typename Strings>
std::vector<std::string> Sorted(const Strings& strings) {
  std::vector<std::string> sorted(strings.begin(), strings.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

Change NewChange(Change::Kind kind, const Kernel& kernel) {
  Change change;
  change.set_kind(kind);
  change.set_name(kernel.name());
  change.set_symbol(kernel.symbol());
  return change;
}

Change ChangeAt(Change::Kind kind, const Kernel& kernel,
                const Verdict& verdict) {
  Change change = NewChange(kind, kernel);
  if (verdict.has_target()) change.set_target(verdict.target());
  if (verdict.has_device()) {
    change.set_device(verdict.device());
    change.set_id(verdict.id());
  }
  return change;
}

void AddWhy(const Verdict& verdict, Change* change) {
  *change->mutable_lacks() = verdict.lacks();
  *change->mutable_reasons() = verdict.reasons();
}

// What happened to a kernel where both programs have a verdict.
void CompareAt(const Kernel& kernel, const Verdict& before,
               const Verdict& after, std::vector<Change>* changes) {
  if (before.runs() != after.runs()) {
    changes->push_back(
        ChangeAt(before.runs() ? Change::LOST : Change::GAINED, kernel, after));
    AddWhy(before.runs() ? after : before, &changes->back());
  } else if (!after.runs()) {
    if (Sorted(before.reasons()) == Sorted(after.reasons())) return;
    changes->push_back(ChangeAt(Change::REASONS, kernel, after));
    AddWhy(after, &changes->back());
  } else {
    const auto needed = Sorted(before.needs()), needs = Sorted(after.needs());
    if (needed == needs) return;
    changes->push_back(ChangeAt(Change::NEEDS, kernel, after));
    Change& change = changes->back();
    std::set_difference(
        needs.begin(), needs.end(), needed.begin(), needed.end(),
        google::protobuf::RepeatedFieldBackInserter(change.mutable_needs_now()));
    std::set_difference(needed.begin(), needed.end(), needs.begin(),
                        needs.end(),
                        google::protobuf::RepeatedFieldBackInserter(
                            change.mutable_needed_before()));
  }
}

void CompareKernel(const Kernel& before, const Kernel& after,
                   std::vector<Change>* changes) {
  const auto now = ByPlace(after);
  for (const Verdict& verdict : before.on()) {
    if (const auto found = now.find(PlaceOf(verdict)); found != now.end()) {
      CompareAt(after, verdict, *found->second, changes);
    } else if (verdict.has_target() && verdict.runs()) {
      changes->push_back(ChangeAt(Change::LOST, after, verdict));
      changes->back().add_reasons("The new program has no images for target '" +
                                  verdict.target() + "'.");
    }
  }
}

void AddNotCompared(const Report& before, const Report& after,
                    report::Comparison* result) {
  const std::set<Place> old_places = PlacesOf(before),
                        new_places = PlacesOf(after);
  const auto add = [&](const Place& place, const char* where) {
    const auto& [target, id, device] = place;
    result->add_not_compared(
        (id.empty() ? target : "device " + device + " [" + id + "]") + ", in " +
        where + " alone");
  };
  for (const Place& place : old_places)
    if (std::get<0>(place).empty() && !new_places.contains(place))
      add(place, "the old report");
  for (const Place& place : new_places)
    if (!old_places.contains(place)) add(place, "the new report");
}

const char* HeadingOf(Change::Kind kind) {
  switch (kind) {
    case Change::LOST:
      return "no longer run";
    case Change::GAINED:
      return "run now";
    case Change::REMOVED:
      return "are gone";
    case Change::ADDED:
      return "are new";
    case Change::REASONS:
      return "are refused for other reasons";
    case Change::NEEDS:
      return "need something else";
    default:
      return "unknown";
  }
}

template <typename Strings>
std::string Joined(const Strings& strings) {
  std::string out;
  for (const std::string& text : strings) out += (out.empty() ? "" : ", ") + text;
  return out;
}

// The lines below a kernel's name.
void AppendChange(const Change& change, std::string* out) {
  if (change.kind() == Change::REMOVED || change.kind() == Change::ADDED) return;
  *out += "    " + NameOfPlace(change);
  if (change.needs_now_size()) *out += ", now: " + Joined(change.needs_now());
  if (change.needed_before_size())
    *out += ", no more: " + Joined(change.needed_before());
  *out += "\n";
  for (const std::string& reason : change.reasons())
    *out += std::string("      ") +
            (change.kind() == Change::GAINED ? "before: " : "") + reason + "\n";
}

}  // namespace

report::Comparison Compare(const Report& before, const Report& after) {
  report::Comparison result;
  result.set_schema_version(kReportSchemaVersion);
  result.set_tool(after.tool());
  result.set_facet_version(after.facet_version());
  result.set_old_program(before.program());
  result.set_new_program(after.program());
  std::vector<const Kernel*> gone = KernelsOf(before), added = KernelsOf(after);
  std::vector<std::pair<const Kernel*, const Kernel*>> pairs;
  TakePairs([](const Kernel& k) { return k.symbol(); }, &gone, &added, &pairs);
  TakePairs([](const Kernel& k) { return k.name(); }, &gone, &added, &pairs);
  std::vector<Change> changes;
  for (const auto& [old_kernel, new_kernel] : pairs)
    CompareKernel(*old_kernel, *new_kernel, &changes);
  for (const Kernel* kernel : gone)
    changes.push_back(NewChange(Change::REMOVED, *kernel));
  for (const Kernel* kernel : added)
    changes.push_back(NewChange(Change::ADDED, *kernel));
  // By kind, then by name; then as they were found.
  std::multimap<std::pair<int, std::string>, Change*> sorted;
  for (Change& change : changes)
    sorted.insert({{change.kind(), change.name()}, &change});
  for (const auto& [key, change] : sorted) {
    result.set_lost(result.lost() + (change->kind() == Change::LOST));
    *result.add_changes() = std::move(*change);
  }
  AddNotCompared(before, after, &result);
  return result;
}

std::string ToText(const report::Comparison& comparison) {
  std::string out =
      comparison.old_program() + " -> " + comparison.new_program() + ": " +
      (comparison.changes_size() == 0 ? "no changes" : "") + "\n";
  if (comparison.changes_size() != 0) {
    out.pop_back();
    out += std::to_string(comparison.changes_size()) +
           (comparison.changes_size() == 1 ? " change\n" : " changes\n");
  }
  const Change* last = nullptr;
  for (const Change& change : comparison.changes()) {
    if (!last || last->kind() != change.kind()) {
      out += std::string("\nkernels that ") + HeadingOf(change.kind()) + "\n";
      last = nullptr;
    }
    if (!last || last->symbol() != change.symbol())
      out += "  " + change.name() + "\n";
    AppendChange(change, &out);
    last = &change;
  }
  if (comparison.not_compared_size() != 0) out += "\nnot compared\n";
  for (const std::string& place : comparison.not_compared())
    out += "  " + place + "\n";
  return out;
}

}  // namespace facet
