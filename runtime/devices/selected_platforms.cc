// See selected_platforms.h.
#include "runtime/devices/selected_platforms.h"

#include <stdlib.h>

#include <utility>

#include "runtime/process/exiting.h"

namespace facet {

Status SelectedPlatforms::Make(std::vector<Backend> backends,
                               std::unique_ptr<SelectedPlatforms>* made) {
  std::unique_ptr<SelectedPlatforms> platforms(new SelectedPlatforms);
  DeviceSelector& selector = platforms->selector_;
  if (const char* text = secure_getenv("ONEAPI_DEVICE_SELECTOR"))
    if (Status s = DeviceSelector::Parse(text, &selector); !s.ok()) return s;
  std::erase_if(backends, [&](const Backend& backend) {
    return !selector.MaySelect(backend.name);
  });
  platforms->answers_.resize(backends.size());
  platforms->backends_ = std::move(backends);
  *made = std::move(platforms);
  return {};
}

const PlatformList& SelectedPlatforms::Of(size_t backend) {
  std::lock_guard lock(mutex_);
  std::optional<PlatformList>& answer = answers_[backend];
  if (!answer) {
    PlatformList list = backends_[backend].enumerate();
    NoticeExit();
    std::erase_if(list.platforms, [](const auto& platform) {
      return platform->devices.empty();
    });
    const DeviceIds all = IdsOf(list);
    selector_.Apply(&list);
    // Addresses of devices that are gone may become those of others.
    for (const auto& platform : list.platforms)
      for (const DevicePtr& device : platform->devices)
        ids_[device.get()] = all.at(device.get());
    answer = std::move(list);
  }
  return *answer;
}

PlatformList SelectedPlatforms::All() {
  PlatformList all;
  for (size_t backend = 0; backend < backends_.size(); ++backend) {
    const PlatformList& own = Of(backend);
    all.platforms.insert(all.platforms.end(), own.platforms.begin(),
                         own.platforms.end());
    all.warnings.insert(all.warnings.end(), own.warnings.begin(),
                        own.warnings.end());
  }
  return all;
}

std::shared_ptr<const Platform> SelectedPlatforms::PlatformOf(
    const Device* device) {
  std::lock_guard lock(mutex_);
  for (const auto& answer : answers_)
    if (answer)
      for (const auto& platform : answer->platforms)
        for (const DevicePtr& candidate : platform->devices)
          if (candidate.get() == device) return platform;
  return nullptr;
}

DeviceIds SelectedPlatforms::Ids() {
  std::lock_guard lock(mutex_);
  return ids_;
}

}  // namespace facet
