# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

# What generate_fixed wrote into the directory of the build, for glsl/fixed/programs.cpp.
    .section .rodata
    .balign 16
    .globl glissade_fixed_programs
    .hidden glissade_fixed_programs
    .type glissade_fixed_programs, @object
glissade_fixed_programs:
    .incbin "fixed_programs.bin"
    .size glissade_fixed_programs, . - glissade_fixed_programs
    .section .note.GNU-stack, "", @progbits
