// How time and memory of sycl-post-link grow with the number of kernels.
//
//   post_link_benchmark SYCL_POST_LINK WORK_DIRECTORY [-check] [-g] KERNELS...
//
// For each number makes a program of that many kernels (each with a body of its
// own, calling a few of as many shared helpers), splits it per kernel, and
// prints a row of docs/performance.md. "Read" is the process's memory once the
// program is read: the same tool with -ir-output-only would need that much.
//
// -check: exits with 1 if the peak is more than three times that memory plus
// the largest output.
// -g: the program has debug information.

#include "llvm/ADT/SmallString.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace llvm;

std::string debugLocation(bool Debug, int Scope) {
  return Debug ? ", !dbg !DILocation(line: 1, scope: !" +
                     std::to_string(Scope) + ")"
               : "";
}

std::string body(const std::string &Name, int Number, bool Debug, int Scope) {
  std::string Text;
  std::string Where = debugLocation(Debug, Scope);
  for (int J = 0; J != 20; ++J)
    Text += "  %y" + std::to_string(J) + " = mul i32 " +
            (J ? "%y" + std::to_string(J - 1) : std::string(Name)) + ", " +
            std::to_string(Number + J) + Where + "\n";
  return Text;
}

std::string program(int Kernels, bool Debug) {
  std::string Text = "target triple = \"spirv64-unknown-unknown\"\n";
  std::string Metadata;
  if (Debug)
    Metadata = "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n"
               "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
               "!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, "
               "file: !2, emissionKind: FullDebug)\n"
               "!2 = !DIFile(filename: \"a.cpp\", directory: \"/\")\n"
               "!3 = !DISubroutineType(types: !{null})\n";
  int Next = 4;
  auto Subprogram = [&](const std::string &Name) -> std::string {
    if (!Debug)
      return "";
    Metadata += "!" + std::to_string(Next) + " = distinct !DISubprogram(name: "
                "\"" + Name + "\", scope: !2, file: !2, line: 1, type: !3, "
                "unit: !1, spFlags: DISPFlagDefinition)\n";
    return " !dbg !" + std::to_string(Next++);
  };
  for (int I = 0; I != Kernels; ++I) {
    std::string Name = "h" + std::to_string(I);
    int Scope = Next;
    Text += "define internal spir_func i32 @" + Name + "(i32 %x)" +
            Subprogram(Name) + " {\n" + body("%x", I, Debug, Scope) +
            "  ret i32 %y19" + debugLocation(Debug, Scope) + "\n}\n";
  }
  for (int I = 0; I != Kernels; ++I) {
    std::string Name = "_ZTS7kernel_" + std::to_string(I);
    int Scope = Next;
    Text += "define spir_kernel void @" + Name +
            "(i32 %x, ptr addrspace(1) %p) \"sycl-module-id\"=\"a.cpp\"" +
            Subprogram(Name) + " {\n" + body("%x", I, Debug, Scope);
    std::string Where = debugLocation(Debug, Scope);
    for (int J = 0; J != 3; ++J)
      Text += "  %c" + std::to_string(J) + " = call spir_func i32 @h" +
              std::to_string((I + J * 131) % Kernels) + "(i32 %y19)" + Where +
              "\n  store i32 %c" + std::to_string(J) +
              ", ptr addrspace(1) %p" + Where + "\n";
    Text += "  ret void" + Where + "\n}\n";
  }
  return Text + Metadata;
}

void fail(const Twine &What) {
  errs() << "post_link_benchmark: error: " << What << '\n';
  std::exit(1);
}

uint64_t writeProgram(int Kernels, bool Debug, StringRef Path) {
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  auto M = parseAssemblyString(program(Kernels, Debug), Diagnostic, Context);
  if (!M)
    fail(Diagnostic.getMessage());
  std::error_code Code;
  raw_fd_ostream File(Path, Code);
  if (Code)
    fail(Code.message());
  WriteBitcodeToFile(*M, File);
  return File.tell();
}

