// ONEAPI_DEVICE_SELECTOR: which devices a program is shown.
//
// In:  terms "backend:device,device;..." and "!backend:device"; letters of
//      either case. Back ends: *, opencl, cuda, hip, level_zero, native_cpu,
//      emulated. Devices: *, cpu, gpu, fpga, or a number, which counts the
//      devices of the back end from 0.
// Out: devices that a term accepts (all, if every term is a "!") and no "!"
//      term names.
// Why: the variable and its grammar are those of oneAPI's SYCL
//      implementations, so that scripts work with each of them. Sub-devices
//      ("0.1") are not supported.
#ifndef FACET_RUNTIME_DEVICES_DEVICE_FILTER_H_
#define FACET_RUNTIME_DEVICES_DEVICE_FILTER_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/backends/backend.h"

namespace facet {

// Returns the back end that terms name the device by: "native_cpu", "emulated".
std::string_view SelectorBackend(const DeviceInfo& info);

// What names a device in the variable: "cuda:0". Numbers count all devices, so
// the list is one that nothing was removed from.
using DeviceIds = std::map<const Device*, std::string>;
DeviceIds IdsOf(const PlatformList& list);

class DeviceSelector {
 public:
  // The message of a failure says what is wrong with the text. A selector of no
  // terms selects all.
  static Status Parse(std::string_view text, DeviceSelector* selector);

  // False: no device of the back end is selected, whatever devices it has.
  bool MaySelect(std::string_view backend) const;
  // Removes what is not selected.
  void Apply(PlatformList* list) const;

 private:
  struct Term {
    bool discard = false;
    std::string backend;
    std::vector<std::string> devices;

    bool CoversBackend(std::string_view name) const {
      return backend == "*" || backend == name;
    }
    bool Names(const DeviceInfo& info, size_t number) const;
  };
  static Status ParseTerm(std::string text, Term* term);
  bool Selects(const DeviceInfo& info, size_t number) const;

  std::vector<Term> terms_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_DEVICES_DEVICE_FILTER_H_
