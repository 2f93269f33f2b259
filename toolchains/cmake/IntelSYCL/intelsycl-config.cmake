# find_package(IntelSYCL): projects for DPC++ build with Facet. The target, the function and the variables are those that
# DPC++'s package documents; SYCL_IMPLEMENTATION_ID tells who answers.

include("${CMAKE_CURRENT_LIST_DIR}/../Facet/FacetSYCL.cmake")
facet_package()
if(${CMAKE_FIND_PACKAGE_NAME}_FOUND)
  set(SYCL_COMPILER "${CMAKE_CXX_COMPILER}")
  set(SYCL_IMPLEMENTATION_ID "Facet")
  set(SYCL_LANGUAGE_VERSION "202012" CACHE STRING "Version of the SYCL language")
  set(SYCL_PACKAGE_DIR "${FACET_SDK_DIR}")
  set(SYCL_INCLUDE_DIR "${FACET_SDK_DIR}/include")
  set(SYCL_LIBRARY_DIR "${FACET_SDK_DIR}/lib")
  set(SYCL_FLAGS "-fsycl")
  set(SYCL_LINK_FLAGS "-fsycl")
  facet_add_usage_target(IntelSYCL::SYCL_CXX)
  set_property(TARGET IntelSYCL::SYCL_CXX PROPERTY INTERFACE_LINK_DIRECTORIES "${SYCL_LIBRARY_DIR}")
endif()
