// Records of streams as text: order, manipulators, what does not fit.
#include "runtime/submission/stream_output.h"

#include <gtest/gtest.h>

#include <cstring>

#include <sycl/detail/stream_records.hpp>

namespace facet {
namespace {

using sycl::stream_manipulator;
using sycl::detail::stream_record;

class Records {
 public:
  template <typename T>
  Records& Add(uint32_t item, stream_record kind, const T& value) {
    return AddBytes(item, kind, &value, sizeof(value));
  }
  Records& Text(uint32_t item, const char* text) {
    return AddBytes(item, stream_record::text, text, std::strlen(text));
  }
  Records& Manipulator(uint32_t item, stream_manipulator m) {
    return Add(item, stream_record::manipulator, m);
  }
  std::string Format(size_t limit = 1000) {
    words_[0] = words_.size();
    return FormatStream(words_, limit);
  }
  std::vector<uint64_t>& words() { return words_; }

 private:
  Records& AddBytes(uint32_t item, stream_record kind, const void* bytes,
                    size_t size) {
    const size_t at = words_.size();
    words_.resize(at + sycl::detail::stream_words_of(size));
    words_[at] = sycl::detail::stream_header(item, kind, size);
    std::memcpy(&words_[at + 1], bytes, size);
    return *this;
  }
  std::vector<uint64_t> words_{1};
};

TEST(StreamOutput, WorkItemsDoNotMix) {
  Records r;
  r.Text(1, "one ").Text(2, "two ").Text(1, "more");
  r.Manipulator(2, stream_manipulator::endl);
  r.Manipulator(1, stream_manipulator::endl).Text(2, "rest");
  EXPECT_EQ(r.Format(), "two \none more\nrest");
}

TEST(StreamOutput, ManipulatorsAreThoseOfTheWorkItem) {
  Records r;
  r.Manipulator(1, stream_manipulator::hex);
  r.Manipulator(1, stream_manipulator::showbase);
  r.Add(1, stream_record::int32, int32_t{255});
  r.Add(2, stream_record::int32, int32_t{255});
  r.Add(1, stream_record::precision, int32_t{3});
  r.Add(1, stream_record::float32, 0.123456f);
  r.Add(2, stream_record::width, int32_t{6});
  r.Add(2, stream_record::character, 'x');
  EXPECT_EQ(r.Format(), "0xff0.123255     x");
}

TEST(StreamOutput, BitsAreThoseOfTheNumber) {
  Records r;
  r.Add(1, stream_record::int32, int16_t{-2});
  r.Add(1, stream_record::int32, int8_t{-3});
  r.Manipulator(1, stream_manipulator::hex);
  r.Add(1, stream_record::int32, int16_t{-2});
  r.Add(1, stream_record::int32, int8_t{-3});
  r.Add(1, stream_record::int32, int32_t{-4});
  r.Manipulator(1, stream_manipulator::oct);
  r.Add(1, stream_record::int32, int16_t{-1});
  EXPECT_EQ(r.Format(), "-2-3fffefdfffffffc177777");
}

TEST(StreamOutput, WhatDoesNotFitIsLeftOut) {
  Records r;
  r.Text(1, "abcdef");
  EXPECT_EQ(r.Format(4), "abcd");
  // The kernel asked for more than there is, and wrote no more records.
  r.words()[0] = 500;
  EXPECT_EQ(FormatStream(r.words(), 100), "abcdef");
  // A record that says it is longer than the rest.
  r.words()[1] = sycl::detail::stream_header(1, stream_record::text, 4000);
  EXPECT_EQ(r.Format(), "");
  r.words()[1] = 0;
  EXPECT_EQ(r.Format(), "");
  EXPECT_EQ(FormatStream({}, 10), "");
}

}  // namespace
}  // namespace facet
