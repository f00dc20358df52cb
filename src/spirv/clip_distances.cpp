// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/clip_distances.h"

#include "spirv/editor.h"

#include <algorithm>

namespace spirv {

namespace {

constexpr uint32_t kMostDistances = 8; // GL_MAX_CLIP_DISTANCES

/// The output array: a variable, or a member of a block.
struct Place {
    Id variable;
    int member = -1;
    Id array;
};

Place findArray(const Module& module) {
    for (const Variable& v : module.globals()) {
        if (v.storage != spv::StorageClassOutput) {
            continue;
        }
        if (module.decoration(v.id, spv::DecorationBuiltIn) == uint32_t(spv::BuiltInClipDistance)) {
            return {v.id, -1, v.pointee};
        }
        const Instruction type = module.definition(v.pointee);
        if (type.op() != spv::OpTypeStruct) {
            continue;
        }
        for (uint32_t m = 0; m + 2 < type.size(); ++m) {
            if (module.memberDecoration(v.pointee, m, spv::DecorationBuiltIn) ==
                uint32_t(spv::BuiltInClipDistance)) {
                return {v.id, int(m), Id{type[m + 2]}};
            }
        }
    }
    return {};
}

uint32_t lengthOf(const Module& module, const Place& place) {
    return std::min(module.arrayLength(place.array), kMostDistances);
}

bool isAccessed(const Module& module, const Place& place) {
    if (place.member < 0) {
        return module.isAccessed(place.variable);
    }
    bool found = false;
    module.forEach([&](const Instruction& inst) {
        if (isAccessChain(inst.op()) && inst[3] == place.variable.value && inst.size() > 4) {
            found |= module.constant(Id{inst[4]}) == uint32_t(place.member);
        } else if (inst.op() == spv::OpStore && inst[1] == place.variable.value) {
            found = true;
        }
    });
    return found;
}

} // namespace

uint32_t ClipDistances::written(const Module& module) {
    const Place place = findArray(module);
    if (!place.variable || !isAccessed(module, place)) {
        return 0;
    }
    return (1u << lengthOf(module, place)) - 1;
}

std::vector<uint32_t> ClipDistances::run(std::span<const uint32_t> words, uint32_t off) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    if (!module || (off &= written(*module)) == 0) {
        return same;
    }
    const Place place = findArray(*module);
    Editor editor(*module);
    const Id zero = editor.floatConstant(0);
    const Id pointer =
        editor.pointerType(spv::StorageClassOutput, module->elementType(place.array));
    std::vector<std::vector<uint32_t>> chains; // base and indices of the elements
    for (uint32_t i = 0; i < lengthOf(*module, place); ++i) {
        if (off >> i & 1) {
            std::vector<uint32_t>& chain = chains.emplace_back();
            chain.push_back(place.variable.value);
            if (place.member >= 0) {
                chain.push_back(editor.uintConstant(uint32_t(place.member)).value);
            }
            chain.push_back(editor.uintConstant(i).value);
        }
    }
    const auto storeZeros = [&](std::vector<uint32_t>& out, uint32_t) {
        for (const std::vector<uint32_t>& chain : chains) {
            std::vector<uint32_t> operands = {pointer.value, editor.newId()};
            operands.insert(operands.end(), chain.begin(), chain.end());
            append(out, spv::OpAccessChain, operands);
            append(out, spv::OpStore, {operands[1], zero.value});
        }
    };
    return editor.finish({.atEnd = storeZeros});
}

} // namespace spirv
