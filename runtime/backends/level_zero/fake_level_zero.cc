// A Level Zero driver for tests, loaded by the real loader
// (ZE_ENABLE_ALT_DRIVERS): device memory is host memory, kernels only leave a
// line in the record of calls.
//
// A kernel "…add_one…" also runs: it increments the int that its first argument
// points to. The environment:
//   FAKE_ZE_FAIL="function=code"  makes one function fail
//   FAKE_ZE_EMPTY=1               queries succeed and fill in nothing
//   FAKE_ZE_VERSION=1.9           the version of the API
//   FAKE_ZE_GROUP_SIZE_Z=1024     instead of 512
// With fake_ze_hold(true) commands run only when a thread waits for an event,
// or by fake_ze_run().

#include <level_zero/ze_api.h>
#include <level_zero/ze_ddi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#include "runtime/backends/level_zero/fake_lists.h"
#include "runtime/testing/call_recorder.h"

namespace {

// Never destroyed: the runtime calls its driver to the end of the process.
auto& driver = *new facet::CallRecorder<ze_result_t>("FAKE_ZE_FAIL");

bool Empty() { return std::getenv("FAKE_ZE_EMPTY") != nullptr; }

char driver_storage, device_storage, context_storage, pool_storage,
    module_storage, log_storage;
template <typename Handle>
Handle As(char* storage) {
  return reinterpret_cast<Handle>(storage);
}

struct FakeKernel {
  std::string name;
  void* first_argument = nullptr;
  uint32_t* flag = nullptr;  // a kernel "fails": it sets the word there
};
FakeKernel* Get(ze_kernel_handle_t kernel) {
  return reinterpret_cast<FakeKernel*>(kernel);
}

template <typename T, size_t N>
void SetText(T (&field)[N], const char* text) {
  std::snprintf(field, N, "%s", text);
}

// A query: nothing is filled in if it fails, or by FAKE_ZE_EMPTY.
template <typename Fill>
ze_result_t Answer(const char* function, Fill fill) {
  const ze_result_t failed = driver.Query(function);
  if (!failed && !Empty()) fill();
  return failed;
}

// One thing to list.
template <typename Handle>
ze_result_t ListOne(uint32_t* count, Handle* handles, char* storage) {
  if (!handles) *count = 1;
  if (handles && *count > 0) handles[0] = As<Handle>(storage);
  return ZE_RESULT_SUCCESS;
}

// ------------------------------------------------------------------ queries

ze_result_t Init(ze_init_flags_t) { return driver.Call("zeInit"); }
ze_result_t DriverGet(uint32_t* count, ze_driver_handle_t* drivers) {
  if (const ze_result_t failed = driver.Query("zeDriverGet")) return failed;
  return ListOne(count, drivers, &driver_storage);
}
ze_result_t DriverGetApiVersion(ze_driver_handle_t, ze_api_version_t* version) {
  const char* text = std::getenv("FAKE_ZE_VERSION");
  const int minor = text ? std::atoi(text + 2) : 3;
  *version = static_cast<ze_api_version_t>(ZE_MAKE_VERSION(1, minor));
  return driver.Call("zeDriverGetApiVersion");
}
ze_result_t DriverGetProperties(ze_driver_handle_t,
                                ze_driver_properties_t* properties) {
  return Answer("zeDriverGetProperties",
                [&] { properties->driverVersion = 16797000; });
}
ze_result_t DriverGetExtensionProperties(
    ze_driver_handle_t, uint32_t* count,
    ze_driver_extension_properties_t* properties) {
  return Answer("zeDriverGetExtensionProperties", [&] {
    if (!properties) *count = 2;
    if (properties && *count > 0)
      SetText(properties->name, "ZE_extension_device_ip_version");
    if (properties && *count > 1)
      SetText(properties[1].name,
              "ZE_experimental_immediate_command_list_append");
  });
}
ze_result_t DeviceGet(ze_driver_handle_t, uint32_t* count,
                      ze_device_handle_t* devices) {
  if (const ze_result_t failed = driver.Query("zeDeviceGet")) return failed;
  return ListOne(count, devices, &device_storage);
}
ze_result_t DeviceGetProperties(ze_device_handle_t,
                                ze_device_properties_t* p) {
  return Answer("zeDeviceGetProperties", [&] {
    p->type = ZE_DEVICE_TYPE_GPU;
    p->vendorId = 0x8086;
    p->coreClockRate = 1600;
    p->maxMemAllocSize = uint64_t{4} << 30;
    p->numSlices = 8;
    p->numSubslicesPerSlice = 8;
    p->numEUsPerSubslice = 8;
    p->timerResolution =
        p->stype == ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 ? 10'000'000 : 100;
    p->timestampValidBits = 36;
    p->kernelTimestampValidBits = 8;
    SetText(p->name, "Fake Data Center GPU");
    struct IpVersion {
      ze_structure_type_t stype;
      const void* next;
      uint32_t version;
    };
    auto* ip = static_cast<IpVersion*>(p->pNext);
    if (ip && ip->stype == 0x1000f) ip->version = 0x030f0007;  // 12.60.7
  });
}
ze_result_t DeviceGetComputeProperties(ze_device_handle_t,
                                       ze_device_compute_properties_t* p) {
  return Answer("zeDeviceGetComputeProperties", [&] {
    p->maxTotalGroupSize = p->maxGroupSizeX = p->maxGroupSizeY = 1024;
    const char* depth = std::getenv("FAKE_ZE_GROUP_SIZE_Z");
    p->maxGroupSizeZ = depth ? std::atoi(depth) : 512;
    p->maxGroupCountX = p->maxGroupCountY = p->maxGroupCountZ = 0x7fffffff;
    p->maxSharedLocalMemory = 131072;
    p->numSubGroupSizes = 2;
    p->subGroupSizes[0] = 32;
    p->subGroupSizes[1] = 16;
  });
}
ze_result_t DeviceGetModuleProperties(ze_device_handle_t,
                                      ze_device_module_properties_t* p) {
  return Answer("zeDeviceGetModuleProperties", [&] {
    p->spirvVersionSupported = ZE_MAKE_VERSION(1, 2);
    p->flags = ZE_DEVICE_MODULE_FLAG_FP16 | ZE_DEVICE_MODULE_FLAG_FP64 |
               ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS;
  });
}
ze_result_t DeviceGetMemoryProperties(ze_device_handle_t, uint32_t* count,
                                      ze_device_memory_properties_t* p) {
  return Answer("zeDeviceGetMemoryProperties", [&] {
    if (!p) *count = 1;
    if (p && *count > 0) p->totalSize = uint64_t{64} << 30;
  });
}
ze_result_t DeviceGetMemoryAccessProperties(
    ze_device_handle_t, ze_device_memory_access_properties_t* p) {
  return Answer("zeDeviceGetMemoryAccessProperties", [&] {
    p->hostAllocCapabilities = p->deviceAllocCapabilities =
        p->sharedSingleDeviceAllocCapabilities = ZE_MEMORY_ACCESS_CAP_FLAG_RW;
  });
}
ze_result_t DeviceGetCacheProperties(ze_device_handle_t, uint32_t* count,
                                     ze_device_cache_properties_t* p) {
  return Answer("zeDeviceGetCacheProperties", [&] {
    if (!p) *count = 1;
    if (p && *count > 0) p->cacheSize = 1 << 20;
  });
}
// Copies come first, so that nobody takes ordinal 0 for granted.
ze_result_t DeviceGetCommandQueueGroupProperties(
    ze_device_handle_t, uint32_t* count,
    ze_command_queue_group_properties_t* p) {
  return Answer("zeDeviceGetCommandQueueGroupProperties", [&] {
    if (!p) *count = 2;
    if (!p || *count < 2) return;
    p[0].flags = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;
    p[1].flags = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE;
    p[1].maxMemoryFillPatternSize = 16;
  });
}
// Atomics do not go to another device.
ze_result_t DeviceCanAccessPeer(ze_device_handle_t, ze_device_handle_t,
                                ze_bool_t* can) {
  return Answer("zeDeviceCanAccessPeer", [&] { *can = 1; });
}
ze_result_t DeviceGetP2PProperties(ze_device_handle_t, ze_device_handle_t,
                                   ze_device_p2p_properties_t* p) {
  return Answer("zeDeviceGetP2PProperties",
                [&] { p->flags = ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS; });
}
ze_result_t DeviceGetGlobalTimestamps(ze_device_handle_t, uint64_t* host,
                                      uint64_t* device) {
  std::lock_guard lock(mutex);
  *host = 0;
  *device = ticks;
  return driver.Call("zeDeviceGetGlobalTimestamps");
}

// ------------------------------------------------------------ memory, modules

ze_result_t ContextCreate(ze_driver_handle_t, const ze_context_desc_t*,
                          ze_context_handle_t* context) {
  *context = As<ze_context_handle_t>(&context_storage);
  return driver.Call("zeContextCreate");
}
ze_result_t ContextDestroy(ze_context_handle_t) {
  return driver.Call("zeContextDestroy");
}
ze_result_t Allocate(const char* function, size_t size, size_t alignment,
                     void** address) {
  const ze_result_t result = driver.Call(function, "%zu, %zu", size, alignment);
  if (result == ZE_RESULT_SUCCESS)
    *address = std::aligned_alloc(alignment, (size + alignment - 1) /
                                                 alignment * alignment);
  return result;
}
ze_result_t MemAllocDevice(ze_context_handle_t,
                           const ze_device_mem_alloc_desc_t*, size_t size,
                           size_t alignment, ze_device_handle_t, void** out) {
  return Allocate("zeMemAllocDevice", size, alignment, out);
}
ze_result_t MemAllocHost(ze_context_handle_t, const ze_host_mem_alloc_desc_t*,
                         size_t size, size_t alignment, void** out) {
  return Allocate("zeMemAllocHost", size, alignment, out);
}
ze_result_t MemAllocShared(ze_context_handle_t,
                           const ze_device_mem_alloc_desc_t*,
                           const ze_host_mem_alloc_desc_t*, size_t size,
                           size_t alignment, ze_device_handle_t, void** out) {
  return Allocate("zeMemAllocShared", size, alignment, out);
}
ze_result_t MemFree(ze_context_handle_t, void* address) {
  std::free(address);
  return driver.Call("zeMemFree");
}
ze_result_t ModuleCreate(ze_context_handle_t, ze_device_handle_t,
                         const ze_module_desc_t* description,
                         ze_module_handle_t* module,
                         ze_module_build_log_handle_t* log) {
  *module = As<ze_module_handle_t>(&module_storage);
  if (log) *log = As<ze_module_build_log_handle_t>(&log_storage);
  const auto* code =
      reinterpret_cast<const char*>(description->pInputModule);
  const std::string flags = *description->pBuildFlags
                                ? ", " + std::string(description->pBuildFlags)
                                : "";
  return driver.Call(
      "zeModuleCreate", "%s, %.*s%s",
      description->format == ZE_MODULE_FORMAT_NATIVE ? "native" : "spirv",
      static_cast<int>(std::min<size_t>(description->inputSize, 8)), code,
      flags.c_str());
}
ze_result_t ModuleDestroy(ze_module_handle_t) {
  return driver.Call("zeModuleDestroy");
}
ze_result_t GiveBytes(const char* text, size_t* size, void* out) {
  const size_t length = std::strlen(text) + 1;
  if (out) std::memcpy(out, text, std::min(*size, length));
  *size = length;
  return ZE_RESULT_SUCCESS;
}
ze_result_t ModuleBuildLogGetString(ze_module_build_log_handle_t, size_t* size,
                                    char* out) {
  return GiveBytes("error: line 3: undefined reference\n", size, out);
}
ze_result_t ModuleBuildLogDestroy(ze_module_build_log_handle_t) {
  return driver.Call("zeModuleBuildLogDestroy");
}
ze_result_t ModuleGetNativeBinary(ze_module_handle_t, size_t* size,
                                  uint8_t* out) {
  return GiveBytes("compiled", size, out);
}
ze_result_t KernelCreate(ze_module_handle_t, const ze_kernel_desc_t* p,
                         ze_kernel_handle_t* kernel) {
  if (std::strcmp(p->pKernelName, "none") == 0)
    return ZE_RESULT_ERROR_INVALID_KERNEL_NAME;
  const ze_result_t result = driver.Call("zeKernelCreate", "%s", p->pKernelName);
  if (result == ZE_RESULT_SUCCESS)
    *kernel =
        reinterpret_cast<ze_kernel_handle_t>(new FakeKernel{p->pKernelName});
  return result;
}
ze_result_t KernelDestroy(ze_kernel_handle_t kernel) {
  delete Get(kernel);
  return driver.Call("zeKernelDestroy");
}
ze_result_t KernelGetProperties(ze_kernel_handle_t kernel,
                                ze_kernel_properties_t* p) {
  if (Empty()) return ZE_RESULT_SUCCESS;
  p->maxSubgroupSize = 32;
  p->maxNumSubgroups = 16;
  p->localMemSize = 64;
  p->privateMemSize = 8;
  if (Get(kernel)->name == "sized") {
    p->requiredGroupSizeX = 16;
    p->requiredGroupSizeY = 2;
    p->requiredGroupSizeZ = 1;
    p->requiredSubgroupSize = 16;
  }
  return ZE_RESULT_SUCCESS;
}
ze_result_t KernelSetIndirectAccess(ze_kernel_handle_t,
                                    ze_kernel_indirect_access_flags_t flags) {
  return driver.Call("zeKernelSetIndirectAccess", "%u", flags);
}
ze_result_t KernelSetGroupSize(ze_kernel_handle_t, uint32_t x, uint32_t y,
                               uint32_t z) {
  return driver.Call("zeKernelSetGroupSize", "%u %u %u", x, y, z);
}
ze_result_t KernelSetArgumentValue(ze_kernel_handle_t kernel, uint32_t index,
                                   size_t size, const void* value) {
  if (index == 0 && value && size >= sizeof(void*))
    std::memcpy(&Get(kernel)->first_argument, value, sizeof(void*));
  if (index == 1 && value && size == sizeof(void*))
    std::memcpy(&Get(kernel)->flag, value, sizeof(void*));
  return driver.Call("zeKernelSetArgumentValue", "%u, %zu%s", index, size,
              value ? "" : ", local");
}
ze_result_t KernelSetGlobalOffset(ze_kernel_handle_t, uint32_t x, uint32_t y,
                                  uint32_t z) {
  return driver.Call("zeKernelSetGlobalOffsetExp", "%u %u %u", x, y, z);
}

// ------------------------------------------------------------------ commands

ze_result_t CommandListCreateImmediate(ze_context_handle_t, ze_device_handle_t,
                                       const ze_command_queue_desc_t* p,
                                       ze_command_list_handle_t* list) {
  *list = reinterpret_cast<ze_command_list_handle_t>(&immediate);
  return driver.Call("zeCommandListCreateImmediate", "ordinal %u, flags %u, mode %d, priority %d",
              p->ordinal, p->flags, p->mode, p->priority);
}
ze_result_t CommandListCreate(ze_context_handle_t, ze_device_handle_t,
                              const ze_command_list_desc_t* p,
                              ze_command_list_handle_t* list) {
  const ze_result_t result = driver.Call(
      "zeCommandListCreate", "ordinal %u", p->commandQueueGroupOrdinal);
  if (result != ZE_RESULT_SUCCESS) return result;
  *list = reinterpret_cast<ze_command_list_handle_t>(new FakeList);
  ++lists;
  return result;
}
ze_result_t CommandListClose(ze_command_list_handle_t list) {
  Get(list)->closed = true;
  return driver.Call("zeCommandListClose");
}
ze_result_t CommandListDestroy(ze_command_list_handle_t list) {
  if (Get(list)) --lists;
  delete Get(list);
  return driver.Call("zeCommandListDestroy");
}
ze_result_t AppendLaunchKernel(ze_command_list_handle_t list,
                               ze_kernel_handle_t kernel,
                               const ze_group_count_t* n,
                               ze_event_handle_t signal, uint32_t waits,
                               ze_event_handle_t* events) {
  const ze_result_t result =
      driver.Call("zeCommandListAppendLaunchKernel", "%s, %u %u %u%s",
           Get(kernel)->name.c_str(), n->groupCountX, n->groupCountY,
           n->groupCountZ, signal ? ", signals" : "");
  return Append(result, list, signal, waits, events, [k = *Get(kernel)] {
    if (k.name.find("add_one") != std::string::npos) ++*static_cast<int*>(k.first_argument);
    if (k.name == "fails") *k.flag = 1;
  });
}
ze_result_t AppendMemoryCopy(ze_command_list_handle_t list, void* to,
                             const void* from, size_t size,
                             ze_event_handle_t signal, uint32_t waits,
                             ze_event_handle_t* events) {
  const ze_result_t result = driver.Call("zeCommandListAppendMemoryCopy", "%zu", size);
  return Append(result, list, signal, waits, events, [=] { std::memcpy(to, from, size); });
}
ze_result_t AppendMemoryFill(ze_command_list_handle_t list, void* to,
                             const void* pattern, size_t pattern_size,
                             size_t size, ze_event_handle_t signal,
                             uint32_t waits, ze_event_handle_t* events) {
  const ze_result_t result = driver.Call("zeCommandListAppendMemoryFill", "%zu, %zu",
                                  pattern_size, size);
  if (pattern_size > 16 || (pattern_size & (pattern_size - 1)) != 0)
    return ZE_RESULT_ERROR_UNSUPPORTED_SIZE;
  const std::string piece(static_cast<const char*>(pattern), pattern_size);
  return Append(result, list, signal, waits, events, [=] {
    for (size_t at = 0; at < size; at += piece.size())
      std::memcpy(static_cast<char*>(to) + at, piece.data(), piece.size());
  });
}
ze_result_t AppendMemoryPrefetch(ze_command_list_handle_t, const void*,
                                 size_t size) {
  return driver.Call("zeCommandListAppendMemoryPrefetch", "%zu", size);
}
ze_result_t AppendBarrier(ze_command_list_handle_t list, ze_event_handle_t signal,
                          uint32_t waits, ze_event_handle_t* events) {
  const ze_result_t result =
      driver.Call("zeCommandListAppendBarrier", "%s%s", signal ? "signals" : "",
           waits ? "waits" : "");
  return Append(result, list, signal, waits, events, [] {});
}

ze_result_t EventPoolCreate(ze_context_handle_t, const ze_event_pool_desc_t* p,
                            uint32_t, ze_device_handle_t*,
                            ze_event_pool_handle_t* pool) {
  *pool = As<ze_event_pool_handle_t>(&pool_storage);
  return driver.Call("zeEventPoolCreate", "flags %u", p->flags);
}
ze_result_t EventPoolDestroy(ze_event_pool_handle_t) {
  return driver.Call("zeEventPoolDestroy");
}
ze_result_t EventCreate(ze_event_pool_handle_t, const ze_event_desc_t*,
                        ze_event_handle_t* event) {
  const ze_result_t result = driver.Call("zeEventCreate");
  if (result == ZE_RESULT_SUCCESS)
    *event = reinterpret_cast<ze_event_handle_t>(new FakeEvent);
  return result;
}
ze_result_t EventDestroy(ze_event_handle_t event) {
  delete Get(event);
  return ZE_RESULT_SUCCESS;
}
ze_result_t EventHostSynchronize(ze_event_handle_t event, uint64_t) {
  std::lock_guard lock(mutex);
  RunHeld();
  const ze_result_t result = driver.Call("zeEventHostSynchronize");
  return result == ZE_RESULT_SUCCESS && !Get(event)->signalled
             ? ZE_RESULT_NOT_READY
             : result;
}
ze_result_t EventQueryStatus(ze_event_handle_t event) {
  std::lock_guard lock(mutex);
  if (const ze_result_t failed = driver.Query("zeEventQueryStatus"))
    return failed;
  return Get(event)->signalled ? ZE_RESULT_SUCCESS : ZE_RESULT_NOT_READY;
}
ze_result_t EventHostReset(ze_event_handle_t event) {
  std::lock_guard lock(mutex);
  *Get(event) = {};
  return driver.Call("zeEventHostReset");
}
ze_result_t EventQueryKernelTimestamp(ze_event_handle_t event,
                                      ze_kernel_timestamp_result_t* result) {
  std::lock_guard lock(mutex);
  if (const ze_result_t failed = driver.Query("zeEventQueryKernelTimestamp"))
    return failed;
  result->global = {Get(event)->start, Get(event)->end};
  return ZE_RESULT_SUCCESS;
}

}  // namespace

