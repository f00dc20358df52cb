// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/user_clip.h"

#include "spirv/editor.h"

#include <bit>

namespace spirv {

namespace {

constexpr uint32_t kPlaneSize_B = 16;

/// What the planes are multiplied with. Blocks of built-ins are split (spirv/split_interface.h).
Id findVertex(const Module& module, int location) {
    if (location < 0) {
        const BuiltInPlace place =
            module.findBuiltIn(spv::StorageClassOutput, spv::BuiltInPosition);
        return place.member < 0 ? place.variable : Id{};
    }
    for (const Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassOutput &&
            module.decoration(v.id, spv::DecorationLocation) == uint32_t(location)) {
            return v.id;
        }
    }
    return {};
}

class Weaver {
public:
    Weaver(const Module& module, const UserClip::Source& source, Id vertex, uint32_t planes)
        : m_editor(module),
          m_vertex(vertex),
          m_planes(planes),
          m_count(uint32_t(std::bit_width(planes))),
          m_float(m_editor.floatType()),
          m_vec4(m_editor.vectorType(m_float, 4)),
          m_zero(m_editor.floatConstant(0)) {
        m_editor.capability(spv::CapabilityClipDistance);
        declarePlanes(source);
        declareDistances();
        for (uint32_t i = 0; i < m_count; ++i) {
            m_indices.push_back(m_editor.uintConstant(i));
        }
    }

    std::vector<uint32_t> finish() {
        return m_editor.finish(
            {nullptr, [this](std::vector<uint32_t>& out, uint32_t) { code(out); }});
    }

private:
    void declarePlanes(const UserClip::Source& source) {
        const Id array = m_editor.arrayType(m_vec4, UserClip::kPlanes);
        m_editor.decorate(array, spv::DecorationArrayStride, kPlaneSize_B);
        m_block = m_editor.uniformBlock(array, {.set = source.set, .offset_B = source.offset_B});
        m_planePointer = m_editor.pointerType(spv::StorageClassUniform, m_vec4);
        m_first = m_editor.uintConstant(0);
    }

    void declareDistances() {
        m_distancePointer = m_editor.pointerType(spv::StorageClassOutput, m_float);
        m_distances = m_editor.interfaceVariable(spv::StorageClassOutput,
                                                 m_editor.arrayType(m_float, m_count));
        m_editor.decorate(m_distances, spv::DecorationBuiltIn, spv::BuiltInClipDistance);
    }

    void code(std::vector<uint32_t>& out) {
        const uint32_t vertex = m_editor.newId();
        append(out, spv::OpLoad, {m_vec4.value, vertex, m_vertex.value});
        for (uint32_t i = 0; i < m_count; ++i) {
            const bool clips = (m_planes >> i & 1) != 0;
            store(out, i, clips ? distance(out, vertex, i) : m_zero.value);
        }
    }

    uint32_t distance(std::vector<uint32_t>& out, uint32_t vertex, uint32_t plane) {
        const uint32_t ids[] = {m_editor.newId(), m_editor.newId(), m_editor.newId()};
        append(
            out,
            spv::OpAccessChain,
            {m_planePointer.value, ids[0], m_block.value, m_first.value, m_indices[plane].value});
        append(out, spv::OpLoad, {m_vec4.value, ids[1], ids[0]});
        append(out, spv::OpDot, {m_float.value, ids[2], ids[1], vertex});
        return ids[2];
    }

    void store(std::vector<uint32_t>& out, uint32_t plane, uint32_t value) {
        const uint32_t pointer = m_editor.newId();
        append(out,
               spv::OpAccessChain,
               {m_distancePointer.value, pointer, m_distances.value, m_indices[plane].value});
        append(out, spv::OpStore, {pointer, value});
    }

    Editor m_editor;
    const Id m_vertex;
    const uint32_t m_planes;
    const uint32_t m_count;
    const Id m_float;
    const Id m_vec4;
    const Id m_zero;
    Id m_block, m_first, m_planePointer;
    Id m_distances, m_distancePointer;
    std::vector<Id> m_indices;
};

} // namespace

std::vector<uint32_t>
UserClip::run(std::span<const uint32_t> words, const Source& source, uint32_t planes) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    planes &= (1u << kPlanes) - 1;
    // Vertices without a position are nowhere.
    const Id vertex = module ? findVertex(*module, source.location) : Id{};
    return vertex && planes != 0 ? Weaver(*module, source, vertex, planes).finish() : same;
}

} // namespace spirv
