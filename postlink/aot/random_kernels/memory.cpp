//===- memory.cpp - What launches begin with ------------------------------===//
//
// See interpreter.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/arithmetic.h"
#include "postlink/aot/random_kernels/interpreter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace facet::random_kernels {

uint64_t Arguments::of(Scalar S) const {
  switch (S) {
  case Scalar::Bool:
    return Bool;
  case Scalar::I8:
    return static_cast<uint8_t>(I8);
  case Scalar::I16:
    return static_cast<uint16_t>(I16);
  case Scalar::I32:
    return static_cast<uint32_t>(I32);
  case Scalar::I64:
    return static_cast<uint64_t>(I64);
  case Scalar::Half:
    return 0x3e00;
  case Scalar::Float:
    return std::bit_cast<uint32_t>(Float);
  case Scalar::Double:
    return std::bit_cast<uint64_t>(Double);
  }
  return 0;
}

/// A number at or near an end of the type's, or one that rounds; \p Random
/// chooses.
static uint64_t edgeOf(Scalar T, uint64_t Random) {
  const uint64_t Sign = uint64_t(1) << (bitsOf(T) - 1);
  const uint64_t Which = Random >> 32 & 15, Bits = Random >> 9;
  if (isFloating(T)) {
    static constexpr double Edges[] = {
        0.0,    -0.0, 1.0,     -1.0,   0x1p24,  0x1p31, -0x1p31,
        0x1p32, 0.5,  65519.9, 0x1p63, -0x1p63, 0x1p64, 0x1p-140};
    uint64_t Cell = Which < 14 ? fromDouble(T, Edges[Which]) : Bits;
    // Also the next number, one in the middle, one that is infinite or NaN.
    if (Random >> 36 & 1)
      Cell += Which < 13 ? 1 : 0;
    if ((Random >> 37 & 15) == 0)
      Cell = fromDouble(T, (Bits & 1 ? 1 : -1) * HUGE_VAL);
    if ((Random >> 37 & 15) == 1)
      Cell = nanOf(T);
    return canonical(T, Cell & maskOf(T));
  }
  static constexpr int64_t Near[] = {0, 1, 2, -1, -2, 3, 255, 256, -128};
  uint64_t Cell = Which < 9    ? static_cast<uint64_t>(Near[Which])
                  : Which < 12 ? Sign + Which - 10
                  : Which < 14 ? uint64_t(1) << (Bits & 63)
                               : Bits;
  return Cell & maskOf(T);
}

static void fillRecords(std::vector<char> &Records, uint32_t Count,
                        uint64_t Seed, bool Edges) {
  Records.assign(uint64_t(Count) * RecordSize, 0);
  for (uint32_t R = 0; R != Count; ++R)
    for (unsigned S = 0; S != ScalarCount; ++S) {
      const Scalar T = static_cast<Scalar>(S);
      Seed = Seed * 6364136223846793005 + 1442695040888963407;
      // Small numbers and large ones.
      uint64_t Cell = Seed >> 33 & 15;
      if (isFloating(T))
        Cell = fromDouble(T, (static_cast<double>(Cell) - 6) / 4);
      else if (T == Scalar::Bool)
        Cell &= 1;
      else if (Seed >> 60 & 1)
        Cell = Seed >> 7 & maskOf(T);
      if (Edges && T != Scalar::Bool && Seed >> 61 != 0)
        Cell = edgeOf(T, Seed);
      std::memcpy(&Records[R * RecordSize + recordOffset(T)], &Cell,
                  (bitsOf(T) + 7) / 8);
    }
}

Memory makeMemory(const Launch &L) {
  Memory M;
  fillRecords(M.In, L.items(), 1, L.Edges);
  fillRecords(M.Uniform, UniformRecords, 2, L.Edges);
  fillRecords(M.Out, L.items() * OutputRecords, 3, false);
  M.Atomics.assign(AtomicBytes, 0);
  for (unsigned A = 0; A != AtomicCount; ++A) {
    const uint64_t Small = firstOf(static_cast<Atomic>(A), Scalar::I32);
    const uint64_t Large = firstOf(static_cast<Atomic>(A), Scalar::I64);
    for (unsigned Cell = 0; Cell != AtomicCells; ++Cell) {
      std::memcpy(&M.Atomics[atomicOffset(A, 4) + Cell * 4], &Small, 4);
      std::memcpy(&M.Atomics[atomicOffset(A, 8) + Cell * 8], &Large, 8);
    }
  }
  return M;
}

uint64_t answer(Query Q, uint32_t D, const Position &At) {
  const Launch &L = At.L;
  const uint32_t Size = L.size(), Item = At.Item, Group = At.Group;
  const uint32_t Id[] = {Item % L.Size[0], Item / L.Size[0] % L.Size[1],
                         Item / L.Size[0] / L.Size[1]};
  const uint32_t GroupId[] = {Group % L.Groups[0],
                              Group / L.Groups[0] % L.Groups[1],
                              Group / L.Groups[0] / L.Groups[1]};
  switch (Q) {
  case Query::LocalId:
    return Id[D];
  case Query::GlobalId:
    return GroupId[D] * L.Size[D] + Id[D];
  case Query::GroupId:
    return GroupId[D];
  case Query::LocalSize:
    return L.Size[D];
  case Query::GroupCount:
    return L.Groups[D];
  case Query::GlobalSize:
    return L.Groups[D] * L.Size[D];
  case Query::LocalLinear:
    return Item;
  case Query::GlobalLinear:
    return Group * Size + Item;
  case Query::LinearSize:
    return Size;
  case Query::SubGroupId:
    return Item / At.SubGroup;
  case Query::SubGroupLane:
    return Item % At.SubGroup;
  case Query::SubGroupSize:
    return std::min(At.SubGroup, Size - Item / At.SubGroup * At.SubGroup);
  case Query::SubGroupCount:
    return (Size + At.SubGroup - 1) / At.SubGroup;
  }
  return 0;
}

} // namespace facet::random_kernels