// What tests read and set.
extern "C" const char* fake_ze_take_record() { return driver.Take(); }
extern "C" bool fake_ze_fail(long call, bool lost, int code) {
  return driver.Fail(call, lost, static_cast<ze_result_t>(code));
}
extern "C" int fake_ze_lists() { return lists; }
// What the loader of newer versions hands on.
extern "C" ze_result_t fake_ze_append_lists(
    ze_command_list_handle_t list, uint32_t count,
    ze_command_list_handle_t* appended, ze_event_handle_t signal,
    uint32_t waits, ze_event_handle_t* events) {
  const ze_result_t result =
      driver.Call("zeCommandListImmediateAppendCommandListsExp", "%u%s", count,
                  signal ? ", signals" : "");
  if (count != 1 || !Get(*appended) || !Get(*appended)->closed)
    return ZE_RESULT_ERROR_INVALID_ARGUMENT;
  return Append(result, list, signal, waits, events, [of = Get(*appended)] {
    for (const auto& command : of->commands) command();
  });
}
extern "C" void fake_ze_hold(bool on) { hold = on; }
extern "C" void fake_ze_run() { RunHeld(); }

// --------------------------------------------------- what the loader asks for

#define FACET_TABLE(function, type, ...)                                       \
  extern "C" ze_result_t zeGet##function##ProcAddrTable(                       \
      ze_api_version_t, ze_##type##_dditable_t* table) {                       \
    *table = {};                                                               \
    [[maybe_unused]] auto& t = *table;                                         \
    __VA_ARGS__;                                                               \
    return ZE_RESULT_SUCCESS;                                                  \
  }

