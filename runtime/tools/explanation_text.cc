// The text and the report of sycl-explain; see explanation.h.
#include <algorithm>
#include <string>

#include "runtime/text/json_writer.h"
#include "runtime/tools/explanation.h"

namespace facet {
namespace {

std::string Name(const Explanation::Column& column) {
  return column.is_device() ? "device " + column.name + " [" + column.id + "]"
                            : column.name;
}

}  // namespace

std::string Counted(size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string ToText(const Explanation& e) {
  std::string out = e.program + ": " + Counted(e.rows.size(), "kernel") + ", " +
                    Counted(e.images.size(), "image") + "\n";
  for (const Explanation::Row& row : e.rows) {
    out += "\n" + row.kernel + "\n";
    for (size_t i = 0; i < row.cells.size(); ++i) {
      const Explanation::Cell& cell = row.cells[i];
      out += "  " + Name(e.columns[i]) + ": ";
      if (!cell.runs) {
        out += "refused\n";
        for (const std::string& reason : cell.reasons)
          out += "    " + reason + "\n";
        continue;
      }
      out += "runs, " + cell.format + " for " + cell.image_target + ", " +
             ReadableSize(cell.size);
      if (cell.images > 1)
        out += " in " + std::to_string(cell.images) + " images";
      for (size_t n = 0; n < cell.needs.size(); ++n)
        out += (n ? ", " : "; needs ") + cell.needs[n];
      out += "\n";
    }
  }
  size_t width = 0;
  for (const auto& column : e.columns)
    width = std::max(width, Name(column).size());
  out += "\nkernels that run\n";
  for (const auto& column : e.columns) {
    std::string line = "  " + Name(column) + ":";
    line.resize(width + 5, ' ');
    out += line + std::to_string(column.runs) + " of " +
           std::to_string(e.rows.size()) + "\n";
  }
  return out;
}

report::Report ToReport(const Explanation& e) {
  const auto add = [](const std::vector<std::string>& values, auto* to) {
    to->Add(values.begin(), values.end());
  };
  report::Report report = NewReport("sycl-explain");
  report.set_program(e.program);
  for (const Explanation::Column& column : e.columns)
    if (!column.is_device()) report.add_targets(column.name);
  for (const Explanation::Image& image : e.images) {
    report::Image& made = *report.add_images();
    made.set_target(image.target);
    made.set_format(image.format);
    made.set_size(image.size);
    made.set_compressed(image.compressed);
    made.set_add_on(image.add_on);
    add(image.kernels, made.mutable_symbols());
  }
  for (const Explanation::Row& row : e.rows) {
    report::Kernel& kernel = *report.add_kernels();
    kernel.set_name(row.kernel);
    kernel.set_symbol(row.symbol);
    for (size_t i = 0; i < row.cells.size(); ++i) {
      const Explanation::Cell& cell = row.cells[i];
      report::Verdict& verdict = *kernel.add_on();
      if (e.columns[i].is_device()) {
        verdict.set_device(e.columns[i].name);
        verdict.set_id(e.columns[i].id);
      } else {
        verdict.set_target(e.columns[i].name);
      }
      verdict.set_runs(cell.runs);
      add(cell.lacks, verdict.mutable_lacks());
      add(cell.reasons, verdict.mutable_reasons());
      if (!cell.runs) continue;
      verdict.set_image(cell.image_target);
      verdict.set_format(cell.format);
      verdict.set_images(static_cast<uint32_t>(cell.images));
      verdict.set_size(cell.size);
      add(cell.needs, verdict.mutable_needs());
    }
  }
  return report;
}

}  // namespace facet
