// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/user_clip.h"

#include "spirv/extender.h"

#include <bit>

namespace spirv {

namespace {

constexpr uint32_t kPlaneSize_B = 16;

// A block of built-ins has a place for clip distances, one long where the code has none: makes that
// `count` long.
std::vector<uint32_t> lengthen(const Module& module, const BuiltInPlace& place, uint32_t count) {
    const Id block =
        module.innermostType(Id{module.definition(Id{module.definition(place.variable)[1]})[3]});
    const Instruction type = module.definition(block);
    const Instruction array = module.definition(Id{type[size_t(place.member) + 2]});
    const uint32_t lengthType = module.definition(Id{array[3]})[1];
    const std::span<const uint32_t> words = module.words();
    std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
    const uint32_t length = module.bound();
    const uint32_t longer = length + 1;
    module.forEach([&](const Instruction& inst) {
        const bool isBlock = inst.op() == spv::OpTypeStruct && inst[1] == block.value;
        if (isBlock) {
            append(out, spv::OpConstant, {lengthType, length, count});
            append(out, spv::OpTypeArray, {longer, array[2], length});
        }
        const size_t start = out.size();
        out.insert(out.end(), inst.words.begin(), inst.words.end());
        if (isBlock) {
            out[start + size_t(place.member) + 2] = longer;
        }
    });
    out[3] = longer + 1;
    return out;
}

// What the planes are multiplied with.
struct Vertex {
    Id variable;
    int member = -1;
};

Vertex findVertex(const Module& module, int location) {
    if (location < 0) {
        const BuiltInPlace place =
            module.findBuiltIn(spv::StorageClassOutput, spv::BuiltInPosition);
        return {place.variable, place.member};
    }
    for (const Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassOutput &&
            module.decoration(v.id, spv::DecorationLocation) == uint32_t(location)) {
            return {v.id, -1};
        }
    }
    return {};
}

class Weaver {
public:
    Weaver(const Module& module,
           const UserClip::Source& source,
           const Vertex& vertex,
           uint32_t planes)
        : m_extender(module),
          m_vertex(vertex),
          m_planes(planes),
          m_count(uint32_t(std::bit_width(planes))),
          m_float(m_extender.floatType()),
          m_vec4(m_extender.vectorType(m_float, 4)),
          m_zero(m_extender.floatConstant(0)) {
        m_extender.capability(spv::CapabilityClipDistance);
        declarePlanes(source.offset_B);
        declareDistances(module);
        if (vertex.member >= 0) {
            m_vertexMember = m_extender.uintConstant(uint32_t(vertex.member));
            m_vertexPointer = m_extender.pointerType(spv::StorageClassOutput, m_vec4);
        }
        for (uint32_t i = 0; i < m_count; ++i) {
            m_indices.push_back(m_extender.uintConstant(i));
        }
    }

    std::vector<uint32_t> finish() {
        return m_extender.finish(
            {nullptr, [this](std::vector<uint32_t>& out, uint32_t) { code(out); }});
    }

private:
    void declarePlanes(uint32_t offset_B) {
        const Id array = m_extender.arrayType(m_vec4, UserClip::kPlanes);
        m_extender.decorate(array, spv::DecorationArrayStride, kPlaneSize_B);
        const Id block{m_extender.newId()};
        m_extender.declare(spv::OpTypeStruct, {block.value, array.value});
        m_extender.decorate(block, spv::DecorationBlock);
        m_extender.decorateMember(block, 0, spv::DecorationOffset, offset_B);
        const Id pointer = m_extender.pointerType(spv::StorageClassUniform, block);
        m_block = Id{m_extender.newId()};
        m_extender.declare(spv::OpVariable,
                           {pointer.value, m_block.value, uint32_t(spv::StorageClassUniform)});
        m_extender.decorate(m_block, spv::DecorationDescriptorSet, 0);
        m_extender.decorate(m_block, spv::DecorationBinding, 0);
        m_planePointer = m_extender.pointerType(spv::StorageClassUniform, m_vec4);
        m_first = m_extender.uintConstant(0);
    }

    void declareDistances(const Module& module) {
        const BuiltInPlace place =
            module.findBuiltIn(spv::StorageClassOutput, spv::BuiltInClipDistance);
        m_distancePointer = m_extender.pointerType(spv::StorageClassOutput, m_float);
        if (place) {
            m_distances = place.variable;
            m_distancesMember = m_extender.uintConstant(uint32_t(place.member));
            return;
        }
        m_distances = m_extender.interfaceVariable(spv::StorageClassOutput,
                                                   m_extender.arrayType(m_float, m_count));
        m_extender.decorate(m_distances, spv::DecorationBuiltIn, spv::BuiltInClipDistance);
    }

    void code(std::vector<uint32_t>& out) {
        uint32_t source = m_vertex.variable.value;
        if (m_vertex.member >= 0) {
            source = m_extender.newId();
            append(out,
                   spv::OpAccessChain,
                   {m_vertexPointer.value, source, m_vertex.variable.value, m_vertexMember.value});
        }
        const uint32_t vertex = m_extender.newId();
        append(out, spv::OpLoad, {m_vec4.value, vertex, source});
        for (uint32_t i = 0; i < m_count; ++i) {
            const bool clips = (m_planes >> i & 1) != 0;
            store(out, i, clips ? distance(out, vertex, i) : m_zero.value);
        }
    }

    uint32_t distance(std::vector<uint32_t>& out, uint32_t vertex, uint32_t plane) {
        const uint32_t ids[] = {m_extender.newId(), m_extender.newId(), m_extender.newId()};
        append(
            out,
            spv::OpAccessChain,
            {m_planePointer.value, ids[0], m_block.value, m_first.value, m_indices[plane].value});
        append(out, spv::OpLoad, {m_vec4.value, ids[1], ids[0]});
        append(out, spv::OpDot, {m_float.value, ids[2], ids[1], vertex});
        return ids[2];
    }

    void store(std::vector<uint32_t>& out, uint32_t plane, uint32_t value) {
        const uint32_t pointer = m_extender.newId();
        std::vector<uint32_t> chain = {m_distancePointer.value, pointer, m_distances.value};
        if (m_distancesMember) {
            chain.push_back(m_distancesMember.value);
        }
        chain.push_back(m_indices[plane].value);
        append(out, spv::OpAccessChain, chain);
        append(out, spv::OpStore, {pointer, value});
    }

    Extender m_extender;
    const Vertex m_vertex;
    const uint32_t m_planes;
    const uint32_t m_count;
    const Id m_float;
    const Id m_vec4;
    const Id m_zero;
    Id m_block, m_first, m_planePointer;
    Id m_distances, m_distancesMember, m_distancePointer;
    Id m_vertexMember, m_vertexPointer;
    std::vector<Id> m_indices;
};

} // namespace

std::vector<uint32_t>
UserClip::run(std::span<const uint32_t> words, const Source& source, uint32_t planes) {
    std::vector<uint32_t> same(words.begin(), words.end());
    std::optional<Module> module = Module::parse(same);
    planes &= (1u << kPlanes) - 1;
    if (!module || planes == 0) {
        return same;
    }
    const BuiltInPlace place =
        module->findBuiltIn(spv::StorageClassOutput, spv::BuiltInClipDistance);
    if (place && place.member >= 0) {
        module = Module::parse(lengthen(*module, place, uint32_t(std::bit_width(planes))));
    }
    const Vertex vertex = module ? findVertex(*module, source.location) : Vertex{};
    if (!vertex.variable) {
        return same; // Vertices without a position are nowhere.
    }
    return Weaver(*module, source, vertex, planes).finish();
}

} // namespace spirv
