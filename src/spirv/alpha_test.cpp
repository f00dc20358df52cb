// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/alpha_test.h"

#include "spirv/editor.h"
#include "spirv/first_color.h"

#include <array>

namespace spirv {

namespace {

class Weaver {
public:
    Weaver(const Module& module, const AlphaTest::Source& source, Id color)
        : m_editor(module),
          m_color(color),
          m_bool(m_editor.boolType()),
          m_float(m_editor.floatType()),
          m_vec4(m_editor.vectorType(m_float, 4)),
          m_zero(m_editor.floatConstant(0)),
          m_first(m_editor.uintConstant(0)),
          m_pointer(m_editor.pointerType(spv::StorageClassUniform, m_vec4)),
          m_block(m_editor.uniformBlock(
              m_vec4, {.set = source.set, .binding = 0, .offset_B = source.offset_B})) {}

    std::vector<uint32_t> finish() {
        return m_editor.finish(
            {nullptr, [this](std::vector<uint32_t>& out, uint32_t) { code(out); }});
    }

private:
    void code(std::vector<uint32_t>& out) {
        const auto id = [this] { return m_editor.newId(); };
        const uint32_t color = id();
        const uint32_t alpha = id();
        append(out, spv::OpLoad, {m_vec4.value, color, m_color.value});
        append(out, spv::OpCompositeExtract, {m_float.value, alpha, color, 3});
        const uint32_t chain = id();
        const uint32_t test = id();
        append(out, spv::OpAccessChain, {m_pointer.value, chain, m_block.value, m_first.value});
        append(out, spv::OpLoad, {m_vec4.value, test, chain});
        std::array<uint32_t, 4> parts{}; // Reference, less, equal, greater.
        for (uint32_t i = 0; i < 4; ++i) {
            parts[i] = id();
            append(out, spv::OpCompositeExtract, {m_float.value, parts[i], test, i});
        }
        const uint32_t isLess = id();
        const uint32_t isEqual = id();
        append(out, spv::OpFOrdLessThan, {m_bool.value, isLess, alpha, parts[0]});
        append(out, spv::OpFOrdEqual, {m_bool.value, isEqual, alpha, parts[0]});
        const uint32_t rest = id();
        const uint32_t passes = id();
        const uint32_t fails = id();
        append(out, spv::OpSelect, {m_float.value, rest, isEqual, parts[2], parts[3]});
        append(out, spv::OpSelect, {m_float.value, passes, isLess, parts[1], rest});
        append(out, spv::OpFOrdEqual, {m_bool.value, fails, passes, m_zero.value});
        const uint32_t killed = id();
        const uint32_t kept = id();
        append(out, spv::OpSelectionMerge, {kept, spv::SelectionControlMaskNone});
        append(out, spv::OpBranchConditional, {fails, killed, kept});
        append(out, spv::OpLabel, {killed});
        append(out, spv::OpKill, {});
        append(out, spv::OpLabel, {kept});
    }

    Editor m_editor;
    const Id m_color;
    const Id m_bool;
    const Id m_float;
    const Id m_vec4;
    const Id m_zero;
    const Id m_first;
    const Id m_pointer;
    const Id m_block;
};

} // namespace

std::vector<uint32_t> AlphaTest::run(std::span<const uint32_t> words, const Source& source) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    const Id color = module ? firstColor(*module) : Id{};
    return color ? Weaver(*module, source, color).finish() : same;
}

} // namespace spirv
