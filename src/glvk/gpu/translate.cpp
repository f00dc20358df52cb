// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/translate.h"

#include <algorithm>
#include <cmath>

namespace glvk::translate {

VkPrimitiveTopology topology(GLenum mode) {
    switch (mode) {
    case GL_POINTS:
        return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case GL_LINES:
        return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    case GL_LINE_STRIP:
    case GL_LINE_LOOP: // The closing line is an index.
        return VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    case GL_TRIANGLE_STRIP:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    case GL_TRIANGLE_FAN:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN;
    case GL_LINES_ADJACENCY:
        return VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY;
    case GL_LINE_STRIP_ADJACENCY:
        return VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY;
    case GL_TRIANGLES_ADJACENCY:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
    case GL_TRIANGLE_STRIP_ADJACENCY:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY;
    case GL_PATCHES:
        return VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    default:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    }
}

VkPolygonMode polygonMode(GLenum mode) {
    switch (mode) {
    case GL_POINT:
        return VK_POLYGON_MODE_POINT;
    case GL_LINE:
        return VK_POLYGON_MODE_LINE;
    default:
        return VK_POLYGON_MODE_FILL;
    }
}

VkCullModeFlags cullMode(const gl::State& state) {
    if (!state.cullEnabled) {
        return VK_CULL_MODE_NONE;
    }
    switch (state.cullFace) {
    case GL_FRONT:
        return VK_CULL_MODE_FRONT_BIT;
    case GL_FRONT_AND_BACK:
        return VK_CULL_MODE_FRONT_AND_BACK;
    default:
        return VK_CULL_MODE_BACK_BIT;
    }
}

bool clockwise(const gl::State& state) {
    return state.frontFace == GL_CCW;
}

VkCompareOp compareOp(GLenum func) {
    return VkCompareOp((func - GL_NEVER) & 7); // Both list never, less, equal … always.
}

VkStencilOp stencilOp(GLenum op) {
    switch (op) {
    case GL_ZERO:
        return VK_STENCIL_OP_ZERO;
    case GL_REPLACE:
        return VK_STENCIL_OP_REPLACE;
    case GL_INCR:
        return VK_STENCIL_OP_INCREMENT_AND_CLAMP;
    case GL_DECR:
        return VK_STENCIL_OP_DECREMENT_AND_CLAMP;
    case GL_INVERT:
        return VK_STENCIL_OP_INVERT;
    case GL_INCR_WRAP:
        return VK_STENCIL_OP_INCREMENT_AND_WRAP;
    case GL_DECR_WRAP:
        return VK_STENCIL_OP_DECREMENT_AND_WRAP;
    default:
        return VK_STENCIL_OP_KEEP;
    }
}

VkBlendOp blendOp(GLenum equation) {
    switch (equation) {
    case GL_FUNC_SUBTRACT:
        return VK_BLEND_OP_SUBTRACT;
    case GL_FUNC_REVERSE_SUBTRACT:
        return VK_BLEND_OP_REVERSE_SUBTRACT;
    case GL_MIN:
        return VK_BLEND_OP_MIN;
    case GL_MAX:
        return VK_BLEND_OP_MAX;
    default:
        return VK_BLEND_OP_ADD;
    }
}

VkBlendFactor blendFactor(GLenum factor) {
    switch (factor) {
    case GL_ZERO:
        return VK_BLEND_FACTOR_ZERO;
    case GL_SRC_COLOR:
        return VK_BLEND_FACTOR_SRC_COLOR;
    case GL_ONE_MINUS_SRC_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR;
    case GL_SRC_ALPHA:
        return VK_BLEND_FACTOR_SRC_ALPHA;
    case GL_ONE_MINUS_SRC_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    case GL_DST_ALPHA:
        return VK_BLEND_FACTOR_DST_ALPHA;
    case GL_ONE_MINUS_DST_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA;
    case GL_DST_COLOR:
        return VK_BLEND_FACTOR_DST_COLOR;
    case GL_ONE_MINUS_DST_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    case GL_SRC_ALPHA_SATURATE:
        return VK_BLEND_FACTOR_SRC_ALPHA_SATURATE;
    case GL_CONSTANT_COLOR:
        return VK_BLEND_FACTOR_CONSTANT_COLOR;
    case GL_ONE_MINUS_CONSTANT_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR;
    case GL_CONSTANT_ALPHA:
        return VK_BLEND_FACTOR_CONSTANT_ALPHA;
    case GL_ONE_MINUS_CONSTANT_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
    case GL_SRC1_COLOR:
        return VK_BLEND_FACTOR_SRC1_COLOR;
    case GL_ONE_MINUS_SRC1_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR;
    case GL_SRC1_ALPHA:
        return VK_BLEND_FACTOR_SRC1_ALPHA;
    case GL_ONE_MINUS_SRC1_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
    default:
        return VK_BLEND_FACTOR_ONE;
    }
}

uint32_t sampleMask(const gl::State& state, uint32_t samples) {
    if (samples <= 1 || !state.multisample || !(state.sampleCoverage || state.sampleMaskEnabled)) {
        return 0;
    }
    const uint32_t all = uint32_t((uint64_t(1) << samples) - 1);
    uint32_t mask = all;
    if (state.sampleCoverage) {
        const uint32_t count = uint32_t(std::lround(state.sampleCoverageValue * float(samples)));
        mask = uint32_t((uint64_t(1) << count) - 1);
        mask = state.sampleCoverageInvert ? ~mask & all : mask;
    }
    if (state.sampleMaskEnabled) {
        mask &= state.sampleMask;
    }
    // Zero means "all samples" in a key: no sample at all is spelled with a bit that no sample has.
    return mask == all ? 0 : mask ? mask : 1u << 31;
}

VkLogicOp logicOp(GLenum op) {
    switch (op) {
    case GL_AND:
        return VK_LOGIC_OP_AND;
    case GL_AND_REVERSE:
        return VK_LOGIC_OP_AND_REVERSE;
    case GL_COPY:
        return VK_LOGIC_OP_COPY;
    case GL_AND_INVERTED:
        return VK_LOGIC_OP_AND_INVERTED;
    case GL_NOOP:
        return VK_LOGIC_OP_NO_OP;
    case GL_XOR:
        return VK_LOGIC_OP_XOR;
    case GL_OR:
        return VK_LOGIC_OP_OR;
    case GL_NOR:
        return VK_LOGIC_OP_NOR;
    case GL_EQUIV:
        return VK_LOGIC_OP_EQUIVALENT;
    case GL_INVERT:
        return VK_LOGIC_OP_INVERT;
    case GL_OR_REVERSE:
        return VK_LOGIC_OP_OR_REVERSE;
    case GL_COPY_INVERTED:
        return VK_LOGIC_OP_COPY_INVERTED;
    case GL_OR_INVERTED:
        return VK_LOGIC_OP_OR_INVERTED;
    case GL_NAND:
        return VK_LOGIC_OP_NAND;
    case GL_SET:
        return VK_LOGIC_OP_SET;
    default:
        return VK_LOGIC_OP_CLEAR;
    }
}

bool depthBias(const gl::State& state) {
    switch (state.polygonMode()) {
    case GL_POINT:
        return state.polygonOffsetPoint;
    case GL_LINE:
        return state.polygonOffsetLine;
    default:
        return state.polygonOffsetFill;
    }
}

} // namespace glvk::translate
