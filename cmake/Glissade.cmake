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
target_link_libraries(glissade_flags INTERFACE Threads::Threads)
if(GLISSADE_SANITIZE)
    target_compile_options(glissade_flags INTERFACE -fsanitize=${GLISSADE_SANITIZE}
                                                    -fno-omit-frame-pointer)
    target_link_options(glissade_flags INTERFACE -fsanitize=${GLISSADE_SANITIZE})
endif()

# glissade_layer(NAME SOURCES a.cpp … DEPENDS other-layer …): a static library of one folder below src/.
function(glissade_layer name)
    cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
    add_library(glissade_${name} STATIC ${arg_SOURCES})
    target_link_libraries(glissade_${name} PUBLIC glissade_flags)
    foreach(dep IN LISTS arg_DEPENDS)
        target_link_libraries(glissade_${name} PUBLIC ${dep})
    endforeach()
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
    add_test(NAME ${name} COMMAND ${name})
endfunction()
