# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

# One interface target carries the warnings and the include root; one function makes a layer, one
# makes a unit test.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)

add_library(glissade_flags INTERFACE)
target_include_directories(glissade_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(glissade_flags INTERFACE -Wall -Wextra -Wno-unused-parameter
                                                -Wno-missing-field-initializers)
# GCC 12 sees overlapping copies in std::string concatenation that are not there (its bug 105651).
target_compile_options(glissade_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
target_link_libraries(glissade_flags INTERFACE Threads::Threads)
# What a build leaves on disk is known by it (src/base/library_id.h).
target_link_options(glissade_flags INTERFACE -Wl,--build-id)
if(GLISSADE_SANITIZE)
    target_compile_options(glissade_flags INTERFACE -fsanitize=${GLISSADE_SANITIZE}
                                                    -fno-omit-frame-pointer)
    target_link_options(glissade_flags INTERFACE -fsanitize=${GLISSADE_SANITIZE})
    # What every test needs to run with sanitizers; docs/testing.md tells why.
    set(glissade_sanitizer_environment
        ASAN_OPTIONS=detect_container_overflow=0:detect_stack_use_after_return=1
        UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
        LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0
        TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp:halt_on_error=1:die_after_fork=0:ignore_noninstrumented_modules=1)
endif()

# What makes a build from nothing quick, where GLISSADE_BATCH is above one: foreign headers that most files
# of a target include are parsed once (never ours: a change in one would compile everything again), and
# so many files of a layer at a time are compiled as one. What a file needs it still includes itself:
# the presets without batches are without precompiled headers too, and show it.
set(glissade_std_headers
    <algorithm> <array> <atomic> <bit> <cstdint> <cstring> <functional> <map> <memory> <mutex>
    <optional> <span> <string> <string_view> <unordered_map> <utility> <vector>)
# glissade_precompile(TARGET <header> …): besides those of the standard library.
function(glissade_precompile target)
    if(GLISSADE_BATCH GREATER 1)
        target_precompile_headers(${target} PRIVATE ${glissade_std_headers} ${ARGN})
    endif()
endfunction()

# glissade_test_precompile(TARGET): what tests include, parsed once for all of them.
function(glissade_test_precompile target)
    if(NOT GLISSADE_BATCH GREATER 1)
        return()
    endif()
    if(NOT TARGET glissade_test_headers)
        file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/test_headers.cpp CONTENT "int main() {}\n")
        add_executable(glissade_test_headers EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/test_headers.cpp)
        target_link_libraries(glissade_test_headers PRIVATE glissade_flags GTest::gtest GTest::gmock)
        glissade_precompile(glissade_test_headers <gmock/gmock.h> <gtest/gtest.h>)
    endif()
    target_precompile_headers(${target} REUSE_FROM glissade_test_headers)
endfunction()

# glissade_layer(NAME SOURCES a.cpp … DEPENDS other-layer … PRECOMPILE <foreign header> …): a static
# library of one layer, or of one floor of it.
function(glissade_layer name)
    cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRECOMPILE" ${ARGN})
    add_library(glissade_${name} STATIC ${arg_SOURCES})
    target_link_libraries(glissade_${name} PUBLIC glissade_flags)
    foreach(dep IN LISTS arg_DEPENDS)
        target_link_libraries(glissade_${name} PUBLIC ${dep})
    endforeach()
    glissade_precompile(glissade_${name} ${arg_PRECOMPILE})
    if(GLISSADE_BATCH GREATER 1)
        set_target_properties(glissade_${name} PROPERTIES UNITY_BUILD ON
                                                          UNITY_BUILD_BATCH_SIZE ${GLISSADE_BATCH})
    endif()
endfunction()

# glissade_door(NAME SOURCES a.cpp … DEPENDS layer …): objects that the driver's library exports symbols
# of, which a static library's linking would leave out.
function(glissade_door name)
    cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
    add_library(glissade_${name} OBJECT ${arg_SOURCES})
    target_link_libraries(glissade_${name} PUBLIC glissade_flags ${arg_DEPENDS})
endfunction()

# glissade_test(NAME SOURCES a_test.cpp … DEPENDS …): a GoogleTest program, run by ctest as NAME.
function(glissade_test name)
    if(NOT GLISSADE_TESTS)
        return()
    endif()
    find_package(GTest REQUIRED)
    cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE glissade_flags ${arg_DEPENDS} GTest::gtest GTest::gmock
                                          GTest::gtest_main)
    glissade_test_precompile(${name})
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${glissade_sanitizer_environment}")
endfunction()

# glissade_long(TEST…): ./check leaves these tests to ./check --long. Each does at more places, or more
# often, what another test does that stays.
function(glissade_long)
    foreach(name IN LISTS ARGN)
        if(TEST ${name})
            set_property(TEST ${name} APPEND PROPERTY LABELS long)
        endif()
    endforeach()
endfunction()
