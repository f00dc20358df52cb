# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

# Kernels stand alone: they call nothing but memcpy and memset, and they define nothing that the
# linker could take for code of the same name that was compiled for every CPU.

set(problems "")
foreach(object IN LISTS OBJECTS)
    execute_process(COMMAND ${NM} ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" lines "${symbols}")
    foreach(line IN LISTS lines)
        if(line MATCHES " U (.*)$")
            if(NOT CMAKE_MATCH_1 MATCHES "^(memcpy|memset|_GLOBAL_OFFSET_TABLE_)$")
                string(APPEND problems "${object} needs ${CMAKE_MATCH_1}\n")
            endif()
        elseif(line MATCHES " [WwBbDdCu] (.*)$")
            string(APPEND problems "${object}: weak or writable ${CMAKE_MATCH_1}\n")
        elseif(line MATCHES " [TR] (.*)$" AND NOT CMAKE_MATCH_1 MATCHES "glissade_.*_v[234]$")
            string(APPEND problems "${object}: ${CMAKE_MATCH_1} is global without a level\n")
        endif()
    endforeach()
endforeach()
if(problems)
    message(FATAL_ERROR "${problems}")
endif()
