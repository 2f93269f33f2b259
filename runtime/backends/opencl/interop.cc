// Objects that the program made; see interop.h.

#include "runtime/backends/opencl/interop.h"

#include <utility>

#include "runtime/backends/opencl/device.h"
#include "runtime/backends/opencl/program.h"
#include "runtime/backends/opencl/status.h"
#include "runtime/backends/opencl/stream.h"

namespace facet::opencl {
namespace {

Status Foreign(const std::string& what) {
  return {StatusCode::kInvalidArgument, what};
}

// A property of an object; functions of this kind differ in the types of their
// first two parameters alone.
template <typename T, typename Function, typename Object, typename Name>
Status Ask(Function function, const char* function_name, Object object,
           Name name, T* value) {
  return ToStatus(function(object, name, sizeof(T), value, nullptr),
                  function_name);
}

}  // namespace

const Api& OpenClInterop::api() const { return device_.api(); }

bool OpenClInterop::IsComplete(const Api& api) {
#define FACET_IS_THERE(name) &&api.name
  return true FACET_OPENCL_INTEROP_FUNCTIONS(FACET_IS_THERE) &&
         api.clRetainContext && api.clRetainCommandQueue && api.clRetainEvent &&
         api.clRetainKernel && api.clRetainProgram && api.clReleaseMemObject;
#undef FACET_IS_THERE
}

std::shared_ptr<OpenClDevice> OpenClInterop::SharedDevice() const {
  return std::static_pointer_cast<OpenClDevice>(device_.shared_from_this());
}

template <typename Function, typename Object>
Status OpenClInterop::CheckContext(Function get, const char* get_name,
                                   Object object, cl_uint name,
                                   const char* what) const {
  cl_context context = nullptr;
  if (Status s = Ask(get, get_name, object, name, &context); !s.ok()) return s;
  if (context == device_.driver().context()) return {};
  return Foreign(std::string(what) + " belongs to another OpenCL context");
}

Status OpenClInterop::AdoptContext(void* context,
                                   const std::function<DevicePtr(void*)>& find,
                                   std::vector<DevicePtr>* devices) {
  const auto handle = static_cast<cl_context>(context);
  size_t bytes = 0;
  cl_int error =
      api().clGetContextInfo(handle, CL_CONTEXT_DEVICES, 0, nullptr, &bytes);
  std::vector<cl_device_id> ids(bytes / sizeof(cl_device_id));
  if (error == CL_SUCCESS && !ids.empty())
    error = api().clGetContextInfo(handle, CL_CONTEXT_DEVICES, bytes,
                                   ids.data(), nullptr);
  if (error != CL_SUCCESS) return ToStatus(error, "clGetContextInfo");
  // All of one platform, which the first knows.
  cl_platform_id platform = nullptr;
  if (!ids.empty())
    if (Status s = Ask(api().clGetDeviceInfo, "clGetDeviceInfo", ids.front(),
                       CL_DEVICE_PLATFORM, &platform);
        !s.ok())
      return s;
  if (platform != device_.driver().platform())
    return Foreign("the context is of another OpenCL platform");
  auto driver = std::make_shared<Driver>(&api(), platform);
  driver->Adopt(handle);
  for (cl_device_id id : ids)
    if (DevicePtr shown = find(id))
      devices->push_back(
          std::make_shared<OpenClDevice>(driver, id, std::move(shown)));
  return devices->empty() ? Foreign("no device of the context is visible")
                          : Status();
}

Status OpenClInterop::AdoptStream(void* queue, StreamOptions* options,
                                  bool* in_order, StreamPtr* stream) {
  const auto handle = static_cast<cl_command_queue>(queue);
  const auto ask = [&](cl_command_queue_info name, auto* value) {
    return Ask(api().clGetCommandQueueInfo, "clGetCommandQueueInfo", handle,
               name, value);
  };
  cl_device_id device = nullptr;
  cl_command_queue_properties properties = 0;
  Status status =
      CheckContext(api().clGetCommandQueueInfo, "clGetCommandQueueInfo", handle,
                   CL_QUEUE_CONTEXT, "the command queue");
  if (status.ok()) status = ask(CL_QUEUE_DEVICE, &device);
  if (status.ok()) status = ask(CL_QUEUE_PROPERTIES, &properties);
  if (!status.ok()) return status;
  if (device != device_.id())
    return Foreign("the command queue is of another device");
  options->profiling = properties & CL_QUEUE_PROFILING_ENABLE;
  *in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  api().clRetainCommandQueue(handle);
  *stream = std::make_shared<OpenClStream>(SharedDevice(), handle, *in_order);
  return {};
}

Status OpenClInterop::AdoptEvent(void* event, EventPtr* result) {
  const auto handle = static_cast<cl_event>(event);
  if (Status s = CheckContext(api().clGetEventInfo, "clGetEventInfo", handle,
                              CL_EVENT_CONTEXT, "the event");
      !s.ok())
    return s;
  api().clRetainEvent(handle);
  *result = std::make_shared<OpenClEvent>(SharedDevice(), handle, nullptr);
  return {};
}

Status OpenClInterop::AdoptKernel(void* kernel, KernelPtr* result) {
  const auto handle = static_cast<cl_kernel>(kernel);
  Status status = CheckContext(api().clGetKernelInfo, "clGetKernelInfo", handle,
                               CL_KERNEL_CONTEXT, "the kernel");
  cl_uint arguments = 0;
  if (status.ok())
    status = Ask(api().clGetKernelInfo, "clGetKernelInfo", handle,
                 CL_KERNEL_NUM_ARGS, &arguments);
  if (!status.ok()) return status;
  api().clRetainKernel(handle);
  auto adopted = std::make_shared<OpenClKernel>(SharedDevice(), handle);
  adopted->set_argument_count(arguments);
  *result = std::move(adopted);
  return {};
}

std::shared_ptr<void> OpenClInterop::OwnProgram(cl_program program) const {
  return {program, [device = SharedDevice()](void* owned) {
            device->api().clReleaseProgram(static_cast<cl_program>(owned));
          }};
}

Status OpenClInterop::BinaryType(cl_program program,
                                 cl_program_binary_type* type) const {
  return ToStatus(
      api().clGetProgramBuildInfo(program, device_.id(), CL_PROGRAM_BINARY_TYPE,
                                  sizeof *type, type, nullptr),
      "clGetProgramBuildInfo");
}

// Annex C, make_kernel_bundle: a program that has come further than the state
// is invalid, one that has not is compiled and linked.
Status OpenClInterop::AdoptProgram(void* program, ProgramState state,
                                   std::shared_ptr<void>* result) {
  auto handle = static_cast<cl_program>(program);
  if (!api().clGetProgramInfo)
    return {StatusCode::kNotSupported, "OpenCL: clGetProgramInfo is missing"};
  Status status = CheckContext(api().clGetProgramInfo, "clGetProgramInfo",
                               handle, CL_PROGRAM_CONTEXT, "the program");
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  if (status.ok()) status = BinaryType(handle, &type);
  if (!status.ok()) return status;
  const cl_device_id id = device_.id();
  const bool executable = type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  if (executable && state != ProgramState::kExecutable)
    return Foreign("the program is an executable already");
  if (type != CL_PROGRAM_BINARY_TYPE_NONE && state == ProgramState::kInput)
    return Foreign("the program is compiled already");
  device_.driver().LetCompilersRun();
  if (type == CL_PROGRAM_BINARY_TYPE_NONE && state != ProgramState::kInput)
    status =
        state == ProgramState::kObject
            ? ToStatus(api().clCompileProgram(handle, 1, &id, "", 0, nullptr,
                                              nullptr, nullptr, nullptr),
                       "clCompileProgram")
            : ToStatus(
                  api().clBuildProgram(handle, 1, &id, "", nullptr, nullptr),
                  "clBuildProgram");
  if (!status.ok()) return status;
  if (state == ProgramState::kExecutable && !executable &&
      type != CL_PROGRAM_BINARY_TYPE_NONE) {
    cl_int error = CL_SUCCESS;
    const cl_program linked =
        api().clLinkProgram(device_.driver().context(), 1, &id, "", 1, &handle,
                            nullptr, nullptr, &error);
    if (error != CL_SUCCESS) return ToStatus(error, "clLinkProgram");
    *result = OwnProgram(linked);
    return {};
  }
  api().clRetainProgram(handle);
  *result = OwnProgram(handle);
  return {};
}

Status OpenClInterop::AdoptMemory(void* memory, std::shared_ptr<void>* result,
                                  size_t* bytes) {
  const auto handle = static_cast<cl_mem>(memory);
  const auto ask = [&](cl_mem_info name, auto* value) {
    return Ask(api().clGetMemObjectInfo, "clGetMemObjectInfo", handle, name,
               value);
  };
  cl_mem_object_type type = 0;
  Status status = CheckContext(api().clGetMemObjectInfo, "clGetMemObjectInfo",
                               handle, CL_MEM_CONTEXT, "the memory object");
  if (status.ok()) status = ask(CL_MEM_TYPE, &type);
  if (status.ok()) status = ask(CL_MEM_SIZE, bytes);
  if (!status.ok()) return status;
  if (type != CL_MEM_OBJECT_BUFFER)
    return Foreign("the memory object is not a buffer");
  api().clRetainMemObject(handle);
  result->reset(handle, [device = device_.shared_from_this()](void* owned) {
    static_cast<OpenClDevice&>(*device).api().clReleaseMemObject(
        static_cast<cl_mem>(owned));
  });
  return {};
}

Status OpenClInterop::WithQueue(
    const std::function<cl_int(cl_command_queue)>& use,
    const char* function) const {
  cl_int error = CL_SUCCESS;
  const cl_command_queue queue = api().clCreateCommandQueue(
      device_.driver().context(), device_.id(), 0, &error);
  if (error != CL_SUCCESS) return ToStatus(error, "clCreateCommandQueue");
  error = use(queue);
  api().clReleaseCommandQueue(queue);
  return ToStatus(error, function);
}

Status OpenClInterop::ReadMemory(void* memory, void* to, size_t bytes) {
  if (bytes == 0) return {};
  return WithQueue(
      [&](cl_command_queue queue) {
        return api().clEnqueueReadBuffer(queue, static_cast<cl_mem>(memory),
                                         CL_TRUE, 0, bytes, to, 0, nullptr,
                                         nullptr);
      },
      "clEnqueueReadBuffer");
}

Status OpenClInterop::WriteMemory(void* memory, const void* from,
                                  size_t bytes) {
  if (bytes == 0) return {};
  return WithQueue(
      [&](cl_command_queue queue) {
        return api().clEnqueueWriteBuffer(queue, static_cast<cl_mem>(memory),
                                          CL_TRUE, 0, bytes, from, 0, nullptr,
                                          nullptr);
      },
      "clEnqueueWriteBuffer");
}

bool OpenClInterop::HasExtension(bool platform, const std::string& name) {
  const auto query = [&](size_t size, void* value, size_t* needed) {
    return platform ? api().clGetPlatformInfo(device_.driver().platform(),
                                              CL_PLATFORM_EXTENSIONS, size,
                                              value, needed)
                    : api().clGetDeviceInfo(device_.id(), CL_DEVICE_EXTENSIONS,
                                            size, value, needed);
  };
  size_t size = 0;
  if (query(0, nullptr, &size) != CL_SUCCESS) return false;
  std::string list(size, '\0');
  if (query(size, list.data(), nullptr) != CL_SUCCESS) return false;
  list = " " + std::string(list.c_str()) + " ";
  return !name.empty() && list.find(" " + name + " ") != std::string::npos;
}

}  // namespace facet::opencl
