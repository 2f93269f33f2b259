//===- help.cpp - What the driver says of itself ----------------------------===//
//
// See help.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/help.h"

using namespace llvm;

namespace facet {
namespace {

struct OptionHelp {
  StringLiteral Option, Text;
};

constexpr OptionHelp Options[] = {
    {"-fsycl", "Compile and link SYCL: device code, headers, runtime"},
    {"-ffp-accuracy=<level>[:<f,...>]",
     "Accuracy of mathematical functions: high, medium, low, sycl, cuda"},
    {"-fsycl-targets=<t,...>", "What to compile for (default: x86_64,spir64)"},
    {"-fsycl-fixed-targets=<t,...>",
     "All device code runs on these only: warn of what one of them lacks"},
    {"-fsycl-device-only", "Compile for devices only"},
    {"-fsycl-host-only", "Compile for the host only"},
    {"-fsycl-device-code-split=<how>",
     "How kernels share images: auto, off, per_kernel, per_source"},
    {"-fsycl-compress-images", "Compress the images of the program"},
    {"-fsycl-default-sub-group-size=<n>",
     "Sub-group size of kernels that say none: automatic, primary or a number"},
    {"-fsycl-device-config-file=<file>", "More targets, from a TOML file"},
    {"-fsycl-device-if=<where>",
     "Where conditional code is decided: auto, headers, early, late"},
    {"-fsycl-device-if-jit=<how>",
     "How it is decided at run time: add-on, spec-constants"},
    {"-fsycl-embed-ir", "SPIR-V beside images that are compiled ahead of time"},
    {"-fsycl-emulate=<t,...>", "Devices that the program emulates"},
    {"-fsycl-id-queries-fit-in-int",
     "Assume that ids and ranges fit into int, and refuse other launches"},
    {"-fno-sycl-id-queries-fit-in-int", "Assume nothing of them"},
    {"-fsycl-link", "Instead of a link: an object of all device images"},
    {"-fno-sycl-rdc", "Device images of each source alone, in its object"},
    {"-fsycl-max-parallel-link-jobs=<n>",
     "Compilations at once in a link (default: all processors)"},
    {"-fsycl-optional-features=<how>",
     "How features keep out of devices without them: split, conditional"},
    {"-fsycl-unique-prefix=<text>", "What no other source of the program has"},
    {"-fsycl-clangd-config",
     "Print a .clangd file for compile_commands.json of this compiler"},
    {"-fsycl-help", "Print this list"},
    {"-fno-sycl-cubin", "No machine code beside PTX"},
    {"--ptxas-path=<file>", "NVIDIA's assembler"},
    {"--offload-arch=<p,...>", "More targets, by names of GPU processors"},
    {"-Xsycl-target-backend=<t>", "The next argument has options of the tool "
                                  "that finishes images of target <t>"},
    {"-Xs", "The same for all targets"},
    {"-Xsycl-target-frontend=<t>", "The next argument has options of the "
                                   "device compilation for target <t>"},
    {"-Wsycl-aspects", "Warn of aspects that a declaration leaves out"},
};

/// Where the columns of Clang's --help begin.
constexpr unsigned TextColumn = 26;

} // namespace

void printSyclHelp(raw_ostream &Out) {
  Out << "\nSYCL OPTIONS:\n";
  for (const OptionHelp &Each : Options) {
    Out << "  " << Each.Option;
    if (Each.Option.size() + 3 > TextColumn) {
      Out << '\n';
      Out.indent(TextColumn);
    } else {
      Out.indent(TextColumn - 2 - Each.Option.size());
    }
    Out << Each.Text << '\n';
  }
}

void printClangdConfig(const Installation &Install, raw_ostream &Out) {
  Out << "CompileFlags:\n  Add:\n";
  if (!Install.HeaderDirectory.empty())
    Out << "    - -isystem" << Install.HeaderDirectory << '\n';
  Out << "    - -D__FACET__=1\n"
         "    - -Wno-unknown-attributes\n"
         "  Remove: [-fsycl, -fsycl-*, -fno-sycl*, -Xsycl-*, --ptxas-path=*, "
         "-Wsycl-*, -Wno-sycl-*, -Werror=sycl-*]\n";
}

} // namespace facet
