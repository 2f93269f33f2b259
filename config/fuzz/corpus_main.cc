// Runs a fuzz target over files and their damaged copies, without libFuzzer.
//
// In:  paths of corpus files.
// Out: exit status 0 if the fuzz target survives each file, each of its first
//      prefixes, and many copies with some bytes replaced (same ones each
//      time).
// Why: every build has the corpus as a test; libFuzzer is for long runs.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s CORPUS-FILE...\n", argv[0]);
    return 2;
  }
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "%s: error: cannot read: %s\n", argv[0], argv[i]);
      return 1;
    }
    const std::vector<char> text(std::istreambuf_iterator<char>(in), {});
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    for (std::size_t size = 0; size < bytes.size() && size < 600; ++size) {
      LLVMFuzzerTestOneInput(bytes.data(), size);
    }
    std::mt19937 random(static_cast<unsigned>(bytes.size()));
    for (int round = 0; round < 600 && !bytes.empty(); ++round) {
      std::vector<std::uint8_t> damaged = bytes;
      for (unsigned n = 1 + random() % 4; n > 0; --n) {
        damaged[random() % damaged.size()] =
            static_cast<std::uint8_t>(random());
      }
      LLVMFuzzerTestOneInput(damaged.data(), damaged.size());
    }
  }
  return 0;
}
