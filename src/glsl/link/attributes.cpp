// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/language/builtins.h"
#include "glsl/link/steps.h"

#include <algorithm>

namespace glsl {

namespace {

// Locations 0 … limit - 1 and who has them.
class Slots {
public:
    explicit Slots(int limit) : m_limit(std::min(limit, 32)) {}

    [[nodiscard]] bool isFree(int first, int count) const {
        return first >= 0 && count >= 1 && first + count <= m_limit &&
               (m_mask & bits(first, count)) == 0;
    }
    [[nodiscard]] bool fits(int first, int count) const {
        return first >= 0 && first + count <= m_limit;
    }
    void take(int first, int count) { m_mask |= bits(first, count); }
    // -1 when there is no such run.
    [[nodiscard]] int findFree(int count) const {
        for (int first = 0; first + count <= m_limit; ++first) {
            if (isFree(first, count)) {
                return first;
            }
        }
        return -1;
    }
    [[nodiscard]] uint32_t mask() const { return uint32_t(m_mask); }

private:
    [[nodiscard]] static uint64_t bits(int first, int count) {
        return ((uint64_t{1} << std::min(count, 32)) - 1) << first;
    }

    int m_limit;
    uint64_t m_mask = 0;
};

struct Wanted {
    const Global* global;
    const spirv::Variable* variable;
    int location; // -1: any
};

bool isDouble(const Global& global) {
    return typeInfo(global.type.glType).base == BaseType::Double;
}

/// Several attributes may be bound to one location where no path through the shader reads more than
/// one of them (OpenGL ES 2.0 section 2.10.4, OpenGL 4.1 section 2.11.3), which nobody checks;
/// spirv::MergeInputs makes one input of them. GLSL ES 3.00 forbids it.
bool maySharePlaces(const LinkStage& vertex, const std::vector<Wanted>& bound) {
    return !(vertex.es() && vertex.version() >= 300) &&
           std::ranges::none_of(bound, [](const Wanted& w) { return isDouble(*w.global); });
}

void addAttribute(LinkState& state, const Wanted& wanted, int location) {
    const Global& global = *wanted.global;
    Attribute attribute;
    attribute.name = global.name;
    attribute.glType = global.type.glType;
    attribute.builtin = builtinAttribute(global.name);
    for (const int dim : global.type.dims) {
        attribute.arraySize *= dim;
    }
    attribute.isArray = !global.type.dims.empty();
    attribute.inputLocation = location;
    attribute.location = attribute.builtin == BuiltinAttribute::None ? location : -1;
    state.program.attributes.push_back(std::move(attribute));
}

void placeInputs(LinkState& state, LinkStage& vertex, const std::vector<Wanted>& attributes) {
    LinkedProgram& program = state.program;
    for (const Wanted& wanted : attributes) {
        const TypeInfo& info = typeInfo(wanted.global->type.glType);
        const bool doubles = isDouble(*wanted.global);
        const int count = locationsOf(wanted.global->type);
        for (int at = wanted.location; at < wanted.location + count; ++at) {
            ComponentClass& fetched = program.attributeClass[size_t(at)];
            if ((program.attributeMask >> at & 1) == 0) { // else it is as the first has it
                fetched = doubles ? ComponentClass::Uint : componentClassOf(wanted.global->type);
            }
            program.attributeMask |= 1u << at;
            program.attributeDouble |= doubles ? 1u << at : 0u;
            if (doubles && info.rows > 2 && at < LinkedProgram::kSecondHalfLocation) {
                program.attributeMask |= 1u << (at + LinkedProgram::kSecondHalfLocation);
            }
        }
        vertex.decorations.push_back(
            {wanted.variable->id, -1, spv::DecorationLocation, uint32_t(wanted.location)});
    }
}

void addSystemValues(LinkState& state, const LinkStage& vertex) {
    for (const spirv::Variable& v : vertex.module->globals()) {
        const auto builtIn = vertex.module->decoration(v.id, spv::DecorationBuiltIn);
        if (v.storage != spv::StorageClassInput || !builtIn || !vertex.module->isAccessed(v.id)) {
            continue;
        }
        Attribute attribute;
        attribute.glType = kGlInt;
        if (*builtIn == spv::BuiltInVertexIndex) {
            attribute.name = "gl_VertexID";
            attribute.builtin = BuiltinAttribute::VertexId;
        } else if (*builtIn == spv::BuiltInInstanceIndex) {
            attribute.name = "gl_InstanceID";
            attribute.builtin = BuiltinAttribute::InstanceId;
        } else {
            continue;
        }
        state.program.attributes.push_back(std::move(attribute));
    }
}

} // namespace

ComponentClass componentClassOf(const Type& type) {
    if (type.isStruct()) {
        return ComponentClass::Float;
    }
    switch (typeInfo(type.glType).base) {
    case BaseType::Int:
        return ComponentClass::Int;
    case BaseType::Uint:
    case BaseType::Bool:
        return ComponentClass::Uint;
    default:
        return ComponentClass::Float;
    }
}

// OpenGL ES 2.0 section 2.10.4: bound attributes get what they are bound to, the others what is
// left.
void linkAttributes(LinkState& state) {
    LinkStage* vertex = state.stage(Stage::Vertex);
    if (vertex == nullptr) {
        return;
    }
    Slots slots(state.options.limits.maxVertexAttribs);
    std::vector<Wanted> open;
    std::vector<Wanted> bound;
    std::vector<Wanted> placed;
    std::vector<Wanted> unused;
    for (const auto* list : {&vertex->globals, &vertex->hidden}) {
        for (const Global& global : *list) {
            if (global.storage != Storage::Input) {
                continue;
            }
            const auto binding = state.options.attributeBindings.find(global.name);
            int location = global.location;
            if (location < 0 && binding != state.options.attributeBindings.end()) {
                location = binding->second;
            }
            const spirv::Variable* variable = vertex->variable(spv::StorageClassInput, global.name);
            if (variable == nullptr || vertex->module->isBuiltIn(*variable)) {
                if (location >= 0) {
                    unused.push_back({&global, nullptr, location});
                }
                continue;
            }
            (location < 0 ? open : bound).push_back({&global, variable, location});
        }
    }
    for (const Wanted& wanted : bound) {
        const int count = locationsOf(wanted.global->type);
        if (!slots.fits(wanted.location, count)) {
            state.error("attribute '" + wanted.global->name + "' does not fit at location " +
                        std::to_string(wanted.location));
            return;
        }
        if (!slots.isFree(wanted.location, count) && !maySharePlaces(*vertex, bound)) {
            state.error("attribute '" + wanted.global->name + "' shares location " +
                        std::to_string(wanted.location) + " with another active attribute");
            return;
        }
        slots.take(wanted.location, count);
        addAttribute(state, wanted, wanted.location);
        placed.push_back(wanted);
    }
    // In ES 3.00 declarations count, whether they are used or not (GLSL ES 3.10 section 9.2.1 says
    // so for all of 3.x).
    if (vertex->es() && vertex->version() >= 300) {
        Slots declared = slots;
        for (const Wanted& wanted : unused) {
            const int count = locationsOf(wanted.global->type);
            if (declared.fits(wanted.location, count) && !declared.isFree(wanted.location, count)) {
                state.error("attribute '" + wanted.global->name + "' shares location " +
                            std::to_string(wanted.location) + " with another attribute");
                return;
            }
            declared.take(wanted.location, std::max(count, 1));
        }
    }
    // gl_Vertex is generic attribute 0 to an application: first to choose. Large ones before small
    // ones, so that a matrix finds its run.
    std::ranges::stable_sort(open, [](const Wanted& a, const Wanted& b) {
        const auto rank = [](const Wanted& w) {
            return w.global->name == "gl_Vertex" ? 1 << 20 : locationsOf(w.global->type);
        };
        return rank(a) > rank(b);
    });
    for (const Wanted& wanted : open) {
        const int count = locationsOf(wanted.global->type);
        const int location = slots.findFree(count);
        if (location < 0) {
            state.error("too many attributes: no room for '" + wanted.global->name + "'");
            return;
        }
        slots.take(location, count);
        addAttribute(state, wanted, location);
        placed.push_back({wanted.global, wanted.variable, location});
    }
    placeInputs(state, *vertex, placed);
    addSystemValues(state, *vertex);
}

} // namespace glsl
