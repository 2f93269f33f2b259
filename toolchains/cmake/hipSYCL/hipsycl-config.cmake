# A former name of AdaptiveCpp.
include("${CMAKE_CURRENT_LIST_DIR}/../AdaptiveCpp/adaptivecpp-config.cmake")
