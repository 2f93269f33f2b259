// The text and the JSON of sycl-explain; see explanation.h.
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

std::string ToJson(const Explanation& e) {
  JsonWriter json;
  const auto strings = [&](const char* key,
                           const std::vector<std::string>& list) {
    json.Key(key);
    json.Array([&] {
      for (const std::string& text : list) json.String(text);
    });
  };
  json.Object([&] {
    json.Member("program", e.program);
    json.Key("images");
    json.Array([&] {
      for (const Explanation::Image& image : e.images)
        json.Object([&] {
          json.Member("target", image.target);
          json.Member("format", image.format);
          json.Member("size", image.size);
          json.Flag("compressed", image.compressed);
          json.Flag("add_on", image.add_on);
          strings("symbols", image.kernels);
        });
    });
    json.Key("kernels");
    json.Array([&] {
      for (const Explanation::Row& row : e.rows)
        json.Object([&] {
          json.Member("name", row.kernel);
          json.Member("symbol", row.symbol);
          json.Key("on");
          json.Array([&] {
            for (size_t i = 0; i < row.cells.size(); ++i)
              json.Object([&] {
                const Explanation::Cell& cell = row.cells[i];
                const bool device = e.columns[i].is_device();
                json.Member(device ? "device" : "target", e.columns[i].name);
                if (device) json.Member("id", e.columns[i].id);
                json.Flag("runs", cell.runs);
                if (!cell.runs) {
                  strings("lacks", cell.lacks);
                  return strings("reasons", cell.reasons);
                }
                json.Member("image", cell.image_target);
                json.Member("format", cell.format);
                json.Member("images", cell.images);
                json.Member("size", cell.size);
                strings("needs", cell.needs);
              });
          });
        });
    });
  });
  return std::move(json).Take();
}

}  // namespace facet
