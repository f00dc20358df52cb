// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/clamp_outputs.h"

#include "spirv/editor.h"

namespace spirv {

namespace {

/// A scalar or a vector at a location.
struct FloatOutput {
    Id variable;
    Id type;
    uint32_t components = 1;
};

std::vector<FloatOutput> floatOutputs(const Module& module) {
    std::vector<FloatOutput> outputs;
    for (const Variable& v : module.globals()) {
        if (v.storage != spv::StorageClassOutput ||
            !module.decoration(v.id, spv::DecorationLocation)) {
            continue;
        }
        const Instruction type = module.definition(v.pointee);
        const bool isVector = type.op() == spv::OpTypeVector;
        const Instruction scalar = isVector ? module.definition(Id{type[2]}) : type;
        if (scalar.op() == spv::OpTypeFloat && scalar[2] == 32) {
            outputs.push_back({v.id, v.pointee, isVector ? type[3] : 1});
        }
    }
    return outputs;
}

class OutputClamper {
public:
    OutputClamper(const Module& module, std::vector<FloatOutput> outputs)
        : m_editor(module),
          m_outputs(std::move(outputs)),
          m_bool(m_editor.boolType()),
          m_float(m_editor.floatType()),
          m_zero(m_editor.floatConstant(0)),
          m_one(m_editor.floatConstant(1)) {}

    std::vector<uint32_t> finish() {
        return m_editor.finish({nullptr, [this](std::vector<uint32_t>& out, uint32_t) {
                                    for (const FloatOutput& output : m_outputs) {
                                        clamp(out, output);
                                    }
                                }});
    }

private:
    void clamp(std::vector<uint32_t>& out, const FloatOutput& output) {
        const uint32_t color = m_editor.newId();
        append(out, spv::OpLoad, {output.type.value, color, output.variable.value});
        if (output.components == 1) {
            append(out, spv::OpStore, {output.variable.value, clamped(out, color)});
            return;
        }
        uint32_t result = color;
        for (uint32_t i = 0; i < output.components; ++i) {
            const uint32_t component = m_editor.newId();
            append(out, spv::OpCompositeExtract, {m_float.value, component, color, i});
            const uint32_t value = clamped(out, component);
            const uint32_t next = m_editor.newId();
            append(out, spv::OpCompositeInsert, {output.type.value, next, value, result, i});
            result = next;
        }
        append(out, spv::OpStore, {output.variable.value, result});
    }

    // What is no number becomes zero.
    uint32_t clamped(std::vector<uint32_t>& out, uint32_t value) {
        const uint32_t isAbove = m_editor.newId();
        const uint32_t above = m_editor.newId();
        const uint32_t isBelow = m_editor.newId();
        const uint32_t both = m_editor.newId();
        append(out, spv::OpFOrdGreaterThan, {m_bool.value, isAbove, value, m_zero.value});
        append(out, spv::OpSelect, {m_float.value, above, isAbove, value, m_zero.value});
        append(out, spv::OpFOrdLessThan, {m_bool.value, isBelow, above, m_one.value});
        append(out, spv::OpSelect, {m_float.value, both, isBelow, above, m_one.value});
        return both;
    }

    Editor m_editor;
    const std::vector<FloatOutput> m_outputs;
    const Id m_bool, m_float;
    const Id m_zero, m_one;
};

} // namespace

std::vector<uint32_t> ClampOutputs::run(std::span<const uint32_t> words) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    std::vector<FloatOutput> outputs = module ? floatOutputs(*module) : std::vector<FloatOutput>();
    return outputs.empty() ? same : OutputClamper(*module, std::move(outputs)).finish();
}

} // namespace spirv
