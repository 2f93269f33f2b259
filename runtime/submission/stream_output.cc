// See stream_output.h.
#include "runtime/submission/stream_output.h"

#include <algorithm>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <unordered_map>
#include <utility>

#include <sycl/detail/stream_records.hpp>

#include "runtime/submission/command_group.h"

namespace facet {
namespace {

using sycl::stream_manipulator;
using sycl::detail::stream_record;

// True if what the work-item wrote so far is to appear now.
bool Manipulate(std::ostream& out, stream_manipulator m) {
  switch (m) {
    case stream_manipulator::flush: return true;
    case stream_manipulator::endl: out << '\n'; return true;
    case stream_manipulator::dec: out << std::dec; break;
    case stream_manipulator::hex: out << std::hex; break;
    case stream_manipulator::oct: out << std::oct; break;
    case stream_manipulator::noshowbase: out << std::noshowbase; break;
    case stream_manipulator::showbase: out << std::showbase; break;
    case stream_manipulator::noshowpos: out << std::noshowpos; break;
    case stream_manipulator::showpos: out << std::showpos; break;
    case stream_manipulator::fixed: out << std::fixed; break;
    case stream_manipulator::scientific: out << std::scientific; break;
    case stream_manipulator::hexfloat: out << std::hexfloat; break;
    case stream_manipulator::defaultfloat: out << std::defaultfloat; break;
  }
  return false;
}

template <typename T>
T Read(std::span<const char> bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), std::min(sizeof(T), bytes.size()));
  return value;
}

// Of one to four bytes. std::ostream shows the bits of a number, not those of the
// int that it would be in an expression, in other bases than ten.
void WriteSigned(std::ostream& out, std::span<const char> bytes) {
  switch (bytes.size()) {
    case 1:
      if (out.flags() & (std::ios::hex | std::ios::oct))
        out << int{Read<uint8_t>(bytes)};
      else
        out << int{Read<int8_t>(bytes)};
      break;
    case 2: out << Read<int16_t>(bytes); break;
    default: out << Read<int32_t>(bytes); break;
  }
}

bool Apply(std::ostream& out, stream_record kind, std::span<const char> bytes) {
  switch (kind) {
    case stream_record::none: break;
    case stream_record::character: out << Read<char>(bytes); break;
    case stream_record::int32: WriteSigned(out, bytes); break;
    case stream_record::uint32: out << Read<uint32_t>(bytes); break;
    case stream_record::int64: out << Read<int64_t>(bytes); break;
    case stream_record::uint64: out << Read<uint64_t>(bytes); break;
    case stream_record::float32: out << Read<float>(bytes); break;
    case stream_record::float64: out << Read<double>(bytes); break;
    case stream_record::pointer:
      out << reinterpret_cast<const void*>(Read<uint64_t>(bytes));
      break;
    case stream_record::text:
      out << std::string_view(bytes.data(), bytes.size());
      break;
    case stream_record::manipulator:
      return Manipulate(out, Read<stream_manipulator>(bytes));
    case stream_record::precision:
      out << std::setprecision(Read<int32_t>(bytes));
      break;
    case stream_record::width: out << std::setw(Read<int32_t>(bytes)); break;
  }
  return false;
}

}  // namespace

std::string FormatStream(std::span<const uint64_t> words, size_t limit) {
  std::string text;
  std::vector<std::ostringstream> items;  // in the order of their first records
  std::unordered_map<uint32_t, size_t> positions;
  if (words.empty()) return text;
  const size_t used = std::min<uint64_t>(
      static_cast<uint32_t>(words.front()), words.size());
  for (size_t at = 1; at < used;) {
    const uint64_t header = words[at];
    const size_t bytes = sycl::detail::stream_bytes(header);
    const size_t count = sycl::detail::stream_words_of(bytes);
    if (sycl::detail::stream_kind(header) == stream_record::none ||
        count > used - at)
      break;  // did not fit any more
    const auto [position, is_new] = positions.try_emplace(
        sycl::detail::stream_item(header), items.size());
    if (is_new) items.emplace_back();
    std::ostringstream& item = items[position->second];
    const char* data = reinterpret_cast<const char*>(words.data() + at + 1);
    if (Apply(item, sycl::detail::stream_kind(header), {data, bytes})) {
      text += item.str();
      item.str({});
    }
    at += count;
  }
  for (const std::ostringstream& item : items) text += item.str();
  if (text.size() > limit) text.resize(limit);
  return text;
}

StreamBuffer MakeStreamBuffer(size_t characters) {
  std::vector<uint64_t> words(sycl::detail::stream_capacity(characters));
  words[0] = 1;  // the counter itself
  sycl::detail::buffer_source source;
  source.host = words.data();
  return {std::make_shared<Buffer>(source, words.size() * sizeof(uint64_t),
                                   alignof(uint64_t)),
          characters};
}

CommandPtr WriteStreamsAfter(const std::shared_ptr<Queue>& queue,
                             const CommandPtr& kernel,
                             std::vector<StreamBuffer> streams) {
  CommandGroup group(queue);
  group.DependOn(kernel);
  std::vector<std::pair<std::span<const uint64_t>, size_t>> all;
  for (StreamBuffer& stream : streams) {
    const void* address = group.Acquire(stream.buffer, /*write=*/false,
                                        /*no_init=*/false, /*on_host=*/true);
    all.push_back({{static_cast<const uint64_t*>(address),
                    stream.buffer->bytes() / sizeof(uint64_t)},
                   stream.characters});
    group.KeepAlive(std::move(stream.buffer));
  }
  group.SetHostTask([all = std::move(all)] {
    static std::mutex mutex;  // whole texts, one after the other
    for (const auto& [words, characters] : all) {
      const std::string text = FormatStream(words, characters);
      std::lock_guard lock(mutex);
      std::cout << text << std::flush;
    }
  });
  return group.Submit();
}

}  // namespace facet
