#include "runtime/backends/common/pattern_fill.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace facet {
namespace {

// What a driver with these limits is told, while it does it.
struct Filled {
  std::string calls;
  std::vector<char> memory = std::vector<char>(512, '-');
  int lasts = 0;

  Status Fill(const FillLimits& limits, size_t at, const std::string& pattern,
              size_t bytes) {
    return FillPattern(
        limits, memory.data() + at, pattern, bytes,
        [&](char* to, std::span<const char> piece, size_t count, bool last) {
          calls += "fill " + std::to_string(piece.size()) + " ";
          EXPECT_TRUE(std::has_single_bit(piece.size()));
          EXPECT_LE(piece.size(), limits.largest);
          if (limits.aligned) {
            EXPECT_EQ(reinterpret_cast<uintptr_t>(to) % piece.size(), 0u);
          }
          EXPECT_EQ(lasts, 0);
          lasts += last;
          for (size_t i = 0; i < count; ++i) to[i] = piece[i % piece.size()];
          return Status();
        },
        [&](char* to, const char* from, size_t count, bool last) {
          calls += "copy ";
          EXPECT_EQ(lasts, 0);
          lasts += last;
          std::memcpy(to, from, count);
          return Status();
        });
  }
};

TEST(FillPatternTest, EveryPatternAtEveryPlace) {
  for (size_t largest : {1, 4, 16, 128})
    for (bool aligned : {false, true})
      for (size_t at = 0; at < 9; ++at)
        for (size_t size : {1, 2, 3, 4, 5, 8, 12, 24, 100, 128})
          for (size_t times : {1, 2, 3}) {
            std::string pattern;
            for (size_t i = 0; i < size; ++i) pattern += char('a' + i % 26);
            Filled filled;
            ASSERT_TRUE(
                filled.Fill({largest, aligned}, at, pattern, size * times)
                    .ok());
            EXPECT_EQ(filled.lasts, 1);
            std::string wanted(at, '-');
            for (size_t i = 0; i < times; ++i) wanted += pattern;
            wanted.resize(filled.memory.size(), '-');
            EXPECT_EQ(std::string(filled.memory.begin(), filled.memory.end()),
                      wanted);
          }
}

TEST(FillPatternTest, OneCallForWhatTheDriverTakes) {
  const auto calls = [](const FillLimits& limits, size_t at,
                        const std::string& pattern, size_t bytes) {
    Filled filled;
    const size_t odd = reinterpret_cast<uintptr_t>(filled.memory.data()) % 8;
    EXPECT_TRUE(filled.Fill(limits, 8 - odd + at, pattern, bytes).ok());
    return filled.calls;
  };
  EXPECT_EQ(calls({4, true}, 0, "abcd", 400), "fill 4 ");
  EXPECT_EQ(calls({4, true}, 2, "abcd", 16), "fill 2 fill 2 copy copy ");
  EXPECT_EQ(calls({4, false}, 2, "abcd", 16), "fill 4 ");
  EXPECT_EQ(calls({4, true}, 1, "aaa", 300), "fill 1 ");
  EXPECT_EQ(calls({4, true}, 0, "abc", 3), "fill 2 fill 1 ");
}

TEST(FillPatternTest, EndsAtTheFirstFailure) {
  char memory[12];
  int calls = 0;
  const auto fail = [&](auto&&...) {
    ++calls;
    return Status(StatusCode::kInternal, "lost");
  };
  EXPECT_EQ(FillPattern({4, true}, memory, {"abc", 3}, 12, fail, fail)
                .message(),
            "lost");
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace facet
