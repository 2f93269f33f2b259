//===- comparison.cpp - Programs run several ways -------------------------===//
//
// See comparison.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/comparison.h"

#include "postlink/aot/random_kernels/writer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;

namespace facet::random_kernels {

static uint32_t subGroupSizeOf(const Program &P) {
  return P.SubGroupSize ? P.SubGroupSize : CpuSubGroupSize;
}

Case makeCase(uint64_t Seed, ProgramMaker Make) {
  Case Result{Seed, Make(Seed)};
  erase_if(Result.P.Launches, [&](const Launch &L) {
    Memory M = makeMemory(L);
    return interpret(Result.P, L, subGroupSizeOf(Result.P), M) ==
           Outcome::TooLong;
  });
  return Result;
}

std::string describe(const Memory &Wanted, const Memory &Got) {
  std::string Text;
  raw_string_ostream Out(Text);
  for (size_t I = 0; I < Wanted.Out.size(); I += RecordSize)
    for (unsigned S = 0; S != ScalarCount; ++S) {
      const size_t At = I + recordOffset(static_cast<Scalar>(S));
      const size_t Bytes = (bitsOf(static_cast<Scalar>(S)) + 7) / 8;
      uint64_t A = 0, B = 0;
      std::memcpy(&A, &Wanted.Out[At], Bytes);
      std::memcpy(&B, &Got.Out[At], Bytes);
      if (A == B)
        continue;
      const size_t Record = I / RecordSize;
      Out << "work-item " << Record / OutputRecords << ", record "
          << Record % OutputRecords << ", offset " << At % RecordSize
          << ": wanted 0x" << Twine::utohexstr(A) << ", got 0x"
          << Twine::utohexstr(B) << "; inputs";
      for (unsigned From = 0; From != ScalarCount; ++From) {
        const Scalar T = static_cast<Scalar>(From);
        uint64_t Cell = 0;
        std::memcpy(
            &Cell,
            &Wanted.In[Record / OutputRecords * RecordSize + recordOffset(T)],
            (bitsOf(T) + 7) / 8);
        Out << " 0x" << Twine::utohexstr(Cell);
      }
      return Text;
    }
  for (size_t I = 0; I != Wanted.Atomics.size(); ++I)
    if (Wanted.Atomics[I] != Got.Atomics[I]) {
      Out << "byte " << I << " of the atomics";
      return Text;
    }
  return "inputs were changed";
}

/// What regions and coroutines make of a case.
static void compareLaunches(const Case &C, CpuModule &Code,
                            const std::string &Number,
                            std::vector<Failure> &Failures) {
  for (auto [LaunchNumber, L] : enumerate(C.P.Launches)) {
    const Memory First = makeMemory(L);
    Memory Wanted = First;
    Failure Found{C.Seed, "", "", static_cast<unsigned>(LaunchNumber)};
    switch (interpret(C.P, L, subGroupSizeOf(C.P), Wanted)) {
    case Outcome::TooLong:
      continue;
    case Outcome::Invalid:
      Found.What = "generator";
      Failures.push_back(Found);
      continue;
    case Outcome::Done:
      break;
    }
    for (const char *Way : {"regions", "coroutines"}) {
      Memory Got = First;
      if (!Code.run(Way + Number, L, Got)) {
        Found.What = "compiler";
        Found.Details = "a kernel is missing";
      } else if (!(Got == Wanted)) {
        Found.What = Found.What.empty() ? Way : "both";
        Found.Details += std::string(Way) + ": " + describe(Wanted, Got) + "\n";
      }
    }
    if (Found.What.empty())
      continue;
    Failures.push_back(Found);
    return;
  }
}

BatchResult compareOnCpu(const std::vector<Case> &Cases,
                         const CompileSettings &Settings) {
  std::vector<NamedProgram> Kernels;
  for (auto [Number, C] : enumerate(Cases))
    for (bool Whole : {false, true})
      Kernels.push_back(
          {(Whole ? "coroutines" : "regions") + std::to_string(Number), &C.P,
           Whole});
  BatchResult Result;
  Expected<std::unique_ptr<CpuModule>> Code =
      CpuModule::compile(writeModule(Kernels), Settings);
  if (!Code) {
    std::string Message = toString(Code.takeError());
    for (const Case &C : Cases)
      Result.Failures.push_back({C.Seed, "compiler", Message, 0});
    return Result;
  }
  for (auto [Number, C] : enumerate(Cases)) {
    compareLaunches(C, **Code, std::to_string(Number), Result.Failures);
    Result.Regions += !(*Code)->isCoroutine("regions" + std::to_string(Number));
  }
  return Result;
}

} // namespace facet::random_kernels
