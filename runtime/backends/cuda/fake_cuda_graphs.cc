// Graphs of the fake CUDA driver (fake_cuda.cc): nodes have numbers in the
// order of their addition, whose edges are in the record of calls. A launch
// executes all nodes in that order. FAKE_CUDA_GRAPHS=nodes: executable graphs
// cannot be updated as a whole; =none: nor can their nodes.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "runtime/backends/cuda/api.h"
#include "runtime/backends/cuda/fake_cuda.h"

using namespace facet::cuda;

namespace {

// Graphs and executable graphs that have not been destroyed.
std::atomic<int> live{0};

}  // namespace

struct facet::cuda::CUgraphNode_st {
  size_t number;
  std::vector<size_t> after;
  std::function<void()> run;
};
struct facet::cuda::CUgraph_st {
  CUgraph_st() { ++live; }
  ~CUgraph_st() {
    for (CUgraphNode node : nodes) delete node;
    --live;
  }
  std::vector<CUgraphNode> nodes;
};
struct facet::cuda::CUgraphExec_st {
  explicit CUgraphExec_st(CUgraph made_of) : graph(made_of) {
    for (CUgraphNode node : graph->nodes) {
      runs.push_back(node->run);
      edges.push_back(node->after);
    }
    ++live;
  }
  ~CUgraphExec_st() { --live; }
  const CUgraph graph;
  std::vector<std::function<void()>> runs;
  std::vector<std::vector<size_t>> edges;
};

namespace {

bool Refuses(const char* what) {
  const char* set = std::getenv("FAKE_CUDA_GRAPHS");
  return set && (std::strcmp(set, what) == 0 || std::strcmp(set, "none") == 0);
}

// Edges as the driver checks them: each once, and of this graph.
CUresult AddNode(const char* function, CUgraphNode* node, CUgraph graph,
                 const CUgraphNode* after, size_t count,
                 const std::string& text, std::function<void()> run) {
  auto* added = new CUgraphNode_st{graph->nodes.size(), {}, std::move(run)};
  std::string edges;
  for (size_t i = 0; i < count; ++i) {
    const size_t number = after[i]->number;
    bool valid =
        number < graph->nodes.size() && graph->nodes[number] == after[i];
    for (const size_t other : added->after) valid &= other != number;
    if (!valid) {
      delete added;
      return CUDA_ERROR_INVALID_VALUE;
    }
    added->after.push_back(number);
    edges += " " + std::to_string(number);
  }
  const CUresult result = fake_cuda_driver().Call(
      function, "%zu after%s: %s", added->number, edges.c_str(), text.c_str());
  if (result != CUDA_SUCCESS) {
    delete added;
    return result;
  }
  graph->nodes.push_back(added);
  *node = added;
  return result;
}

std::string TextOf(const CUDA_KERNEL_NODE_PARAMS& kernel) {
  char text[200];
  std::snprintf(text, sizeof text, "%s, %u %u %u, %u %u %u, %u",
                reinterpret_cast<const char*>(kernel.function), kernel.grid[0],
                kernel.grid[1], kernel.grid[2], kernel.block[0],
                kernel.block[1], kernel.block[2], kernel.shared_bytes);
  return text;
}

// The parameters are the call's.
std::function<void()> RunOf(const CUDA_KERNEL_NODE_PARAMS& kernel) {
  const char* name = reinterpret_cast<const char*>(kernel.function);
  if (std::strcmp(name, "add_one") != 0) return [] {};
  int* const value = *static_cast<int**>(kernel.parameters[0]);
  return [value] { ++*value; };
}

const void* AddressOf(const CUDA_MEMCPY3D_SIDE& side) {
  return side.type == kMemoryHost ? side.host
                                  : reinterpret_cast<const void*>(side.device);
}

}  // namespace

extern "C" int fake_cuda_live_graphs() { return live; }

