// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/location_types.h"

#include <algorithm>

namespace spirv {

namespace {

/// The variable has an element per vertex.
bool isPerVertex(const Module& module, const Variable& v) {
    if (module.decoration(v.id, spv::DecorationPatch)) {
        return false;
    }
    switch (module.entryPoint().model) {
    case spv::ExecutionModelTessellationControl:
        return true;
    case spv::ExecutionModelTessellationEvaluation:
    case spv::ExecutionModelGeometry:
        return v.storage == spv::StorageClassInput;
    default:
        return false;
    }
}

Id typeOf(const Module& module, const Variable& v) {
    return isPerVertex(module, v) ? module.elementType(v.pointee) : v.pointee;
}

/// Where the variable begins: its own location, or its block's first member's.
std::optional<uint32_t> locationOf(const Module& module, const Variable& v) {
    const auto own = module.decoration(v.id, spv::DecorationLocation);
    return own || !module.isBlock(v) ? own
                                     : module.memberDecoration(module.innermostType(v.pointee),
                                                               0,
                                                               spv::DecorationLocation);
}

/// Distinct for kinds of numbers that do not pass for one another.
uint16_t kindOf(const Instruction& scalar) {
    const uint32_t wide = scalar.size() > 2 && scalar[2] == 64;
    const uint32_t isSigned = scalar.op() == spv::OpTypeInt && scalar[3];
    const uint32_t isInteger = scalar.op() == spv::OpTypeInt;
    return uint16_t(0x80 | wide << 4 | isSigned << 5 | isInteger << 6);
}

} // namespace

LocationTypes::LocationTypes(const Module& module, spv::StorageClass storage) {
    for (const Variable& v : module.globals()) {
        const auto location = v.storage == storage ? locationOf(module, v) : std::nullopt;
        if (!location) {
            continue;
        }
        uint32_t at = *location;
        add(module,
            typeOf(module, v),
            at,
            module.decoration(v.id, spv::DecorationComponent).value_or(0),
            module.decoration(v.id, spv::DecorationPatch).has_value());
    }
}

void LocationTypes::add(
    const Module& module, Id type, uint32_t& location, uint32_t component, bool patch) {
    const Instruction inst = module.definition(type);
    switch (inst.op()) {
    case spv::OpTypeArray:
    case spv::OpTypeMatrix: {
        const uint32_t count = inst.op() == spv::OpTypeArray ? module.arrayLength(type) : inst[3];
        for (uint32_t i = 0; i < count && location < kLocations; ++i) {
            const uint32_t before = location;
            add(module, Id{inst[2]}, location, component, patch);
            if (location == before) {
                return; // of nothing, however often
            }
        }
        return;
    }
    case spv::OpTypeStruct:
        for (uint32_t i = 2; i < inst.size(); ++i) {
            location =
                module.memberDecoration(type, i - 2, spv::DecorationLocation).value_or(location);
            add(module, Id{inst[i]}, location, component, patch);
        }
        return;
    case spv::OpTypeVector:
    case spv::OpTypeFloat:
    case spv::OpTypeInt:
        break;
    default:
        return;
    }
    const bool vector = inst.op() == spv::OpTypeVector;
    const uint16_t kind = kindOf(vector ? module.definition(Id{inst[2]}) : inst);
    const uint32_t components = vector ? inst[3] : 1;
    const uint32_t count = module.locations(type);
    for (uint32_t i = 0; i < count; ++i, ++location) {
        if (location < kLocations) {
            // Of 64-bit components the locations matter only.
            const uint32_t bits =
                count > 1 ? 0xfu
                          : 0xfu >> (4 - std::min(components, 4u)) << std::min(component, 4u) & 0xf;
            m_tables[patch][location] |= uint16_t(kind | bits);
        }
    }
}

uint64_t LocationTypes::missing(const LocationTypes& inputs, bool patch) const {
    uint64_t missing = 0;
    for (uint32_t i = 0; i < kLocations; ++i) {
        const uint16_t has = m_tables[patch][i];
        const uint16_t wants = inputs.m_tables[patch][i];
        if (wants && ((has ^ wants) & ~0xf || wants & ~has & 0xf)) {
            missing |= uint64_t(1) << i;
        }
    }
    return missing;
}

std::set<Id> LocationTypes::inputsAt(const Module& module, uint64_t locations, bool patch) {
    std::set<Id> found;
    for (const Variable& v : module.globals()) {
        const auto location =
            v.storage == spv::StorageClassInput ? locationOf(module, v) : std::nullopt;
        if (!location || *location >= kLocations ||
            module.decoration(v.id, spv::DecorationPatch).has_value() != patch) {
            continue;
        }
        const uint32_t count = std::min(module.locations(typeOf(module, v)), kLocations);
        const uint64_t own = (count < 64 ? (uint64_t(1) << count) - 1 : ~uint64_t(0)) << *location;
        if (locations & own) {
            found.insert(v.id);
        }
    }
    return found;
}

} // namespace spirv
