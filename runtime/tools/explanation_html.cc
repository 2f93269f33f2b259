// The page of sycl-explain: one file that says everything by itself. Cells of
// what is refused open to their reasons; a table below the kernels' has each
// reason once, so that nothing is lost on paper. How it looks and what its
// script does: explanation_page.css, explanation_page.js.
#include <map>
#include <string>
#include <utility>

#include "runtime/text/json_writer.h"
#include "runtime/tools/explanation.h"

namespace facet {
namespace {

constexpr char kStyle[] =
#include "runtime/tools/explanation_page_css.inc"
    ;
constexpr char kScript[] =
#include "runtime/tools/explanation_page_js.inc"
    ;

// Beyond these the page begins with small cells.
constexpr size_t kManyCells = 300;
// Longer lists are folded.
constexpr size_t kManyNames = 8;

std::string Escaped(std::string_view text) {
  std::string out;
  for (char c : AsUtf8(text)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

std::string Joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts)
    out += (out.empty() ? "" : ", ") + Escaped(text);
  return out;
}

// A name that may go on in the next line behind each part.
std::string Breakable(const std::string& name) {
  std::string out;
  for (const char c : Escaped(name)) {
    out += c;
    if (c == '_') out += "<wbr>";
  }
  return out;
}

// A list that is folded if it is long.
std::string Listed(const std::vector<std::string>& texts,
                   const std::string& what) {
  if (texts.size() <= kManyNames) return Joined(texts);
  return "<details><summary>" + Counted(texts.size(), what) + "</summary>" +
         Joined(texts) + "</details>";
}

std::string NameOf(const Explanation::Column& column) {
  return column.is_device() ? column.name + " [" + column.id + "]"
                            : column.name;
}

// What the kernel needs wherever it runs; nothing if that differs.
std::vector<std::string> CommonNeeds(const Explanation::Row& row) {
  const std::vector<std::string>* common = nullptr;
  for (const Explanation::Cell& cell : row.cells) {
    if (!cell.runs) continue;
    if (common && *common != cell.needs) return {};
    common = &cell.needs;
  }
  return common ? *common : std::vector<std::string>();
}

// The order of columns: the reader's own devices are the first.
std::vector<size_t> Order(const Explanation& e) {
  std::vector<size_t> order;
  for (bool devices : {true, false})
    for (size_t c = 0; c != e.columns.size(); ++c)
      if (e.columns[c].is_device() == devices) order.push_back(c);
  return order;
}

void AppendCell(const Explanation::Cell& cell, bool own, bool with_needs,
                std::string* out) {
  const std::string more = own ? " own" : "";
  if (!cell.runs) {
    *out += "<td class=\"no" + more + "\"><details><summary><span class=\"pill\">refused"
            "</span><small>" +
            (cell.lacks.empty() ? "no image" : Joined(cell.lacks)) +
            "</small></summary><ul>";
    for (const std::string& reason : cell.reasons)
      *out += "<li>" + Escaped(reason) + "</li>";
    *out += "</ul></details></td>\n";
    return;
  }
  std::string kind = Escaped(cell.format) + " &middot; " +
                     ReadableSize(cell.size);
  if (cell.images > 1) kind += " in " + Counted(cell.images, "image");
  *out += "<td class=\"yes" + more + "\" title=\"" + kind +
          "\"><span class=\"pill\">runs</span><small>" + kind + "</small>";
  if (with_needs && !cell.needs.empty())
    *out += "<small>needs " + Joined(cell.needs) + "</small>";
  *out += "</td>\n";
}

void AppendHeading(const Explanation& e, const Explanation::Column& column,
                   std::string* out) {
  const size_t percent = e.rows.empty() ? 0 : column.runs * 100 / e.rows.size();
  *out += std::string("<th scope=\"col\"") +
          (column.is_device() ? " class=\"own\"" : "") + ">" +
          Breakable(column.name) + "<small><span class=\"of\">" +
          (column.is_device() ? Escaped(column.id) : "target") + ", </span>" +
          std::to_string(column.runs) + " of " + std::to_string(e.rows.size()) +
          "</small><span class=\"bar\"><i style=\"width: " +
          std::to_string(percent) + "%\"></i></span></th>";
}

void AppendKernels(const Explanation& e, std::string* out) {
  const std::vector<size_t> order = Order(e);
  const bool many = e.rows.size() * e.columns.size() > kManyCells;
  *out +=
      "<div class=\"tools\" hidden>"
      "<input type=\"search\" id=\"filter\" placeholder=\"Filter kernels by "
      "name or need\" aria-label=\"Filter kernels\">"
      "<label><input type=\"checkbox\" id=\"only\"> refused somewhere</label>"
      "<label><input type=\"checkbox\" id=\"compact\"" +
      std::string(many ? " checked" : "") +
      "> small cells</label><output id=\"count\"></output></div>\n"
      "<div class=\"frame\"><table id=\"kernels\"" +
      (many ? " class=\"compact\"" : "") +
      ">\n<thead><tr><th scope=\"col\">Kernel</th>";
  for (const size_t c : order) AppendHeading(e, e.columns[c], out);
  *out += "</tr></thead>\n<tbody>\n";
  for (const Explanation::Row& row : e.rows) {
    *out += "<tr><th scope=\"row\" title=\"" + Escaped(row.kernel) + "&#10;" +
            Escaped(row.symbol) + "\"><span class=\"name\">" +
            Escaped(row.kernel) + "</span>";
    const std::vector<std::string> needs = CommonNeeds(row);
    if (!needs.empty()) *out += "<small>needs " + Joined(needs) + "</small>";
    *out += "</th>\n";
    for (const size_t c : order)
      AppendCell(row.cells[c], e.columns[c].is_device(), needs.empty(), out);
    *out += "</tr>\n";
  }
  *out += "</tbody></table></div>\n";
}

// Each reason once, with the kernels that are refused on the same columns.
void AppendRefusals(const Explanation& e, std::string* out) {
  using Where = std::vector<std::string>;
  std::map<std::pair<std::string, Where>, std::vector<std::string>> kernels;
  for (const Explanation::Row& row : e.rows) {
    std::map<std::string, Where> refused;
    for (size_t c = 0; c < row.cells.size(); ++c) {
      const Explanation::Cell& cell = row.cells[c];
      if (cell.runs) continue;
      if (cell.lacks.empty())
        refused["no image that it can run"].push_back(NameOf(e.columns[c]));
      for (const std::string& lack : cell.lacks)
        refused[lack].push_back(NameOf(e.columns[c]));
    }
    for (auto& [lack, where] : refused)
      kernels[{lack, std::move(where)}].push_back(row.kernel);
  }
  if (kernels.empty()) return;
  *out += "<h2>What is missing where</h2>\n<div class=\"frame\">"
          "<table class=\"plain\">\n<thead><tr><th scope=\"col\">Missing</th>"
          "<th scope=\"col\">Where</th><th scope=\"col\">Kernels</th></tr>"
          "</thead>\n<tbody>\n";
  for (const auto& [key, names] : kernels)
    *out += "<tr><th scope=\"row\">" + Escaped(key.first) +
            "</th><td class=\"names\">" + Listed(key.second, "target") +
            "</td><td class=\"names\">" + Listed(names, "kernel") +
            "</td></tr>\n";
  *out += "</tbody></table></div>\n";
}

// A row for each target and kind, which opens to its images.
void AppendImages(const Explanation& e, std::string* out) {
  std::map<std::pair<std::string, std::string>,
           std::vector<const Explanation::Image*>>
      groups;
  for (const Explanation::Image& image : e.images)
    groups[{image.target, image.format + (image.add_on ? ", add-on" : "") +
                              (image.compressed ? ", compressed" : "")}]
        .push_back(&image);
  *out += "<h2>Images</h2>\n<div class=\"frame\"><table class=\"plain\">\n"
          "<thead><tr><th scope=\"col\">Target</th><th scope=\"col\">Kind</th>"
          "<th scope=\"col\" class=\"number\">Size</th><th scope=\"col\">"
          "Kernels and exported functions</th></tr></thead>\n<tbody>\n";
  for (const auto& [key, images] : groups) {
    uint64_t size = 0;
    for (const auto* image : images) size += image->size;
    *out += "<tr><th scope=\"row\">" + Escaped(key.first) + "</th><td>" +
            Escaped(key.second) + "</td><td class=\"number\">" +
            (size ? ReadableSize(size) : "&ndash;") + "</td><td class=\"names\"><details><summary>" +
            Counted(images.size(), "image") + "</summary><ul>";
    for (const auto* image : images)
      *out += "<li>" + ReadableSize(image->size) +
              (image->kernels.empty() ? "" : ": ") + Joined(image->kernels) +
              "</li>";
    *out += "</ul></details></td></tr>\n";
  }
  *out += "</tbody></table></div>\n";
}

}  // namespace

std::string ToHtml(const Explanation& e) {
  size_t runs = 0;
  for (const Explanation::Column& column : e.columns) runs += column.runs;
  const size_t cells = e.rows.size() * e.columns.size();
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
      Escaped(e.program) + ": kernels and devices</title>\n<style>\n" + kStyle +
      "</style>\n</head>\n<body>\n<h1>" + Escaped(e.program) +
      "</h1>\n<p class=\"lead\">" + Counted(e.rows.size(), "kernel") + " in " +
      Counted(e.images.size(), "image") + ". " +
      (cells == 0      ? ""
       : runs == cells ? "Each kernel runs everywhere."
                       : std::to_string(runs) + " of " + std::to_string(cells) +
                           " combinations run; open a refusal to see why.") +
      "</p>\n";
  AppendKernels(e, &out);
  AppendRefusals(e, &out);
  AppendImages(e, &out);
  out += "<script>\n" + std::string(kScript) + "</script>\n</body>\n</html>\n";
  return out;
}

}  // namespace facet
