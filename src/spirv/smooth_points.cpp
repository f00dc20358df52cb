// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/smooth_points.h"

#include "spirv/editor.h"
#include "spirv/first_color.h"

namespace spirv {

namespace {

class Rounder {
public:
    Rounder(const Module& module, Id color)
        : m_editor(module),
          m_color(color),
          m_bool(m_editor.boolType()),
          m_float(m_editor.floatType()),
          m_vec2(m_editor.vectorType(m_float, 2)),
          m_vec4(m_editor.vectorType(m_float, 4)),
          m_zero(m_editor.floatConstant(0)),
          m_quarter(m_editor.floatConstant(0.25f)),
          m_half(m_editor.floatConstant(0.5f)),
          m_one(m_editor.floatConstant(1)),
          m_coverage{m_editor.newId()} {
        const Id pointer = m_editor.pointerType(spv::StorageClassPrivate, m_float);
        m_editor.declare(spv::OpVariable,
                         {pointer.value, m_coverage.value, uint32_t(spv::StorageClassPrivate)});
        m_pointCoord = module.findBuiltIn(spv::StorageClassInput, spv::BuiltInPointCoord).variable;
        if (!m_pointCoord) {
            m_pointCoord = m_editor.interfaceVariable(spv::StorageClassInput, m_vec2);
            m_editor.decorate(m_pointCoord, spv::DecorationBuiltIn, spv::BuiltInPointCoord);
        }
    }

    std::vector<uint32_t> finish() {
        return m_editor.finish({[this](std::vector<uint32_t>& out, uint32_t) { begin(out); },
                                [this](std::vector<uint32_t>& out, uint32_t) { end(out); }});
    }

private:
    /// All fragments of a point are here still, so that coordinates have derivatives: one over the
    /// size in pixels. Near the edge a pixel's distance from it is the difference of the squares of
    /// the radius and of the distance from the centre, over the size.
    void begin(std::vector<uint32_t>& out) {
        const uint32_t at = m_editor.value(out, spv::OpLoad, m_vec2, {m_pointCoord.value});
        const uint32_t x = m_editor.value(out, spv::OpCompositeExtract, m_float, {at, 0});
        const uint32_t pixel = m_editor.value(out, spv::OpDPdx, m_float, {x});
        const uint32_t centre =
            m_editor.value(out, spv::OpCompositeConstruct, m_vec2, {m_half.value, m_half.value});
        const uint32_t away = m_editor.value(out, spv::OpFSub, m_vec2, {at, centre});
        const uint32_t square = m_editor.value(out, spv::OpDot, m_float, {away, away});
        const uint32_t rest = m_editor.value(out, spv::OpFSub, m_float, {m_quarter.value, square});
        const uint32_t inside = m_editor.value(out, spv::OpFDiv, m_float, {rest, pixel});
        uint32_t covered = m_editor.value(out, spv::OpFAdd, m_float, {inside, m_half.value});
        const uint32_t none =
            m_editor.value(out, spv::OpFOrdLessThan, m_bool, {covered, m_zero.value});
        covered = m_editor.value(out, spv::OpSelect, m_float, {none, m_zero.value, covered});
        const uint32_t all =
            m_editor.value(out, spv::OpFOrdGreaterThan, m_bool, {covered, m_one.value});
        covered = m_editor.value(out, spv::OpSelect, m_float, {all, m_one.value, covered});
        append(out, spv::OpStore, {m_coverage.value, covered});
    }

    void end(std::vector<uint32_t>& out) {
        const uint32_t coverage = m_editor.value(out, spv::OpLoad, m_float, {m_coverage.value});
        const uint32_t color = m_editor.value(out, spv::OpLoad, m_vec4, {m_color.value});
        const uint32_t alpha = m_editor.value(out, spv::OpCompositeExtract, m_float, {color, 3});
        const uint32_t covered = m_editor.value(out, spv::OpFMul, m_float, {alpha, coverage});
        const uint32_t smooth =
            m_editor.value(out, spv::OpCompositeInsert, m_vec4, {covered, color, 3});
        append(out, spv::OpStore, {m_color.value, smooth});
        const uint32_t outside =
            m_editor.value(out, spv::OpFOrdEqual, m_bool, {coverage, m_zero.value});
        const uint32_t killed = m_editor.newId();
        const uint32_t kept = m_editor.newId();
        append(out, spv::OpSelectionMerge, {kept, spv::SelectionControlMaskNone});
        append(out, spv::OpBranchConditional, {outside, killed, kept});
        append(out, spv::OpLabel, {killed});
        append(out, spv::OpKill, {});
        append(out, spv::OpLabel, {kept});
    }

    Editor m_editor;
    const Id m_color, m_bool, m_float, m_vec2, m_vec4;
    const Id m_zero, m_quarter, m_half, m_one;
    const Id m_coverage;
    Id m_pointCoord;
};

} // namespace

std::vector<uint32_t> SmoothPoints::run(std::span<const uint32_t> words) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    const Id color = module ? firstColor(*module) : Id{};
    return color ? Rounder(*module, color).finish() : same;
}

} // namespace spirv