FACET_TABLE(Global, global, t.pfnInit = Init)
FACET_TABLE(Driver, driver, t.pfnGet = DriverGet;
            t.pfnGetApiVersion = DriverGetApiVersion;
            t.pfnGetProperties = DriverGetProperties;
            t.pfnGetExtensionProperties = DriverGetExtensionProperties)
FACET_TABLE(Device, device, t.pfnGet = DeviceGet;
            t.pfnGetProperties = DeviceGetProperties;
            t.pfnGetComputeProperties = DeviceGetComputeProperties;
            t.pfnGetModuleProperties = DeviceGetModuleProperties;
            t.pfnGetMemoryProperties = DeviceGetMemoryProperties;
            t.pfnGetMemoryAccessProperties = DeviceGetMemoryAccessProperties;
            t.pfnGetCacheProperties = DeviceGetCacheProperties;
            t.pfnGetCommandQueueGroupProperties =
                DeviceGetCommandQueueGroupProperties;
            t.pfnGetGlobalTimestamps = DeviceGetGlobalTimestamps;
            t.pfnCanAccessPeer = DeviceCanAccessPeer;
            t.pfnGetP2PProperties = DeviceGetP2PProperties)
FACET_TABLE(Context, context, t.pfnCreate = ContextCreate;
            t.pfnDestroy = ContextDestroy)
