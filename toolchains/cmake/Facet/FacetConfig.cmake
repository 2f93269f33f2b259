# find_package(Facet): SYCL for CMake projects. docs/cmake.md in Facet's sources says how to use it.
#
# In:  CMAKE_CXX_COMPILER, which must be the compiler of this SDK, and FACET_TARGETS, a list of targets.
# Out: Facet::SYCL, add_sycl_to_target(), and the variables that facet_package() sets.

include("${CMAKE_CURRENT_LIST_DIR}/FacetSYCL.cmake")
facet_package()
