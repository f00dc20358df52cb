# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

# Writes kernel_table.cpp and kernel_bitcode.S from the kernels that were compiled in DIRECTORY: the
# code of all FAMILIES, and the bitcode of those that are EMBEDDED, which come first.

set(declarations "")
set(rows "")
set(assembly "    .section .rodata,\"a\",@progbits\n")
set(spans "")
set(hashes "")

foreach(family IN LISTS EMBEDDED)
    string(APPEND spans "    {\n")
    foreach(level IN ITEMS 2 3 4)
        set(stem ${family}_v${level})
        string(APPEND assembly "    .balign 16\n"
               "    .globl glissade_bitcode_${stem}\n    .hidden glissade_bitcode_${stem}\n"
               "    .globl glissade_bitcode_${stem}_end\n    .hidden glissade_bitcode_${stem}_end\n"
               "glissade_bitcode_${stem}:\n    .incbin \"${DIRECTORY}/${stem}.bc\"\n"
               "glissade_bitcode_${stem}_end:\n    .byte 0\n")
        string(APPEND declarations "extern const std::byte glissade_bitcode_${stem}[];\n"
               "extern const std::byte glissade_bitcode_${stem}_end[];\n")
        string(APPEND spans "        {glissade_bitcode_${stem}, glissade_bitcode_${stem}_end},\n")
    endforeach()
    string(APPEND spans "    },\n")
endforeach()

foreach(family IN LISTS FAMILIES)
    foreach(level IN ITEMS 2 3 4)
        set(stem ${family}_v${level})
        file(SHA256 ${DIRECTORY}/${stem}.bc hash)
        string(APPEND hashes "${stem} ${hash}\n")
        execute_process(COMMAND ${NM} --defined-only --extern-only ${DIRECTORY}/${stem}.o
                        OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
        string(REGEX MATCHALL " T [^\n]*" symbols "${symbols}")
        foreach(symbol IN LISTS symbols)
            string(SUBSTRING ${symbol} 3 -1 symbol)
            if(symbol MATCHES "^(__regcall3__)?glissade_(.*)_v${level}$")
                string(APPEND declarations "void ${symbol}();\n")
                string(APPEND rows
                       "    {\"${CMAKE_MATCH_2}\", Level::V${level}, \"${symbol}\", &${symbol}},\n")
            endif()
        endforeach()
    endforeach()
endforeach()

string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 16 hash)

file(WRITE ${DIRECTORY}/kernel_bitcode.S
     "${assembly}    .section .note.GNU-stack,\"\",@progbits\n")
file(WRITE ${DIRECTORY}/kernel_table.cpp
"// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// Written by kernel_table.cmake.
#include \"cpu/kernels/kernel_table.h\"

extern \"C\" {
${declarations}}

namespace cpu::kernels {

const KernelBitcode kBitcode[][3] = {
${spans}};
const KernelRow kKernels[] = {
${rows}};
const size_t kKernelCount = sizeof kKernels / sizeof kKernels[0];
const uint64_t kBuildHash = 0x${hash};

} // namespace cpu::kernels
")
