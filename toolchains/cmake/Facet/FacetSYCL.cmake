# What the packages of this SDK have in common: find_package(Facet), and those by whose names projects find other SYCL
# compilers. Each package includes this file and calls facet_package().

include_guard(DIRECTORY)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20)

# First the links, one of which may be to lib, then up.
get_filename_component(FACET_SDK_DIR "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(FACET_SDK_DIR "${FACET_SDK_DIR}/../../.." ABSOLUTE)

# facet_problem(RESULT): why this project cannot be built with this SDK, or "". RESULT is a variable.
function(facet_problem result)
  set(problem "")
  set(compiler "${FACET_SDK_DIR}/bin/sycl-clang++")
  string(CONCAT advice "Set CMAKE_CXX_COMPILER to ${compiler} in an empty build folder: with -DCMAKE_CXX_COMPILER=…, with "
    "CXX=… in the environment, or with -DCMAKE_TOOLCHAIN_FILE=${FACET_SDK_DIR}/lib/cmake/Facet/FacetToolchain.cmake.")
  if(CMAKE_VERSION VERSION_LESS 3.20)
    set(problem "Facet's packages need CMake 3.20 or newer; this is CMake ${CMAKE_VERSION}.")
  elseif(NOT CMAKE_CXX_COMPILER)
    set(problem "There is no C++ compiler yet: the package is found after project(… LANGUAGES CXX). ${advice}")
  else()
    # The compiler itself, one of the links to it, or a script that calls it: all say where its files are.
    get_property(known GLOBAL PROPERTY FACET_COMPILER_OF_${CMAKE_CXX_COMPILER})
    if(NOT known)
      execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-resource-dir OUTPUT_VARIABLE resources ERROR_QUIET
        OUTPUT_STRIP_TRAILING_WHITESPACE)
      get_filename_component(known "${resources}/../../.." REALPATH)
      set_property(GLOBAL PROPERTY "FACET_COMPILER_OF_${CMAKE_CXX_COMPILER}" "${known}")
    endif()
    if(NOT known STREQUAL FACET_SDK_DIR)
      set(problem "CMAKE_CXX_COMPILER is ${CMAKE_CXX_COMPILER}, which does not compile SYCL with the SDK in ${FACET_SDK_DIR}. ${advice}")
    endif()
  endif()
  set(${result} "${problem}" PARENT_SCOPE)
endfunction()

# facet_targets_of_acpp(RESULT WHOSE FLOWS…): Facet's targets for what AdaptiveCpp takes: `generic`, `omp`, `cuda:sm_80,sm_90`,
# `hip:gfx90a`. Its flows may have a variant behind a dot, which has no meaning here.
function(facet_targets_of_acpp result whose)
  set(targets "")
  foreach(flow IN LISTS ARGN)
    if(NOT flow MATCHES "^(generic|omp|cuda|cuda-nvcxx|hip|spirv)(\\.[a-z-]+)?(:(.*))?$")
      message(FATAL_ERROR "${whose}: Facet has no target for '${flow}'; known are generic, omp, cuda:sm_XX, hip:gfxXX and "
        "spirv. FACET_TARGETS takes Facet's own names.")
    endif()
    set(kind "${CMAKE_MATCH_1}")
    string(REPLACE "," ";" processors "${CMAKE_MATCH_4}")
    if(kind STREQUAL "generic")
      list(APPEND targets x86_64 spir64)
    elseif(kind STREQUAL "omp")
      list(APPEND targets x86_64)
    elseif(kind STREQUAL "spirv")
      list(APPEND targets spir64)
    elseif(kind STREQUAL "hip")
      if(NOT processors)
        message(FATAL_ERROR "${whose}: '${flow}' names no GPU: write hip:gfx90a, for instance.")
      endif()
      list(TRANSFORM processors PREPEND amd_gpu_)
      list(APPEND targets ${processors})
    elseif(processors)
      list(TRANSFORM processors REPLACE "^(cc|sm_)" "")
      list(TRANSFORM processors PREPEND nvidia_gpu_sm_)
      list(APPEND targets ${processors})
    else()
      list(APPEND targets nvptx64-nvidia-cuda)
    endif()
  endforeach()
  list(REMOVE_DUPLICATES targets)
  set(${result} "${targets}" PARENT_SCOPE)
