// See thread_count.h.
#include "runtime/backends/cpu/thread_count.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

namespace facet {
namespace {

std::optional<int64_t> Number(std::string_view text) {
  int64_t number = 0;
  const auto end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::string Contents(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Up to `separator`, which is removed from `text`, too.
std::string_view TakeUpTo(char separator, std::string_view* text) {
  const size_t end = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
}

std::string_view FirstLine(std::string_view text) {
  return TakeUpTo('\n', &text);
}

std::optional<unsigned> QuotaOfVersion2(const std::string& folder) {
  const std::string text = Contents(folder + "/cpu.max");
  std::string_view line = FirstLine(text);
  const std::string_view quota = TakeUpTo(' ', &line);
  return ProcessorsOfQuota(quota, line);
}

std::optional<unsigned> QuotaOfVersion1(const std::string& folder) {
  const std::string quota = Contents(folder + "/cpu.cfs_quota_us");
  const std::string period = Contents(folder + "/cpu.cfs_period_us");
  return ProcessorsOfQuota(FirstLine(quota), FirstLine(period));
}

bool Names(std::string_view controllers, std::string_view wanted) {
  while (!controllers.empty())
    if (TakeUpTo(',', &controllers) == wanted) return true;
  return false;
}

unsigned Count() {
  const unsigned all = std::max(1u, std::thread::hardware_concurrency());
  if (const char* text = secure_getenv("SYCL_CPU_THREADS"); text && *text) {
    if (const auto chosen = ParseThreadCount(text))
      return std::min(all, *chosen);
    std::fprintf(stderr,
                 "sycl: warning: SYCL_CPU_THREADS: '%s' is no number of "
                 "threads: it is ignored\n",
                 text);
  }
  const auto limit =
      ProcessorsOfGroups("/sys/fs/cgroup", Contents("/proc/self/cgroup"));
  return std::min(all, limit.value_or(all));
}

}  // namespace

unsigned CpuThreads() {
  static const unsigned count = Count();
  return count;
}

std::optional<unsigned> ParseThreadCount(std::string_view text) {
  const auto number = Number(text);
  if (!number || *number < 1) return std::nullopt;
  return static_cast<unsigned>(std::min<int64_t>(*number, 1 << 20));
}

std::optional<unsigned> ProcessorsOfQuota(std::string_view quota,
                                          std::string_view period) {
  const auto used = Number(quota), of = Number(period);
  if (!used || !of || *used <= 0 || *of <= 0) return std::nullopt;
  return static_cast<unsigned>(
      std::min<int64_t>((*used - 1) / *of + 1, 1 << 20));
}

std::optional<unsigned> ProcessorsOfGroups(const std::string& root,
                                           std::string_view own) {
  std::optional<unsigned> least;
  while (!own.empty()) {
    // NUMBER:CONTROLLERS:PATH
    std::string_view path = TakeUpTo('\n', &own);
    TakeUpTo(':', &path);
    const std::string controllers(TakeUpTo(':', &path));
    const bool is_version_2 = controllers.empty();
    if (!is_version_2 && !Names(controllers, "cpu")) continue;
    const std::string base = root + (is_version_2 ? "" : "/" + controllers);
    for (;;) {
      const std::string folder = base + std::string(path);
      const auto here =
          is_version_2 ? QuotaOfVersion2(folder) : QuotaOfVersion1(folder);
      if (here) least = std::min(least.value_or(*here), *here);
      if (path.empty()) break;
      path = path.substr(0, std::min(path.rfind('/'), path.size() - 1));
    }
  }
  return least;
}

}  // namespace facet
