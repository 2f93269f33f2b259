// A loader of Level Zero 1.9 for tests: the one that it is linked to, and the
// function that this lacks, of the fake driver (FAKE_LEVEL_ZERO).
#include <dlfcn.h>
#include <level_zero/ze_api.h>

#include <cstdlib>

extern "C" ze_result_t zeCommandListImmediateAppendCommandListsExp(
    ze_command_list_handle_t list, uint32_t count,
    ze_command_list_handle_t* appended, ze_event_handle_t signal,
    uint32_t waits, ze_event_handle_t* events) {
  using Function = decltype(&zeCommandListImmediateAppendCommandListsExp);
  static const auto function = reinterpret_cast<Function>(
      dlsym(dlopen(std::getenv("FAKE_LEVEL_ZERO"), RTLD_NOW | RTLD_NOLOAD),
            "fake_ze_append_lists"));
  return function(list, count, appended, signal, waits, events);
}
