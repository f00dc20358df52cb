// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/stage_layout.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace glsl {

namespace {

constexpr std::pair<std::string_view, uint32_t> kPrimitives[] = {
    {"points", kGlPoints},
    {"lines", kGlLines},
    {"lines_adjacency", kGlLinesAdjacency},
    {"line_strip", kGlLineStrip},
    {"triangles", kGlTriangles},
    {"triangles_adjacency", kGlTrianglesAdjacency},
    {"triangle_strip", kGlTriangleStrip},
    {"quads", kGlQuads},
    {"isolines", kGlIsolines},
};

} // namespace

int StageLayout::vertices() const {
    return m_stage == Stage::TessControl ? m_tessellation.patchVertices
                                         : verticesOf(m_geometry.inputPrimitive);
}

void StageLayout::take(const QualifierWords& words) {
    if (words.storage == StorageWord::Uniform) {
        m_rowMajor = words.rowMajor.value_or(m_rowMajor);
        m_packing = words.packing == Packing::None ? m_packing : words.packing;
    }
    uint32_t primitive = kNoPrimitive;
    for (const auto& [name, value] : kPrimitives) {
        if (words.layout.contains(std::string(name))) {
            primitive = value;
        }
    }
    const bool hasPrimitive = primitive != kNoPrimitive;
    const bool isInput = words.storage == StorageWord::In;
    if (m_stage == Stage::Geometry && isInput) {
        m_geometry.inputPrimitive = hasPrimitive ? primitive : m_geometry.inputPrimitive;
        m_geometry.invocations = std::max(words.number("invocations", m_geometry.invocations), 1);
    } else if (m_stage == Stage::Geometry) {
        m_geometry.outputPrimitive = hasPrimitive ? primitive : m_geometry.outputPrimitive;
        m_geometry.maxVertices = words.number("max_vertices", m_geometry.maxVertices);
        m_stream = words.number("stream", m_stream);
    }
    takeTessellation(words, hasPrimitive ? primitive : 0);
}

void StageLayout::takeTessellation(const QualifierWords& words, uint32_t mode) {
    TessellationFacts& facts = m_tessellation;
    if (m_stage == Stage::TessControl) {
        facts.patchVertices = words.number("vertices", facts.patchVertices);
    }
    if (m_stage != Stage::TessEvaluation) {
        return;
    }
    facts.mode = mode != 0 ? mode : facts.mode;
    const std::pair<const char*, uint32_t> spacings[] = {
        {"equal_spacing", kGlEqual},
        {"fractional_even_spacing", kGlFractionalEven},
        {"fractional_odd_spacing", kGlFractionalOdd}};
    for (const auto& [name, value] : spacings) {
        facts.spacing = words.layout.contains(name) ? value : facts.spacing;
    }
    facts.vertexOrder = words.layout.contains("cw")    ? kGlCw
                        : words.layout.contains("ccw") ? kGlCcw
                                                       : facts.vertexOrder;
    facts.pointMode |= words.layout.contains("point_mode");
}

} // namespace glsl
