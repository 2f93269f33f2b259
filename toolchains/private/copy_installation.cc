// Copies an installation to a folder: `bazel run //:install -- DIR`. Works
// beside DIR and renames at the end; an earlier installation in DIR is
// replaced, other content not. One process: tests install Facet some sixty
// times, and a script that calls cp and mkdir for each folder takes ten times
// as long.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace {

/// A file that says that a folder is an installation.
constexpr char mark[] = ".facet-installation";

/// Smaller libraries are not compared: what they take is not worth it.
constexpr std::uintmax_t smallest_compared = 128 << 10;

volatile std::sig_atomic_t interrupted = 0;

struct failure : std::runtime_error {
  explicit failure(const std::string &what, int status = 1)
      : std::runtime_error(what), status(status) {}
  int status;
};

/// The folder that is made, and removed unless it is renamed.
class partial_folder {
public:
  explicit partial_folder(const fs::path &target)
      : path(target.string() + ".partial." + std::to_string(getpid())) {
    fs::create_directories(path);
  }
  ~partial_folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  partial_folder(const partial_folder &) = delete;
  partial_folder &operator=(const partial_folder &) = delete;

  const fs::path path;
};

/// A line of the manifest: a file, or what a link is to point to, and its
/// place.
struct entry {
  std::string from;
  fs::path to;
  bool is_link;
};

std::vector<entry> read_manifest(const std::string &file) {
  std::ifstream in(file);
  if (!in)
    throw failure("no manifest: run it with bazel");
  constexpr char arrow[] = "-> ";
  std::vector<entry> entries;
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos)
      throw failure("no manifest: " + line);
    const bool is_link = line.compare(0, sizeof arrow - 1, arrow) == 0;
    const std::size_t start = is_link ? sizeof arrow - 1 : 0;
    entries.push_back(
        {line.substr(start, tab - start), line.substr(tab + 1), is_link});
  }
  return entries;
}

void copy(const std::vector<entry> &entries, const fs::path &folder) {
  std::set<fs::path> made;
  for (const entry &e : entries) {
    if (interrupted)
      throw failure("interrupted", 128 + interrupted);
    const fs::path to = folder / e.to;
    if (made.insert(to.parent_path()).second)
      fs::create_directories(to.parent_path());
    if (e.is_link) {
      fs::create_symlink(e.from, to);
      continue;
    }
    fs::copy_file(e.from, to);
    fs::permissions(to, fs::perms::owner_write, fs::perm_options::add);
  }
}

/// Folders in lib/facet are parts that one can leave out: no link leads there
/// from outside. Empty for all else.
std::string part_of(const fs::path &file) {
  auto at = file.begin();
  if (std::distance(at, file.end()) < 3 || *at++ != "lib" || *at++ != "facet")
    return "";
  return at->string();
}

bool are_equal(const fs::path &a, const fs::path &b) {
  std::ifstream in_a(a, std::ios::binary), in_b(b, std::ios::binary);
  std::vector<char> part_a(1 << 16), part_b(part_a.size());
  while (in_a && in_b) {
    in_a.read(part_a.data(), std::streamsize(part_a.size()));
    in_b.read(part_b.data(), std::streamsize(part_b.size()));
    if (in_a.gcount() != in_b.gcount() ||
        !std::equal(part_a.begin(), part_a.begin() + in_a.gcount(),
                    part_b.begin()))
      return false;
  }
  return in_a.eof() && in_b.eof();
}

/// Libraries have several names, and come with several packages: each is there
/// once, in the folder next to the top, and links are its other names.
void link_equal_libraries(const fs::path &folder) {
  using library = std::tuple<std::uintmax_t, std::ptrdiff_t, fs::path>;
  std::vector<library> libraries;
  for (const fs::directory_entry &file :
       fs::recursive_directory_iterator(folder)) {
    if (file.is_symlink() || !file.is_regular_file() ||
        file.file_size() <= smallest_compared ||
        file.path().filename().string().find(".so") == std::string::npos)
      continue;
    const fs::path place = file.path().lexically_relative(folder);
    libraries.emplace_back(file.file_size(),
                           std::distance(place.begin(), place.end()), place);
  }
  std::sort(libraries.begin(), libraries.end());
  std::vector<fs::path> same;
  std::uintmax_t size = 0;
  for (const auto &[bytes, depth, place] : libraries) {
    if (bytes != size)
      same.clear();
    size = bytes;
    const auto first =
        std::find_if(same.begin(), same.end(), [&](const fs::path &other) {
          const std::string part = part_of(other);
          return (part.empty() || part == part_of(place)) &&
                 are_equal(folder / other, folder / place);
        });
    if (first == same.end()) {
      same.push_back(place);
      continue;
    }
    fs::remove(folder / place);
    fs::create_symlink(first->lexically_relative(place.parent_path()),
                       folder / place);
  }
}

void install(const std::string &program, fs::path target) {
  // Bazel starts programs in their runfiles, and keeps where the user was.
  if (const char *where = std::getenv("BUILD_WORKING_DIRECTORY"))
    target = where / target;
  target = fs::absolute(target).lexically_normal();
  if (!target.has_filename())
    target = target.parent_path();
  const std::vector<entry> entries = read_manifest(program + ".manifest");
  if (fs::exists(target) && !fs::exists(target / mark) &&
      !(fs::is_directory(target) && fs::is_empty(target)))
    throw failure("not empty, and no installation of Facet: " +
                  target.string());
  std::error_code problem;
  fs::create_directories(target.parent_path(), problem);
  if (problem)
    throw failure("cannot write: " + target.parent_path().string());
  const partial_folder partial(target);
  copy(entries, partial.path);
  link_equal_libraries(partial.path);
  std::ofstream{partial.path / mark};
  fs::remove_all(target);
  fs::rename(partial.path, target);
  std::cout << "installed: " << target.string() << std::endl;
}

} // namespace

int main(int count, char **arguments) try {
  for (int signal : {SIGHUP, SIGINT, SIGTERM})
    std::signal(signal, [](int which) { interrupted = which; });
  if (count != 2 || !*arguments[1])
    throw failure("usage: bazel run //:install -- DIR", 2);
  install(arguments[0], arguments[1]);
} catch (const failure &f) {
  std::cerr << "install: error: " << f.what() << '\n';
  return f.status;
} catch (const std::exception &e) {
  std::cerr << "install: error: " << e.what() << '\n';
  return 1;
}