FACET_TABLE(CommandList, command_list,
            t.pfnCreateImmediate = CommandListCreateImmediate;
            t.pfnCreate = CommandListCreate; t.pfnClose = CommandListClose;
            t.pfnDestroy = CommandListDestroy;
            t.pfnAppendLaunchKernel = AppendLaunchKernel;
            t.pfnAppendMemoryCopy = AppendMemoryCopy;
            t.pfnAppendMemoryFill = AppendMemoryFill;
            t.pfnAppendMemoryPrefetch = AppendMemoryPrefetch;
            t.pfnAppendBarrier = AppendBarrier)
FACET_TABLE(EventPool, event_pool, t.pfnCreate = EventPoolCreate;
            t.pfnDestroy = EventPoolDestroy)
FACET_TABLE(Event, event, t.pfnCreate = EventCreate; t.pfnDestroy = EventDestroy;
            t.pfnHostSynchronize = EventHostSynchronize;
            t.pfnQueryStatus = EventQueryStatus; t.pfnHostReset = EventHostReset;
            t.pfnQueryKernelTimestamp = EventQueryKernelTimestamp)
FACET_TABLE(Mem, mem, t.pfnAllocDevice = MemAllocDevice;
            t.pfnAllocHost = MemAllocHost; t.pfnAllocShared = MemAllocShared;
            t.pfnFree = MemFree)
