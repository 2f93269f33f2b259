// The Level Zero functions that the back end calls, bound at run time.
//
// In:  libze_loader.so.1 (or the file named by SYCL_LEVEL_ZERO_LIBRARY).
// Out: a table of functions under their own names.
// Why: programs must start where no Level Zero is installed.
//
// oneAPI Level Zero Specification 1.4, what its headers declare; the few later
// names that are used are here.

#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_API_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_API_H_

#include <level_zero/ze_api.h>

#include <cstdint>
#include <string>

namespace facet::level_zero {

// Since 1.7: the hardware's IP version, chained to ze_device_properties_t.
inline constexpr char kIpVersionExtension[] = "ZE_extension_device_ip_version";
inline constexpr auto kStructureTypeDeviceIpVersion =
    static_cast<ze_structure_type_t>(0x1000f);
struct DeviceIpVersion {
  ze_structure_type_t stype;
  const void* pNext;
  uint32_t ipVersion;
};

// Since 1.9: commands of an immediate list run one after the other.
inline constexpr ze_command_queue_flags_t kQueueFlagInOrder = ZE_BIT(1);
inline constexpr uint32_t kVersionOfInOrder = ZE_MAKE_VERSION(1, 9);

// Since 1.9: lists that have been closed are executed from an immediate one.
inline constexpr char kAppendListsExtension[] =
    "ZE_experimental_immediate_command_list_append";
using AppendCommandLists = ze_result_t (*)(
    ze_command_list_handle_t immediate, uint32_t count,
    ze_command_list_handle_t* lists, ze_event_handle_t signal, uint32_t waits,
    ze_event_handle_t* events);

// clang-format off
#define FACET_LEVEL_ZERO_FUNCTIONS(X)                                         \
  X(zeInit) X(zeDriverGet) X(zeDriverGetApiVersion) X(zeDriverGetProperties)  \
  X(zeDriverGetExtensionProperties) X(zeDeviceGet) X(zeDeviceGetProperties)   \
  X(zeDeviceGetComputeProperties) X(zeDeviceGetModuleProperties)              \
  X(zeDeviceGetMemoryProperties) X(zeDeviceGetMemoryAccessProperties)         \
  X(zeDeviceGetCacheProperties) X(zeDeviceGetCommandQueueGroupProperties)     \
  X(zeDeviceGetGlobalTimestamps) X(zeDeviceCanAccessPeer)                     \
  X(zeDeviceGetP2PProperties) X(zeContextCreate) X(zeContextDestroy)          \
  X(zeMemAllocDevice) X(zeMemAllocHost) X(zeMemAllocShared) X(zeMemFree)      \
  X(zeModuleCreate) X(zeModuleDestroy) X(zeModuleBuildLogGetString)           \
  X(zeModuleBuildLogDestroy) X(zeModuleGetNativeBinary)                       \
  X(zeKernelCreate) X(zeKernelDestroy) X(zeKernelGetProperties)               \
  X(zeKernelSetIndirectAccess) X(zeKernelSetGroupSize)                        \
  X(zeKernelSetArgumentValue) X(zeCommandListCreateImmediate)                 \
  X(zeCommandListCreate) X(zeCommandListClose)                                \
  X(zeCommandListDestroy) X(zeCommandListAppendLaunchKernel)                  \
  X(zeCommandListAppendMemoryCopy) X(zeCommandListAppendMemoryFill)           \
  X(zeCommandListAppendMemoryPrefetch) X(zeCommandListAppendBarrier)          \
  X(zeEventPoolCreate) X(zeEventPoolDestroy) X(zeEventCreate)                 \
  X(zeEventDestroy) X(zeEventHostSynchronize) X(zeEventQueryStatus)           \
  X(zeEventHostReset) X(zeEventQueryKernelTimestamp)
// Extensions: may be null.
#define FACET_LEVEL_ZERO_OPTIONAL_FUNCTIONS(X)                                \
  X(zeKernelSetGlobalOffsetExp) X(zeDevicePciGetPropertiesExt)
// clang-format on

struct Api {
#define FACET_MEMBER(function) decltype(&::function) function = nullptr;
  FACET_LEVEL_ZERO_FUNCTIONS(FACET_MEMBER)
  FACET_LEVEL_ZERO_OPTIONAL_FUNCTIONS(FACET_MEMBER)
  AppendCommandLists zeCommandListImmediateAppendCommandListsExp = nullptr;
#undef FACET_MEMBER
};

// Returns null when there is no loader, or when it is unusable: then *warning
// says why. The table lives as long as the process.
const Api* LoadApi(std::string* warning);

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_API_H_
