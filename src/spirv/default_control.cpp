// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/default_control.h"

#include "spirv/words.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace spirv {

namespace {

using Words = std::vector<uint32_t>;

bool isDeclaration(spv::Op op) {
    return (op >= spv::OpTypeVoid && op <= spv::OpTypeFunction) ||
           (op >= spv::OpConstantTrue && op <= spv::OpConstantNull);
}

/// An input of every vertex, as the evaluation shader declares it.
struct Input {
    Id variable;
    uint32_t pointerType = 0;
    Id element;
    bool builtIns = false; ///< gl_in as a block
};

class Builder {
public:
    Builder(const Module& module, uint32_t vertices, uint32_t set, uint32_t binding)
        : m_module(module),
          m_vertices(vertices),
          m_set(set),
          m_binding(binding),
          m_next(module.bound()) {}

    Words run() {
        collect();
        declareCommon();
        declareInputs();
        writeFunction();
        Words out = headerOf(m_module);
        writeHead(out);
        out.insert(out.end(), m_decorations.begin(), m_decorations.end());
        out.insert(out.end(), m_declarations.begin(), m_declarations.end());
        out.insert(out.end(), m_code.begin(), m_code.end());
        out[3] = m_next;
        return out;
    }

private:
    uint32_t fresh() { return m_next++; }

    /// The evaluation shader's types and constants, with what decorates them, and its inputs.
    void collect() {
        m_module.forEach([&](const Instruction& inst) {
            const spv::Op op = inst.op();
            if (op == spv::OpCapability || op == spv::OpMemoryModel) {
                append(m_head, inst);
            } else if (isDeclaration(op)) {
                append(m_declarations, inst);
            } else if (op == spv::OpMemberDecorate ||
                       (op == spv::OpDecorate && m_module.defines(Id{inst[1]}) &&
                        isDeclaration(m_module.definition(Id{inst[1]}).op()))) {
                append(m_decorations, inst);
            }
        });
        for (const Variable& v : m_module.globals()) {
            const bool array = m_module.defines(v.pointee) &&
                               m_module.definition(v.pointee).op() == spv::OpTypeArray;
            if (v.storage != spv::StorageClassInput || !array ||
                m_module.decoration(v.id, spv::DecorationPatch)) {
                continue;
            }
            m_inputs.push_back({.variable = v.id,
                                .pointerType = m_module.definition(v.id)[1],
                                .element = m_module.elementType(v.pointee),
                                .builtIns = hasBuiltIns(v.pointee)});
        }
    }
    bool hasBuiltIns(Id array) const {
        return m_module.memberDecoration(m_module.elementType(array), 0, spv::DecorationBuiltIn)
            .has_value();
    }

    /// A type that must not be declared twice.
    uint32_t type(std::initializer_list<uint32_t> operands, spv::Op op) {
        uint32_t found = 0;
        m_module.forEach([&](const Instruction& inst) {
            if (inst.op() == op && inst.size() == operands.size() + 2 &&
                std::equal(operands.begin(), operands.end(), inst.words.begin() + 2)) {
                found = inst[1];
            }
        });
        if (!found) {
            found = fresh();
            Words words = {found};
            words.insert(words.end(), operands.begin(), operands.end());
            append(m_declarations, op, words);
        }
        return found;
    }
    /// Types that are used for one thing only, and constants, may be declared again.
    uint32_t pointer(spv::StorageClass storage, uint32_t pointee) {
        const uint32_t id = fresh();
        append(m_declarations, spv::OpTypePointer, {id, uint32_t(storage), pointee});
        return id;
    }
    uint32_t number(uint32_t value) {
        const uint32_t id = fresh();
        append(m_declarations, spv::OpConstant, {m_int, id, value});
        return id;
    }
    uint32_t arrayOf(uint32_t element, uint32_t length) {
        const uint32_t count = number(length);
        const uint32_t id = fresh();
        append(m_declarations, spv::OpTypeArray, {id, element, count});
        return id;
    }
    uint32_t variable(spv::StorageClass storage, uint32_t pointerType) {
        const uint32_t id = fresh();
        append(m_declarations, spv::OpVariable, {pointerType, id, uint32_t(storage)});
        if (storage != spv::StorageClassUniform) {
            m_interface.push_back(id);
        }
        return id;
    }

