// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/sprite_coordinates.h"

#include "spirv/demote_interface.h"
#include "spirv/editor.h"

#include <algorithm>

namespace spirv {

namespace {

/// An array of vec4s at the location. None: not there.
Id coordinatesAt(const Module& module, uint32_t location) {
    for (const Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassInput &&
            module.decoration(v.id, spv::DecorationLocation) == location &&
            module.definition(v.pointee).op() == spv::OpTypeArray) {
            return v.id;
        }
    }
    return {};
}

class Replacer {
public:
    /// `module`: whose `coordinates`, an input of `before`, are private.
    Replacer(const Module& module,
             const Module& before,
             Id coordinates,
             const SpriteCoordinates::Sets& sets)
        : m_editor(module),
          m_coordinates(coordinates),
          m_array{before.definition(Id{before.definition(coordinates)[1]})[3]},
          m_float(m_editor.floatType()),
          m_vec2(m_editor.vectorType(m_float, 2)),
          m_vec4(m_editor.vectorType(m_float, 4)),
          m_pointer(m_editor.pointerType(spv::StorageClassPrivate, m_vec4)),
          m_zero(m_editor.floatConstant(0)),
          m_one(m_editor.floatConstant(1)),
          m_fromTop(sets.fromTop) {
        m_input = m_editor.interfaceVariable(spv::StorageClassInput, m_array);
        m_editor.decorate(m_input, spv::DecorationLocation, sets.location);
        for (const spv::Decoration kind : kInterpolations) {
            if (before.decoration(coordinates, kind)) {
                m_editor.decorate(m_input, kind);
            }
        }
        const uint32_t count = std::min(module.arrayLength(m_array), 32u);
        for (uint32_t i = 0; i < count; ++i) {
            if ((sets.replaced >> i & 1) != 0) {
                m_replaced.push_back(m_editor.uintConstant(i));
            }
        }
        m_pointCoord = module.findBuiltIn(spv::StorageClassInput, spv::BuiltInPointCoord).variable;
        if (!m_pointCoord) {
            m_pointCoord = m_editor.interfaceVariable(spv::StorageClassInput, m_vec2);
            m_editor.decorate(m_pointCoord, spv::DecorationBuiltIn, spv::BuiltInPointCoord);
        }
    }

    std::vector<uint32_t> finish() {
        return m_editor.finish(
            {[this](std::vector<uint32_t>& out, uint32_t) { code(out); }, nullptr});
    }

private:
    void code(std::vector<uint32_t>& out) {
        const uint32_t given = m_editor.value(out, spv::OpLoad, m_array, {m_input.value});
        append(out, spv::OpStore, {m_coordinates.value, given});
        const uint32_t at = m_editor.value(out, spv::OpLoad, m_vec2, {m_pointCoord.value});
        const uint32_t s = m_editor.value(out, spv::OpCompositeExtract, m_float, {at, 0});
        uint32_t t = m_editor.value(out, spv::OpCompositeExtract, m_float, {at, 1});
        if (m_fromTop) {
            t = m_editor.value(out, spv::OpFSub, m_float, {m_one.value, t});
        }
        const uint32_t replacement = m_editor.value(
            out, spv::OpCompositeConstruct, m_vec4, {s, t, m_zero.value, m_one.value});
        for (const Id index : m_replaced) {
            const uint32_t element = m_editor.value(
                out, spv::OpAccessChain, m_pointer, {m_coordinates.value, index.value});
            append(out, spv::OpStore, {element, replacement});
        }
    }

    Editor m_editor;
    const Id m_coordinates, m_array;
    const Id m_float, m_vec2, m_vec4, m_pointer, m_zero, m_one;
    const bool m_fromTop;
    Id m_input, m_pointCoord;
    std::vector<Id> m_replaced; ///< Indices.
};

} // namespace

std::vector<uint32_t> SpriteCoordinates::run(std::span<const uint32_t> words, const Sets& sets) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> before = Module::parse(same);
    const Id coordinates = before ? coordinatesAt(*before, sets.location) : Id{};
    if (!coordinates) {
        return same;
    }
    const std::optional<Module> demoted =
        Module::parse(DemoteInterface::run(*before, {coordinates}));
    return demoted ? Replacer(*demoted, *before, coordinates, sets).finish() : same;
}

} // namespace spirv
