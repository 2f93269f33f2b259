# find_package(AdaptiveCpp), and by its former names hipSYCL and OpenSYCL: projects for it build with Facet. ACPP_TARGETS, or
# HIPSYCL_TARGETS, says for which devices, also in the environment.

include("${CMAKE_CURRENT_LIST_DIR}/../Facet/FacetSYCL.cmake")
set_property(GLOBAL PROPERTY FACET_STANDS_FOR_ACPP TRUE)
facet_package()
if(${CMAKE_FIND_PACKAGE_NAME}_FOUND)
  foreach(_facet_name AdaptiveCpp::acpp-common AdaptiveCpp::acpp-rt hipSYCL::hipSYCL-rt)
    facet_add_usage_target(${_facet_name})
    # Their users are linked with a SYCL runtime; what is compiled for devices is add_sycl_to_target's to say.
    set_property(TARGET ${_facet_name} PROPERTY INTERFACE_COMPILE_OPTIONS "")
  endforeach()
  unset(_facet_name)
  if(ACPP_EXTRA_ARGS OR HIPSYCL_EXTRA_ARGS)
    message(WARNING "ACPP_EXTRA_ARGS has no effect: Facet's compiler takes the options of clang++.")
  endif()
endif()
