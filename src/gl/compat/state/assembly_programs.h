// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"
#include "gl/compat/state/matrix.h"
#include "gl/objects/assembly_program.h"

#include <array>
#include <string>
#include <vector>

namespace gl {

inline constexpr int kProgramMatrices = 8;
inline constexpr int kEnvironmentParameters = 256;
inline constexpr int kLocalParameters = 1024;

/// glEnable(GL_VERTEX_PROGRAM_ARB) and its kin.
struct ProgramModes {
    bool vertex = false;
    bool fragment = false;

    bool operator==(const ProgramModes&) const = default;
};

/// Of GL_VERTEX_PROGRAM_ARB or GL_FRAGMENT_PROGRAM_ARB.
struct ProgramTarget {
    explicit ProgramTarget(GLenum target)
        : name0(new AssemblyProgram(0, target)),
          bound(name0),
          environment(size_t(kEnvironmentParameters)) {}

    Ref<AssemblyProgram> name0; ///< The program that is no name's.
    Ref<AssemblyProgram> bound; ///< Never null.
    std::vector<ProgramParameter> environment;
};

/// What a context keeps of assembly programs (ARB_vertex_program section 2.14.7).
struct AssemblyPrograms {
    ProgramTarget vertex{GL_VERTEX_PROGRAM_ARB};
    ProgramTarget fragment{GL_FRAGMENT_PROGRAM_ARB};
    std::vector<MatrixStack> matrices{size_t(kProgramMatrices), MatrixStack(kOtherMatrixDepth)};
    // Of the last glProgramStringARB:
    int errorPosition_B = -1;
    std::string error;

    /// Null: there is no such target.
    ProgramTarget* find(GLenum target) {
        return target == GL_VERTEX_PROGRAM_ARB     ? &vertex
               : target == GL_FRAGMENT_PROGRAM_ARB ? &fragment
                                                   : nullptr;
    }
};

} // namespace gl
