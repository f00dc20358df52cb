// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/clip_distances.h"

namespace spirv {

namespace {

uint32_t head(spv::Op op, uint32_t length) {
    return (length << 16) | uint32_t(op);
}

// The output array: a variable, or a member of a block.
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

bool isAccessed(const Module& module, const Place& place) {
    if (place.member < 0) {
        return module.isAccessed(place.variable);
    }
    bool found = false;
    module.forEach([&](const Instruction& inst) {
        const bool chain =
            inst.op() == spv::OpAccessChain || inst.op() == spv::OpInBoundsAccessChain;
        if (chain && inst[3] == place.variable.value && inst.size() > 4) {
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
    return (1u << module.arrayLength(place.array)) - 1;
}

std::vector<uint32_t> ClipDistances::run(std::span<const uint32_t> words, uint32_t off) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> parsed = Module::parse(same);
    if (!parsed || (off &= written(*parsed)) == 0) {
        return same;
    }
    const Module& module = *parsed;
    const Place place = findArray(module);
    const uint32_t floatType = module.elementType(place.array).value;
    uint32_t intType = 0;
    uint32_t pointerType = 0;
    module.forEach([&](const Instruction& inst) {
        if (inst.op() == spv::OpTypeInt && inst[2] == 32) {
            intType = intType ? intType : inst[1];
        } else if (inst.op() == spv::OpTypePointer && inst[2] == spv::StorageClassOutput &&
                   inst[3] == floatType) {
            pointerType = inst[1];
        }
    });
    uint32_t nextId = module.bound();
    const uint32_t zero = nextId++;
    const uint32_t memberIndex = nextId++;
    const uint32_t firstIndex = nextId;
    nextId += module.arrayLength(place.array);

    const bool geometry = module.entryPoint().model == spv::ExecutionModelGeometry;
    std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
    const auto declare = [&] {
        if (!intType) {
            intType = nextId++;
            out.insert(out.end(), {head(spv::OpTypeInt, 4), intType, 32, 0});
        }
        if (!pointerType) {
            pointerType = nextId++;
            out.insert(out.end(),
                       {head(spv::OpTypePointer, 4),
                        pointerType,
                        uint32_t(spv::StorageClassOutput),
                        floatType});
        }
        out.insert(out.end(), {head(spv::OpConstant, 4), floatType, zero, 0});
        out.insert(out.end(),
                   {head(spv::OpConstant, 4), intType, memberIndex, uint32_t(place.member)});
        for (uint32_t i = 0; i < module.arrayLength(place.array); ++i) {
            out.insert(out.end(), {head(spv::OpConstant, 4), intType, firstIndex + i, i});
        }
    };
    const auto store = [&] {
        for (uint32_t i = 0; i < module.arrayLength(place.array); ++i) {
            if (!(off >> i & 1)) {
                continue;
            }
            const uint32_t pointer = nextId++;
            const bool member = place.member >= 0;
            out.insert(out.end(),
                       {head(spv::OpAccessChain, member ? 6 : 5),
                        pointerType,
                        pointer,
                        place.variable.value});
            if (member) {
                out.push_back(memberIndex);
            }
            out.push_back(firstIndex + i);
            out.insert(out.end(), {head(spv::OpStore, 3), pointer, zero});
        }
    };
    bool declared = false;
    bool inEntry = false;
    module.forEach([&](const Instruction& inst) {
        const spv::Op op = inst.op();
        if (op == spv::OpFunction) {
            if (!declared) {
                declared = true;
                declare();
            }
            inEntry = inst[2] == module.entryPoint().function.value;
        }
        const bool emits = op == spv::OpEmitVertex || op == spv::OpEmitStreamVertex;
        if (geometry ? emits : op == spv::OpReturn && inEntry) {
            store();
        }
        out.insert(out.end(), inst.words.begin(), inst.words.end());
    });
    out[3] = nextId;
    return out;
}

} // namespace spirv