endfunction()

# facet_requested_targets(RESULT): the targets of the project, or "" for the compiler's default. What AdaptiveCpp's variables
# say counts in projects that look for AdaptiveCpp.
function(facet_requested_targets result)
  set(targets "${FACET_TARGETS}")
  get_property(is_acpp GLOBAL PROPERTY FACET_STANDS_FOR_ACPP)
  if(NOT targets AND is_acpp)
    foreach(name ACPP_TARGETS HIPSYCL_TARGETS)
      if(NOT targets AND ${name})
        facet_targets_of_acpp(targets ${name} ${${name}})
      elseif(NOT targets AND NOT "$ENV{${name}}" STREQUAL "")
        facet_targets_of_acpp(targets ${name} $ENV{${name}})
      endif()
    endforeach()
  endif()
  set(${result} "${targets}" PARENT_SCOPE)
endfunction()

# facet_options(COMPILE LINK DEFAULT): the options of a target as generator expressions. They are those of the target that is
# compiled or linked: its property FACET_TARGETS, else the list DEFAULT. C sources and programs that are C get none.
function(facet_options compile link default)
  set(property "$<TARGET_PROPERTY:FACET_TARGETS>")
  if(default)
    string(REPLACE ";" "," default "-fsycl-targets=${default}")
    string(REPLACE "," "$<COMMA>" default "${default}")
  endif()
  set(targets "$<IF:$<BOOL:${property}>,-fsycl-targets=$<JOIN:${property},$<COMMA>>,${default}>")
  set(${compile} "$<$<COMPILE_LANGUAGE:CXX>:-fsycl>" "$<$<COMPILE_LANGUAGE:CXX>:${targets}>" PARENT_SCOPE)
  set(${link} "$<$<LINK_LANGUAGE:CXX>:-fsycl>" "$<$<LINK_LANGUAGE:CXX>:${targets}>" PARENT_SCOPE)
endfunction()

# facet_add_usage_target(NAME): an imported target whose users are compiled and linked for devices.
function(facet_add_usage_target name)
  if(NOT TARGET ${name})
    add_library(${name} INTERFACE IMPORTED)
  endif()
  facet_requested_targets(targets)
  facet_options(compile link "${targets}")
  set_target_properties(${name} PROPERTIES
    INTERFACE_COMPILE_OPTIONS "${compile}"
    INTERFACE_LINK_OPTIONS "${link}"
    INTERFACE_INCLUDE_DIRECTORIES "${FACET_SDK_DIR}/include")
endfunction()

