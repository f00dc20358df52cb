// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/get/get_table.h"
#include "gl/objects/program_binary.h"
#include "glsl/language/options.h"

#include <algorithm>

namespace gl {

namespace {

constexpr Since kUniformBlocks{30, 31};
constexpr Since kGeometry{0, 32};
/// By extensions that are offered from OpenGL 3.3 on.
constexpr Since kTessellation{0, 33};
constexpr Since kSeparate{0, 33};
constexpr Since kBinaries{30, 33};

int blockCount(Context& c, int stages) {
    return std::min(c.caps().maxStageUniformBlocks * stages, c.caps().maxCombinedUniformBlocks);
}

/// Of the default block and of all the uniform blocks together.
QueryValue combinedComponents(Context& c, int vectors) {
    return integers(double(c.caps().maxStageUniformBlocks) * c.caps().maxUniformBlockSize_B / 4 +
                    vectors * 4);
}

/// Stages that contexts of this version have.
int stageCount(Context& c) {
    return c.atLeast(0, 40) ? 5 : c.atLeast(0, 32) ? 3 : 2;
}

// clang-format off
const StateRow kProgramRows[] = {
    {GL_PROGRAM_PIPELINE_BINDING, kSeparate, [](Context& c) { return nameOf(c.objects().pipeline); }},
    {GL_NUM_PROGRAM_BINARY_FORMATS, kBinaries, [](Context&) { return integers(1); }},
    {GL_PROGRAM_BINARY_FORMATS, kBinaries, [](Context&) { return integers(kProgramBinaryFormat); }},
    {GL_MAX_SUBROUTINES, kTessellation, [](Context&) { return integers(glsl::Limits{}.maxSubroutines); }},
    {GL_MAX_SUBROUTINE_UNIFORM_LOCATIONS, kTessellation, [](Context&) { return integers(glsl::Limits{}.maxSubroutineUniformLocations); }},
    // Between stages
    {GL_MAX_VARYING_COMPONENTS, kThree, [](Context& c) { return integers(c.caps().maxVaryingVectors * 4); }},
    {GL_MAX_VERTEX_OUTPUT_COMPONENTS, {30, 32}, [](Context& c) { return integers(c.caps().maxVertexOutputComponents); }},
    {GL_MAX_FRAGMENT_INPUT_COMPONENTS, {30, 32}, [](Context& c) { return integers(c.caps().maxFragmentInputComponents); }},
    {GL_MAX_GEOMETRY_INPUT_COMPONENTS, kGeometry, [](Context& c) { return integers(c.caps().maxGeometryInputComponents); }},
    {GL_MAX_GEOMETRY_OUTPUT_COMPONENTS, kGeometry, [](Context& c) { return integers(c.caps().maxGeometryOutputComponents); }},
    {GL_MAX_GEOMETRY_OUTPUT_VERTICES, kGeometry, [](Context& c) { return integers(c.caps().maxGeometryOutputVertices); }},
    {GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, kGeometry, [](Context& c) { return integers(c.caps().maxGeometryTotalComponents); }},
    {GL_MAX_GEOMETRY_SHADER_INVOCATIONS, kTessellation, [](Context& c) { return integers(c.caps().maxGeometryInvocations); }},
    {GL_MAX_TESS_GEN_LEVEL, kTessellation, [](Context& c) { return integers(c.caps().maxTessLevel); }},
    {GL_MAX_PATCH_VERTICES, kTessellation, [](Context& c) { return integers(c.caps().maxPatchVertices); }},
    {GL_MAX_TESS_CONTROL_INPUT_COMPONENTS, kTessellation, [](Context& c) { return integers(c.caps().maxTessControlInputComponents); }},
    {GL_MAX_TESS_CONTROL_OUTPUT_COMPONENTS, kTessellation, [](Context& c) { return integers(c.caps().maxTessControlOutputComponents); }},
    {GL_MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS, kTessellation, [](Context& c) { return integers(c.caps().maxTessControlTotalComponents); }},
    {GL_MAX_TESS_PATCH_COMPONENTS, kTessellation, [](Context& c) { return integers(c.caps().maxTessPatchComponents); }},
    {GL_MAX_TESS_EVALUATION_INPUT_COMPONENTS, kTessellation, [](Context& c) { return integers(c.caps().maxTessInputComponents); }},
    {GL_MAX_TESS_EVALUATION_OUTPUT_COMPONENTS, kTessellation, [](Context& c) { return integers(c.caps().maxTessOutputComponents); }},
    // Samplers
    {GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS, kGeometry, [](Context& c) { return integers(c.caps().maxGeometryTextureUnits); }},
    {GL_MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS, kTessellation, [](Context& c) { return integers(c.caps().maxTessTextureUnits); }},
    {GL_MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS, kTessellation, [](Context& c) { return integers(c.caps().maxTessTextureUnits); }},
    // Uniforms
    {GL_MAX_VERTEX_UNIFORM_COMPONENTS, {30, 0}, [](Context& c) { return integers(c.caps().maxVertexUniformVectors * 4); }},
    {GL_MAX_FRAGMENT_UNIFORM_COMPONENTS, {30, 0}, [](Context& c) { return integers(c.caps().maxFragmentUniformVectors * 4); }},
    {GL_MAX_GEOMETRY_UNIFORM_COMPONENTS, kGeometry, [](Context& c) { return integers(c.caps().maxGeometryUniformVectors * 4); }},
    {GL_MAX_TESS_CONTROL_UNIFORM_COMPONENTS, kTessellation, [](Context& c) { return integers(c.caps().maxTessUniformVectors * 4); }},
    {GL_MAX_TESS_EVALUATION_UNIFORM_COMPONENTS, kTessellation, [](Context& c) { return integers(c.caps().maxTessUniformVectors * 4); }},
    {GL_MAX_VERTEX_UNIFORM_BLOCKS, kUniformBlocks, [](Context& c) { return integers(c.caps().maxStageUniformBlocks); }},
    {GL_MAX_FRAGMENT_UNIFORM_BLOCKS, kUniformBlocks, [](Context& c) { return integers(c.caps().maxStageUniformBlocks); }},
    {GL_MAX_GEOMETRY_UNIFORM_BLOCKS, kGeometry, [](Context& c) { return integers(c.caps().maxStageUniformBlocks); }},
    {GL_MAX_TESS_CONTROL_UNIFORM_BLOCKS, kTessellation, [](Context& c) { return integers(c.caps().maxStageUniformBlocks); }},
    {GL_MAX_TESS_EVALUATION_UNIFORM_BLOCKS, kTessellation, [](Context& c) { return integers(c.caps().maxStageUniformBlocks); }},
    {GL_MAX_COMBINED_UNIFORM_BLOCKS, kUniformBlocks, [](Context& c) { return integers(blockCount(c, stageCount(c))); }},
    {GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS, kUniformBlocks, [](Context& c) { return combinedComponents(c, c.caps().maxVertexUniformVectors); }},
    {GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS, kUniformBlocks, [](Context& c) { return combinedComponents(c, c.caps().maxFragmentUniformVectors); }},
    {GL_MAX_COMBINED_GEOMETRY_UNIFORM_COMPONENTS, kGeometry, [](Context& c) { return combinedComponents(c, c.caps().maxGeometryUniformVectors); }},
    {GL_MAX_COMBINED_TESS_CONTROL_UNIFORM_COMPONENTS, kTessellation, [](Context& c) { return combinedComponents(c, c.caps().maxTessUniformVectors); }},
    {GL_MAX_COMBINED_TESS_EVALUATION_UNIFORM_COMPONENTS, kTessellation, [](Context& c) { return combinedComponents(c, c.caps().maxTessUniformVectors); }},
    {GL_MAX_UNIFORM_BLOCK_SIZE, kUniformBlocks, [](Context& c) { return integers(c.caps().maxUniformBlockSize_B); }},
    {GL_MAX_UNIFORM_BUFFER_BINDINGS, kUniformBlocks, [](Context& c) { return integers(std::min(c.caps().maxUniformBufferBindings, kMaxUniformBufferBindings)); }},
    // Outputs
    {GL_MAX_DUAL_SOURCE_DRAW_BUFFERS, {20, 33}, [](Context& c) { return integers(c.caps().maxDualSourceDrawBuffers); }},
};
// clang-format on

} // namespace

std::span<const StateRow> programRows() {
    return kProgramRows;
}

} // namespace gl
