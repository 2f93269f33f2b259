# Projects that take this folder for AdaptiveCpp's: older versions of it had their files here.
include("${CMAKE_CURRENT_LIST_DIR}/AdaptiveCpp/adaptivecpp-config.cmake")
