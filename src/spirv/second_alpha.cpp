// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/second_alpha.h"

#include "spirv/editor.h"

namespace spirv {

namespace {

/// A variable of four floats; none: no alpha.
Id secondColor(const Module& module) {
    for (const Variable& v : module.globals()) {
        const Instruction type = module.definition(v.pointee);
        if (v.storage == spv::StorageClassOutput &&
            module.decoration(v.id, spv::DecorationIndex) == 1u && type.op() == spv::OpTypeVector &&
            type[3] == 4 && module.definition(Id{type[2]}).op() == spv::OpTypeFloat) {
            return v.id;
        }
    }
    return {};
}

} // namespace

bool SecondAlphaToOne::applies(const Module& module) {
    return bool(secondColor(module));
}

std::vector<uint32_t> SecondAlphaToOne::run(std::span<const uint32_t> words) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    const Id color = module ? secondColor(*module) : Id{};
    if (!color) {
        return same;
    }
    Editor editor(*module);
    const Id one = editor.floatConstant(1);
    const Id alpha = editor.uintConstant(3);
    const Id pointer = editor.pointerType(spv::StorageClassOutput, editor.floatType());
    const auto store = [&](std::vector<uint32_t>& out, uint32_t) {
        const uint32_t chain = editor.newId();
        append(out, spv::OpAccessChain, {pointer.value, chain, color.value, alpha.value});
        append(out, spv::OpStore, {chain, one.value});
    };
    return editor.finish({.atEnd = store});
}

} // namespace spirv
