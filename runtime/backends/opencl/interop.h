// Objects that the program made by OpenCL's own functions.
//
// In:  cl_context, cl_command_queue, cl_event, cl_kernel, cl_program, cl_mem.
// Out: what the runtime works with, each owning a reference (SYCL 2020, annex C,
//      "Interoperability with the OpenCL API").

#ifndef FACET_RUNTIME_BACKENDS_OPENCL_INTEROP_H_
#define FACET_RUNTIME_BACKENDS_OPENCL_INTEROP_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/opencl/api.h"

namespace facet::opencl {

class OpenClDevice;

class OpenClInterop : public Interop {
 public:
  // The device owns this.
  explicit OpenClInterop(OpenClDevice& device) : device_(device) {}

  // Null, with an error, where OpenCL lacks a function for that.
  static bool IsComplete(const Api& api);

  Status AdoptContext(void* context,
                      const std::function<DevicePtr(void*)>& find,
                      std::vector<DevicePtr>* devices) override;
  Status AdoptStream(void* queue, StreamOptions* options, bool* in_order,
                     StreamPtr* stream) override;
  Status AdoptEvent(void* event, EventPtr* result) override;
  Status AdoptKernel(void* kernel, KernelPtr* result) override;
  Status AdoptProgram(void* program, ProgramState state,
                      std::shared_ptr<void>* result) override;
  Status AdoptMemory(void* memory, std::shared_ptr<void>* result,
                     size_t* bytes) override;
  Status ReadMemory(void* memory, void* to, size_t bytes) override;
  Status WriteMemory(void* memory, const void* from, size_t bytes) override;
  bool HasExtension(bool platform, const std::string& name) override;

 private:
  const Api& api() const;
  std::shared_ptr<OpenClDevice> SharedDevice() const;
  // That the object is of the device's context. `get` tells of such objects,
  // and of its context by `name`.
  template <typename Function, typename Object>
  Status CheckContext(Function get, const char* get_name, Object object,
                      cl_uint name, const char* what) const;
  std::shared_ptr<void> OwnProgram(cl_program program) const;
  Status BinaryType(cl_program program, cl_program_binary_type* type) const;
  // Calls `use` with a queue for copies, which block.
  Status WithQueue(const std::function<cl_int(cl_command_queue)>& use,
                   const char* function) const;

  OpenClDevice& device_;
};

}  // namespace facet::opencl

#endif  // FACET_RUNTIME_BACKENDS_OPENCL_INTEROP_H_
