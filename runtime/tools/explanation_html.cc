// The page of sycl-explain: one file that says everything by itself. Cells of
// what is refused open to their reasons.
#include <algorithm>
#include <string>

#include "runtime/tools/explanation.h"
#include "runtime/tools/json_writer.h"

namespace facet {
namespace {

constexpr char kStyle[] = R"(
:root { color-scheme: light dark; --paper: #fcfcfa; --ink: #1d2129; --soft: #667085; --line: #e3e5e8; --card: #fff; --hover: #f6f7f9;
  --yes: #e7f6ec; --yes-ink: #14663a; --no: #fdecea; --no-ink: #9b1c1c; }
@media (prefers-color-scheme: dark) { :root { --paper: #15181d; --ink: #e6e8eb; --soft: #98a1b0; --line: #2b3038;
  --card: #1b1f26; --hover: #22272f; --yes: #12301f; --yes-ink: #7fdca4; --no: #3a1b1b; --no-ink: #f5a3a3; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2.5rem clamp(1rem, 4vw, 4rem); background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; font-weight: 650; letter-spacing: -.01em; }
h2 { margin: 2.5rem 0 .8rem; font-size: 1.1rem; font-weight: 600; }
.lead { margin: .3rem 0 1.8rem; color: var(--soft); }
.frame { overflow: auto; max-height: 80vh; border: 1px solid var(--line); border-radius: 12px; background: var(--card);
  box-shadow: 0 1px 3px rgb(0 0 0 / .06); }
table { border-collapse: separate; border-spacing: 0; width: 100%; }
td { font-size: .9rem; }
th, td { padding: .55rem .8rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
tr:last-child > * { border-bottom: 0; }
thead th { position: sticky; top: 0; z-index: 2; background: var(--card); border-bottom: 2px solid var(--line); font-size: .82rem; font-weight: 600;
  white-space: nowrap; }
thead th small { display: block; color: var(--soft); font-weight: 400; }
tbody th { position: sticky; left: 0; z-index: 1; background: var(--card); font: 500 .86rem ui-monospace, "SF Mono",
  Menlo, Consolas, monospace; min-width: 15rem; max-width: 26rem; overflow-wrap: anywhere; }
tbody th small { display: block; margin-top: .2rem; color: var(--soft); font: .78rem system-ui, sans-serif; }
tbody tr:hover > * { background: var(--hover); }
thead th:first-child { left: 0; z-index: 3; }
.pill { display: inline-block; padding: .1rem .55rem; border-radius: 99px; font-size: .8rem; font-weight: 600;
  white-space: nowrap; }
.yes .pill { background: var(--yes); color: var(--yes-ink); }
.no .pill { background: var(--no); color: var(--no-ink); }
td small { display: block; margin-top: .25rem; color: var(--soft); font-size: .78rem; }
td small.kind { white-space: nowrap; }
.bar { display: block; width: 100%; height: 4px; margin-top: .35rem; border-radius: 2px; background: var(--no); overflow: hidden; }
.bar i { display: block; height: 100%; background: var(--yes-ink); opacity: .75; }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary .pill::after { content: " \25be"; }
details[open] summary .pill::after { content: " \25b4"; }
details ul { margin: .5rem 0 0; padding-left: 1.1rem; font-size: .82rem; min-width: 18rem; max-width: 26rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.names { color: var(--soft); font-size: .82rem; overflow-wrap: anywhere; }
)";

std::string Escaped(std::string_view text) {
  std::string out;
  for (char c : text) switch (c) {
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

void AppendCell(const Explanation::Cell& cell, bool with_needs,
                std::string* out) {
  if (!cell.runs) {
    *out += "<td class=\"no\"><details><summary><span class=\"pill\">refused"
            "</span></summary><ul>";
    for (const std::string& reason : cell.reasons)
      *out += "<li>" + Escaped(reason) + "</li>";
    *out += "</ul></details></td>\n";
    return;
  }
  *out += "<td class=\"yes\"><span class=\"pill\">runs</span>"
          "<small class=\"kind\">" +
          Escaped(cell.format) + " &middot; " + ReadableSize(cell.size);
  if (cell.images > 1)
    *out += " in " + std::to_string(cell.images) + " images";
  *out += "</small>";
  if (with_needs && !cell.needs.empty())
    *out += "<small>needs " + Joined(cell.needs) + "</small>";
  *out += "</td>\n";
}

void AppendKernels(const Explanation& e, std::string* out) {
  *out += "<div class=\"frame\"><table>\n<thead><tr><th>Kernel</th>";
  for (size_t c = 0; c < e.columns.size(); ++c) {
    const size_t runs =
        std::count_if(e.rows.begin(), e.rows.end(),
                      [&](const auto& row) { return row.cells[c].runs; });
    const size_t percent = e.rows.empty() ? 0 : runs * 100 / e.rows.size();
    *out += "<th>" + Escaped(e.columns[c].name) + "<small>" +
            (e.columns[c].is_device ? "this machine, " : "target, ") +
            std::to_string(runs) + " of " + std::to_string(e.rows.size()) +
            "</small><span class=\"bar\"><i style=\"width: " +
            std::to_string(percent) + "%\"></i></span></th>";
  }
  *out += "</tr></thead>\n<tbody>\n";
  for (const Explanation::Row& row : e.rows) {
    *out += "<tr><th scope=\"row\" title=\"" + Escaped(row.symbol) + "\">" +
            Escaped(row.kernel);
    const std::vector<std::string> needs = CommonNeeds(row);
    if (!needs.empty()) *out += "<small>needs " + Joined(needs) + "</small>";
    *out += "</th>\n";
    for (const Explanation::Cell& cell : row.cells)
      AppendCell(cell, needs.empty(), out);
    *out += "</tr>\n";
  }
  *out += "</tbody></table></div>\n";
}

void AppendImages(const Explanation& e, std::string* out) {
  *out += "<h2>Images</h2>\n<div class=\"frame\"><table>\n<thead><tr>"
          "<th>Target</th><th>Kind</th><th class=\"number\">Size</th>"
          "<th>Kernels and exported functions</th></tr></thead>\n<tbody>\n";
  for (const Explanation::Image& image : e.images)
    *out += "<tr><th scope=\"row\">" + Escaped(image.target) + "</th><td>" +
            Escaped(image.format) + (image.compressed ? ", compressed" : "") +
            (image.add_on ? ", add-on" : "") + "</td><td class=\"number\">" +
            ReadableSize(image.size) + "</td><td class=\"names\">" +
            Joined(image.kernels) + "</td></tr>\n";
  *out += "</tbody></table></div>\n";
}

}  // namespace

std::string ToHtml(const Explanation& e) {
  size_t cells = 0, runs = 0;
  for (const Explanation::Row& row : e.rows) {
    cells += row.cells.size();
    runs += std::count_if(row.cells.begin(), row.cells.end(),
                          [](const auto& cell) { return cell.runs; });
  }
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
      Escaped(e.program) + ": kernels and devices</title>\n<style>" + kStyle +
      "</style>\n</head>\n<body>\n<h1>" + Escaped(e.program) +
      "</h1>\n<p class=\"lead\">" + std::to_string(e.rows.size()) +
      " kernels in " + std::to_string(e.images.size()) + " images; " +
      std::to_string(runs) + " of " + std::to_string(cells) +
      " combinations run. Open a refusal to see why.</p>\n";
  AppendKernels(e, &out);
  AppendImages(e, &out);
  out += "</body>\n</html>\n";
  return out;
}

}  // namespace facet