FACET_TABLE(Module, module, t.pfnCreate = ModuleCreate;
            t.pfnDestroy = ModuleDestroy;
            t.pfnGetNativeBinary = ModuleGetNativeBinary)
FACET_TABLE(ModuleBuildLog, module_build_log,
            t.pfnGetString = ModuleBuildLogGetString;
            t.pfnDestroy = ModuleBuildLogDestroy)
FACET_TABLE(Kernel, kernel, t.pfnCreate = KernelCreate;
            t.pfnDestroy = KernelDestroy;
            t.pfnGetProperties = KernelGetProperties;
            t.pfnSetIndirectAccess = KernelSetIndirectAccess;
            t.pfnSetGroupSize = KernelSetGroupSize;
            t.pfnSetArgumentValue = KernelSetArgumentValue)
FACET_TABLE(KernelExp, kernel_exp,
            t.pfnSetGlobalOffsetExp = KernelSetGlobalOffset)

#define FACET_UNUSED_TABLES(X) \
  X(DeviceExp, device_exp) X(CommandQueue, command_queue) \
  X(EventExp, event_exp) X(Fence, fence) X(Image, image) \
  X(ImageExp, image_exp) X(Sampler, sampler) X(VirtualMem, virtual_mem) \
  X(PhysicalMem, physical_mem) X(FabricVertexExp, fabric_vertex_exp) \
  X(FabricEdgeExp, fabric_edge_exp)
