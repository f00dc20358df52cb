// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/demote_interface.h"

#include "spirv/words.h"

#include <map>

namespace spirv {

namespace {

/// Every pointer whose storage class changes: the variables and what access chains derive from
/// them.
std::set<uint32_t> derivedPointers(const Module& module, const std::set<Id>& variables) {
    std::set<uint32_t> pointers;
    for (const Id id : variables) {
        pointers.insert(id.value);
    }
    module.forEach([&](const Instruction& inst) {
        if (derivesPointer(inst.op()) && pointers.contains(inst[3])) {
            pointers.insert(inst[2]);
        }
    });
    return pointers;
}

} // namespace

std::vector<uint32_t> DemoteInterface::run(const Module& module, const std::set<Id>& variables) {
    std::vector<uint32_t> out = headerOf(module);
    uint32_t nextId = module.bound();
    const std::set<uint32_t> pointers = derivedPointers(module, variables);
    std::map<uint32_t, uint32_t> privatePointer; // by pointee

    const auto privateTo = [&](uint32_t pointee) {
        auto [it, isNew] = privatePointer.try_emplace(pointee, 0);
        if (isNew) {
            it->second = nextId++;
            append(
                out, spv::OpTypePointer, {it->second, uint32_t(spv::StorageClassPrivate), pointee});
        }
        return it->second;
    };
    const auto pointeeOf = [&](uint32_t pointerType) {
        return module.definition(Id{pointerType})[3];
    };

    bool declaredChains = false;
    module.forEach([&](const Instruction& inst) {
        switch (inst.op()) {
        case spv::OpEntryPoint: {
            size_t nameWords = 0;
            (void)inst.string(3, &nameWords);
            const size_t start = out.size();
            out.insert(out.end(), inst.words.begin(), inst.words.begin() + 3 + nameWords);
            for (size_t i = 3 + nameWords; i < inst.size(); ++i) {
                if (!variables.contains(Id{inst[i]})) {
                    out.push_back(inst[i]);
                }
            }
            close(out, start);
            return;
        }
        case spv::OpDecorate:
            if (variables.contains(Id{inst[1]}) && inst[2] != spv::DecorationRelaxedPrecision) {
                return;
            }
            break;
        case spv::OpVariable:
            if (variables.contains(Id{inst[2]})) {
                const uint32_t pointee = pointeeOf(inst[1]);
                const uint32_t type = privateTo(pointee);
                const uint32_t zero = nextId++;
                append(out, spv::OpConstantNull, {pointee, zero});
                append(out,
                       spv::OpVariable,
                       {type, inst[2], uint32_t(spv::StorageClassPrivate), zero});
                return;
            }
            break;
        case spv::OpFunction:
            if (!declaredChains) {
                declaredChains = true;
                module.forEach([&](const Instruction& chain) {
                    const Id result = resultOf(chain);
                    if (result && pointers.contains(result.value) &&
                        chain.op() != spv::OpVariable) {
                        (void)privateTo(pointeeOf(chain[1]));
                    }
                });
            }
            break;
        case spv::OpExtInst:
            // What is the same everywhere is so at another place of the pixel too.
            if (isInterpolation(inst) && pointers.contains(inst[5])) {
                append(out, spv::OpLoad, {inst[1], inst[2], inst[5]});
                return;
            }
            break;
        default:
            break;
        }
        const size_t start = append(out, inst);
        const Id result = resultOf(inst);
        if (result && pointers.contains(result.value)) {
            out[start + 1] = privateTo(pointeeOf(inst[1]));
        }
    });
    out[3] = nextId;
    return out;
}

} // namespace spirv
