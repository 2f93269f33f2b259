// A graph of CUDA's.
//
// In:  launches, copies and fills, as commands with edges.
// Out: nodes of a CUgraph, executed by one cuGraphLaunch.
// Why: nodes are added one by one and not captured from a stream: while a
// stream
//      captures, calls of other threads and libraries are refused.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_GRAPH_H_
#define FACET_RUNTIME_BACKENDS_CUDA_GRAPH_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/device.h"

namespace facet::cuda {

class CudaGraph : public DeviceGraph {
 public:
  // kNotSupported for drivers that lack a function.
  static Status Create(CudaDevicePtr device, DeviceGraphPtr* graph);
  explicit CudaGraph(CudaDevicePtr device) : device_(std::move(device)) {}
  ~CudaGraph() override;

  Status BeginCommand(std::span<const size_t> before) override;
  Status Finish(DeviceGraph* old) override;
  Status BeginChange(size_t command) override;
  Status EndChange() override;
  Status LaunchKernel(const KernelPtr& kernel, const LaunchDescription& launch,
                      EventPtr* event) override;
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override;
  Status Fill(void* to, const void* pattern, size_t pattern_size, size_t bytes,
              EventPtr* event) override;
  Status Prefetch(const void*, size_t, EventPtr*) override { return Status(); }

  // The context is current.
  Status Launch(CUstream stream);

 private:
  struct Command {
    size_t operations = 0;
    CUgraphNode kernel = nullptr;  // the last operation, if it is one
    // What comes after the command comes after these.
    std::vector<CUgraphNode> ends;
  };

  // Adds one operation by a driver's function whose other arguments these are.
  template <typename Function, typename... Arguments>
  Status Add(Function function, const char* name, Arguments... arguments);
  Status EndCommand();
  bool TakeOver(CudaGraph& old);
  Status AddCopy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
  Status AddSet(CUdeviceptr to, std::span<const char> pattern, size_t bytes);
  CUmemorytype TypeOf(CUdeviceptr address) const;

  const CudaDevicePtr device_;
  CUcontext context_ = nullptr;
  CUgraph graph_ = nullptr;
  CUgraphExec executable_ = nullptr;
  std::vector<Command> commands_;
  // A change replaces the kernel of this one, and has had so many operations.
  std::optional<size_t> changing_;
  size_t changes_ = 0;
  // Also those that were replaced: an execution may still have them.
  std::set<KernelPtr> kernels_;
  // CUDA's graphs are not thread-safe: for executable_.
  std::mutex mutex_;
};

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_GRAPH_H_