FACET_UNUSED_TABLES(FACET_TABLE)

// Tools and management: tables of zeros, without which the loader refuses the
// driver.
#define FACET_EMPTY_TABLES(X) \
  X(zesGetDevice) X(zesGetDiagnostics) X(zesGetDriver) X(zesGetEngine) \
  X(zesGetFabricPort) X(zesGetFan) X(zesGetFirmware) X(zesGetFrequency) \
  X(zesGetLed) X(zesGetMemory) X(zesGetPerformanceFactor) X(zesGetPower) \
  X(zesGetPsu) X(zesGetRas) X(zesGetScheduler) X(zesGetStandby) \
  X(zesGetTemperature) X(zetGetCommandList) X(zetGetContext) X(zetGetDebug) \
  X(zetGetDevice) X(zetGetKernel) X(zetGetMetricGroupExp) \
  X(zetGetMetricGroup) X(zetGetMetric) X(zetGetMetricQueryPool) \
  X(zetGetMetricQuery) X(zetGetMetricStreamer) X(zetGetModule) \
  X(zetGetTracerExp)
#define FACET_EMPTY_TABLE(name)                                             \
  extern "C" ze_result_t name##ProcAddrTable(ze_api_version_t, void*) {     \
    return ZE_RESULT_SUCCESS;                                               \
  }
FACET_EMPTY_TABLES(FACET_EMPTY_TABLE)
