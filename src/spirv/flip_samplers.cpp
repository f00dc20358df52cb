// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/flip_samplers.h"

#include "spirv/editor.h"

#include <map>
#include <optional>
#include <set>
#include <span>

namespace spirv {

namespace {

/// Gives texels, four components of the sampled type.
bool readsTexels(spv::Op op) {
    switch (op) {
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageSampleProjExplicitLod:
    case spv::OpImageFetch:
    case spv::OpImageGather:
        return true;
    default:
        return false;
    }
}

class Flipper {
public:
    Flipper(const Module& module, uint32_t bindings) : m_module(module), m_bindings(bindings) {}

    std::vector<uint32_t> run() {
        const std::span<const uint32_t> words = m_module.words();
        for (const Variable& v : m_module.globals()) {
            const auto binding = m_module.decoration(v.id, spv::DecorationBinding);
            if (v.storage == spv::StorageClassUniformConstant && binding && *binding < 32 &&
                (m_bindings >> *binding & 1) && isInteger(v)) {
                m_variables.emplace(v.id.value, v.pointee);
            }
        }
        dropThoseInCalls();
        if (m_variables.empty()) {
            return {words.begin(), words.end()};
        }
        const std::optional<Module> extended = Module::parse(declare());
        return rewrite(*extended);
    }

private:
    Id imageOf(Id type) const {
        const Id inner = m_module.innermostType(type);
        const Instruction inst = m_module.definition(inner);
        return inst.op() == spv::OpTypeSampledImage ? Id{inst[2]} : inner;
    }
    bool isInteger(const Variable& v) const {
        const Instruction image = m_module.definition(imageOf(v.pointee));
        return image.op() == spv::OpTypeImage &&
               m_module.definition(Id{image[2]}).op() == spv::OpTypeInt;
    }
    void dropThoseInCalls() {
        std::map<uint32_t, uint32_t> origin; // pointers and loaded values → variable
        m_module.forEach([&](const Instruction& inst) {
            const spv::Op op = inst.op();
            if ((derivesPointer(op) || op == spv::OpLoad) && inst.size() > 3) {
                const auto it = origin.find(inst[3]);
                const uint32_t from = it == origin.end() ? inst[3] : it->second;
                if (m_variables.contains(from)) {
                    origin[inst[2]] = from;
                }
            } else if (op == spv::OpFunctionCall) {
                for (size_t i = 4; i < inst.size(); ++i) {
                    const auto it = origin.find(inst[i]);
                    m_variables.erase(it == origin.end() ? inst[i] : it->second);
                }
            }
        });
    }

    /// The types with the other sign; nothing for what has no sampler inside.
    Id flipped(Editor& editor, Id type) {
        if (const auto it = m_types.find(type.value); it != m_types.end()) {
            return it->second;
        }
        const Instruction inst = m_module.definition(type);
        Id result;
        switch (inst.op()) {
        case spv::OpTypeInt:
            result = editor.type(spv::OpTypeInt, {32, inst[3] ? 0u : 1u});
            break;
        case spv::OpTypeVector:
            result = editor.vectorType(flipped(editor, Id{inst[2]}), inst[3]);
            break;
        case spv::OpTypeImage:
            result = editor.type(spv::OpTypeImage,
                                 {flipped(editor, Id{inst[2]}).value,
                                  inst[3],
                                  inst[4],
                                  inst[5],
                                  inst[6],
                                  inst[7],
                                  inst[8]});
            break;
        case spv::OpTypeSampledImage:
            result = editor.type(spv::OpTypeSampledImage, {flipped(editor, Id{inst[2]}).value});
            break;
        case spv::OpTypeArray:
            result = editor.arrayType(flipped(editor, Id{inst[2]}), m_module.arrayLength(type));
            break;
        case spv::OpTypePointer:
            result = editor.pointerType(spv::StorageClass(inst[2]), flipped(editor, Id{inst[3]}));
            break;
        default:
            return type;
        }
        m_types[type.value] = result;
        return result;
    }

    /// Also every type that the rewritten code needs: types of pointers, values and texels.
    std::vector<uint32_t> declare() {
        Editor editor(m_module);
        std::set<uint32_t> derived;
        for (const auto& [id, pointee] : m_variables) {
            derived.insert(id);
        }
        m_module.forEach([&](const Instruction& inst) {
            const spv::Op op = inst.op();
            if (op == spv::OpVariable && m_variables.contains(inst[2])) {
                const Id fresh{editor.newId()};
                editor.declare(spv::OpVariable,
                               {flipped(editor, Id{inst[1]}).value,
                                fresh.value,
                                uint32_t(spv::StorageClassUniformConstant)});
                m_replaced[inst[2]] = fresh.value;
                for (const spv::Decoration kind :
                     {spv::DecorationBinding, spv::DecorationDescriptorSet}) {
                    if (const auto value = m_module.decoration(Id{inst[2]}, kind)) {
                        editor.decorate(fresh, kind, *value);
                    }
                }
            } else if (resultTypeOf(inst) && inst.size() > 3 && derived.contains(inst[3])) {
                if (derivesPointer(op) || op == spv::OpLoad || op == spv::OpImage) {
                    derived.insert(inst[2]);
                    (void)flipped(editor, Id{inst[1]});
                } else if (readsTexels(op)) {
                    m_texels[inst[2]] = flipped(editor, Id{inst[1]}).value;
                }
            }
        });
        m_derived = std::move(derived);
        return editor.finish({});
    }

    std::vector<uint32_t> rewrite(const Module& extended) const {
        std::vector<uint32_t> out = headerOf(extended);
        uint32_t nextId = extended.bound();
        extended.forEach([&](const Instruction& inst) {
            const spv::Op op = inst.op();
            if ((op == spv::OpVariable && m_variables.contains(inst[2])) ||
                ((op == spv::OpDecorate || op == spv::OpName) && m_variables.contains(inst[1]))) {
                return;
            }
            const size_t start = append(out, inst);
            if (derivesPointer(op) || op == spv::OpLoad) {
                if (const auto it = m_replaced.find(inst[3]); it != m_replaced.end()) {
                    out[start + 3] = it->second;
                }
            }
            const Id result = resultOf(inst);
            if (const auto it = m_texels.find(result.value); it != m_texels.end()) {
                const uint32_t texels = nextId++;
                out[start + 1] = it->second;
                out[start + 2] = texels;
                append(out, spv::OpBitcast, {inst[1], inst[2], texels});
            } else if (m_derived.contains(result.value)) {
                out[start + 1] = m_types.at(inst[1]).value;
            }
        });
        out[3] = nextId;
        return out;
    }

    const Module& m_module;
    const uint32_t m_bindings;
    std::map<uint32_t, Id> m_variables;      ///< → pointee
    std::map<uint32_t, Id> m_types;          ///< → the flipped one
    std::map<uint32_t, uint32_t> m_replaced; ///< variables → theirs
    std::map<uint32_t, uint32_t> m_texels;   ///< lookups → type of what they give
    std::set<uint32_t> m_derived;            ///< variables, pointers, and values that are samplers
};

} // namespace

std::vector<uint32_t> FlipSamplers::run(const Module& module, uint32_t bindings) {
    return Flipper(module, bindings).run();
}

} // namespace spirv
