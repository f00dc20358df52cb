// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/broadcast_output.h"

#include "spirv/editor.h"

namespace spirv {

std::vector<uint32_t> BroadcastOutput::run(std::span<const uint32_t> words, uint32_t count) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    if (!module || count < 2) {
        return same;
    }
    const Variable* source = nullptr;
    for (const Variable& v : module->globals()) {
        if (v.storage == spv::StorageClassOutput &&
            module->decoration(v.id, spv::DecorationLocation) == 0u) {
            source = &v;
        }
    }
    if (source == nullptr) {
        return same;
    }
    Editor editor(*module);
    std::vector<Id> copies;
    for (uint32_t location = 1; location < count; ++location) {
        copies.push_back(editor.interfaceVariable(spv::StorageClassOutput, source->pointee));
        editor.decorate(copies.back(), spv::DecorationLocation, location);
    }
    // Where the entry point returns only: a kill writes nothing anywhere.
    const auto copyAll = [&](std::vector<uint32_t>& out, uint32_t) {
        const uint32_t value = editor.newId();
        append(out, spv::OpLoad, {source->pointee.value, value, source->id.value});
        for (const Id copy : copies) {
            append(out, spv::OpStore, {copy.value, value});
        }
    };
    return editor.finish({.atEnd = copyAll});
}

} // namespace spirv
