// Which kernels of a program run where, and why not.
//
// In:  the images of a program; targets, devices.
// Out: a table, as text, a report or an HTML page.
// Why: each cell is what a submission would decide (runtime/program), so the
//      table cannot disagree with the program.
#ifndef FACET_CONFIG_PROGRAM_EXPLANATION_H_
#define FACET_CONFIG_PROGRAM_EXPLANATION_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/report_file.h"
#include "runtime/backends/backend.h"
#include "runtime/registry/registry.h"

namespace facet {

struct Explanation {
  struct Column {
    std::string name;
    // Of a device of this machine, "cuda:0"; empty for a target.
    std::string id;
    size_t runs = 0;  // how many of the kernels

    bool is_device() const { return !id.empty(); }
  };
  struct Cell {
    bool runs = false;
    // If it runs: the kernel's image, how many are linked, and their bytes.
    std::string image_target;
    std::string format;
    size_t images = 0;
    uint64_t size = 0;
    std::vector<std::string> needs;  // "aspect::fp16", "sub-group size 16"
    // If it does not: sentences, and in short what the device lacks (nothing if
    // there is no image for it).
    std::vector<std::string> reasons;
    std::vector<std::string> lacks;
  };
  struct Row {
    std::string kernel;  // as the user wrote it
    std::string symbol;
    std::vector<Cell> cells;  // by column
  };
  struct Image {
    std::string target;
    std::string format;
    uint64_t size = 0;
    bool compressed = false;
    bool add_on = false;
    std::vector<std::string> kernels;
  };

  std::string program;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<Image> images;
};

// A device of this machine and what names it.
struct NamedDevice {
  DevicePtr device;
  std::string id;
};

// Returns whether Facet's own table has the target, emulated ("emu_") or not.
bool IsKnownTarget(std::string_view name);

// Columns: the targets that there are images for, then `targets`, then the
// devices. nullopt-like: *error is set if a target is unknown.
Explanation Explain(ImageRegistry& registry,
                    const std::vector<std::string>& targets,
                    const std::vector<NamedDevice>& devices,
                    std::string* error);

// Returns "1 kernel", "7 kernels".
std::string Counted(size_t count, const std::string& what);

std::string ToText(const Explanation& explanation);
// Without descriptions of the devices.
report::Report ToReport(const Explanation& explanation);
// One file, without anything from elsewhere. Without scripts it shows the same;
// its own small script filters and sorts.
std::string ToHtml(const Explanation& explanation);

}  // namespace facet

#endif  // FACET_CONFIG_PROGRAM_EXPLANATION_H_
