// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/bits.h"
#include "gl/commands/get/get_table.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/list_compiler.h"
#include "gl/compat/state/render_mode.h"
#include "gl/context/attribute_stacks.h"

#include <algorithm>

namespace gl {

namespace {

const VertexAttrib& conventional(Context& c, uint8_t array) {
    return c.objects().vertexArray->state.arrays[array];
}

const VertexAttrib& texCoordArray(Context& c, const CompatState& compat) {
    return conventional(c, uint8_t(kArrayTexCoord0 + compat.clientActiveTexture));
}

int sizeOf(const VertexAttrib& attrib) {
    return attrib.bgra ? GL_BGRA : attrib.size;
}

const MatrixStack& currentStack(Context& c, const CompatState& compat) {
    return compat.matrixStack(std::min(c.client().activeTexture, kTextureCoordUnits - 1));
}

/// Of the active unit, an error where it has no coordinates (GL 4.6 compatibility section 8.1).
QueryValue ofUnit(Context& c, auto&& value) {
    const int unit = c.client().activeTexture;
    if (unit >= kTextureCoordUnits) {
        c.setError(GL_INVALID_OPERATION, "texture unit {} has no coordinates", unit);
        return {};
    }
    return value(size_t(unit));
}

/// GL_RGBA_FLOAT_MODE_ARB: some colour buffer that is drawn to holds floats.
bool drawsFloats(const Framebuffer& framebuffer) {
    bool floats = false;
    base::forEachBit(framebuffer.drawBufferMask(), [&](unsigned i) {
        const format::InternalFormat* const format = framebuffer.colorFormat(int(i));
        floats |= format && format->numeric == format::Numeric::Float;
    });
    return floats;
}

// clang-format off
const CompatStateRow kCompatRows[] = {
    {GL_CURRENT_COLOR, [](Context& c, const CompatState&) { return fractions(c.state().currentAttribs[kArrayColor].floats()); }},
    {GL_CURRENT_SECONDARY_COLOR, [](Context& c, const CompatState&) { return fractions(c.state().currentAttribs[kArraySecondaryColor].floats()); }},
    {GL_CURRENT_NORMAL, [](Context& c, const CompatState&) { const auto n = c.state().currentAttribs[kArrayNormal].floats(); return QueryValue{QueryValue::Kind::Fraction, {double(n[0]), double(n[1]), double(n[2])}}; }},
    {GL_CURRENT_FOG_COORD, [](Context& c, const CompatState&) { return floats(c.state().currentAttribs[kArrayFogCoord].floats()[0]); }},
    {GL_CURRENT_TEXTURE_COORDS, [](Context& c, const CompatState&) { return ofUnit(c, [&](size_t unit) { return list(QueryValue::Kind::Float, c.state().currentAttribs[kArrayTexCoord0 + unit].floats()); }); }},
    {GL_ACCUM_CLEAR_VALUE, [](Context&, const CompatState& s) { return fractions(s.accumulation.clearColor); }},
    {GL_CURRENT_RASTER_POSITION, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.raster.window); }},
    {GL_CURRENT_RASTER_POSITION_VALID, [](Context&, const CompatState& s) { return boolean(s.raster.valid); }},
    {GL_CURRENT_RASTER_DISTANCE, [](Context&, const CompatState& s) { return floats(s.raster.distance); }},
    {GL_CURRENT_RASTER_COLOR, [](Context&, const CompatState& s) { return fractions(s.raster.color); }},
    {GL_CURRENT_RASTER_SECONDARY_COLOR, [](Context&, const CompatState& s) { return fractions(s.raster.secondaryColor); }},
    {GL_CURRENT_RASTER_TEXTURE_COORDS, [](Context& c, const CompatState& s) { return ofUnit(c, [&](size_t unit) { return list(QueryValue::Kind::Float, s.raster.texCoords[unit]); }); }},
    {GL_CURRENT_RASTER_INDEX, [](Context&, const CompatState&) { return floats(1.0f); }},
    {GL_CLIENT_ACTIVE_TEXTURE, [](Context&, const CompatState& s) { return integers(GL_TEXTURE0 + s.clientActiveTexture); }},
    {GL_MATRIX_MODE, [](Context&, const CompatState& s) { return integers(s.matrixMode); }},
    {GL_MODELVIEW_MATRIX, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.modelView.top().m); }},
    {GL_PROJECTION_MATRIX, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.projection.top().m); }},
    {GL_TEXTURE_MATRIX, [](Context& c, const CompatState& s) { return ofUnit(c, [&](size_t unit) { return list(QueryValue::Kind::Float, s.texture[unit].top().m); }); }},
    {GL_TRANSPOSE_MODELVIEW_MATRIX, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.modelView.top().transposed().m); }},
    {GL_TRANSPOSE_PROJECTION_MATRIX, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.projection.top().transposed().m); }},
    {GL_TRANSPOSE_TEXTURE_MATRIX, [](Context& c, const CompatState& s) { return ofUnit(c, [&](size_t unit) { return list(QueryValue::Kind::Float, s.texture[unit].top().transposed().m); }); }},
    {GL_MODELVIEW_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.modelView.depth()); }},
    {GL_PROJECTION_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.projection.depth()); }},
    {GL_TEXTURE_STACK_DEPTH, [](Context& c, const CompatState& s) { return ofUnit(c, [&](size_t unit) { return integers(s.texture[unit].depth()); }); }},
    {GL_MAX_MODELVIEW_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.modelView.maxDepth()); }},
    {GL_MAX_PROJECTION_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.projection.maxDepth()); }},
    {GL_MAX_TEXTURE_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.texture[0].maxDepth()); }},
    {GL_CURRENT_MATRIX_ARB, [](Context& c, const CompatState& s) { return list(QueryValue::Kind::Float, currentStack(c, s).top().m); }},
    {GL_TRANSPOSE_CURRENT_MATRIX_ARB, [](Context& c, const CompatState& s) { return list(QueryValue::Kind::Float, currentStack(c, s).top().transposed().m); }},
    {GL_CURRENT_MATRIX_STACK_DEPTH_ARB, [](Context& c, const CompatState& s) { return integers(currentStack(c, s).depth()); }},
    {GL_MAX_PROGRAM_MATRICES_ARB, [](Context&, const CompatState&) { return integers(kProgramMatrices); }},
    {GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB, [](Context&, const CompatState& s) { return integers(s.assembly.matrices[0].maxDepth()); }},
    {GL_PROGRAM_ERROR_POSITION_ARB, [](Context&, const CompatState& s) { return integers(s.assembly.errorPosition_B); }},
    {GL_ATTRIB_STACK_DEPTH, [](Context& c, const CompatState&) { return integers(c.attributeStacks()->server.size()); }},
    {GL_CLIENT_ATTRIB_STACK_DEPTH, [](Context& c, const CompatState&) { return integers(c.attributeStacks()->client.size()); }},
    {GL_MAX_ATTRIB_STACK_DEPTH, [](Context&, const CompatState&) { return integers(kAttributeStackDepth); }},
    {GL_MAX_CLIENT_ATTRIB_STACK_DEPTH, [](Context&, const CompatState&) { return integers(kAttributeStackDepth); }},
    {GL_CURRENT_INDEX, [](Context& c, const CompatState&) { return floats(c.state().currentAttribs[kArrayColorIndex].floats()[0]); }},
    {GL_INDEX_CLEAR_VALUE, [](Context&, const CompatState& s) { return floats(s.colorIndices.clearValue); }},
    {GL_INDEX_WRITEMASK, [](Context&, const CompatState& s) { return integers(s.colorIndices.writeMask); }},
    {GL_EDGE_FLAG, [](Context& c, const CompatState&) { return boolean(c.state().currentAttribs[kArrayEdgeFlag].floats()[0] != 0); }},
    {GL_LIST_BASE, [](Context&, const CompatState& s) { return integers(s.listBase); }},
    {GL_LIST_INDEX, [](Context& c, const CompatState&) { return integers(c.compiler() ? c.compiler()->name() : 0u); }},
    {GL_LIST_MODE, [](Context& c, const CompatState&) { return integers(!c.compiler() ? 0 : c.compiler()->executes() ? GL_COMPILE_AND_EXECUTE : GL_COMPILE); }},
    {GL_MAX_LIST_NESTING, [](Context&, const CompatState&) { return integers(kMaxListNesting); }},
    {GL_MAX_EVAL_ORDER, [](Context&, const CompatState&) { return integers(kMaxEvalOrder); }},
    {GL_MAP1_GRID_DOMAIN, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.evalGrid.line.domain); }},
    {GL_MAP1_GRID_SEGMENTS, [](Context&, const CompatState& s) { return integers(s.evalGrid.line.segments); }},
    {GL_MAP2_GRID_DOMAIN, [](Context&, const CompatState& s) { const auto& [u, v] = s.evalGrid.plane; return floats(u.domain[0], u.domain[1], v.domain[0], v.domain[1]); }},
    {GL_MAP2_GRID_SEGMENTS, [](Context&, const CompatState& s) { return integers(s.evalGrid.plane[0].segments, s.evalGrid.plane[1].segments); }},
    {GL_RENDER_MODE, [](Context& c, const CompatState&) { return integers(c.renderModeState()->mode); }},
    {GL_NAME_STACK_DEPTH, [](Context& c, const CompatState&) { return integers(c.renderModeState()->selection.names.size()); }},
    {GL_MAX_NAME_STACK_DEPTH, [](Context&, const CompatState&) { return integers(kMaxNameStackDepth); }},
    {GL_SELECTION_BUFFER_SIZE, [](Context& c, const CompatState&) { return integers(c.renderModeState()->selection.size); }},
    {GL_FEEDBACK_BUFFER_SIZE, [](Context& c, const CompatState&) { return integers(c.renderModeState()->feedback.size); }},
    {GL_FEEDBACK_BUFFER_TYPE, [](Context& c, const CompatState&) { return integers(c.renderModeState()->feedback.type); }},
    {GL_FOG_MODE, [](Context&, const CompatState& s) { return integers(s.fog.mode); }},
    {GL_FOG_DENSITY, [](Context&, const CompatState& s) { return floats(s.fog.density); }},
    {GL_FOG_START, [](Context&, const CompatState& s) { return floats(s.fog.start); }},
    {GL_FOG_END, [](Context&, const CompatState& s) { return floats(s.fog.end); }},
    {GL_FOG_COLOR, [](Context& c, const CompatState& s) { return shownColor(c, s.fog.color); }},
    {GL_FOG_COORD_SRC, [](Context&, const CompatState& s) { return integers(s.fog.coordSource); }},
    {GL_FOG_INDEX, [](Context&, const CompatState& s) { return floats(s.fog.index); }},
    {GL_ALPHA_TEST_FUNC, [](Context&, const CompatState& s) { return integers(s.alphaTest.function); }},
    {GL_ALPHA_TEST_REF, [](Context& c, const CompatState& s) { return shownColor(c, std::array{s.alphaTest.reference}); }},
    {GL_CLAMP_VERTEX_COLOR, [](Context&, const CompatState& s) { return integers(s.clampVertexColor); }},
    {GL_CLAMP_FRAGMENT_COLOR, [](Context&, const CompatState& s) { return integers(s.clampFragmentColor); }},
    {GL_RGBA_FLOAT_MODE_ARB, [](Context& c, const CompatState&) { return boolean(drawsFloats(*c.state().drawFramebuffer)); }},
    {GL_LIGHT_MODEL_AMBIENT, [](Context&, const CompatState& s) { return fractions(s.lighting.ambient); }},
    {GL_LIGHT_MODEL_LOCAL_VIEWER, [](Context&, const CompatState& s) { return boolean(s.lighting.localViewer); }},
    {GL_LIGHT_MODEL_TWO_SIDE, [](Context&, const CompatState& s) { return boolean(s.lighting.twoSided); }},
    {GL_LIGHT_MODEL_COLOR_CONTROL, [](Context&, const CompatState& s) { return integers(s.lighting.colorControl); }},
    {GL_COLOR_MATERIAL_FACE, [](Context&, const CompatState& s) { return integers(s.lighting.colorMaterialFace); }},
    {GL_COLOR_MATERIAL_PARAMETER, [](Context&, const CompatState& s) { return integers(s.lighting.colorMaterialMode); }},
    {GL_SHADE_MODEL, [](Context& c, const CompatState&) { return integers(c.state().flatColors ? GL_FLAT : GL_SMOOTH); }},
    {GL_POINT_SIZE_MIN, [](Context&, const CompatState& s) { return floats(s.point.sizeMin_px); }},
    {GL_POINT_SIZE_MAX, [](Context&, const CompatState& s) { return floats(s.point.sizeMax_px); }},
    {GL_POINT_DISTANCE_ATTENUATION, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.point.attenuation); }},
    {GL_LINE_STIPPLE_PATTERN, [](Context& c, const CompatState&) { return integers(c.state().lineStipplePattern); }},
    {GL_LINE_STIPPLE_REPEAT, [](Context& c, const CompatState&) { return integers(c.state().lineStippleFactor); }},
    {GL_MAP_COLOR, [](Context&, const CompatState& s) { return boolean(s.pixelTransfer.mapColor); }},
    {GL_MAP_STENCIL, [](Context&, const CompatState& s) { return boolean(s.pixelTransfer.mapStencil); }},
    {GL_INDEX_SHIFT, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.indexShift); }},
    {GL_INDEX_OFFSET, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.indexOffset); }},
    {GL_RED_SCALE, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.scale[0]); }},
    {GL_RED_BIAS, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.bias[0]); }},
    {GL_GREEN_SCALE, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.scale[1]); }},
    {GL_GREEN_BIAS, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.bias[1]); }},
    {GL_BLUE_SCALE, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.scale[2]); }},
    {GL_BLUE_BIAS, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.bias[2]); }},
    {GL_ALPHA_SCALE, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.scale[3]); }},
    {GL_ALPHA_BIAS, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.bias[3]); }},
    {GL_DEPTH_SCALE, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.depthScale); }},
    {GL_DEPTH_BIAS, [](Context&, const CompatState& s) { return floats(s.pixelTransfer.depthBias); }},
    {GL_PIXEL_MAP_I_TO_I_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_I_TO_I).size()); }},
    {GL_PIXEL_MAP_S_TO_S_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_S_TO_S).size()); }},
    {GL_PIXEL_MAP_I_TO_R_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_I_TO_R).size()); }},
    {GL_PIXEL_MAP_I_TO_G_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_I_TO_G).size()); }},
    {GL_PIXEL_MAP_I_TO_B_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_I_TO_B).size()); }},
    {GL_PIXEL_MAP_I_TO_A_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_I_TO_A).size()); }},
    {GL_PIXEL_MAP_R_TO_R_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_R_TO_R).size()); }},
    {GL_PIXEL_MAP_G_TO_G_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_G_TO_G).size()); }},
    {GL_PIXEL_MAP_B_TO_B_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_B_TO_B).size()); }},
    {GL_PIXEL_MAP_A_TO_A_SIZE, [](Context&, const CompatState& s) { return integers(s.pixelTransfer.map(GL_PIXEL_MAP_A_TO_A).size()); }},
    {GL_MAX_PIXEL_MAP_TABLE, [](Context&, const CompatState&) { return integers(kMaxPixelMapSize); }},
    {GL_ZOOM_X, [](Context&, const CompatState& s) { return floats(s.pixelZoom[0]); }},
    {GL_ZOOM_Y, [](Context&, const CompatState& s) { return floats(s.pixelZoom[1]); }},
    {GL_VERTEX_ARRAY_SIZE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayVertex).size); }},
    {GL_VERTEX_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayVertex).type); }},
    {GL_VERTEX_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayVertex).stride_B); }},
    {GL_VERTEX_ARRAY_COUNT_EXT, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayVertex).staticElements); }},
    {GL_VERTEX_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return nameOf(conventional(c, kArrayVertex).buffer); }},
    {GL_NORMAL_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayNormal).type); }},
    {GL_NORMAL_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayNormal).stride_B); }},
    {GL_NORMAL_ARRAY_COUNT_EXT, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayNormal).staticElements); }},
    {GL_NORMAL_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return nameOf(conventional(c, kArrayNormal).buffer); }},
    {GL_COLOR_ARRAY_SIZE, [](Context& c, const CompatState&) { return integers(sizeOf(conventional(c, kArrayColor))); }},
    {GL_COLOR_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayColor).type); }},
    {GL_COLOR_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayColor).stride_B); }},
    {GL_COLOR_ARRAY_COUNT_EXT, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayColor).staticElements); }},
    {GL_COLOR_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return nameOf(conventional(c, kArrayColor).buffer); }},
    {GL_SECONDARY_COLOR_ARRAY_SIZE, [](Context& c, const CompatState&) { return integers(sizeOf(conventional(c, kArraySecondaryColor))); }},
    {GL_SECONDARY_COLOR_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArraySecondaryColor).type); }},
    {GL_SECONDARY_COLOR_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArraySecondaryColor).stride_B); }},
    {GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return nameOf(conventional(c, kArraySecondaryColor).buffer); }},
    {GL_FOG_COORD_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayFogCoord).type); }},
    {GL_FOG_COORD_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayFogCoord).stride_B); }},
    {GL_FOG_COORD_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return nameOf(conventional(c, kArrayFogCoord).buffer); }},
    {GL_EDGE_FLAG_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayEdgeFlag).stride_B); }},
    {GL_EDGE_FLAG_ARRAY_COUNT_EXT, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayEdgeFlag).staticElements); }},
    {GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return nameOf(conventional(c, kArrayEdgeFlag).buffer); }},
    {GL_INDEX_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayColorIndex).type); }},
    {GL_INDEX_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayColorIndex).stride_B); }},
    {GL_INDEX_ARRAY_COUNT_EXT, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayColorIndex).staticElements); }},
    {GL_INDEX_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return nameOf(conventional(c, kArrayColorIndex).buffer); }},
    {GL_TEXTURE_COORD_ARRAY_SIZE, [](Context& c, const CompatState& s) { return integers(texCoordArray(c, s).size); }},
    {GL_TEXTURE_COORD_ARRAY_TYPE, [](Context& c, const CompatState& s) { return integers(texCoordArray(c, s).type); }},
    {GL_TEXTURE_COORD_ARRAY_STRIDE, [](Context& c, const CompatState& s) { return integers(texCoordArray(c, s).stride_B); }},
    {GL_TEXTURE_COORD_ARRAY_COUNT_EXT, [](Context& c, const CompatState& s) { return integers(texCoordArray(c, s).staticElements); }},
    {GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState& s) { return nameOf(texCoordArray(c, s).buffer); }},
};
// clang-format on

} // namespace

std::span<const CompatStateRow> compatRows() {
    return kCompatRows;
}

} // namespace gl
