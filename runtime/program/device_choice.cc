// See device_choice.h.
#include "runtime/program/device_choice.h"

#include <algorithm>
#include <span>
#include <vector>

#include "runtime/program/image_choice.h"

namespace facet {
namespace {

int Score(ImageSupply supply, BackendKind backend, bool emulated, bool gpu) {
  int score = 1;
  switch (supply) {
    case ImageSupply::kUsable:
      score += 2000;
      break;
    case ImageSupply::kFilteredOut:
      score += 1000;
      break;
    case ImageSupply::kNothing:
      break;
  }
  if (!emulated) {
    score += 500;
    if (gpu) score += 200;
    if (backend != BackendKind::kOpenCl) score += 50;
  }
  return score;
}

struct Candidate {
  size_t backend = 0;  // position among all
  int score = 0;       // the highest that a device may have
};

// Back ends that may have such devices, the most promising first.
std::vector<Candidate> Candidates(const ImageRegistry& registry,
                                  std::optional<DeviceType> type,
                                  std::span<const Backend> backends) {
  const auto hold = registry.Hold();
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < backends.size(); ++i) {
    const Backend& backend = backends[i];
    const auto has = [&](DeviceType wanted) {
      return std::ranges::count(backend.types, wanted) != 0;
    };
    if (type && !has(*type)) continue;
    const bool gpu = type ? *type == DeviceType::kGpu : has(DeviceType::kGpu);
    candidates.push_back({i, Score(PossibleSupply(registry, backend.families),
                                   backend.kind, backend.is_emulated(), gpu)});
  }
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.backend < b.backend;
  });
  return candidates;
}

}  // namespace

int DeviceScore(const ImageRegistry& registry, const Device& device) {
  const DeviceInfo& info = device.info();
  const auto hold = registry.Hold();
  return Score(BestSupply(registry, device), info.backend, info.emulated,
               info.type == DeviceType::kGpu);
}

DevicePtr BestDevice(const ImageRegistry& registry,
                     std::optional<DeviceType> type,
                     SelectedPlatforms* platforms) {
  DevicePtr best;
  Candidate of_best;
  for (const Candidate& candidate :
       Candidates(registry, type, platforms->backends())) {
    const auto beats = [&](int score) {
      return score > of_best.score ||
             (score == of_best.score && candidate.backend < of_best.backend);
    };
    if (best && !beats(candidate.score)) continue;
    for (const auto& platform : platforms->Of(candidate.backend).platforms)
      for (const DevicePtr& device : platform->devices) {
        if (type && device->info().type != *type) continue;
        const int score = DeviceScore(registry, *device);
        if (best && !beats(score)) continue;
        best = device;
        of_best = {candidate.backend, score};
      }
  }
  return best;
}

}  // namespace facet
