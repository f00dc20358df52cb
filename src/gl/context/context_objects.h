// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/state.h"
#include "gl/objects/executable.h"
#include "gl/objects/name_table.h"
#include "gl/objects/query.h"
#include "gl/objects/transform_feedback.h"
#include "gl/objects/vertex_array.h"

#include <array>
#include <memory>
#include <vector>

namespace glsl {
struct CompileOptions;
}

namespace gl {

/// Who has what State::stages point at; null: the current program, or fixed function.
using StageOwners = std::array<const std::shared_ptr<Executable>*, kShaderStages>;

/// Objects that are a context's own. Bindings that the back end reads are in State.
struct ContextObjects {
    Ref<VertexArray> vertexArray; ///< Bound; never null.
    NameTable<VertexArray> vertexArrays;
    Ref<VertexArray> defaultVertexArray;

    NameTable<Framebuffer> framebuffers;
    Ref<Framebuffer> drawFramebuffer; ///< Bound; State has the same as plain pointers.
    Ref<Framebuffer> readFramebuffer;
    /// Name 0. They are one object unless EGL gave different draw and read surfaces.
    Ref<Framebuffer> defaultDrawFramebuffer;
    Ref<Framebuffer> defaultReadFramebuffer;
    Ref<Renderbuffer> renderbuffer; ///< GL_RENDERBUFFER binding; null: 0.

    std::array<Ref<Texture>, size_t(TextureType::Count)> defaultTextures; ///< Name 0.

    /// glUseProgram's (a Program; null: 0).
    Ref<Object> program;
    /// What draws use: keeps State::executable alive while others link the program again.
    std::shared_ptr<Executable> executable;
    /// The same for State::stages of a program pipeline and of assembly programs.
    std::array<std::shared_ptr<Executable>, kShaderStages> stageExecutables;
    bool programPending = false; ///< A program in use was linked again: resolveProgram().
    /// Chosen subroutines by stage and location (OpenGL 4.0 section 2.11.5): the context's.
    std::array<std::vector<GLuint>, kShaderStages> subroutines;

    std::shared_ptr<const glsl::CompileOptions> compileOptions; ///< Made by compileOptions().
    NameTable<Object> pipelines;                                ///< ProgramPipelines.
    Ref<Object> pipeline; ///< glBindProgramPipeline's; null: 0.

    Ref<Buffer> arrayBuffer;
    Ref<Buffer> pixelPackBuffer; ///< glReadPixels & co. take offsets into it.
    Ref<Buffer> pixelUnpackBuffer;
    Ref<Buffer> copyReadBuffer;
    Ref<Buffer> copyWriteBuffer;
    Ref<Buffer> uniformBuffer;  ///< The binding without an index, as that of
    Ref<Buffer> feedbackBuffer; ///< transform feedback.
    Ref<Buffer> textureBuffer;
    Ref<Buffer> drawIndirectBuffer;
    GLuint uniformBufferEnd = 0; ///< No higher index of State::uniformBuffers was ever bound.

    NameTable<Query> queries;
    NameTable<TransformFeedback> feedbacks;
    Ref<TransformFeedback> defaultFeedback; ///< Made when first asked for, as is the next.
    Ref<TransformFeedback> feedback;        ///< Bound; State has its state.
};

} // namespace gl