    void declareCommon() {
        m_void = type({}, spv::OpTypeVoid);
        m_functionType = type({m_void}, spv::OpTypeFunction);
        m_float = type({32}, spv::OpTypeFloat);
        m_int = type({32, 1}, spv::OpTypeInt);
        const uint32_t vec4 = type({m_float, 4}, spv::OpTypeVector);
        m_zero = number(0);
        m_floatOut = pointer(spv::StorageClassOutput, m_float);
        m_floatUniform = pointer(spv::StorageClassUniform, m_float);

        m_invocation = variable(spv::StorageClassInput, pointer(spv::StorageClassInput, m_int));
        decorate(m_invocation, spv::DecorationBuiltIn, spv::BuiltInInvocationId);
        m_outer = level(4, spv::BuiltInTessLevelOuter);
        m_inner = level(2, spv::BuiltInTessLevelInner);

        const uint32_t block = fresh();
        append(m_declarations, spv::OpTypeStruct, {block, vec4, vec4});
        append(m_decorations, spv::OpDecorate, {block, uint32_t(spv::DecorationBlock)});
        for (uint32_t i = 0; i < 2; ++i) {
            append(m_decorations,
                   spv::OpMemberDecorate,
                   {block, i, uint32_t(spv::DecorationOffset), 16 * i});
        }
        m_levels = variable(spv::StorageClassUniform, pointer(spv::StorageClassUniform, block));
        decorate(m_levels, spv::DecorationDescriptorSet, m_set);
        decorate(m_levels, spv::DecorationBinding, m_binding);
    }
    void decorate(uint32_t id, spv::Decoration kind, uint32_t value) {
        append(m_decorations, spv::OpDecorate, {id, uint32_t(kind), value});
    }
    uint32_t level(uint32_t count, spv::BuiltIn builtIn) {
        const uint32_t array = arrayOf(m_float, count);
        const uint32_t id =
            variable(spv::StorageClassOutput, pointer(spv::StorageClassOutput, array));
        decorate(id, spv::DecorationBuiltIn, builtIn);
        append(m_decorations, spv::OpDecorate, {id, uint32_t(spv::DecorationPatch)});
        return id;
    }

    void declareInputs() {
        for (const Input& input : m_inputs) {
            const uint32_t in = variable(spv::StorageClassInput, input.pointerType);
            const uint32_t array = arrayOf(input.element.value, m_vertices);
            const uint32_t out =
                variable(spv::StorageClassOutput, pointer(spv::StorageClassOutput, array));
            for (const Decoration& d : m_module.decorations()) {
                if (d.target == input.variable && d.member < 0 &&
                    (d.kind == spv::DecorationLocation || d.kind == spv::DecorationComponent ||
                     d.kind == spv::DecorationBuiltIn)) {
                    decorate(in, d.kind, d.value);
                    decorate(out, d.kind, d.value);
                }
            }
            if (!input.builtIns) {
                copy(in, out, input.element.value, std::nullopt);
                continue;
            }
            const Instruction block = m_module.definition(input.element);
            for (uint32_t m = 0; m + 2 < block.size(); ++m) {
                const bool position =
                    m_module.memberDecoration(input.element, m, spv::DecorationBuiltIn) ==
                    uint32_t(spv::BuiltInPosition);
                if (position || reads(input.variable, m)) {
                    copy(in, out, block[m + 2], m);
                }
            }
        }
    }
    /// The evaluation shader reads a member of gl_in.
    bool reads(Id variable, uint32_t member) const {
        bool found = false;
        m_module.forEach([&](const Instruction& inst) {
            if (isAccessChain(inst.op()) && inst[3] == variable.value && inst.size() > 5) {
                found |= m_module.constant(Id{inst[5]}) == member;
            }
        });
        return found;
    }