# facet_own_sources(RESULT TARGET): the sources of TARGET that are known, as absolute paths, and TRUE in RESULT_COMPLETE unless
# generator expressions stand for others.
function(facet_own_sources result target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(paths "")
  set(${result}_COMPLETE TRUE PARENT_SCOPE)
  foreach(source IN LISTS sources)
    if(source MATCHES "[$]<")
      set(${result}_COMPLETE FALSE PARENT_SCOPE)
    elseif(source)
      get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${folder}")
      list(APPEND paths "${path}")
    endif()
  endforeach()
  set(${result} "${paths}" PARENT_SCOPE)
endfunction()

# facet_check_sources(TARGET SOURCE…): a name that is misspelt would be a source without device code. Files that do not exist
# yet may be generated.
function(facet_check_sources target)
  facet_own_sources(own ${target})
  foreach(source IN LISTS ARGN)
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    get_filename_component(generated "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    if(own_COMPLETE AND NOT path IN_LIST own AND NOT generated IN_LIST own AND NOT source MATCHES "[$]<")
      # Packages of other compilers do not look, and projects rely on it.
      message(WARNING "add_sycl_to_target: target '${target}' has no source '${source}'")
    endif()
  endforeach()
endfunction()

# facet_are_all_sources(RESULT TARGET SOURCE…): whether the C++ sources of TARGET are among SOURCEs. Not where generator
# expressions have to say it.
function(facet_are_all_sources result target)
  facet_own_sources(own ${target})
  string(REPLACE ";" "|" extensions "${CMAKE_CXX_SOURCE_FILE_EXTENSIONS}")
  string(REPLACE "+" "[+]" extensions "${extensions}")
  list(FILTER own INCLUDE REGEX "[.](${extensions})$")
  list(TRANSFORM ARGN REPLACE "^([^/].*)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1" OUTPUT_VARIABLE given)
  set(all ${own_COMPLETE})
  foreach(path IN LISTS own)
    if(NOT path IN_LIST given)
      set(all FALSE)
    endif()
  endforeach()
  if(NOT own)
    set(all FALSE)
  endif()
  set(${result} ${all} PARENT_SCOPE)
endfunction()

# facet_add_sycl_to_sources(TARGET OPTIONS SOURCE…): only these are compiled for devices, and where another target has them,
# not there. The target's precompiled header is made for the others.
function(facet_add_sycl_to_sources target options)
  list(TRANSFORM options REPLACE "^(.+)$" "$<$<STREQUAL:$<TARGET_PROPERTY:NAME>,${target}>:\\1>")
  foreach(source IN LISTS ARGN)
    set(path "${source}")
    if(NOT IS_ABSOLUTE "${path}" AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${path}")
      set(path "${CMAKE_CURRENT_SOURCE_DIR}/${path}")
    endif()
    set_property(SOURCE "${path}" TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_OPTIONS ${options})
    set_property(SOURCE "${path}" TARGET_DIRECTORY ${target} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()

# add_sycl_to_target(TARGET target [SOURCES source…]): compiles the sources, without SOURCES all that are C++, for the host and
# for devices, and links the target with the device code. Also add_sycl_to_target(target).
function(add_sycl_to_target)
  cmake_parse_arguments(PARSE_ARGV 0 SYCL "" "TARGET" "SOURCES")
  if(NOT SYCL_TARGET AND SYCL_UNPARSED_ARGUMENTS)
    list(POP_FRONT SYCL_UNPARSED_ARGUMENTS SYCL_TARGET)
  endif()
  if(NOT SYCL_TARGET OR SYCL_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_sycl_to_target(${ARGN}): write add_sycl_to_target(TARGET target [SOURCES source…])")
  elseif(NOT TARGET ${SYCL_TARGET})
    message(FATAL_ERROR "add_sycl_to_target: there is no target '${SYCL_TARGET}'")
  endif()
  facet_problem(problem)
  if(problem)
    message(FATAL_ERROR "add_sycl_to_target: ${problem}")
  endif()

  facet_check_sources(${SYCL_TARGET} ${SYCL_SOURCES})

  get_target_property(targets ${SYCL_TARGET} FACET_TARGETS)
  facet_requested_targets(requested)
  if(NOT targets AND requested)
    set_property(TARGET ${SYCL_TARGET} PROPERTY FACET_TARGETS "${requested}")
  endif()
  facet_options(compile link "")
  set(all TRUE)
  if(SYCL_SOURCES)
    facet_are_all_sources(all ${SYCL_TARGET} ${SYCL_SOURCES})
  endif()
  if(all)
    target_compile_options(${SYCL_TARGET} PRIVATE "${compile}")
  else()
    facet_add_sycl_to_sources(${SYCL_TARGET} "${compile}" ${SYCL_SOURCES})
  endif()
  target_include_directories(${SYCL_TARGET} SYSTEM PRIVATE "${FACET_SDK_DIR}/include")

  # Whoever links a static library links its device code; a shared library has that in itself.
  get_target_property(type ${SYCL_TARGET} TYPE)
  if(type MATCHES "STATIC_LIBRARY|OBJECT_LIBRARY")
    target_link_options(${SYCL_TARGET} PUBLIC "${link}")
  else()
    target_link_options(${SYCL_TARGET} PRIVATE "${link}")
  endif()
endfunction()

# facet_package(): what every package offers, whoever's name it has. Sets <package>_FOUND.
macro(facet_package)
  facet_problem(_facet_problem)
  if(_facet_problem)
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
    set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "${_facet_problem}")
  else()
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND TRUE)
    set(Facet_COMPILER "${FACET_SDK_DIR}/bin/sycl-clang++")
    set(Facet_C_COMPILER "${FACET_SDK_DIR}/bin/sycl-clang")
    set(Facet_INCLUDE_DIR "${FACET_SDK_DIR}/include")
    set(Facet_LIBRARY_DIR "${FACET_SDK_DIR}/lib")
    facet_add_usage_target(Facet::SYCL)
  endif()
  unset(_facet_problem)
endmacro()

cmake_policy(POP)
