// sycl::queue, sycl::handler and sycl::event.
#include <sycl/queue.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/api/adopted_queue.h"
#include "runtime/api/api_queue.h"
#include "runtime/devices/errors.h"
#include "runtime/memory/block_copy.h"
#include "runtime/memory/context.h"
#include "runtime/order/queue.h"
#include "runtime/process/forked.h"
#include "runtime/program/kernel_bundle.h"
#include "runtime/submission/command_graph.h"
#include "runtime/submission/command_group.h"

namespace sycl {
inline namespace _V1 {
namespace {

using facet::Api;
using implementation = detail::access_implementation;

context DefaultContextOf(const device& d) {
  return d.get_platform().khr_get_default_context();
}

// `stream` is the driver's own of the program, or null.
std::shared_ptr<facet::Queue> Shared(const context& c, const device& d,
                                     const facet::QueueOptions& options,
                                     std::vector<detail::property_id> properties,
                                     async_handler handler,
                                     facet::StreamPtr stream) {
  if (!handler) handler = implementation::get(c)->handler;
  auto queue =
      std::make_shared<facet::ApiQueue>(c, d, options, std::move(properties),
                                        std::move(handler));
  if (stream) queue->Adopt(std::move(stream));
  // What the program holds. Commands hold the queue itself, so that errors
  // nobody has asked for are reported when the program lets the queue go, and
  // by its thread.
  facet::Queue* const address = queue.get();
  return {address, [queue = std::move(queue)](facet::Queue*) {
            if (facet::Forked()) return;
            queue->ForgetBarrier();
            queue->ThrowAsynchronous();
          }};
}

void CheckProperties(const property_list& properties) {
  namespace ext = sycl::ext::oneapi::property::queue;
  namespace lists = sycl::ext::intel::property::queue;
  if (properties.has_property<ext::priority_low>() +
          properties.has_property<ext::priority_normal>() +
          properties.has_property<ext::priority_high>() >
      1)
    facet::Throw(errc::invalid, "queue: it has one priority at most");
  if (properties.has_property<lists::immediate_command_list>() &&
      properties.has_property<lists::no_immediate_command_list>())
    facet::Throw(errc::invalid,
                 "queue: it has immediate command lists or it has not");
  if (properties.has_property<ext::discard_events>() &&
      properties.has_property<property::queue::enable_profiling>())
    facet::Throw(errc::invalid,
                 "queue: the times of events that are discarded are not known");
}

facet::StreamPriority PriorityOf(const property_list& properties) {
  namespace ext = sycl::ext::oneapi::property::queue;
  if (properties.has_property<ext::priority_low>())
    return facet::StreamPriority::kLow;
  if (properties.has_property<ext::priority_high>())
    return facet::StreamPriority::kHigh;
  return facet::StreamPriority::kNormal;
}

std::shared_ptr<facet::Queue> MakeQueue(const context& c, const device& d,
                                        async_handler handler,
                                        const property_list& properties) {
  const auto& ctx = implementation::get(c);
  if (!ctx->Has(implementation::get(d).get()))
    facet::Throw(errc::invalid, "queue: the device is not in the context");
  facet::QueueOptions options;
  options.in_order = properties.has_property<property::queue::in_order>();
  options.profiling =
      properties.has_property<property::queue::enable_profiling>();
  CheckProperties(properties);
  options.priority = PriorityOf(properties);
  if (options.profiling && !d.has(aspect::queue_profiling))
    facet::Throw(errc::feature_not_supported,
                 "queue: device '" + implementation::get(d)->info().name +
                     "' does not support profiling");
  return Shared(c, d, options, detail::ids_of(properties), std::move(handler),
                nullptr);
}

}  // namespace

queue detail::make_adopted_queue(const context& ctx, const device& dev,
                                 const facet::QueueOptions& options,
                                 async_handler handler,
                                 facet::StreamPtr stream) {
  std::vector<property_id> properties;
  if (options.in_order)
    properties.push_back(id_of<property::queue::in_order>());
  if (options.profiling)
    properties.push_back(id_of<property::queue::enable_profiling>());
  return implementation::make<queue>(Shared(ctx, dev, options,
                                            std::move(properties),
                                            std::move(handler),
                                            std::move(stream)));
}

queue::queue(const device& d, const property_list& p)
    : queue(DefaultContextOf(d), d, p) {}
queue::queue(const device& d, const async_handler& h, const property_list& p)
    : queue(DefaultContextOf(d), d, h, p) {}
queue::queue(const context& c, const device& d, const property_list& p)
    : queue(c, d, async_handler(), p) {}
queue::queue(const context& c, const device& d, const async_handler& h,
             const property_list& p)
    : implementation_(MakeQueue(c, d, h, p)) {}

backend queue::get_backend() const noexcept {
  return get_device().get_backend();
}
context queue::get_context() const {
  return Api(*implementation_).context_handle;
}
device queue::get_device() const { return Api(*implementation_).device_handle; }
bool queue::is_in_order() const { return implementation_->options().in_order; }
template <>
context queue::get_info<info::queue::context>() const {
  return get_context();
}
template <>
device queue::get_info<info::queue::device>() const {
  return get_device();
}
template <>
uint32_t queue::get_info<info::queue::reference_count>() const {
  return implementation_.use_count();
}
bool queue::has(detail::property_id property) const noexcept {
  const auto& all = Api(*implementation_).properties;
  return std::find(all.begin(), all.end(), property) != all.end();
}

const device& detail::device_of(const queue& q) {
  return Api(*q.implementation_).device_handle;
}
const context& detail::context_of(const queue& q) {
  return Api(*q.implementation_).context_handle;
}

namespace {
// Of the events that a command group depends on (sycl_ext_oneapi_graph,
// "transitive queue recording").
std::shared_ptr<facet::Graph> GraphOf(const facet::CommandGroup& group) {
  for (const facet::CommandPtr& command : group.dependencies())
    if (const facet::GraphNodePtr node = facet::NodeOf(command))
      if (std::shared_ptr<facet::Graph> graph = node->graph().lock())
        if (Api(*graph->queue()).context_handle ==
            Api(*group.queue()).context_handle)
          return graph;
  facet::Throw(errc::invalid,
               "queue: a command depends on the event of a command that was "
               "recorded to a command graph of another context, or one that is "
               "gone");
}

void RefuseRecording(const facet::Queue& queue) {
  if (queue.is_recording())
    facet::Throw(errc::invalid,
                 "queue: it records to a command graph, and what it executes cannot "
                 "be waited for");
}
}  // namespace

event queue::submit_erased(void (*call)(void*, handler&), void* function) {
  facet::CommandGroup group(implementation_->shared_from_this());
  std::shared_ptr<facet::Graph> graph = implementation_->recording();
  if (graph) group.BeRecorded();
  handler h(group);
  facet::CommandPtr external;
  if (Api(*implementation_).TakeExternal(&external))
    group.DependOn(std::move(external));
  {
    const facet::CommandGroup::Filling filling;
    call(function, h);
  }
  if (!graph && group.depends_on_node()) graph = GraphOf(group);
  if (graph)
    return implementation::make<event>(graph->Record(std::move(group)));
  if (!group.dynamic_arguments().empty())
    facet::Throw(errc::invalid,
                 "handler::set_arg: dynamic parameters are for commands of a "
                 "command graph");
  facet::CommandPtr command = group.Submit();
  if (auto streams = group.TakeStreams(); !streams.empty())
    command =
        facet::WriteStreamsAfter(implementation_, command, std::move(streams));
  return implementation::make<event>(std::move(command));
}
void queue::wait() {
  RefuseRecording(*implementation_);
  implementation_->Wait();
  facet::CommandPtr external;
  if (Api(*implementation_).TakeExternal(&external) && external)
    external->Wait();
}
void queue::wait_and_throw() {
  wait();
  implementation_->ThrowAsynchronous();
}
void queue::throw_asynchronous() { implementation_->ThrowAsynchronous(); }
namespace {
void RequireLastEvent(const facet::Queue& queue) {
  const auto& all = Api(queue).properties;
  using discard = ext::oneapi::property::queue::discard_events;
  if (queue.options().in_order &&
      std::find(all.begin(), all.end(), detail::id_of<discard>()) == all.end())
    return;
  facet::Throw(errc::invalid,
               "queue: only queues that are in order and do not discard their "
               "events have a last and an external event");
}
}  // namespace
event queue::ext_oneapi_get_last_event() const {
  RequireLastEvent(*implementation_);
  RefuseRecording(*implementation_);
  facet::CommandPtr last;
  if (!Api(*implementation_).PeekExternal(&last))
    last = implementation_->LastCommand();
  return last ? implementation::make<event>(std::move(last)) : event();
}
void queue::ext_oneapi_set_external_event(const event& external_event) {
  RequireLastEvent(*implementation_);
  Api(*implementation_).SetExternal(implementation::get(external_event));
}
bool queue::khr_empty() const { return implementation_->IsIdle(); }
// Streams start what they are given without further calls, and what is held back
// is submitted by whoever ends what it waits for.
void queue::khr_flush() const {}

// ---- handler

void handler::depends_on(const event& e) { group_->DependOn(implementation::get(e)); }

void handler::use_kernel_bundle(
    const kernel_bundle<bundle_state::executable>& bundle) {
  const auto& used = implementation::get(bundle);
  if (used->context != Api(*group_->queue()).context_handle)
    facet::Throw(errc::invalid,
                 "handler::use_kernel_bundle: the bundle and the queue have "
                 "different contexts");
  group_->UseBundle(used);
}
void handler::set_constant(std::uint64_t key, const void* value,
                           std::size_t size) {
  group_->SetConstant(key, value, size);
}
void handler::get_constant(std::uint64_t key, void* value,
                           std::size_t size) const {
  group_->GetConstant(key, value, size);
}
void handler::launch(detail::kernel_handle& kernel,
                     const detail::kernel_argument* arguments,
                     std::size_t count, const detail::launch_shape& shape) {
  group_->SetKernel(kernel, {arguments, count}, shape);
}
void handler::launch_object(const kernel& k, const detail::launch_shape& shape) {
  const auto& used = implementation::get(k);
  if (!used->object && !used->entry->function())
    facet::Throw(errc::invalid,
                 "handler: only kernels of make_kernel, kernels of functions and "
                 "built-in kernels are run by their object");
  if (used->bundle->context != Api(*group_->queue()).context_handle)
    facet::Throw(errc::invalid,
                 "handler: the kernel and the queue have different contexts");
  if (used->object)
    group_->SetKernelObject(used->object, shape);
  else
    group_->SetFunctionKernel(used->bundle, used->entry, shape);
}
void handler::set_object_argument(int index, detail::object_argument kind,
                                  const void* data, std::size_t size,
                                  const void* object, std::size_t object_size) {
  if (index < 0)
    facet::Throw(errc::invalid, "handler::set_arg: the index is negative");
  facet::ObjectArgument argument;
  argument.index = static_cast<uint32_t>(index);
  argument.kind = static_cast<facet::ObjectArgument::Kind>(kind);
  if (kind == detail::object_argument::local)
    argument.local_size = size;
  else
    argument.bytes.assign(static_cast<const std::byte*>(data),
                          static_cast<const std::byte*>(data) + size);
  if (object)
    argument.object.assign(static_cast<const std::byte*>(object),
                           static_cast<const std::byte*>(object) + object_size);
  group_->SetObjectArgument(std::move(argument));
}
void handler::set_host_task(std::function<void()> task) {
  group_->SetHostTask(std::move(task));
}
void handler::memcpy(void* to, const void* from, std::size_t bytes) {
  copy_blocks(contiguous(to, bytes), contiguous(from, bytes));
}
void handler::fill_bytes(void* to, const void* pattern,
                         std::size_t pattern_size, std::size_t bytes) {
  fill_block(contiguous(to, bytes), pattern, pattern_size);
}
namespace {
// Too large, or the product of a count and a size that is.
void CheckSize(const detail::memory_block& block) {
  if (block.row > PTRDIFF_MAX)
    facet::Throw(errc::invalid,
                 "handler: no memory has as many bytes as are to be copied or "
                 "filled");
}
}  // namespace

namespace {
detail::memory_block PartOf(facet::CommandGroup& group,
                            const detail::device_global_reference& object,
                            std::size_t offset, std::size_t bytes) {
  group.RefuseInGraphs("handler: a copy of a device_global");
  if (offset > object.value_size || bytes > object.value_size - offset)
    facet::Throw(errc::invalid,
                 "handler: the copy exceeds the device_global, which has " +
                     std::to_string(object.value_size) + " bytes");
  detail::memory_block block;
  block.data = group.DeviceGlobalAddress(object) + offset;
  block.row = bytes;
  return block;
}
}  // namespace

void handler::copy_to_device_global(
    const detail::device_global_reference& to, std::size_t offset,
    const void* from, std::size_t bytes) {
  copy_blocks(PartOf(*group_, to, offset, bytes), contiguous(from, bytes));
}
void handler::copy_from_device_global(
    void* to, const detail::device_global_reference& from, std::size_t offset,
    std::size_t bytes) {
  copy_blocks(contiguous(to, bytes), PartOf(*group_, from, offset, bytes));
}

void handler::copy_blocks(const detail::memory_block& to,
                          const detail::memory_block& from) {
  CheckSize(to);
  CheckSize(from);
  detail::memory_block target = to, source = from;
  target.data = group_->Resolve(to.data);
  source.data = group_->Resolve(from.data);
  group_->SetDeviceAction(facet::CommandKind::kCopy,
                          facet::CopyBlocks(target, source));
}
namespace {
void Fill(facet::CommandGroup& group, facet::CommandKind kind,
          detail::memory_block to, const void* pattern,
          std::size_t pattern_size) {
  CheckSize(to);
  to.data = group.Resolve(to.data);
  group.SetDeviceAction(kind, facet::FillBlock(to, pattern, pattern_size));
}
}  // namespace

void handler::fill_block(const detail::memory_block& to, const void* pattern,
                         std::size_t pattern_size) {
  Fill(*group_, facet::CommandKind::kFill, to, pattern, pattern_size);
}
void handler::memset(void* address, int value, std::size_t bytes) {
  const unsigned char byte = static_cast<unsigned char>(value);
  Fill(*group_, facet::CommandKind::kMemset, contiguous(address, bytes), &byte,
       1);
}
void handler::require_placeholder(const void* address, access_mode mode,
                                  target t) {
  group_->Require(address, mode != access_mode::read, t == target::host_task);
}
void handler::update_host_memory(const void* address) {
  group_->UpdateHost(address);
}
void handler::ext_oneapi_barrier() {
  group_->SetBarrier(facet::CommandGroup::Barrier::kAfterAll);
}
void handler::ext_oneapi_barrier(const std::vector<event>& events) {
  if (events.empty()) return group_->SetBarrier(facet::CommandGroup::Barrier::kNone);
  depends_on(events);
  group_->SetBarrier(facet::CommandGroup::Barrier::kAfterDependencies);
}
detail::memory_block handler::rows(const void* data, std::size_t pitch,
                                   std::size_t width, std::size_t height) {
  group_->RefuseInGraphs("handler: a copy, fill or memset of rows");
  if (width > pitch)
    facet::Throw(errc::invalid,
                 "handler: rows of " + std::to_string(width) +
                     " bytes do not fit a pitch of " + std::to_string(pitch));
  detail::memory_block block = contiguous(data, width);
  block.counts[1] = height;
  block.strides[1] = pitch;
  return block;
}
void handler::prefetch(const void* address, std::size_t bytes) {
  group_->SetDeviceAction(facet::CommandKind::kPrefetch,
                          [=](facet::Stream& stream, facet::EventPtr* event) {
                            return stream.Prefetch(address, bytes, event);
                          });
}
void handler::mem_advise(const void*, std::size_t, int) {
  group_->SetDeviceAction(facet::CommandKind::kAdvise,
                          [](facet::Stream& stream, facet::EventPtr* event) {
                            return event ? stream.RecordEvent(event)
                                         : facet::Status();
                          });
}
void handler::keep_alive(std::shared_ptr<const void> object) {
  group_->KeepAlive(std::move(object));
}
interop_handle handler::make_interop_handle() const {
  facet::Queue& queue = *group_->queue();
  return interop_handle(static_cast<backend>(queue.device()->info().backend),
                        queue);
}

// ---- event

event::event() : implementation_(facet::Command::Done()) {}
backend event::get_backend() const noexcept {
  facet::DevicePtr device;
  if (implementation_)
    device = implementation_->queue() ? implementation_->queue()->device()
                                      : implementation_->device();
  // "As though it was created from a default-constructed queue."
  return device ? static_cast<backend>(device->info().backend)
                : sycl::device().get_backend();
}
namespace {
void RefuseNode(const facet::CommandPtr& command) {
  if (facet::NodeOf(command))
    facet::Throw(
        errc::invalid,
        "event: its command was recorded to a command graph and is not "
        "executed");
}
}  // namespace

std::vector<event> event::get_wait_list() {
  std::vector<event> list;
  if (implementation_)
    for (auto& command : implementation_->wait_list())
      list.push_back(event(std::move(command)));
  return list;
}
void event::wait() {
  RefuseNode(implementation_);
  if (implementation_) implementation_->Wait();
}
void event::wait(const std::vector<event>& events) {
  for (event e : events) e.wait();
}
void event::wait_and_throw() {
  wait();
  if (implementation_ && implementation_->queue())
    implementation_->queue()->ThrowAsynchronous();
}
void event::wait_and_throw(const std::vector<event>& events) {
  for (event e : events) e.wait_and_throw();
}
template <>
info::event_command_status
event::get_info<info::event::command_execution_status>() const {
  using status = info::event_command_status;
  RefuseNode(implementation_);
  if (!implementation_ || implementation_->IsDone()) return status::complete;
  return implementation_->IsRunning() ? status::running : status::submitted;
}
template <>
uint32_t event::get_info<info::event::reference_count>() const {
  return implementation_.use_count();
}

namespace {
facet::ProfilingTimes TimesOf(const facet::CommandPtr& command) {
  RefuseNode(command);
  if (!command || !command->queue() || !command->queue()->options().profiling)
    facet::Throw(errc::invalid,
                 "event: its queue was made without "
                 "property::queue::enable_profiling");
  facet::ProfilingTimes times = command->GetProfilingTimes();
  const facet::GraphRole* const role = command->graph_role();
  if (!role || !role->is_execution) return times;
  if (!role->profiling)
    facet::Throw(errc::invalid,
                 "event: the command graph was finalized without "
                 "property::graph::enable_profiling");
  for (const facet::CommandPtr& part : role->parts) {
    const facet::ProfilingTimes of_part = part->GetProfilingTimes();
    times.submitted = std::min(times.submitted, of_part.submitted);
    times.started = std::min(times.started, of_part.started);
    times.ended = std::max(times.ended, of_part.ended);
  }
  return times;
}
}  // namespace

template <>
uint64_t
event::get_profiling_info<info::event_profiling::command_submit>() const {
  return TimesOf(implementation_).submitted;
}
template <>
uint64_t
event::get_profiling_info<info::event_profiling::command_start>() const {
  return TimesOf(implementation_).started;
}
template <>
uint64_t event::get_profiling_info<info::event_profiling::command_end>()
    const {
  return TimesOf(implementation_).ended;
}

}  // namespace _V1
}  // namespace sycl