struct Outputs {
  uint64_t Count = 0, Bytes = 0, Largest = 0;
};

Outputs outputsIn(StringRef Directory) {
  Outputs Result;
  std::error_code Code;
  for (sys::fs::directory_iterator I(Directory, Code), End; I != End && !Code;
       I.increment(Code)) {
    uint64_t Size = 0;
    sys::fs::file_size(I->path(), Size);
    ++Result.Count;
    Result.Bytes += Size;
    Result.Largest = std::max(Result.Largest, Size);
  }
  return Result;
}

/// The columns "seconds" and "peak MiB" of a line of the time report.
bool reportLine(StringRef Report, StringRef Phase, double &Seconds,
                double &Peak) {
  size_t At = Report.find(("\n  " + Phase + " ").str());
  double Percent;
  unsigned long Count;
  return At != StringRef::npos &&
         std::sscanf(Report.data() + At + 1, " %*s %lf %lf %lu %lf", &Seconds,
                     &Percent, &Count, &Peak) == 4;
}

bool measure(StringRef Tool, StringRef WorkDirectory, int Kernels, bool Debug) {
  SmallString<128> Input(WorkDirectory), Modules(WorkDirectory),
      Report(WorkDirectory);
  sys::path::append(Input, "benchmark.bc");
  sys::path::append(Modules, "benchmark.modules");
  sys::path::append(Report, "benchmark.report");
  sys::fs::remove_directories(Modules);
  uint64_t InputBytes = writeProgram(Kernels, Debug, Input);
  std::string Directory = ("--modules-dir=" + Modules).str();
  std::string Problem;
  int Status = sys::ExecuteAndWait(
      Tool, {Tool, Directory, "-split=kernel", "-ftime-report", Input.str()},
      std::nullopt, {std::nullopt, std::nullopt, Report.str()}, 0, 0,
      &Problem);
  auto Text = MemoryBuffer::getFile(Report);
  if (Status || !Text)
    fail("sycl-post-link failed: " + (Text ? (*Text)->getBuffer() : Problem));
  double ReadTime = 0, ReadPeak = 0, Time = 0, Peak = 0;
  if (!reportLine((*Text)->getBuffer(), "read", ReadTime, ReadPeak) ||
      !reportLine((*Text)->getBuffer(), "total", Time, Peak))
    fail("no time report");
  Outputs Out = outputsIn(Modules);
  sys::fs::remove_directories(Modules);
  constexpr double MiB = 1 << 20;
  std::printf("| %d | %.2f | %.1f | %.2f | %.1f | %.1f | %.1f |\n", Kernels,
              InputBytes / MiB, Out.Bytes / MiB, Time, 1e6 * Time / Kernels,
              ReadPeak, Peak);
  std::fflush(stdout);
  if (Out.Count != uint64_t(Kernels))
    fail("expected as many modules as kernels, got " + Twine(Out.Count));
  return Peak <= 3 * ReadPeak + Out.Largest / MiB;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<StringRef> Args(argv + 1, argv + argc);
  if (Args.size() < 3)
    fail("usage: post_link_benchmark TOOL DIRECTORY [-check] [-g] KERNELS...");
  bool Check = false, Debug = false, Ok = true;
  std::printf("| kernels | input file MiB | output MiB | seconds | µs per "
              "kernel | read MiB | peak MiB |\n|--:|--:|--:|--:|--:|--:|--:|\n");
  for (StringRef Arg : ArrayRef(Args).drop_front(2)) {
    int Kernels = 0;
    if (Arg == "-check")
      Check = true;
    else if (Arg == "-g")
      Debug = true;
    else if (Arg.getAsInteger(10, Kernels) || Kernels <= 0)
      fail("not a number of kernels: " + Arg);
    else
      Ok &= measure(Args[0], Args[1], Kernels, Debug);
  }
  if (Check && !Ok)
    fail("the peak is more than three times the input plus one output");
  return 0;
}
