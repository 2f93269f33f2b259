#include "compiler/ir/names.h"

#include "gtest/gtest.h"

namespace facet {
namespace {

TEST(NamesTest, Functions) {
  EXPECT_EQ(nameForUser("_ZN2ns3fooEi"), "ns::foo");
  EXPECT_EQ(nameForUser("_Z3foov"), "foo");
  EXPECT_EQ(nameForUser("foo"), "foo");
  EXPECT_EQ(nameForUser("_Z"), "_Z");
}

TEST(NamesTest, Kernels) {
  EXPECT_EQ(nameForUser("_ZTSN2ns1KE"), "ns::K");
  EXPECT_EQ(nameForUser("_ZTSN3FooILi3EE3BarE"), "Foo<3>::Bar");
  EXPECT_EQ(nameForUser("_ZTSN12_GLOBAL__N_11KE"), "(anonymous namespace)::K");
}

// What a function declares is known by its own name; the function around it,
// with the library's inline namespace, is not what the user wrote.
TEST(NamesTest, KernelsOfFunctions) {
  EXPECT_EQ(nameForUser("_ZTSZ6submitRN4sycl3_V15queueEPiE4Step"), "Step");
  EXPECT_EQ(nameForUser("_ZTSZN2ns3fooIiEEvT_E4Step"), "Step");
  EXPECT_EQ(nameForUser("_ZTSZN1SclEvE1K"), "K");
  EXPECT_EQ(nameForUser("_ZTSZNK1S3fooEvE1K"), "K");
  EXPECT_EQ(nameForUser("_ZTSZZ6submitRN4sycl3_V15queueEENKUlvE_clEvE4Step"),
            "Step");
}

// Lambdas have no name but their place, and their number in it.
TEST(NamesTest, Lambdas) {
  EXPECT_EQ(nameForUser("_ZTSZ6submitRN4sycl3_V15queueEEUlvE_"),
            "submit::(lambda #1)");
  EXPECT_EQ(nameForUser("_ZTSZ6submitRN4sycl3_V15queueEEUlvE0_"),
            "submit::(lambda #2)");
  EXPECT_EQ(nameForUser("_ZZ6submitRN4sycl3_V15queueEENKUlNS0_2idILi1EEEE_clES4_"),
            "submit::(lambda #1)::operator()");
}

TEST(NamesTest, InlineNamespaces) {
  EXPECT_EQ(nameForUser("_ZN4sycl3_V16detail3fooIZ6submitvEUlvE_EEvT_"),
            "sycl::detail::foo<submit::(lambda #1)>");
  EXPECT_EQ(nameForUser("_ZNK1SclEi"), "S::operator()");
}

} // namespace
} // namespace facet
