# find_package(IntelDPCPP): the package that DPC++ had before IntelSYCL. All that is compiled after it is SYCL.

include("${CMAKE_CURRENT_LIST_DIR}/../IntelSYCL/intelsycl-config.cmake")
if(${CMAKE_FIND_PACKAGE_NAME}_FOUND)
  string(APPEND CMAKE_CXX_FLAGS " ${SYCL_FLAGS}")
endif()
