// What the configuration says of a target, read from its slice.
//
// In:  a file that `facet-config slices` wrote: one line for each key.
// Out: the values as they stand there.
// Why: the tests compute from it what a device must do. The runtime under test
//      has a table made in another way, and must not be asked.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace facts {

struct target {
  std::string name, architecture, toolchain;
  std::set<std::string> aspects;
  std::vector<std::uint64_t> sub_group_sizes, max_work_item_sizes;
  std::uint64_t max_work_group_size = 0, local_memory_size = 0;

  bool has(const std::string &aspect) const { return aspects.count(aspect); }

  // What a target leaves open (0) is as the emulating host has it.
  void take_open_limits(const target &host) {
    if (max_work_group_size == 0)
      max_work_group_size = host.max_work_group_size;
    if (local_memory_size == 0)
      local_memory_size = host.local_memory_size;
    for (std::size_t d = 0; d < 3; ++d)
      if (max_work_item_sizes[d] == 0)
        max_work_item_sizes[d] = host.max_work_item_sizes[d];
  }
};

// The parts of `["a", "b"]`, `[1, 2]`, `"a"` or `1`.
inline std::vector<std::string> parts_of(const std::string &value) {
  std::vector<std::string> parts;
  std::string part;
  for (char c : value + ",") {
    if (c == ',') {
      if (!part.empty())
        parts.push_back(part);
      part.clear();
    } else if (!std::isspace(static_cast<unsigned char>(c)) && c != '[' &&
               c != ']' && c != '"') {
      part += c;
    }
  }
  return parts;
}

inline std::vector<std::uint64_t> numbers_of(const std::string &value) {
  std::vector<std::uint64_t> numbers;
  for (const std::string &part : parts_of(value))
    numbers.push_back(std::strtoull(part.c_str(), nullptr, 10));
  return numbers;
}

inline target read(const char *path) {
  std::ifstream file(path);
  std::map<std::string, std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (std::size_t equals = line.find(" = "); equals != line.npos)
      lines[line.substr(0, equals)] = line.substr(equals + 3);
  auto text = [&](const char *key) {
    std::vector<std::string> parts = parts_of(lines[key]);
    if (parts.size() != 1)
      throw std::runtime_error(std::string(path) + ": no " + key);
    return parts[0];
  };
  auto number = [&](const char *key) {
    return std::strtoull(text(key).c_str(), nullptr, 10);
  };
  target t;
  t.name = text("name");
  t.architecture = text("architecture");
  t.toolchain = text("aot_toolchain");
  for (const std::string &aspect : parts_of(lines["aspects"]))
    t.aspects.insert(aspect);
  t.sub_group_sizes = numbers_of(lines["sub_group_sizes"]);
  t.max_work_item_sizes = numbers_of(lines["max_work_item_sizes"]);
  t.max_work_group_size = number("max_work_group_size");
  t.local_memory_size = number("local_memory_size");
  return t;
}

} // namespace facts
