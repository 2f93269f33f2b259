# cmake -DCMAKE_TOOLCHAIN_FILE=SDK/lib/cmake/Facet/FacetToolchain.cmake: the compilers of this SDK, unless the user has named
# others, and its packages.

get_filename_component(_facet_root "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(_facet_root "${_facet_root}/../../.." ABSOLUTE)
if(NOT DEFINED CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER "${_facet_root}/bin/sycl-clang")
endif()
if(NOT DEFINED CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER "${_facet_root}/bin/sycl-clang++")
endif()
list(APPEND CMAKE_PREFIX_PATH "${_facet_root}")
unset(_facet_root)
