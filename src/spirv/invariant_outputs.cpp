// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/invariant_outputs.h"

#include "spirv/editor.h"

namespace spirv {

std::vector<uint32_t> InvariantOutputs::run(std::span<const uint32_t> words) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    if (!module || module->entryPoint().model == spv::ExecutionModelFragment) {
        return same;
    }
    Editor editor(*module);
    for (const Variable& v : module->globals()) {
        if (v.storage != spv::StorageClassOutput) {
            continue;
        }
        const Id type = module->innermostType(v.pointee);
        const Instruction block = module->definition(type);
        if (!module->isBlock(v) || block.op() != spv::OpTypeStruct) {
            editor.decorate(v.id, spv::DecorationInvariant);
            continue;
        }
        for (uint32_t i = 0; i + 2 < block.size(); ++i) {
            editor.decorateMember(type, i, spv::DecorationInvariant);
        }
    }
    return editor.finish();
}

} // namespace spirv