extern "C" {

// Only what is aligned as allocations are is the device's.
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute, CUdeviceptr) {
  *static_cast<CUmemorytype*>(value) = kMemoryDevice;
  return fake_cuda_driver().Query("cuPointerGetAttribute");
}
CUresult cuGraphCreate(CUgraph* graph, unsigned) {
  const CUresult result = fake_cuda_driver().Call("cuGraphCreate");
  if (result == CUDA_SUCCESS) *graph = new CUgraph_st;
  return result;
}
CUresult cuGraphDestroy(CUgraph graph) {
  delete graph;
  return CUDA_SUCCESS;
}
CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph,
                              const CUgraphNode* after, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS* kernel) {
  return AddNode("cuGraphAddKernelNode", node, graph, after, count,
                 TextOf(*kernel), RunOf(*kernel));
}
CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph,
                              const CUgraphNode* after, size_t count,
                              const CUDA_MEMCPY3D* copy, CUcontext) {
  void* to = const_cast<void*>(AddressOf(copy->to));
  const void* from = AddressOf(copy->from);
  const size_t bytes = copy->width_bytes * copy->height * copy->depth;
  return AddNode("cuGraphAddMemcpyNode", node, graph, after, count,
                 std::to_string(bytes), [=] { std::memcpy(to, from, bytes); });
}
CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph,
                              const CUgraphNode* after, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS* set, CUcontext) {
  const CUDA_MEMSET_NODE_PARAMS copy = *set;
  return AddNode(
      "cuGraphAddMemsetNode", node, graph, after, count,
      std::to_string(set->element_size) + " x " +
          std::to_string(set->width * set->height),
      [copy] {
        for (size_t i = 0; i < copy.width; ++i)
          std::memcpy(reinterpret_cast<char*>(copy.to) + i * copy.element_size,
                      &copy.value, copy.element_size);
      });
}
CUresult cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph,
                             const CUgraphNode* after, size_t count) {
  return AddNode("cuGraphAddEmptyNode", node, graph, after, count, "", [] {});
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph,
                                     unsigned long long flags) {
  const CUresult result =
      fake_cuda_driver().Call("cuGraphInstantiateWithFlags", "%llu", flags);
  if (result == CUDA_SUCCESS) *executable = new CUgraphExec_st(graph);
  return result;
}
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec executable,
                                        CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS* kernel) {
  if (Refuses("none")) return CUDA_ERROR_NOT_SUPPORTED;
  // The node is one of the graph that the executable graph was made of.
  if (node->number >= executable->graph->nodes.size() ||
      executable->graph->nodes[node->number] != node)
    return CUDA_ERROR_INVALID_VALUE;
  executable->runs[node->number] = RunOf(*kernel);
  return fake_cuda_driver().Call("cuGraphExecKernelNodeSetParams", "%zu: %s",
                                 node->number, TextOf(*kernel).c_str());
}
CUresult cuGraphExecUpdate(CUgraphExec executable, CUgraph graph,
                           CUgraphNode* failed, int* reason) {
  bool same = graph->nodes.size() == executable->runs.size();
  for (size_t i = 0; same && i < graph->nodes.size(); ++i)
    same = graph->nodes[i]->after == executable->edges[i];
  *failed = nullptr;
  *reason = same ? 0 : 2;
  if (!same || Refuses("nodes")) return 910;  // graph update failure
  const CUresult result = fake_cuda_driver().Call("cuGraphExecUpdate");
  for (size_t i = 0; result == CUDA_SUCCESS && i < graph->nodes.size(); ++i)
    executable->runs[i] = graph->nodes[i]->run;
  return result;
}
CUresult cuGraphLaunch(CUgraphExec executable, CUstream) {
  const CUresult result = fake_cuda_driver().Call("cuGraphLaunch");
  if (result == CUDA_SUCCESS)
    for (const auto& run : executable->runs) run();
  return result;
}
CUresult cuGraphExecDestroy(CUgraphExec executable) {
  delete executable;
  return CUDA_SUCCESS;
}

}  // extern "C"
