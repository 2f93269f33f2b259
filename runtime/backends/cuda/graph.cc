// A graph of CUDA's; see graph.h.
// CUDA Driver API: "Graph Management".

#include "runtime/backends/cuda/graph.h"

#include <algorithm>
#include <utility>

#include "runtime/backends/cuda/launch.h"

namespace facet::cuda {
namespace {

CUdeviceptr Pointer(const void* address) {
  return reinterpret_cast<CUdeviceptr>(address);
}

Status NotChangeable() {
  return {StatusCode::kNotSupported,
          "only a single kernel of a graph can be changed"};
}

CUDA_KERNEL_NODE_PARAMS NodeOf(KernelCall& call) {
  CUDA_KERNEL_NODE_PARAMS node = {};
  node.function = call.function();
  std::copy(call.grid, call.grid + 3, node.grid);
  std::copy(call.block, call.block + 3, node.block);
  node.shared_bytes = call.shared_bytes();
  node.parameters = call.parameters();
  return node;
}

}  // namespace

Status CudaDevice::CreateGraph(DeviceGraphPtr* graph) {
  return CudaGraph::Create(shared_from_this(), graph);
}

Status CudaGraph::Create(CudaDevicePtr device, DeviceGraphPtr* graph) {
  if (!device->api().has_graphs)
    return {StatusCode::kNotSupported, "the driver has no graphs"};
  auto result = std::make_shared<CudaGraph>(std::move(device));
  CudaDevice& used = *result->device_;
  ScopedContext current(used.context());
  Status status = current.status();
  void* context = nullptr;
  if (status.ok()) status = used.context().Native(&context);
  if (!status.ok()) return status;
  result->context_ = static_cast<CUcontext>(context);
  status = used.context().ToStatus(used.api().cuGraphCreate(&result->graph_, 0),
                                   "cuGraphCreate");
  if (status.ok()) *graph = std::move(result);
  return status;
}

// An execution that is not done ends all the same, the driver says.
CudaGraph::~CudaGraph() {
  ScopedContext current(device_->context());
  if (!current.status().ok()) return;
  if (executable_) device_->api().cuGraphExecDestroy(executable_);
  if (graph_) device_->api().cuGraphDestroy(graph_);
}

template <typename Function, typename... Arguments>
Status CudaGraph::Add(Function function, const char* name,
                      Arguments... arguments) {
  if (changing_) return NotChangeable();
  Command& command = commands_.back();
  CUgraphNode node = nullptr;
  Status status =
      device_->context().ToStatus(function(&node, graph_, command.ends.data(),
                                           command.ends.size(), arguments...),
                                  name);
  if (!status.ok()) return status;
  ++command.operations;
  command.kernel = nullptr;
  command.ends.assign(1, node);
  return status;
}

Status CudaGraph::BeginCommand(std::span<const size_t> before) {
  if (Status s = EndCommand(); !s.ok()) return s;
  Command& command = commands_.emplace_back();
  // The driver takes no edge twice, and compares their order (TakeOver).
  std::set<CUgraphNode> known;
  for (const size_t index : before)
    for (const CUgraphNode end : commands_[index].ends)
      if (known.insert(end).second) command.ends.push_back(end);
  return Status();
}

// A command that does nothing joins what it comes after, so that there are not
// as many edges as pairs.
Status CudaGraph::EndCommand() {
  if (commands_.empty()) return Status();
  const Command& command = commands_.back();
  if (command.operations != 0 || command.ends.size() < 2) return Status();
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  return Add(device_->api().cuGraphAddEmptyNode, "cuGraphAddEmptyNode");
}

// The old graph goes on with this one's nodes, which nobody executes: changes
// are told the driver in terms of those that it made the executable graph of.
bool CudaGraph::TakeOver(CudaGraph& old) {
  const auto same = [](const Command& a, const Command& b) {
    return a.operations == b.operations && !a.kernel == !b.kernel;
  };
  if (!std::ranges::equal(commands_, old.commands_, same)) return false;
  std::lock_guard lock(old.mutex_);
  CUgraphNode failed = nullptr;
  int reason = 0;
  if (device_->api().cuGraphExecUpdate(old.executable_, graph_, &failed,
                                       &reason) != CUDA_SUCCESS)
    return false;
  std::swap(executable_, old.executable_);
  std::swap(graph_, old.graph_);
  std::swap(commands_, old.commands_);
  // Its nodes are still described by what they were made of.
  kernels_.insert(old.kernels_.begin(), old.kernels_.end());
  return true;
}

Status CudaGraph::Finish(DeviceGraph* old) {
  if (std::ranges::all_of(commands_,
                          [](const Command& c) { return c.operations == 0; }))
    return {StatusCode::kNotSupported, "the graph has no operations"};
  // Nothing comes after the last command: it joins nothing.
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  if (old && TakeOver(static_cast<CudaGraph&>(*old))) return Status();
  return device_->context().ToStatus(
      device_->api().cuGraphInstantiateWithFlags(&executable_, graph_, 0),
      "cuGraphInstantiateWithFlags");
}

Status CudaGraph::BeginChange(size_t command) {
  changing_ = command;
  changes_ = 0;
  const Command& changed = commands_[command];
  return changed.operations == 1 && changed.kernel ? Status() : NotChangeable();
}

Status CudaGraph::EndChange() {
  changing_.reset();
  return changes_ == 1 ? Status() : NotChangeable();
}

Status CudaGraph::LaunchKernel(const KernelPtr& kernel,
                               const LaunchDescription& launch, EventPtr*) {
  KernelCall call;
  if (Status s = call.Prepare(*device_, *kernel, launch); !s.ok()) return s;
  if (call.empty()) return Status();
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  if (Status s = call.MakeReady(); !s.ok()) return s;
  const CUDA_KERNEL_NODE_PARAMS node = NodeOf(call);
  kernels_.insert(kernel);
  if (changing_) {
    if (changes_++ != 0) return NotChangeable();
    std::lock_guard lock(mutex_);
    return device_->context().ToStatus(
        device_->api().cuGraphExecKernelNodeSetParams(
            executable_, commands_[*changing_].kernel, &node),
        "cuGraphExecKernelNodeSetParams");
  }
  Status status =
      Add(device_->api().cuGraphAddKernelNode, "cuGraphAddKernelNode", &node);
  if (status.ok()) commands_.back().kernel = commands_.back().ends.front();
  return status;
}

Status CudaGraph::Copy(void* to, const void* from, size_t bytes, EventPtr*) {
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  return bytes == 0 ? Status() : AddCopy(Pointer(to), Pointer(from), bytes);
}

Status CudaGraph::Fill(void* to, const void* pattern, size_t pattern_size,
                       size_t bytes, EventPtr*) {
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  if (bytes == 0) return Status();
  return FillPattern(
      kFillLimits, to, {static_cast<const char*>(pattern), pattern_size}, bytes,
      [&](char* at, std::span<const char> piece, size_t count, bool) {
        return AddSet(Pointer(at), piece, count);
      },
      [&](char* at, const char* from, size_t count, bool) {
        return AddCopy(Pointer(at), Pointer(from), count);
      });
}

// The driver's nodes are told where memory is; memory that it does not know is
// the host's.
CUmemorytype CudaGraph::TypeOf(CUdeviceptr address) const {
  CUmemorytype type = kMemoryHost;
  const CUresult result =
      device_->api().cuPointerGetAttribute(&type, kPointerMemoryType, address);
  const bool known = type == kMemoryDevice || type == kMemoryUnified;
  return result == CUDA_SUCCESS && known ? type : kMemoryHost;
}

Status CudaGraph::AddCopy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  const auto side = [this](CUdeviceptr address) {
    CUDA_MEMCPY3D_SIDE memory = {};
    memory.type = TypeOf(address);
    if (memory.type == kMemoryHost)
      memory.host = reinterpret_cast<const void*>(address);
    else
      memory.device = address;
    return memory;
  };
  const CUDA_MEMCPY3D node = {side(from), side(to), bytes, 1, 1};
  return Add(device_->api().cuGraphAddMemcpyNode, "cuGraphAddMemcpyNode", &node,
             context_);
}

Status CudaGraph::AddSet(CUdeviceptr to, std::span<const char> pattern,
                         size_t bytes) {
  CUDA_MEMSET_NODE_PARAMS node = {};
  node.to = to;
  node.value = MemsetValue(pattern);
  node.element_size = static_cast<unsigned>(pattern.size());
  node.width = bytes / pattern.size();
  node.height = 1;
  return Add(device_->api().cuGraphAddMemsetNode, "cuGraphAddMemsetNode", &node,
             context_);
}

Status CudaGraph::Launch(CUstream stream) {
  std::lock_guard lock(mutex_);
  return device_->context().ToStatus(
      device_->api().cuGraphLaunch(executable_, stream), "cuGraphLaunch");
}

}  // namespace facet::cuda
