# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

# glslang and SPIRV-Tools, linked statically: the one place that knows which libraries a release of
# theirs is cut into. Their headers lie below the system's include directory, as <glslang/…> and
# <spirv-tools/…>; only those that every supported release installs may be included.

# add_static_target(NAME a b …): the archives liba.a, libb.a, … as one library; what is in [] need not
# be there.
function(add_static_target name)
    set(archives)
    foreach(part IN LISTS ARGN)
        string(REGEX MATCH "^\\[(.*)\\]$" optional ${part})
        if(optional)
            set(part ${CMAKE_MATCH_1})
        endif()
        find_library(GLISSADE_ARCHIVE_${part} lib${part}.a)
        mark_as_advanced(GLISSADE_ARCHIVE_${part})
        if(GLISSADE_ARCHIVE_${part})
            list(APPEND archives ${GLISSADE_ARCHIVE_${part}})
        elseif(NOT optional)
            message(FATAL_ERROR "lib${part}.a is missing; scripts/packages build installs it")
        endif()
    endforeach()
    list(JOIN archives "," group)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE "$<LINK_GROUP:RESCAN,${group}>")
endfunction()

add_static_target(glissade_spirv_tools SPIRV-Tools-opt SPIRV-Tools)
# The parts in brackets have become parts of libglslang.a: those of the second line in its version 14,
# the others in 15 and later.
add_static_target(glissade_glslang
    glslang glslang-default-resource-limits [SPIRV] [MachineIndependent] [GenericCodeGen]
    [OGLCompiler] [OSDependent] [HLSL])
target_link_libraries(glissade_glslang INTERFACE glissade_spirv_tools)

# glissade_calls_glslang(SOURCE…): the libraries are built without type information, which this check
# of the undefined-behaviour sanitizer wants of the sources that include their headers.
function(glissade_calls_glslang)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -fno-sanitize=vptr)
endfunction()
