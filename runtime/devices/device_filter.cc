// See device_filter.h.
#include "runtime/devices/device_filter.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

namespace facet {
namespace {

std::vector<std::string_view> KnownBackends() {
  std::vector<std::string_view> names = {"*"};
  for (const BackendName& backend : kBackendNames)
    names.push_back(backend.name);
  names.push_back(kEmulatedName);
  return names;
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator)
      parts.emplace_back();
    else if (!std::isspace(static_cast<unsigned char>(c)))
      parts.back() +=
          static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return parts;
}

Status Malformed(const std::string& term, const std::string& why) {
  return {StatusCode::kInvalidArgument,
          "ONEAPI_DEVICE_SELECTOR: '" + term + "': " + why};
}

bool IsNumber(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

Status DeviceSelector::ParseTerm(std::string text, Term* term) {
  const std::string whole = text;
  if (text.starts_with('!')) {
    term->discard = true;
    text.erase(0, 1);
  }
  const size_t colon = text.find(':');
  if (colon == text.npos)
    return Malformed(whole, "expected 'backend:devices'");
  term->backend = text.substr(0, colon);
  const auto backends = KnownBackends();
  if (std::ranges::count(backends, term->backend) == 0) {
    std::string known;
    for (std::string_view name : backends)
      known += (known.empty() ? "" : ", ") + std::string(name);
    return Malformed(whole, "unknown back end; known are: " + known);
  }
  term->devices = Split(std::string_view(text).substr(colon + 1), ',');
  for (const std::string& device : term->devices) {
    if (device.find('.') != device.npos)
      return Malformed(whole, "sub-devices are not supported");
    if (device != "*" && device != "cpu" && device != "gpu" &&
        device != "fpga" && !IsNumber(device))
      return Malformed(whole, "'" + device +
                                  "' is no device: expected *, cpu, gpu, fpga "
                                  "or a number");
  }
  return {};
}

bool DeviceSelector::Term::Names(const DeviceInfo& info,
                                 size_t number) const {
  if (!CoversBackend(SelectorBackend(info))) return false;
  for (const std::string& device : devices) {
    if (device == "*" || device == std::to_string(number)) return true;
    if (device == "cpu" && info.type == DeviceType::kCpu) return true;
    if (device == "gpu" && info.type == DeviceType::kGpu) return true;
    if (device == "fpga" && info.type == DeviceType::kAccelerator) return true;
  }
  return false;
}

bool DeviceSelector::Selects(const DeviceInfo& info, size_t number) const {
  bool accepted = false, only_discards = true;
  for (const Term& term : terms_) {
    const bool names = term.Names(info, number);
    if (term.discard && names) return false;
    if (!term.discard) {
      only_discards = false;
      accepted |= names;
    }
  }
  return accepted || only_discards;
}

bool DeviceSelector::MaySelect(std::string_view backend) const {
  bool accepted = false, only_discards = true;
  for (const Term& term : terms_) {
    const bool covers = term.CoversBackend(backend);
    if (term.discard && covers &&
        std::count(term.devices.begin(), term.devices.end(), "*") != 0)
      return false;
    if (!term.discard) {
      only_discards = false;
      accepted |= covers;
    }
  }
  return accepted || only_discards;
}

std::string_view SelectorBackend(const DeviceInfo& info) {
  return info.emulated ? kEmulatedName : NameOf(info.backend);
}

DeviceIds IdsOf(const PlatformList& list) {
  DeviceIds ids;
  std::map<std::string_view, size_t> numbers;
  for (const auto& platform : list.platforms)
    for (const DevicePtr& device : platform->devices) {
      const std::string_view backend = SelectorBackend(device->info());
      ids[device.get()] =
          std::string(backend) + ":" + std::to_string(numbers[backend]++);
    }
  return ids;
}

Status DeviceSelector::Parse(std::string_view text, DeviceSelector* selector) {
  for (const std::string& part : Split(text, ';')) {
    if (part.empty()) continue;
    if (Status s = ParseTerm(part, &selector->terms_.emplace_back()); !s.ok())
      return s;
  }
  return {};
}

void DeviceSelector::Apply(PlatformList* list) const {
  if (terms_.empty()) return;
  std::map<std::string_view, size_t> numbers;  // next, by back end
  std::vector<std::shared_ptr<const Platform>> kept;
  for (const auto& platform : list->platforms) {
    auto selected = std::make_shared<Platform>();
    selected->info = platform->info;
    for (const DevicePtr& device : platform->devices)
      if (Selects(device->info(), numbers[SelectorBackend(device->info())]++))
        selected->devices.push_back(device);
    if (!selected->devices.empty()) kept.push_back(std::move(selected));
  }
  list->platforms = std::move(kept);
}

}  // namespace facet
