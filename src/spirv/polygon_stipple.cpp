// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/polygon_stipple.h"

#include "spirv/editor.h"

namespace spirv {

namespace {

constexpr uint32_t kVectors = PolygonStipple::kSize_B / 16;

class Stippler {
public:
    Stippler(const Module& module, const PolygonStipple::Source& source)
        : m_editor(module),
          m_bool(m_editor.boolType()),
          m_float(m_editor.floatType()),
          m_uint(m_editor.uintType()),
          m_vec4(m_editor.vectorType(m_float, 4)),
          m_word(m_editor.pointerType(spv::StorageClassUniform, m_uint)) {
        const Id array = m_editor.arrayType(m_editor.vectorType(m_uint, 4), kVectors);
        m_editor.decorate(array, spv::DecorationArrayStride, 16);
        m_block = m_editor.uniformBlock(
            array, {.set = source.set, .binding = 0, .offset_B = source.offset_B});
        m_fragCoord = module.findBuiltIn(spv::StorageClassInput, spv::BuiltInFragCoord).variable;
        if (!m_fragCoord) {
            m_fragCoord = m_editor.interfaceVariable(spv::StorageClassInput, m_vec4);
            m_editor.decorate(m_fragCoord, spv::DecorationBuiltIn, spv::BuiltInFragCoord);
        }
        for (uint32_t i = 0; i < 4; ++i) {
            m_numbers[i] = m_editor.uintConstant(i);
        }
        m_most = m_editor.uintConstant(31);
        m_highest = m_editor.uintConstant(0x80000000u);
    }

    std::vector<uint32_t> finish() {
        return m_editor.finish(
            {nullptr, [this](std::vector<uint32_t>& out, uint32_t) { code(out); }});
    }

private:
    void code(std::vector<uint32_t>& out) {
        const auto value = [&](spv::Op op, Id type, std::initializer_list<uint32_t> operands) {
            const uint32_t id = m_editor.newId();
            out.push_back(uint32_t(operands.size() + 3) << 16 | uint32_t(op));
            out.insert(out.end(), {type.value, id});
            out.insert(out.end(), operands);
            return id;
        };
        const uint32_t place = value(spv::OpLoad, m_vec4, {m_fragCoord.value});
        uint32_t at[2];
        for (uint32_t axis = 0; axis < 2; ++axis) {
            const uint32_t component = value(spv::OpCompositeExtract, m_float, {place, axis});
            const uint32_t whole = value(spv::OpConvertFToU, m_uint, {component});
            at[axis] = value(spv::OpBitwiseAnd, m_uint, {whole, m_most.value});
        }
        const uint32_t vector =
            value(spv::OpShiftRightLogical, m_uint, {at[1], m_numbers[2].value});
        const uint32_t component = value(spv::OpBitwiseAnd, m_uint, {at[1], m_numbers[3].value});
        const uint32_t pointer = value(
            spv::OpAccessChain, m_word, {m_block.value, m_numbers[0].value, vector, component});
        const uint32_t row = value(spv::OpLoad, m_uint, {pointer});
        const uint32_t bit = value(spv::OpShiftRightLogical, m_uint, {m_highest.value, at[0]});
        const uint32_t set = value(spv::OpBitwiseAnd, m_uint, {row, bit});
        const uint32_t isClear = value(spv::OpIEqual, m_bool, {set, m_numbers[0].value});
        const uint32_t killed = m_editor.newId();
        const uint32_t kept = m_editor.newId();
        append(out, spv::OpSelectionMerge, {kept, spv::SelectionControlMaskNone});
        append(out, spv::OpBranchConditional, {isClear, killed, kept});
        append(out, spv::OpLabel, {killed});
        append(out, spv::OpKill, {});
        append(out, spv::OpLabel, {kept});
    }

    Editor m_editor;
    const Id m_bool, m_float, m_uint, m_vec4, m_word;
    Id m_block, m_fragCoord, m_most, m_highest;
    Id m_numbers[4];
};

} // namespace

std::vector<uint32_t> PolygonStipple::run(std::span<const uint32_t> words, const Source& source) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    return module ? Stippler(*module, source).finish() : same;
}

} // namespace spirv
