// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/broadcast_output.h"

#include "spirv/module.h"

namespace spirv {

namespace {

uint32_t head(spv::Op op, uint32_t length) {
    return (length << 16) | uint32_t(op);
}

} // namespace

std::vector<uint32_t> BroadcastOutput::run(std::span<const uint32_t> words, uint32_t count) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> parsed = Module::parse(same);
    if (!parsed || count < 2) {
        return same;
    }
    const Module& module = *parsed;
    const Variable* source = nullptr;
    for (const Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassOutput &&
            module.decoration(v.id, spv::DecorationLocation) == 0u) {
            source = &v;
        }
    }
    if (source == nullptr) {
        return same;
    }
    const uint32_t pointerType = module.definition(source->id)[1];
    const uint32_t firstCopy = module.bound();
    uint32_t nextId = firstCopy + count - 1;

    std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
    bool inEntry = false;
    bool decorated = false;
    module.forEach([&](const Instruction& inst) {
        const spv::Op op = inst.op();
        if (op == spv::OpEntryPoint) {
            const size_t start = out.size();
            out.insert(out.end(), inst.words.begin(), inst.words.end());
            for (uint32_t i = 1; i < count; ++i) {
                out.push_back(firstCopy + i - 1);
            }
            out[start] = head(op, uint32_t(out.size() - start));
            return;
        }
        if (op == spv::OpDecorate && !decorated) {
            decorated = true;
            for (uint32_t i = 1; i < count; ++i) {
                out.insert(out.end(),
                           {head(spv::OpDecorate, 4),
                            firstCopy + i - 1,
                            uint32_t(spv::DecorationLocation),
                            i});
            }
        }
        if (op == spv::OpFunction) {
            inEntry = inst[2] == module.entryPoint().function.value;
        }
        // The entry point's own returns only: a kill writes nothing anywhere.
        if (op == spv::OpReturn && inEntry) {
            const uint32_t value = nextId++;
            out.insert(out.end(),
                       {head(spv::OpLoad, 4), source->pointee.value, value, source->id.value});
            for (uint32_t i = 1; i < count; ++i) {
                out.insert(out.end(), {head(spv::OpStore, 3), firstCopy + i - 1, value});
            }
        }
        out.insert(out.end(), inst.words.begin(), inst.words.end());
        if (op == spv::OpVariable && inst[2] == source->id.value) {
            for (uint32_t i = 1; i < count; ++i) {
                out.insert(out.end(),
                           {head(spv::OpVariable, 4),
                            pointerType,
                            firstCopy + i - 1,
                            uint32_t(spv::StorageClassOutput)});
            }
        }
    });
    out[3] = nextId;
    return out;
}

} // namespace spirv