    struct Copy {
        uint32_t in = 0;
        uint32_t out = 0;
        uint32_t type = 0;
        uint32_t inPointer = 0;
        uint32_t outPointer = 0;
        uint32_t member = 0; ///< constant; 0: the variable as a whole
    };
    void copy(uint32_t in, uint32_t out, uint32_t type, std::optional<uint32_t> member) {
        Copy& added = m_copies.emplace_back(Copy{.in = in, .out = out, .type = type});
        added.inPointer = pointer(spv::StorageClassInput, type);
        added.outPointer = pointer(spv::StorageClassOutput, type);
        added.member = member ? number(*member) : 0;
    }

    void writeFunction() {
        Words& c = m_code;
        std::vector<uint32_t> indices;
        for (uint32_t i = 0; i < 4; ++i) {
            indices.push_back(i == 0 ? m_zero : number(i));
        }
        m_function = fresh();
        append(c, spv::OpFunction, {m_void, m_function, 0, m_functionType});
        append(c, spv::OpLabel, {fresh()});
        const uint32_t id = fresh();
        append(c, spv::OpLoad, {m_int, id, m_invocation});
        for (const Copy& copy : m_copies) {
            const uint32_t from = fresh();
            const uint32_t to = fresh();
            const uint32_t value = fresh();
            if (copy.member != 0) {
                append(c, spv::OpAccessChain, {copy.inPointer, from, copy.in, id, copy.member});
                append(c, spv::OpAccessChain, {copy.outPointer, to, copy.out, id, copy.member});
            } else {
                append(c, spv::OpAccessChain, {copy.inPointer, from, copy.in, id});
                append(c, spv::OpAccessChain, {copy.outPointer, to, copy.out, id});
            }
            append(c, spv::OpLoad, {copy.type, value, from});
            append(c, spv::OpStore, {to, value});
        }
        const auto level = [&](uint32_t variable, uint32_t member, uint32_t count) {
            for (uint32_t i = 0; i < count; ++i) {
                const uint32_t from = fresh();
                const uint32_t to = fresh();
                const uint32_t value = fresh();
                append(c,
                       spv::OpAccessChain,
                       {m_floatUniform, from, m_levels, indices[member], indices[i]});
                append(c, spv::OpLoad, {m_float, value, from});
                append(c, spv::OpAccessChain, {m_floatOut, to, variable, indices[i]});
                append(c, spv::OpStore, {to, value});
            }
        };
        level(m_outer, 0, 4);
        level(m_inner, 1, 2);
        append(c, spv::OpReturn, {});
        append(c, spv::OpFunctionEnd, {});
    }

    void writeHead(Words& out) const {
        out.insert(out.end(), m_head.begin(), m_head.end());
        const size_t start = out.size();
        append(out,
               spv::OpEntryPoint,
               {uint32_t(spv::ExecutionModelTessellationControl),
                m_function,
                0x6e69616d, // "main"
                0});
        out.insert(out.end(), m_interface.begin(), m_interface.end());
        close(out, start);
        append(out,
               spv::OpExecutionMode,
               {m_function, uint32_t(spv::ExecutionModeOutputVertices), m_vertices});
    }

    const Module& m_module;
    const uint32_t m_vertices, m_set, m_binding;
    uint32_t m_next;
    Words m_head, m_decorations, m_declarations, m_code;
    std::vector<Input> m_inputs;
    std::vector<Copy> m_copies;
    std::vector<uint32_t> m_interface;
    uint32_t m_void = 0, m_functionType = 0, m_float = 0, m_int = 0, m_zero = 0;
    uint32_t m_floatOut = 0, m_floatUniform = 0;
    uint32_t m_invocation = 0, m_outer = 0, m_inner = 0, m_levels = 0, m_function = 0;
};

} // namespace

std::vector<uint32_t>
DefaultControl::run(const Module& evaluation, uint32_t vertices, uint32_t set, uint32_t binding) {
    if (evaluation.entryPoint().model != spv::ExecutionModelTessellationEvaluation) {
        return {};
    }
    return Builder(evaluation, vertices, set, binding).run();
}

} // namespace spirv
