// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/flatten_rect.h"

#include "spirv/words.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace spirv {

namespace {

bool isLookup(spv::Op op) {
    switch (op) {
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleDrefImplicitLod:
    case spv::OpImageSampleDrefExplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageSampleProjExplicitLod:
    case spv::OpImageSampleProjDrefImplicitLod:
    case spv::OpImageSampleProjDrefExplicitLod:
    case spv::OpImageGather:
    case spv::OpImageDrefGather:
    case spv::OpImageQueryLod:
        return true;
    default:
        return false;
    }
}

/// Where a lookup's image operands start: behind the depth reference or component, if it has one.
size_t operandsAt(spv::Op op) {
    switch (op) {
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageSampleProjExplicitLod:
        return 5;
    default:
        return 6;
    }
}

class RectFlattener {
public:
    explicit RectFlattener(const Module& module) : m_module(module), m_next(module.bound()) {}

    std::vector<uint32_t> run() {
        collect();
        if (m_images.empty()) {
            return {m_module.words().begin(), m_module.words().end()};
        }
        m_out = headerOf(m_module);
        m_module.forEach([&](const Instruction& inst) { rewrite(inst); });
        m_out[3] = m_next;
        return std::move(m_out);
    }

private:
    void collect() {
        m_module.forEach([&](const Instruction& inst) {
            const spv::Op op = inst.op();
            if (op == spv::OpTypeImage && inst[3] == uint32_t(spv::DimRect)) {
                m_images.insert(inst[1]);
            } else if (op == spv::OpTypeSampledImage && m_images.contains(inst[2])) {
                m_imageOf[inst[1]] = inst[2];
            } else if (op == spv::OpTypeFloat && inst[2] == 32) {
                m_float = inst[1];
            } else if (op == spv::OpTypeInt && inst[2] == 32 && inst[3] == 1) {
                m_int = inst[1];
            } else if (op == spv::OpTypeVector) {
                m_vectors[{inst[2], inst[3]}] = inst[1];
            } else if (op == spv::OpConstant && inst[1] == m_int && inst[3] == 0) {
                m_zero = inst[2];
            } else if (op == spv::OpCapability) {
                m_hasQuery |= inst[1] == uint32_t(spv::CapabilityImageQuery);
            } else if (const Id type = resultTypeOf(inst); type && resultOf(inst)) {
                m_typeOf[resultOf(inst).value] = type.value;
            }
        });
    }

    void rewrite(const Instruction& inst) {
        const spv::Op op = inst.op();
        if (op == spv::OpCapability && (inst[1] == uint32_t(spv::CapabilitySampledRect) ||
                                        inst[1] == uint32_t(spv::CapabilityImageRect))) {
            if (!m_hasQuery) {
                emit(spv::OpCapability, {uint32_t(spv::CapabilityImageQuery)});
                m_hasQuery = true;
            }
            return;
        }
        if (op == spv::OpFunction && !m_declared) {
            declareTypes();
        }
        const auto sampled = isLookup(op) ? m_imageOf.find(typeOf(inst[3])) : m_imageOf.end();
        if (sampled != m_imageOf.end()) {
            lookup(inst, sampled->second);
        } else if (op == spv::OpImageQuerySize && m_images.contains(typeOf(inst[3]))) {
            emit(spv::OpImageQuerySizeLod, {inst[1], inst[2], inst[3], m_zero});
        } else {
            const size_t start = append(m_out, inst);
            if (op == spv::OpTypeImage && m_images.contains(inst[1])) {
                m_out[start + 3] = uint32_t(spv::Dim2D);
            }
        }
    }

    [[nodiscard]] uint32_t typeOf(uint32_t id) const {
        const auto it = m_typeOf.find(id);
        return it == m_typeOf.end() ? 0 : it->second;
    }

    void emit(spv::Op op, std::initializer_list<uint32_t> operands) { append(m_out, op, operands); }

    void declareTypes() {
        m_declared = true;
        if (m_float == 0) {
            m_float = m_next++;
            emit(spv::OpTypeFloat, {m_float, 32});
        }
        if (m_int == 0) {
            m_int = m_next++;
            emit(spv::OpTypeInt, {m_int, 32, 1});
        }
        for (const uint32_t element : {m_float, m_int}) {
            uint32_t& type = m_vectors[{element, 2}];
            if (type == 0) {
                type = m_next++;
                emit(spv::OpTypeVector, {type, element, 2});
            }
        }
        m_float2 = m_vectors[{m_float, 2}];
        m_int2 = m_vectors[{m_int, 2}];
        if (m_zero == 0) {
            m_zero = m_next++;
            emit(spv::OpConstant, {m_int, m_zero, 0});
        }
    }

    void lookup(const Instruction& inst, uint32_t imageType) {
        const uint32_t image = m_next++;
        const uint32_t size = m_next++;
        const uint32_t floatSize = m_next++;
        emit(spv::OpImage, {imageType, image, inst[3]});
        emit(spv::OpImageQuerySizeLod, {m_int2, size, image, m_zero});
        emit(spv::OpConvertSToF, {m_float2, floatSize, size});
        std::vector<uint32_t> words(inst.words.begin(), inst.words.end());
        words[4] = divided(words[4], floatSize);
        const size_t at = operandsAt(inst.op());
        if (at < words.size() && (words[at] & spv::ImageOperandsGradMask) != 0) {
            const uint32_t before = words[at] & (spv::ImageOperandsGradMask - 1);
            const size_t first = at + 1 + size_t(std::popcount(before));
            for (size_t i = first; i < first + 2 && i < words.size(); ++i) {
                words[i] = divided(words[i], floatSize);
            }
        }
        m_out.insert(m_out.end(), words.begin(), words.end());
    }

    /// The first two components by the size; those behind them stay.
    uint32_t divided(uint32_t vector, uint32_t size) {
        const uint32_t type = typeOf(vector);
        uint32_t count = 2;
        for (const auto& [key, id] : m_vectors) {
            count = id == type ? key.second : count;
        }
        uint32_t xy = vector;
        if (count > 2) {
            xy = m_next++;
            emit(spv::OpVectorShuffle, {m_float2, xy, vector, vector, 0, 1});
        }
        const uint32_t quotient = m_next++;
        emit(spv::OpFDiv, {m_float2, quotient, xy, size});
        if (count == 2) {
            return quotient;
        }
        const uint32_t whole = m_next++;
        const size_t start = m_out.size();
        emit(spv::OpVectorShuffle, {type, whole, vector, quotient, count, count + 1});
        for (uint32_t i = 2; i < count; ++i) {
            m_out.push_back(i);
        }
        close(m_out, start);
        return whole;
    }

    const Module& m_module;
    uint32_t m_next;
    std::vector<uint32_t> m_out;
    std::unordered_set<uint32_t> m_images;            ///< rectangle image types
    std::unordered_map<uint32_t, uint32_t> m_imageOf; ///< sampled image type → image type
    std::unordered_map<uint32_t, uint32_t> m_typeOf;  ///< of results
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_vectors;
    uint32_t m_float = 0;
    uint32_t m_int = 0;
    uint32_t m_float2 = 0;
    uint32_t m_int2 = 0;
    uint32_t m_zero = 0;
    bool m_hasQuery = false;
    bool m_declared = false;
};

} // namespace

std::vector<uint32_t> FlattenRect::run(std::span<const uint32_t> words) {
    const std::optional<Module> module = Module::parse({words.begin(), words.end()});
    return module ? RectFlattener(*module).run()
                  : std::vector<uint32_t>(words.begin(), words.end());
}

} // namespace spirv
