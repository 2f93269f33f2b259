// See report.h.
#include "runtime/backends/cpu/checks/reports/report.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "runtime/backends/cpu/checks/reports/description.h"
#include "runtime/backends/cpu/checks/state/settings.h"
#include "runtime/registry/kernel_names.h"
#include "runtime/text/json_writer.h"

namespace facet {
namespace {

std::atomic<bool> reported{false};
std::atomic<int> exit_status{0};

const char* NameOf(FaultKind kind) {
  switch (kind) {
    case FaultKind::kNull:
      return "null pointer";
    case FaultKind::kAlignment:
      return "misaligned address";
    case FaultKind::kBounds:
      return "out of bounds";
    case FaultKind::kFreed:
      return "use after free";
    case FaultKind::kWild:
      return "address of no object";
    case FaultKind::kHost:
      return "memory of the host";
    case FaultKind::kContext:
      return "memory of another context";
    case FaultKind::kReadOnly:
      return "write to read-only memory";
    case FaultKind::kDoubleFree:
      return "double free";
    case FaultKind::kInvalidFree:
      return "free of no allocation";
    case FaultKind::kLeak:
      return "leak";
    case FaultKind::kUndefined:
      return "undefined value";
    case FaultKind::kRace:
      return "race";
    case FaultKind::kBarrier:
      return "divergent barrier";
  }
  return "";
}

std::string KernelOf(const CheckedGroup* running) {
  return running && running->launch
             ? ReadableKernelName(running->launch->kernel)
             : "?";
}

bool KnowsWorkItem(const Fault& fault) {
  return fault.running && fault.local_id[0] != FACET_CPU_UNKNOWN_ID;
}

struct Ids3 {
  uint64_t ids[3];
};
Ids3 GlobalId(const Fault& fault) {
  Ids3 global;
  for (int d = 0; d < 3; ++d)
    global.ids[d] = fault.running->group->global_base[d] + fault.local_id[d];
  return global;
}

// In the order of assert(): x first.
std::string DescribeWorkItem(const Fault& fault) {
  if (!fault.command.empty()) return "  in " + fault.command + "\n";
  std::string text = "  in kernel '" + KernelOf(fault.running) + "'";
  if (!fault.running) return text + "\n";
  if (KnowsWorkItem(fault))
    text += ", global id: " + DescribeIds(GlobalId(fault).ids) +
            ", local id: " + DescribeIds(fault.local_id);
  return text + ", group: " + DescribeIds(fault.running->group->group_id) + "\n";
}

std::string DescribePlaces(const facet_cpu_access& access) {
  std::string text;
  for (uint32_t i = 0; i < access.place_count; ++i) {
    const facet_cpu_place& place = access.places[i];
    text += std::string("    ") + (i == 0 ? "at " : "inlined at ") +
            place.file + ":" + std::to_string(place.line);
    if (place.column) text += ":" + std::to_string(place.column);
    if (*place.function) text += std::string(" in ") + place.function;
    text += "\n";
  }
  return text;
}

bool Matches(const std::string& pattern, const char* text) {
  return fnmatch(pattern.c_str(), text, 0) == 0;
}

bool IsSuppressed(const Suppression& suppression,
                  const facet_cpu_access& access, const std::string& kernel) {
  if (suppression.what == Suppression::What::kKernel)
    return Matches(suppression.pattern, kernel.c_str());
  const std::span places(access.places, access.place_count);
  return std::ranges::any_of(places, [&](const facet_cpu_place& place) {
    return Matches(suppression.pattern,
                   suppression.what == Suppression::What::kFile
                       ? place.file
                       : place.function);
  });
}

bool IsSuppressed(const facet_cpu_access& access, const CheckedGroup* running) {
  const auto& all = CheckSettings::Get().suppressions;
  if (all.empty()) return false;
  const std::string kernel = KernelOf(running);
  return std::ranges::any_of(all, [&](const Suppression& suppression) {
    return IsSuppressed(suppression, access, kernel);
  });
}

// In one piece: another process may append to it, too.
void AppendJson(const Fault& fault) {
  const std::string& file = CheckSettings::Get().json_file;
  if (file.empty()) return;
  const std::string text = JsonOf(fault);
  const int out =
      open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const bool written = out >= 0 && write(out, text.data(), text.size()) ==
                                       static_cast<ssize_t>(text.size());
  if (out >= 0) close(out);
  static std::atomic<bool> warned{false};
  if (!written && !warned.exchange(true))
    fprintf(stderr, "SYCL check: warning: SYCL_CHECK_JSON: cannot write '%s'\n",
            file.c_str());
}

void Print(const std::string& text) {
  if (!reported.exchange(true))
    on_exit([](int status, void*) { exit_status = status; }, nullptr);
  fwrite(text.data(), 1, text.size(), stderr);
}

void WriteIds(JsonWriter& out, const char* key, const uint64_t (&ids)[3]) {
  out.Key(key);
  out.Array([&] {
    for (const uint64_t id : ids) out.Raw(std::to_string(id));
  });
}

void WritePlace(JsonWriter& out, const facet_cpu_place& place) {
  out.Object([&] {
    out.Member("file", place.file);
    out.Member("line", place.line);
    if (place.column != 0) out.Member("column", place.column);
    out.Member("function", place.function);
  });
}

void WritePlaces(JsonWriter& out, const char* key,
                 const facet_cpu_access& access) {
  out.Key(key);
  out.Array([&] {
    for (uint32_t i = 0; i < access.place_count; ++i)
      WritePlace(out, access.places[i]);
  });
}

}  // namespace

std::string TextOf(const Fault& fault) {
  std::string text = std::string("SYCL check: ") + NameOf(fault.kind) + ": " +
                     fault.what + "\n";
  if (!fault.object.empty()) text += "  " + fault.object + "\n";
  text += DescribeWorkItem(fault) + DescribePlaces(*fault.access);
  if (!fault.other.empty()) text += "  " + fault.other + "\n";
  if (fault.other_access) text += DescribePlaces(*fault.other_access);
  return text;
}

std::string JsonOf(const Fault& fault) {
  JsonWriter out(JsonWriter::Style::kOneLine);
  out.Object([&] {
    out.Member("kind", NameOf(fault.kind));
    out.Member("access", fault.what);
    if (!fault.object.empty()) out.Member("object", fault.object);
    if (fault.command.empty())
      out.Member("kernel", KernelOf(fault.running));
    else
      out.Member("command", fault.command);
    if (KnowsWorkItem(fault)) {
      WriteIds(out, "global_id", GlobalId(fault).ids);
      WriteIds(out, "local_id", fault.local_id);
    }
    if (fault.running) WriteIds(out, "group", fault.running->group->group_id);
    WritePlaces(out, "places", *fault.access);
    if (!fault.other.empty()) out.Member("other", fault.other);
    if (fault.other_access)
      WritePlaces(out, "other_places", *fault.other_access);
  });
  return std::move(out).Take();
}

void Report(facet_cpu_access& access, const CheckedGroup* running,
            const std::function<Fault()>& describe) {
  using Action = CheckSettings::Action;
  const CheckSettings& settings = CheckSettings::Get();
  if (!settings.on) return;
  const bool first = std::atomic_ref(access.reported).exchange(1) == 0;
  LaunchFailure* const failure =
      settings.action == Action::kThrow && running && running->launch
          ? running->launch->failure
          : nullptr;
  const bool fails = failure && failure->IsEmpty();
  if ((!first && !fails) || IsSuppressed(access, running)) return;
  const Fault fault = describe();
  const std::string text = TextOf(fault);
  if (first) AppendJson(fault);
  if (fails) failure->Set(text);
  if (first && !failure) Print(text);
  if (settings.action == Action::kAbort) abort();
}

void EndWithFailure() {
  if (!reported || exit_status != 0) return;
  constexpr int kFailure = 1;
  fflush(nullptr);
  _exit(kFailure);
}

}  // namespace facet
