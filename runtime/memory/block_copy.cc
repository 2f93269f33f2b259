// See block_copy.h.
#include "runtime/memory/block_copy.h"

#include <algorithm>

namespace facet {
namespace {

using sycl::detail::memory_block;

// Rows that follow each other without a gap are one row.
memory_block Merged(memory_block block) {
  for (int pass = 0; pass < 2; ++pass) {
    if (block.counts[1] != 1 && block.strides[1] != block.row) break;
    block.row *= block.counts[1];
    block.counts[1] = block.counts[0];
    block.strides[1] = block.strides[0];
    block.counts[0] = 1;
  }
  return block;
}

// Where the byte number `at` of a block is, and how many follow it in its row.
struct Position {
  size_t offset;
  size_t run;
};
Position At(const memory_block& block, size_t at) {
  const size_t row = at / block.row, column = at % block.row;
  return {row / block.counts[1] * block.strides[0] +
              row % block.counts[1] * block.strides[1] + column,
          block.row - column};
}

}  // namespace

std::vector<CopyPiece> PiecesOf(const memory_block& to,
                                const memory_block& from) {
  const memory_block target = Merged(to), source = Merged(from);
  std::vector<CopyPiece> pieces;
  const size_t size = std::min(target.size(), source.size());
  for (size_t at = 0; at < size;) {
    const Position t = At(target, at), s = At(source, at);
    const size_t bytes = std::min({t.run, s.run, size - at});
    pieces.push_back({t.offset, s.offset, bytes});
    at += bytes;
  }
  return pieces;
}

DeviceAction CopyBlocks(const memory_block& to,
                                 const memory_block& from) {
  if (to.data == from.data || from.size() == 0)
    return [](Stream& stream, EventPtr* event) {
      return event ? stream.RecordEvent(event) : Status();
    };
  return [to = static_cast<char*>(to.data),
          from = static_cast<const char*>(from.data),
          pieces = PiecesOf(to, from)](Stream& stream, EventPtr* event) {
    for (const CopyPiece& piece : pieces) {
      const bool last = &piece == &pieces.back();
      if (Status s = stream.Copy(to + piece.to, from + piece.from, piece.bytes,
                                 last ? event : nullptr);
          !s.ok())
        return s;
    }
    return Status();
  };
}

DeviceAction FillBlock(const memory_block& to, const void* pattern,
                                size_t pattern_size) {
  const char* first = static_cast<const char*>(pattern);
  return [to = static_cast<char*>(to.data), pieces = PiecesOf(to, to),
          value = std::vector<char>(first, first + pattern_size)](
             Stream& stream, EventPtr* event) {
    if (pieces.empty()) return event ? stream.RecordEvent(event) : Status();
    for (const CopyPiece& piece : pieces) {
      const bool last = &piece == &pieces.back();
      if (Status s = stream.Fill(to + piece.to, value.data(), value.size(),
                                 piece.bytes, last ? event : nullptr);
          !s.ok())
        return s;
    }
    return Status();
  };
}

}  // namespace facet
